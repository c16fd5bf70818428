import Geo
import TrackFormats

/// A GPX file: its track points, or the points of its routes, or its waypoints.
final class GPXRecording: RecordingReader {
    private let reader: TrackPointReader
    private let kind: TrackPointReader.Point.Kind
    private let writer = NMEAWriter()

    init(_ file: RecordingFile) throws(PositioningError) {
        do {
            let probe = TrackPointReader(try GPXReader(FileChunks(path: file.path, name: file.name)))
            var best: TrackPointReader.Point.Kind?
            // Waypoints come first in a file but are places of note, not the way that was gone.
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
                return RecordedStep(lines: sentences, events: [SourceEvent(replayed: .fix(point.location))])
            }
            return nil
        } catch { throw PositioningError(error) }
    }
}
