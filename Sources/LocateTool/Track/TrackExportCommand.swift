import Persistence
import TrackFormats
import Tracks

/// `locate track export`: a track for other people's tools.
enum TrackExportCommand {
    static func run(_ options: TrackExportOptions, output: Output) throws(ToolError) {
        guard let path = options.output else {
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
        do {
            let (parent, name) = Folder.split(path)
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
