import Geo
import Glibc

/// A recording of gpsd's JSON: what `gpspipe -w` and `--record` write, and gpsd's own test logs.
final class GPSDRecording: RecordingReader {
    private let descriptor: Int32
    private let path: String
    private let parser: GPSDReportParser
    private var lines = LineSplitter()
    private var interpreter = GPSDInterpreter(isLive: false, isSimulated: true, source: .replay)
    private var ready: [RecordedStep] = []
    private var position = 0

    init(path: String) throws(PositioningError) {
        parser = try GPSDReportParser()
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            throw PositioningError(.unreadable, "\(path): \(String(cString: strerror(errno)))", errno: errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

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
        let room = lines.room()
        // Less than the room, so that the last line of a file without a newline can be ended.
        let count = read(descriptor, room.baseAddress, room.count - 1)
        guard count >= 0 else {
            if errno == EINTR { return true }
            throw PositioningError(.unreadable, "\(path): \(String(cString: strerror(errno)))", errno: errno)
        }
        if count == 0 {
            guard lines.isInLine else { return false }
            room[0] = UInt8(ascii: "\n")
        }
        let now = ContinuousClock.now
        lines.append(max(count, 1)) { line in
            let copy = Array(line.dropLast())
            var events: [SourceEvent] = []
            interpreter.take(parser.parse(line), at: now) { events.append($0) }
            ready.append(RecordedStep(lines: [copy], events: events))
        }
        return true
    }
}
