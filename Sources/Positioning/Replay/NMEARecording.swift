import Geo
import TrackFormats

/// A recording of NMEA 0183 sentences, understood as gpsd would.
final class NMEARecording: RecordingReader {
    private let reader: NMEAReader
    private var earlyFixes: NMEAEarlyFixes

    init(_ file: RecordingFile) throws(PositioningError) {
        do {
            earlyFixes = try NMEAEarlyFixes(path: file.path, name: file.name)
            reader = try NMEAReader(path: file.path, name: file.name, dateRule: .gpsd)
        } catch { throw PositioningError(error) }
    }

    var warnings: TrackWarnings { reader.damage }

    func next() throws(PositioningError) -> RecordedStep? {
        let record: NMEAReader.Record?
        do { record = try reader.next() } catch { throw PositioningError(error) }
        guard let record else { return nil }
        let events = record.reports.map { report in
            guard case .fix(var location) = report else { return SourceEvent(replayed: report) }
            earlyFixes.date(&location)
            return SourceEvent(replayed: .fix(location))
        }
        return RecordedStep(lines: [record.sentence], events: events)
    }
}
