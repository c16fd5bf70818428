import LKGeo
package import LKTrackFormats

/// Reads a track log as track elements, so that it can be converted to every format.
///
/// A note becomes a waypoint at the preceding point, since formats have no other place for it. Notes before the first
/// point are dropped and counted in ``warnings``.
package final class TrackLogElements: TrackReading {
    private let reader: TrackLog.Reader
    private var waiting: [TrackElement]
    private var last: Location?
    private var failure: TrackFormatError?

    /// The first 100 notes without a position.
    package private(set) var warnings: [TrackWarnings.Warning] = []
    /// The number of notes without a position.
    package private(set) var warningCount = 0

    /// Always true: the log is on disk.
    package var hasBufferedElements: Bool { true }

    /// Creates a reader at the start of a log.
    ///
    /// - Throws: ``TrackError``, as ``TrackLog/makeReader()``.
    package init(_ log: TrackLog) throws(TrackError) {
        reader = try log.makeReader()
        let about = try log.information()
        let metadata = TrackMetadata(name: about.name, note: about.note, time: about.created)
        waiting = [.metadata(metadata), .trackStart(TrackMetadata(name: about.name, note: about.note))]
    }

    /// Returns the next element, or `nil` at the end.
    ///
    /// - Throws: `TrackFormatError` for a damaged or unreadable log; again on every further call.
    package func next() throws(TrackFormatError) -> TrackElement? {
        if let failure { throw failure }
        if !waiting.isEmpty { return waiting.removeFirst() }
        do throws(TrackError) {
            while let element = try reader.next() {
                if let element = converted(element) { return element }
            }
            return nil
        } catch {
            let failure = TrackFormatError(error)
            self.failure = failure
            throw failure
        }
    }

    private func converted(_ element: TrackLog.Element) -> TrackElement? {
        switch element {
        case .segment: return .segmentStart
        case .point(let location):
            last = location
            return .point(TrackPoint(location))
        case .waypoint(let waypoint): return .waypoint(TrackPoint(waypoint))
        case .note(let note):
            guard let element = TrackElement(note, after: last) else {
                warningCount += 1
                if warnings.count < 100 {
                    warnings.append(
                        TrackWarnings.Warning(line: 0, message: "a note before the first point has no position"))
                }
                return nil
            }
            return element
        }
    }
}

extension TrackPoint {
    /// Creates a point from a waypoint.
    init(_ waypoint: Waypoint) {
        self.init(waypoint.location, name: waypoint.name, note: waypoint.note, symbol: waypoint.symbol)
    }
}

extension TrackElement {
    /// Creates a waypoint from a note, at the preceding point; returns `nil` before the first point.
    init?(_ note: TrackLog.Note, after last: Location?) {
        guard var location = last else { return nil }
        location.timestamp = note.date
        self = .waypoint(TrackPoint(location, note: note.text))
    }
}
