import Glibc
import Persistence
import TrackFormats
import Tracks

/// `locate track export`: a track for other people's tools.
enum TrackExportCommand {
    static func run(_ options: TrackExportOptions, output: Output) throws(ToolError) {
        guard let path = options.output, path != "-" else {
            var failure: ToolError?
            let sink = TrackSink(name: "standard output") { bytes in
                do throws(ToolError) { try output.write(Array(bytes)) } catch {
                    failure = error
                    throw error
                }
            }
            do throws(ToolError) { try copy(options, to: sink) } catch { throw failure ?? error }
            return
        }
        try refuseLog(path)
        if try write(options, toDevice: path) { return }
        do {
            // A link is followed, as it is when a log is recorded.
            let (parent, name) = Folder.split(LinkResolution(path).path)
            guard let folder = try Folder.open(parent, creating: false) else {
                throw ToolError(.cannotCreate, "there is no folder \(parent) for \(path)")
            }
            // The source is read to its end before the old file goes, so that it may be the same file.
            try folder.replace(name) { file in try copy(options, to: TrackSink(fileDescriptor: file, name: path)) }
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError(.cannotCreate, (error as? PersistenceError)?.message ?? "\(error)")
        }
    }

    /// A log is somebody's only copy, and may be recorded at this moment.
    private static func refuseLog(_ path: String) throws(ToolError) {
        guard TrackFile.isLog(path) else { return }
        throw ToolError(.cannotCreate, "\(path) is a track log, which is not replaced; name another file")
    }

    /// Writes into a device or pipe, which is not replaced.
    ///
    /// - Returns: Whether the path is one.
    private static func write(_ options: TrackExportOptions, toDevice path: String) throws(ToolError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, [S_IFCHR, S_IFIFO, S_IFBLK].contains(status.st_mode & S_IFMT) else {
            return false
        }
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw ToolError(.cannotCreate, "cannot write \(path): \(systemErrorText(errno))") }
        defer { close(file) }
        try copy(options, to: TrackSink(fileDescriptor: file, name: path))
        return true
    }

    private static func copy(_ options: TrackExportOptions, to sink: TrackSink) throws(ToolError) {
        do throws(TrackFormatError) {
            try options.format.copy(to: sink) { () throws(TrackFormatError) in
                try TrackFile.reader(path: options.path)
            }
        } catch {
            throw ToolError(error)
        }
    }
}
