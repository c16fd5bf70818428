import LKGeo
import LKThreads
import LKTrackFormats

/// Reads the steps of a recording.
protocol RecordingReader: AnyObject {
    /// Returns the next line or point, or `nil` at the end.
    func next() throws(PositioningError) -> RecordedStep?

    /// Warnings about unreadable parts so far.
    var warnings: TrackWarnings { get }
}

/// A line or point of a recording, and its events.
struct RecordedStep: Sendable {
    /// The line in the file or, for formats without lines, equivalent NMEA sentences.
    var lines: [[UInt8]]
    /// Its events; a fix without a device belongs to the nameless receiver.
    var events: [SourceEvent]
}

extension RecordingFormat {
    /// Opens a recording of this format.
    ///
    /// - Throws: `PositioningError` with the code `malformed` for an unsupported format.
    func reader(_ file: RecordingFile) throws(PositioningError) -> any RecordingReader {
        switch self {
        case .gpsdJSON: return try GPSDRecording(file)
        case .nmea: return try NMEARecording(file)
        case .gpx: return try GPXRecording(file)
        case .unknown:
            throw PositioningError(
                .malformed,
                "\(file.name) is neither gpsd JSON nor NMEA 0183 nor GPX; a receiver's binary log can be simulated, not replayed"
            )
        }
    }
}

/// A recording of gpsd's JSON: what `gpspipe -w` and `--record` write, and gpsd's own test logs.
final class GPSDRecording: RecordingReader {
    private let chunks: FileChunks
    private let parser: GPSDReportParser
    private var lines = LineSplitter()
    private var interpreter = GPSDInterpreter(isLive: false, isSimulated: false, source: .replay)
    private var ready: [RecordedStep] = []
    private var position = 0
    private var list = TrackWarnings()

    init(_ file: RecordingFile) throws(PositioningError) {
        parser = try GPSDReportParser()
        do { chunks = try FileChunks(path: file.path, name: file.name, size: LineSplitter.maximumLineLength) } catch {
            throw PositioningError(error)
        }
    }

    var warnings: TrackWarnings {
        var warnings = list
        warnings.count += lines.dropped
        return warnings
    }

    func next() throws(PositioningError) -> RecordedStep? {
        while position == ready.count {
            ready.removeAll(keepingCapacity: true)
            position = 0
            guard try readMore() else { return nil }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func readMore() throws(PositioningError) -> Bool {
        let chunk: ArraySlice<UInt8>
        do { chunk = try chunks.next() } catch { throw PositioningError(error) }
        let isAtEnd = chunk.isEmpty
        if isAtEnd, !lines.isInLine { return false }
        // The last line may lack a newline.
        let bytes = isAtEnd ? [UInt8(ascii: "\n")] : chunk
        lines.room().copyBytes(from: bytes)
        let now = MonotonicInstant.now
        lines.append(bytes.count) { line, number in
            let copy = Array(line.dropLast())
            var events: [SourceEvent] = []
            let message = parser.parse(line)
            interpreter.interpret(message, at: now) { events.append($0) }
            ready.append(RecordedStep(lines: [copy], events: events))
            if case .other = message { judge(copy, number) }
        }
        return true
    }

    /// Counts an invalid line; reports without positions, NMEA sentences and the comments of gpsd's test logs are
    /// expected.
    private func judge(_ copy: [UInt8], _ line: Int) {
        guard let first = copy.first(where: { $0 > 0x20 }), !"#$!".utf8.contains(first),
            !GPSDReportParser.isReport(copy)
        else { return }
        list.count += 1
        guard list.first.count < 100 else { return }
        let excerpt = String(decoding: copy.prefix(40), as: UTF8.self)
        list.first.append(TrackWarnings.Warning(line: line, message: "\"\(excerpt)\" is not a report of gpsd"))
    }
}

/// A recording of NMEA 0183 sentences, with the same fixes as a file of tracks.
final class NMEARecording: RecordingReader {
    private let reader: NMEAEpochReader

    init(_ file: RecordingFile) throws(PositioningError) {
        do { reader = try NMEAEpochReader(FileChunks(path: file.path, name: file.name, size: 16_384)) } catch {
            throw PositioningError(error)
        }
    }

    var warnings: TrackWarnings { reader.warnings }

    func next() throws(PositioningError) -> RecordedStep? {
        let step: NMEAEpochReader.Step?
        do { step = try reader.next() } catch { throw PositioningError(error) }
        guard let step else { return nil }
        return RecordedStep(
            lines: step.sentence.map { [$0] } ?? [], events: step.reports.flatMap { SourceEvent.replayed($0.report) })
    }
}

/// A GPX file: its track points, or the points of its routes, or its waypoints.
final class GPXRecording: RecordingReader {
    private let reader: TrackPointReader
    private let kind: TrackPointReader.Point.Kind
    private let writer = NMEAWriter()

    init(_ file: RecordingFile) throws(PositioningError) {
        do {
            let probe = TrackPointReader(try GPXReader(FileChunks(path: file.path, name: file.name)))
            var best: TrackPointReader.Point.Kind?
            // Waypoints come first in a file but are not part of the track.
            while best != .track, let point = try probe.next() {
                if best == nil || best == .waypoint { best = point.kind }
                if point.kind == .track { best = .track }
            }
            kind = best ?? .track
            reader = TrackPointReader(try GPXReader(FileChunks(path: file.path, name: file.name)))
        } catch { throw PositioningError(error) }
    }

    var warnings: TrackWarnings { TrackWarnings(first: reader.warnings, count: reader.warningCount) }

    func next() throws(PositioningError) -> RecordedStep? {
        do {
            while let point = try reader.next() {
                guard point.kind == kind else { continue }
                let sentences = writer.sentences(for: point.location).map { Array($0.utf8) }
                return RecordedStep(lines: sentences, events: SourceEvent.replayed(.fix(point.location)))
            }
            return nil
        } catch { throw PositioningError(error) }
    }
}
