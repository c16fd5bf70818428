import FoundationEssentials
import Geo
import Glibc
import Positioning

/// The one line on a terminal that shows how a search is going; it is gone when there is a result.
struct StatusLine {
    private let isShown: Bool
    private let start = ContinuousClock.now
    private let limit: Duration?
    private var isDirty = false

    /// - Parameters:
    ///   - isWanted: Whether the user wants it; it is shown on a terminal only.
    ///   - limit: When the search ends at the latest.
    init(isWanted: Bool, limit: Duration?) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
        self.limit = limit
    }

    /// When to look again, for a line that is shown.
    var nextRefresh: Date? { isShown ? Date(timeIntervalSinceNow: 0.25) : nil }

    /// Shows the present state.
    mutating func show(_ snapshot: LocationSnapshot) {
        guard isShown else { return }
        let text = Self.text(snapshot, elapsed: ContinuousClock.now - start, limit: limit)
        write("\r\u{1B}[2K" + String(text.prefix(Self.columns - 1)))
        isDirty = true
    }

    /// Takes the line away.
    mutating func clear() {
        guard isDirty else { return }
        write("\r\u{1B}[2K")
        isDirty = false
    }

    static func text(_ snapshot: LocationSnapshot, elapsed: Duration, limit: Duration?) -> String {
        var parts: [String] = []
        if let accuracy = snapshot.location?.horizontalAccuracy {
            parts.append(
                "fix good to \(NumberText.shortest(accuracy.radius, decimals: accuracy.radius < 10 ? 1 : 0)) m")
        } else if snapshot.location != nil {
            parts.append("fix of unknown accuracy")
        }
        if let sky = snapshot.satellites, !sky.satellites.isEmpty {
            parts.append("\(sky.count.used) of \(sky.count.visible) satellites")
        }
        if snapshot.location == nil, let reason = snapshot.reason { parts.append(reason.description) }
        let seconds = Int(elapsed / .seconds(1))
        parts.append(limit.map { "\(seconds) of \(Int($0 / .seconds(1))) s" } ?? "\(seconds) s")
        return "Searching: " + parts.joined(separator: ", ")
    }

    private static var columns: Int {
        var size = winsize()
        let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 10
        return known ? Int(size.ws_col) : 80
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
