import Geo
import TrackFormats

/// Gives what stands before a damage of a file, and then its end with a warning instead of the error.
final class SalvagingTrackReader: TrackReading {
    private let reader: any TrackReading
    private var damage: TrackWarning?

    init(_ reader: any TrackReading) { self.reader = reader }

    var hasElementsAtHand: Bool { damage != nil || reader.hasElementsAtHand }
    var warnings: [TrackWarning] { (damage.map { [$0] } ?? []) + reader.warnings }
    var warningCount: Int { reader.warningCount + (damage == nil ? 0 : 1) }

    /// The next element; `nil` at the end of the file or where it is damaged.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``, ``TrackFormatError/Code/refused`` and
    ///   ``TrackFormatError/Code/unwritable``, as the reader.
    func next() throws(TrackFormatError) -> TrackElement? {
        guard damage == nil else { return nil }
        do throws(TrackFormatError) { return try reader.next() } catch {
            guard error.code == .malformed || error.code == .tooLarge else { throw error }
            damage = TrackWarning(line: 0, message: "\(error.message); what follows is lost")
            return nil
        }
    }
}

/// Gives what could be saved of a damaged track log as the elements of a file of tracks.
final class SalvagedLogElements: TrackReading {
    private let salvage: TrackLogSalvage
    /// Whether SQLite finds nothing wrong with the file.
    private let isSound: Bool
    private var waiting: ArraySlice<TrackElement>
    private var last: Location?
    private var isAtEnd = false
    private(set) var warnings: [TrackWarning] = []
    private(set) var warningCount = 0

    var hasElementsAtHand: Bool { true }

    /// Looks through a file; `nil` when nothing of a log is in it.
    init?(_ path: String) {
        guard let salvage = try? TrackLogSalvage(path), salvage.isLog else { return nil }
        self.salvage = salvage
        isSound = (try? LogPlace.isSound(path)) == true
        salvage.isSound = isSound
        let about = TrackMetadata(name: salvage.about.name, note: salvage.about.note, time: salvage.about.created)
        waiting = [.metadata(about), .trackStart(TrackMetadata(name: about.name, note: about.note))]
    }

    func next() throws(TrackFormatError) -> TrackElement? {
        if let element = waiting.popFirst() { return element }
        while let item = salvage.next() {
            switch item {
            case .segment: return .segmentStart
            case .point(let point):
                last = point.location
                return .point(TrackPoint(point.location))
            case .waypoint(let waypoint): return .waypoint(TrackPoint(waypoint))
            case .note(let note):
                if let element = TrackElement(note, after: last) { return element }
                warn("a remark before the first point has no place")
            }
        }
        if !isAtEnd, !isSound || !salvage.losses.isEmpty {
            isAtEnd = true
            let losses = salvage.losses.sentence.map { ": \($0)" } ?? ", and more may be missing than can be told"
            warn("the log is damaged\(losses)")
        }
        return nil
    }

    private func warn(_ message: String) {
        warningCount += 1
        if warnings.count < 100 { warnings.append(TrackWarning(line: 0, message: message)) }
    }
}
