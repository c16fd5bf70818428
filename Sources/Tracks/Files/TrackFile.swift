import Glibc
public import TrackFormats

/// Files that have tracks in them, whatever they are: logs of ``TrackRecorder``, and every format of `TrackFormat`.
public enum TrackFile {
    /// What every file of SQLite begins with; a track log is one.
    private static let database = Array("SQLite format 3\0".utf8)

    /// Opens a file to read its elements in order, in constant memory.
    ///
    /// - Parameters:
    ///   - path: The file; its content tells what it is.
    ///   - salvaging: Whether a damaged file gives what is whole, and a warning about the rest, instead of an error.
    /// - Returns: What reads it.
    /// - Throws: `TrackFormatError` when it cannot be opened, or is nothing that has tracks.
    public static func reader(
        path: String, salvaging: Bool = false
    ) throws(TrackFormatError) -> any TrackReading {
        guard isLog(path) else {
            let reader = try TrackFormat.reader(path: path)
            return salvaging ? SalvagingTrackReader(reader) : reader
        }
        if salvaging, let elements = SalvagedLogElements(path) { return elements }
        do throws(TrackError) { return try TrackLogElements(try TrackLog(path: path)) } catch {
            throw TrackFormatError(error)
        }
    }

    /// Reads elements in order from an open file or a pipe, in constant memory.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file at its beginning, or a pipe; the caller closes it.
    ///   - name: What errors call it.
    ///   - salvaging: Whether a damaged file gives what is whole, and a warning about the rest, instead of an error.
    /// - Returns: What reads it.
    /// - Throws: `TrackFormatError` when it is nothing that has tracks, and for a track log, which is a database and must be opened
    ///   by its path.
    public static func reader(
        fileDescriptor: Int32, name: String, salvaging: Bool = false
    ) throws(TrackFormatError) -> any TrackReading {
        let chunks = FileChunks(fileDescriptor: fileDescriptor, name: name)
        guard try !chunks.beginning(of: database.count).elementsEqual(database) else {
            throw TrackFormatError(
                code: .unreadable,
                message: "\(name) is a track log, a database that only a file can be; save it, and name the file")
        }
        let reader = try TrackFormat.reader(detecting: chunks)
        return salvaging ? SalvagingTrackReader(reader) : reader
    }

    /// Whether a file is a database, and so a track log or none at all; or a log whose beginning is damaged.
    ///
    /// - Parameter path: The file.
    /// - Returns: False for what cannot be read, too.
    public static func isLog(_ path: String) -> Bool {
        // Without O_NONBLOCK a FIFO would be waited for.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var beginning = [UInt8](repeating: 0, count: database.count)
        guard pread(file, &beginning, beginning.count, 0) == beginning.count else { return false }
        return beginning == database || TrackLogSalvage.isLikely(path)
    }
}
