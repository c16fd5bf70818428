import FoundationEssentials
import LKGeo

/// Passes on the points of a damaged log in order, without those that must stem from damaged bytes.
///
/// SQLite has no checksums, so damaged bytes in a row decode as valid numbers: positions on other continents, times
/// in other centuries.
struct SalvagedPointSieve {
    /// Whether to filter; an intact log is passed on unchanged, including jumps of its receiver.
    var isOn = true

    private var waiting: [SalvagedPoint] = []
    private var last: SalvagedPoint?

    /// The number of following points considered.
    private static let reach = 8
    /// In metres per second: above orbital speeds.
    private static let fastest = 12_000.0
    private static let day = 86_400.0

    /// The point after the last one passed on, if known.
    var next: SalvagedPoint? { waiting.first }

    /// Adds a point, and returns an earlier one once it can be judged.
    mutating func add(_ point: SalvagedPoint) -> SalvagedPoint? {
        waiting.append(point)
        return waiting.count > Self.reach ? judged() : nil
    }

    /// Returns the remaining points, one at a time; `nil` at the end.
    mutating func finish() -> SalvagedPoint? {
        while !waiting.isEmpty { if let point = judged() { return point } }
        return nil
    }

    private mutating func judged() -> SalvagedPoint? {
        var point = waiting.removeFirst()
        guard isOn else { return point }
        if isStray(point) { return nil }
        if isOfAnotherTime(point, { $0.location.timestamp }) {
            point.location.timestamp = nil
            point.problems += 1
        }
        if isOfAnotherTime(point, { $0.arrival }) {
            point.arrival = nil
            point.problems += 1
        }
        last = point
        return point
    }

    /// Returns whether a point is unreachable from its neighbours.
    private func isStray(_ point: SalvagedPoint) -> Bool {
        guard let last else {
            let far = waiting.count { Self.areTooFar(point, $0) }
            return far * 2 > waiting.count
        }
        return Self.areTooFar(last, point) && waiting.contains { !Self.areTooFar(last, $0) }
    }

    private static func areTooFar(_ one: SalvagedPoint, _ other: SalvagedPoint) -> Bool {
        // If the two clocks disagree, one is damaged; in a replay all points arrive at once.
        var seconds = Double.infinity
        if let first = one.location.timestamp, let second = other.location.timestamp {
            seconds = abs(second.timeIntervalSince(first))
        }
        if let first = one.arrival, let second = other.arrival {
            seconds = min(seconds, abs(second.timeIntervalSince(first)))
        }
        if seconds == .infinity { seconds = 1 }
        return one.location.coordinate.distance(to: other.location.coordinate) > max(1, seconds) * fastest
    }

    /// Returns whether a time is days away from those around it.
    private func isOfAnotherTime(_ point: SalvagedPoint, _ time: (SalvagedPoint) -> Date?) -> Bool {
        guard let own = time(point), let before = last.flatMap(time) ?? waiting.dropFirst().lazy.compactMap(time).first,
            let after = waiting.lazy.compactMap(time).first
        else { return false }
        // If the others disagree too, it is unknown which is right.
        guard abs(after.timeIntervalSince(before)) < Self.day else { return false }
        return abs(own.timeIntervalSince(before)) > 2 * Self.day
    }
}
