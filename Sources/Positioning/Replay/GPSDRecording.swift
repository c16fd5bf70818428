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

    init(_ file: RecordingFile) throws(PositioningError) {
        parser = try GPSDReportParser()
        do { chunks = try FileChunks(path: file.path, name: file.name, size: LineSplitter.limit) } catch {
            throw PositioningError(error)
        }
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
        lines.append(bytes.count) { line in
            let copy = Array(line.dropLast())
            var events: [SourceEvent] = []
            interpreter.take(parser.parse(line), at: now) { events.append($0) }
            ready.append(RecordedStep(lines: [copy], events: events))
        }
        return true
    }
}
