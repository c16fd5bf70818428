public import FoundationEssentials
import Glibc
import LKFormats
import LKStorage
public import LKTrackFormats

extension TrackFile {
    /// Writes the file in a format, in constant memory, durably: an existing file is replaced only once the new one is complete.
    ///
    /// An existing file is replaced if it is empty or was exported by LocationKit, which GPX, GeoJSON and KML say in their first bytes.
    /// Others are kept unless `replacing` is set; a track log, the file itself and a symbolic link always are.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - format: Its format; `nil` for that of the extension.
    ///   - replacing: Whether a file is replaced that LocationKit has not made.
    /// - Returns: What could not be read or has no place in the format.
    /// - Throws: `TrackFormatError` with the code `exists` for a file that is kept, `unwritable`, `readOnly`, `unrecognized` for an
    ///   extension of no format, `empty` for a file without anything to write, and what reading throws. An existing file is unchanged then.
    @discardableResult public func export(
        to url: URL, format: TrackFormat? = nil, replacing: Bool = false
    ) throws(TrackFormatError) -> TrackWarnings {
        let output = try TrackOutput(url, format, replacing: replacing, inputs: TrackLog.inputs(of: path))
        let format = output.format
        return try output.write { sink throws(TrackFormatError) in
            try format.copyReporting(
                to: sink, name: path, isLog: kind == .log
            ) { () throws(TrackFormatError) in
                try Self.reader(path: path, salvaging: isSalvaged, hints: hints)
            }
        }
    }
}

extension Track {
    /// Writes the track to a file, durably: an existing file is replaced only once the new one is complete.
    ///
    /// ```swift
    /// try track.write(to: URL(filePath: "walk.gpx"))
    /// ```
    ///
    /// Which existing files are replaced is as with ``TrackFile/export(to:format:replacing:)``.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - format: Its format; `nil` for that of the extension.
    ///   - replacing: Whether a file is replaced that LocationKit has not made.
    /// - Throws: `TrackFormatError` with the code `exists` for a file that is kept, `unwritable`, `readOnly`, `unrecognized` for an
    ///   extension of no format, and `empty` for a track without a position. An existing file is unchanged then.
    public func write(
        to url: URL, format: TrackFormat? = nil, replacing: Bool = false
    ) throws(TrackFormatError) {
        guard !isEmpty || !waypoints.isEmpty else {
            throw TrackFormatError(
                code: .empty, message: "the track has no positions, so \(url.filePath) was not written")
        }
        let output = try TrackOutput(url, format, replacing: replacing, inputs: [])
        let format = output.format
        try output.write { sink throws(TrackFormatError) in try write(format, to: sink) }
    }
}

/// A file of tracks that is written as a whole.
private struct TrackOutput {
    let format: TrackFormat
    private let file: OutputFile

    /// Creates an output after checking that the file may be written, before work begins.
    init(
        _ url: URL, _ format: TrackFormat?, replacing: Bool, inputs: [FileIdentity]
    ) throws(TrackFormatError) {
        let path = url.filePath
        guard let format = format ?? TrackFormat(fileExtension: url.pathExtension) else {
            let names = TrackFormat.writable.map(\.rawValue).joined(separator: ", ")
            throw TrackFormatError(
                code: .unrecognized,
                message: "\(path) has no extension of a format: \(names)", advice: "name the format, or another file")
        }
        self.format = format
        // It may be the only copy, and a recording may be in progress.
        guard !TrackFile.isLog(path) else {
            throw TrackFormatError(
                code: .exists, message: "\(path) is a track log, which is not replaced", advice: "name another file")
        }
        guard access(path, F_OK) != 0 || access(path, R_OK) == 0 else {
            throw TrackFormatError(
                code: .exists, message: "\(path) cannot be read, and may be a track log, which is not replaced",
                advice: "name another file")
        }
        let replacement: OutputFile.Replacement =
            replacing ? .everything : format.carriesMark ? .own { format.isMarked($0) } : .nothing
        let refusal =
            format.carriesMark ? "was not made by LocationKit" : "\(format.title) does not show which program made it"
        do throws(StorageError) {
            try OutputFile.refuseLink(path)
            file = try OutputFile(
                path, replacing: replacement, inputs: inputs,
                refusal: refusal + "; name another file, or ask to replace it")
        } catch {
            throw TrackFormatError(error)
        }
    }

    /// Writes the file, which replaces an existing one only once it is complete.
    func write<Result>(_ body: (TrackSink) throws(TrackFormatError) -> Result) throws(TrackFormatError) -> Result {
        var result: Result?
        do {
            try file.write { descriptor in result = try body(TrackSink(fileDescriptor: descriptor, name: file.path)) }
        } catch let error as TrackFormatError {
            throw error
        } catch let error as StorageError {
            throw TrackFormatError(error)
        } catch {
            throw TrackFormatError(
                code: .unwritable, message: "\(file.path) cannot be written: \(error)", underlying: error)
        }
        guard let result else {
            throw TrackFormatError(code: .unwritable, message: "\(file.path) was not written")
        }
        return result
    }
}

extension TrackFormatError {
    /// Creates an error from an output error.
    fileprivate init(_ error: StorageError) {
        self.init(
            code: error.code == .exists ? .exists : .unwritable, complete: error.message, advice: error.advice,
            errno: error.systemError, underlying: error)
    }
}
