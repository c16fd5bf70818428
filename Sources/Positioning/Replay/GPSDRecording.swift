import Geo
import Threads
import TrackFormats

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
        do { chunks = try FileChunks(path: file.path, name: file.name, size: LineSplitter.limit) } catch {
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
        // The last line of a file may lack its newline.
        let bytes = isAtEnd ? [UInt8(ascii: "\n")] : chunk
        lines.room().copyBytes(from: bytes)
        let now = MonotonicInstant.now
        lines.append(bytes.count) { line, number in
            let copy = Array(line.dropLast())
            var events: [SourceEvent] = []
            let message = parser.parse(line)
            interpreter.take(message, at: now) { events.append($0) }
            ready.append(RecordedStep(lines: [copy], events: events))
            if case .other = message { judge(copy, number) }
        }
        return true
    }

    /// Counts a line that is neither a report of a class without positions nor what may stand between reports: sentences, and
    /// the comments of gpsd's test logs.
    private func judge(_ copy: [UInt8], _ line: Int) {
        guard let first = copy.first(where: { $0 > 0x20 }), !"#$!".utf8.contains(first),
            !GPSDReportParser.isReport(copy)
        else { return }
        list.count += 1
        guard list.first.count < 100 else { return }
        let excerpt = String(decoding: copy.prefix(40), as: UTF8.self)
        list.first.append(TrackWarning(line: line, message: "\"\(excerpt)\" is not a report of gpsd"))
    }
}
