import Glibc
import Maps
import Persistence

/// A file that a command makes for others.
enum OutputFile {
    /// Writes a file, which replaces one that is there only when all of it is written.
    ///
    /// A link is followed; a device or pipe is not replaced but written into.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Writes to a descriptor, which is closed for it.
    /// - Throws: What `body` throws, and ``ExitCode/cannotCreate`` where no file can be made.
    static func write(_ path: String, _ body: (Int32) throws(ToolError) -> Void) throws(ToolError) {
        if let device = try openDevice(path) {
            defer { close(device) }
            return try body(device)
        }
        do {
            let (parent, name) = Folder.split(try target(of: path))
            guard let folder = try Folder.open(parent, creating: false) else {
                throw ToolError(.cannotCreate, "there is no folder \(parent) for \(path)")
            }
            try folder.replace(name) { file in try body(file) }
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError(.cannotCreate, (error as? PersistenceError)?.message ?? "\(error)")
        }
    }

    /// Makes sure that the folder is there which a file is to be made in.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` where it is not.
    static func requireFolder(of path: String) throws(ToolError) {
        let parent = Folder.split(try target(of: path)).folder
        do throws(PersistenceError) {
            if let folder = try Folder.open(parent, creating: false) {
                _ = consume folder
                return
            }
        } catch {
            throw ToolError(.cannotCreate, error.message)
        }
        throw ToolError(.cannotCreate, "there is no folder \(parent) for \(path)")
    }

    /// Makes sure that a path is that of a regular file, or of none yet.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` for a folder, device or pipe.
    static func requireRegularFile(_ path: String) throws(ToolError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file"
        throw ToolError(.cannotCreate, "\(path) \(kind); name a file")
    }

    /// Makes sure that a page may be written: as a new file, or over an earlier page of ours or an empty file.
    ///
    /// Anything else may be a photo, or a page of the user's own.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` for another file, and where there is no folder.
    static func requirePage(_ path: String) throws(ToolError) {
        try requireFolder(of: path)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
        let beginning = beginning(of: path, count: 4096)
        guard beginning.lowercased().hasPrefix("<!doctype html"), beginning.contains(MapPage.mark) else {
            throw ToolError(
                .cannotCreate,
                "\(path) is not a page that locate has made, and is not replaced; name another file, or remove that one "
                    + "first")
        }
    }

    /// The first bytes of a file as text; empty if it cannot be read.
    private static func beginning(of path: String, count: Int) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes[filled...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            filled += got
        }
        return String(decoding: bytes[..<filled], as: UTF8.self)
    }

    /// Writes bytes to a file that is open.
    ///
    /// - Parameters:
    ///   - bytes: All that is written.
    ///   - file: The file's descriptor.
    ///   - name: Its path, for messages.
    /// - Throws: ``ExitCode/ioError`` when the system does not take them.
    static func write(_ bytes: [UInt8], to file: Int32, name: String) throws(ToolError) {
        var written = 0
        while written < bytes.count {
            let (count, failure) = bytes.withUnsafeBytes { bytes in
                let count = Glibc.write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                return (count, errno)
            }
            if count < 0, failure == EINTR { continue }
            guard count > 0 else { throw ToolError(.ioError, "cannot write \(name): \(systemErrorText(failure))") }
            written += count
        }
    }

    /// Whether two paths lead to one file, also by links, and also where that is still to be made.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard stat(first, &one) == 0, stat(second, &other) == 0 else {
            // A file that is still to be made is known by its path.
            return LinkResolution(first).path == LinkResolution(second).path
        }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// Whether a descriptor has the regular file that a path leads to open; a terminal may be input and output.
    static func isOpen(_ descriptor: Int32, as path: String) -> Bool {
        var (one, other) = (stat(), stat())
        return fstat(descriptor, &one) == 0 && one.st_mode & S_IFMT == S_IFREG && stat(path, &other) == 0
            && one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// The file that a path leads to by links, whether it is there or not.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` for links that lead nowhere but to themselves.
    private static func target(of path: String) throws(ToolError) -> String {
        let target = LinkResolution(path).path
        var status = stat()
        if lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw ToolError(.cannotCreate, "\(path) is a link that leads to itself; name another file")
        }
        return target
    }

    /// Opens a device or pipe; `nil` for anything else.
    private static func openDevice(_ path: String) throws(ToolError) -> Int32? {
        var status = stat()
        guard stat(path, &status) == 0, [S_IFCHR, S_IFIFO, S_IFBLK].contains(status.st_mode & S_IFMT) else {
            return nil
        }
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw ToolError(.cannotCreate, "cannot write \(path): \(systemErrorText(errno))") }
        return file
    }
}
