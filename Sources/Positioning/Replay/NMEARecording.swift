import Geo
import TrackFormats

/// A recording of NMEA 0183 sentences, understood as gpsd would.
final class NMEARecording: RecordingReader {
    private let reader: NMEAReader

    init(_ file: RecordingFile) throws(PositioningError) {
        do { reader = try NMEAReader(path: file.path, name: file.name, dateRule: .gpsd) } catch {
            throw PositioningError(error)
        }
    }

    func next() throws(PositioningError) -> RecordedStep? {
        let record: NMEAReader.Record?
        do { record = try reader.next() } catch { throw PositioningError(error) }
        guard let record else { return nil }
        return RecordedStep(lines: [record.sentence], events: record.reports.map(SourceEvent.init(replayed:)))
    }
}
