import Geo
public import TrackFormats

/// Gives what is in a track log as the elements of a file of tracks, so that every format can be written from it.
///
/// A remark becomes a waypoint at the point before it, since formats know no other place for it; remarks before the first
/// point have none and are counted as ``warnings``.
public final class TrackLogElements: TrackReading {
    private let reader: TrackLog.Reader
    private var waiting: [TrackElement]
    private var last: Location?
    private var failure: TrackFormatError?

    /// Remarks that have no place, the first 100.
    public private(set) var warnings: [TrackWarning] = []
    /// How many remarks have no place.
    public private(set) var warningCount = 0

    /// Everything that is there waits on the disk.
    public var hasElementsAtHand: Bool { true }

    /// Begins to read a log.
    ///
    /// - Throws: ``TrackError``, as ``TrackLog/makeReader()``.
    public init(_ log: TrackLog) throws(TrackError) {
        reader = try log.makeReader()
        let about = try log.information()
        let metadata = TrackMetadata(name: about.name, note: about.note, time: about.created)
        waiting = [.metadata(metadata), .trackStart(TrackMetadata(name: about.name, note: about.note))]
    }

    /// The next element; `nil` at the end.
    ///
    /// - Throws: `TrackFormatError` for a damaged or unreadable log; again on every further call.
    public func next() throws(TrackFormatError) -> TrackElement? {
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
                    warnings.append(TrackWarning(line: 0, message: "a remark before the first point has no place"))
                }
                return nil
            }
            return element
        }
    }
}

extension TrackPoint {
    /// A marked place as a point of a file.
    init(_ waypoint: Waypoint) {
        self.init(waypoint.location, name: waypoint.name, note: waypoint.note, symbol: waypoint.symbol)
    }
}

extension TrackElement {
    /// A remark as a waypoint at the point before it; `nil` before the first.
    init?(_ note: TrackLog.Note, after last: Location?) {
        guard var location = last else { return nil }
        location.timestamp = note.date
        self = .waypoint(TrackPoint(location, note: note.text))
    }
}
