import FoundationEssentials
import Geo
import Positioning

/// The one line on a terminal that shows how a search is going; it is gone when there is a result.
struct StatusLine {
    private var line: TerminalLine
    private let start = ContinuousClock.now
    private let limit: Duration?

    /// - Parameters:
    ///   - isWanted: Whether the user wants it; it is shown on a terminal only.
    ///   - limit: When the search ends at the latest.
    init(isWanted: Bool, limit: Duration?) {
        line = TerminalLine(isWanted: isWanted)
        self.limit = limit
    }

    /// Whether there is a terminal to show it on.
    var isShown: Bool { line.isShown }

    /// When to look again, for a line that is shown.
    var nextRefresh: Date? { line.isShown ? Date(timeIntervalSinceNow: 0.25) : nil }

    /// Shows the present state.
    mutating func show(_ snapshot: LocationSnapshot) {
        let (elapsed, limit) = (ContinuousClock.now - start, limit)
        line.show { _ in Self.text(snapshot, elapsed: elapsed, limit: limit) }
    }

    /// Shows a sentence, until something else is shown.
    mutating func show(_ sentence: String) { line.show { _ in sentence } }

    /// Takes the line away.
    mutating func clear() { line.clear() }

    static func text(_ snapshot: LocationSnapshot, elapsed: Duration, limit: Duration?) -> String {
        let seconds = Int(elapsed / .seconds(1))
        let time = limit.map { "\(seconds) of \(Int($0 / .seconds(1))) s" } ?? "\(seconds) s"
        // What was received before is of no use meanwhile.
        if let outage = snapshot.outage { return "Waiting: \(outage), \(time)" }
        var parts: [String] = []
        if snapshot.isStale, let reason = snapshot.reason {
            parts.append(reason.description)
        } else if let accuracy = snapshot.location?.horizontalAccuracy {
            parts.append(
                "fix good to \(NumberText.shortest(accuracy.radius, decimals: accuracy.radius < 10 ? 1 : 0)) m")
        } else if snapshot.location != nil {
            parts.append("fix of unknown accuracy")
        }
        if let sky = snapshot.satellites, !sky.satellites.isEmpty {
            parts.append("\(sky.count.used) of \(sky.count.visible) satellites")
        }
        if snapshot.location == nil, let reason = snapshot.reason { parts.append(reason.description) }
        parts.append(time)
        return "Searching: " + parts.joined(separator: ", ")
    }
}
