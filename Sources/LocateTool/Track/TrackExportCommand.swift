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
        // The source is read to its end before the old file goes, so that it may be the same file.
        try OutputFile.write(path) { file throws(ToolError) in
            try copy(options, to: TrackSink(fileDescriptor: file, name: path))
        }
    }

    /// A log is somebody's only copy, and may be recorded at this moment.
    private static func refuseLog(_ path: String) throws(ToolError) {
        guard TrackFile.isLog(path) else { return }
        throw ToolError(.cannotCreate, "\(path) is a track log, which is not replaced; name another file")
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
