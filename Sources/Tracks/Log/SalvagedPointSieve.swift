import FoundationEssentials
import Geo

/// Hands on the points of a damaged log in their order, without those that only damaged bytes can have made.
///
/// SQLite has no checksums: random bytes within a row are numbers like any others, and would be places on other continents and
/// times of other centuries.
struct SalvagedPointSieve {
    /// A sound log is passed on as it is, jumps of its receiver included.
    var isOn = true

    private var waiting: [SalvagedPoint] = []
    private var last: SalvagedPoint?

    /// So many points that follow are looked at.
    private static let reach = 8
    /// In metres a second: faster than anything that stays in an orbit.
    private static let fastest = 12_000.0
    private static let day = 86_400.0

    /// The point behind the one that was handed on last, as far as it is known.
    var next: SalvagedPoint? { waiting.first }

    /// Takes a point, and hands one on when enough is known to judge it.
    mutating func take(_ point: SalvagedPoint) -> SalvagedPoint? {
        waiting.append(point)
        return waiting.count > Self.reach ? judged() : nil
    }

    /// Hands on the rest, one at a time; `nil` when there is none.
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

    /// Whether nothing could have been at a point and also where it was before and is soon after.
    private func isStray(_ point: SalvagedPoint) -> Bool {
        guard let last else {
            let far = waiting.count { Self.areTooFar(point, $0) }
            return far * 2 > waiting.count
        }
        return Self.areTooFar(last, point) && waiting.contains { !Self.areTooFar(last, $0) }
    }

    private static func areTooFar(_ one: SalvagedPoint, _ other: SalvagedPoint) -> Bool {
        // Of two clocks that disagree one is damaged; a replay has arrivals all at once.
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

    /// Whether a time is days before or after those around it.
    private func isOfAnotherTime(_ point: SalvagedPoint, _ time: (SalvagedPoint) -> Date?) -> Bool {
        guard let own = time(point), let before = last.flatMap(time) ?? waiting.dropFirst().lazy.compactMap(time).first,
            let after = waiting.lazy.compactMap(time).first
        else { return false }
        // Where the others disagree themselves, it cannot be told which of them is right.
        guard abs(after.timeIntervalSince(before)) < Self.day else { return false }
        return abs(own.timeIntervalSince(before)) > 2 * Self.day
    }
}
