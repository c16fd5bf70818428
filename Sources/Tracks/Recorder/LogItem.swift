import FoundationEssentials
import Geo

/// Something that is to be written.
enum LogItem: Sendable {
    case point(Point)
    case waypoint(Waypoint)
    case note(TrackLog.Note)
    /// A stop was noticed or has ended; the number is the same both times.
    case visit(Visit, number: Int64, isUnderWay: Bool)

    /// A fix that is kept.
    struct Point: Sendable {
        var location: Location
        /// When it came, by this machine's clock.
        var arrival: Date
        /// Why a segment begins with it, if one does.
        var beginning: TrackLog.SegmentReason?
        /// The length of the whole way up to it, in metres.
        var distance: Double
    }

    /// Whether the track stays in shape without it: a point that begins no segment.
    var canBeThinned: Bool {
        if case .point(let point) = self { point.beginning == nil } else { false }
    }
}

extension [LogItem] {
    /// Gives up every other fix, but never a segment's first, the last of all, a mark or a note.
    ///
    /// - Returns: How many fixes that were.
    mutating func thin() -> Int {
        let before = count
        let last = lastIndex { $0.canBeThinned }
        var isKept = true
        var index = startIndex
        removeAll { item in
            defer { index += 1 }
            guard item.canBeThinned, index != last else { return false }
            isKept.toggle()
            return !isKept
        }
        return before - count
    }
}
