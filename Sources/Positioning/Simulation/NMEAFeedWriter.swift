import Geo
import TrackFormats

/// What a simulated receiver sends for a step of a recording: its own sentences, or NMEA that says the same.
struct NMEAFeedWriter {
    private let writer = NMEAWriter()

    func datagrams(for step: RecordedStep, _ format: RecordingFormat) -> [[UInt8]] {
        if format == .nmea { return step.lines.map { $0 + [UInt8(ascii: "\r"), UInt8(ascii: "\n")] } }
        return step.events.flatMap { event -> [[UInt8]] in
            guard case .fix(let location) = event else { return [] }
            return writer.sentences(for: location).map { Array($0.utf8) }
        }
    }
}
