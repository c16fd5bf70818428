import Glibc
import LKFormats
import LKThreads
import Synchronization

/// Shows on a terminal how far a long command is; the one type for all commands.
///
/// A thread of its own draws the line, so that the time keeps running while the command waits for a disk, and counting does
/// nothing but count. Without a terminal there is neither a line nor a thread. What is over within half a second shows nothing.
///
/// Call ``clear()`` before anything else is printed; the next ``update(_:)`` shows the line again.
package final class Progress: Sendable {
    private struct State {
        var line: TerminalLine
        package var text: ProgressText?
        /// When the current label was first shown.
        var start = MonotonicInstant.now
        var left = TimeLeft()
        var isHidden = false
        var isOver = false
    }

    /// The delay before anything is shown.
    private static let delay = Duration.milliseconds(500)
    /// The refresh interval in microseconds; shorter ones are not readable.
    private static let pause: UInt32 = 200_000

    private let state: Mutex<State>
    private let start = MonotonicInstant.now
    /// Whether there is a terminal to show it on.
    package let isShown: Bool

    /// Creates a progress line and shows it where there is a terminal.
    ///
    /// - Parameter isWanted: Whether the user wants it.
    package init(isWanted: Bool) {
        let line = TerminalLine(isWanted: isWanted)
        state = Mutex(State(line: line))
        isShown = line.isShown
        guard isShown else { return }
        // If no thread can be started, no line is shown.
        _ = SystemThread.start("locate-progress") { [weak self] in
            // Held while it draws, not while this thread sleeps.
            while self?.draw() == true { usleep(Self.pause) }
        }
    }

    deinit { finish() }

    /// Shows what is being done if nothing can be counted.
    package func say(_ label: String) { update(ProgressText(label: label)) }

    /// Shows how many are done.
    ///
    /// - Parameters:
    ///   - done: How many.
    ///   - total: How many there are; `nil` if that is unknown.
    ///   - label: What they are: `photos`.
    ///   - share: Which share is done, where that is not the number.
    package func update(_ done: Int, of total: Int? = nil, _ label: String, share: Double? = nil) {
        guard isShown else { return }
        let counted = total.map { $0 > 0 ? Double(done) / Double($0) : 1 }
        update(ProgressText(label: label, done: done, total: total, share: share ?? counted))
    }

    /// Updates the progress; a new label restarts it.
    package func update(_ text: ProgressText) {
        guard isShown else { return }
        state.withLock { state in
            if state.text?.label != text.label { (state.start, state.left) = (.now, TimeLeft()) }
            state.text = text
            state.isHidden = false
        }
    }

    /// Hides the line until the next update.
    package func clear() {
        guard isShown else { return }
        state.withLock { state in
            state.isHidden = true
            state.line.clear()
        }
    }

    /// Removes the line permanently.
    package func finish() {
        guard isShown else { return }
        state.withLock { state in
            state.isOver = true
            state.line.clear()
        }
    }

    /// Draws the line.
    ///
    /// - Returns: Whether it will be drawn again.
    private func draw() -> Bool {
        let now = MonotonicInstant.now
        return state.withLock { state in
            guard !state.isOver else { return false }
            guard !state.isHidden, let text = state.text, now - start >= Self.delay else { return true }
            let elapsed = (now - state.start) / .seconds(1)
            let left = text.share.flatMap { state.left.update(elapsed: elapsed, share: $0) }
            state.line.show { text.line(elapsed: elapsed, left: left, columns: $0) }
            return true
        }
    }
}

/// The line that shows how far a long command is, as plain text.
package struct ProgressText: Equatable, Sendable {
    /// The current task or the counted items: `photos`, `reading names`.
    package var label: String
    /// How many are done; `nil` if nothing is counted.
    package var done: Int?
    /// How many there are; `nil` if that is unknown.
    package var total: Int?
    /// Which share is done, 0 to 1; `nil` if that is unknown.
    package var share: Double?

    package init(label: String, done: Int? = nil, total: Int? = nil, share: Double? = nil) {
        self.label = label
        self.done = done
        self.total = total
        self.share = share
    }

    /// Returns a bar where the total is known, how many are done, how many a second, and the time left, leaving out
    /// what does not fit.
    ///
    /// - Parameters:
    ///   - elapsed: The seconds since the start.
    ///   - left: The seconds that are left; `nil` if unknown.
    ///   - columns: The width of the terminal.
    /// - Returns: The line, narrower than `columns`.
    package func line(elapsed: Double, left: Int?, columns: Int) -> String {
        var parts = [count]
        // In the first second, and for what takes seconds each, a rate says nothing.
        if let done, elapsed >= 1, Double(done) >= elapsed {
            parts.append("\(Self.grouped(Int(min(Double(done) / elapsed, 1e15)))) \(label)/s")
        }
        if let left {
            parts.append(Self.time(left) + " left")
        } else if share == nil, elapsed >= 1 {
            parts.append(Self.time(Int(min(elapsed, 359_999))))
        }
        // Drop the time first, and the rate last.
        while parts.count > 1, width(parts) >= columns { parts.remove(at: parts.count > 2 ? 1 : parts.count - 1) }
        let text = parts.joined(separator: "  ")
        guard let share else { return TextWidth.prefix(text, columns: max(0, columns - 1)) }
        let room = min(columns - 1 - width(parts) - 3, 40)
        let front = room >= 8 ? Self.bar(share, width: room) + " " : ""
        return TextWidth.prefix(front + Self.percent(share) + "  " + text, columns: max(0, columns - 1))
    }

    private var count: String {
        guard let done else { return label }
        if (total ?? done) == 1, label.hasSuffix("s") {
            return (total == nil ? "1 " : "\(min(done, 1)) of 1 ") + label.dropLast()
        }
        return total.map { "\(Self.grouped(min(done, $0))) of \(Self.grouped($0)) \(label)" }
            ?? "\(Self.grouped(done)) \(label)"
    }

    private func width(_ parts: [String]) -> Int {
        parts.reduce(2 * (parts.count - 1)) { $0 + TextWidth.columns($1) } + (share == nil ? 0 : 6)
    }

    private static func bar(_ share: Double, width: Int) -> String {
        let done = Int((min(max(share, 0), 1) * Double(width)).rounded(.down))
        return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: width - done) + "]"
    }

    private static func percent(_ share: Double) -> String {
        let text = String(Int(min(max(share, 0), 1) * 100))
        return String(repeating: " ", count: 3 - text.count) + text + "%"
    }

    /// Returns a number such as `1 234 567`, grouped by spaces, which are understood everywhere.
    private static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(Substring(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([Substring(digits)] + groups).joined(separator: " ")
    }

    private static func time(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60):\((seconds % 60).padded(to: 2)) min" }
        return "\(seconds / 3600):\((seconds / 60 % 60).padded(to: 2)) h"
    }
}

/// Estimates the time left as a number that a person can follow: it counts down with the clock, and when the estimate
/// changes, it moves in steps instead of jumping.
struct TimeLeft {
    /// The minimum share of the whole for an estimate.
    private static let minimumShare = 0.01
    /// There is no estimate in the first second, which includes the slow start of everything.
    private static let minimumTime = 1.0
    /// An estimate that differs by less than this share is not shown.
    private static let tolerance = 0.2
    /// The seconds in which it approaches another estimate.
    private static let inertia = 4.0

    /// A pause of this many seconds, and of half the time elapsed before, counts as a change of pace.
    private static let stall = 5.0

    private var shown: Double?
    private var lastTime = 0.0
    private var lastShare = 0.0
    /// When the share was reached.
    private var stepTime = 0.0

    /// Updates the estimate.
    ///
    /// - Parameters:
    ///   - elapsed: The seconds since the start.
    ///   - share: Which share is done, 0 to 1.
    /// - Returns: Whole seconds, at least 1; `nil` as long as nothing can be said, and where nothing is left.
    package mutating func update(elapsed: Double, share: Double) -> Int? {
        guard share >= Self.minimumShare, share < 1, elapsed >= Self.minimumTime, elapsed.isFinite else {
            if share >= 1 { shown = nil }
            return nil
        }
        // Steps may be seconds apart: in between the pace is what it was.
        if share != lastShare { (lastShare, stepTime) = (share, elapsed) }
        let isStalled = elapsed - stepTime > max(Self.stall, stepTime / 2)
        let base = isStalled ? elapsed : stepTime
        let guess = max(0, base * (1 - share) / share - (elapsed - base))
        let passed = max(0, elapsed - lastTime)
        lastTime = elapsed
        guard let before = shown else {
            shown = guess
            return Self.whole(guess)
        }
        let expected = max(0, before - passed)
        let difference = guess - expected
        let isNews = difference.magnitude > max(1, Self.tolerance * guess)
        let now = isNews ? expected + difference * min(1, passed / Self.inertia) : expected
        shown = now
        return Self.whole(now)
    }

    private static func whole(_ seconds: Double) -> Int { max(1, Int(min(seconds.rounded(.up), 359_999))) }
}
