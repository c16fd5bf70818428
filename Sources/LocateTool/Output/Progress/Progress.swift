import Glibc
import Synchronization
import Threads

/// Shows on a terminal how far a long command is; the one type for all commands.
///
/// A thread of its own draws the line, so that the time goes on while the command waits for a disk, and whoever counts does
/// nothing but count. Without a terminal there is neither a line nor a thread. What is over within half a second shows nothing.
///
/// Call ``clear()`` before anything else is printed; the next ``update(_:)`` shows the line again.
final class Progress: Sendable {
    private struct State {
        var line: TerminalLine
        var text: ProgressText?
        /// Since when the label is the same.
        var start = MonotonicInstant.now
        var left = TimeLeft()
        var isHidden = false
        var isOver = false
    }

    /// Nothing is shown before.
    private static let patience = Duration.milliseconds(500)
    /// In microseconds; faster than this nobody reads.
    private static let pause: UInt32 = 200_000

    private let state: Mutex<State>
    private let start = MonotonicInstant.now
    /// Whether there is a terminal to show it on.
    let isShown: Bool

    /// Begins to show a line, where there is a terminal.
    ///
    /// - Parameter isWanted: Whether the user wants it.
    init(isWanted: Bool) {
        let line = TerminalLine(isWanted: isWanted)
        state = Mutex(State(line: line))
        isShown = line.isShown
        guard isShown else { return }
        // Where the system has no thread, the line is not drawn, and that is all.
        _ = SystemThread.start("locate-progress") { [weak self] in
            // Held while it draws, not while this thread sleeps.
            while self?.draw() == true { usleep(Self.pause) }
        }
    }

    deinit { finish() }

    /// Says what is being done, where nothing can be counted.
    func say(_ label: String) { update(ProgressText(label: label)) }

    /// Says how many are done.
    ///
    /// - Parameters:
    ///   - done: How many.
    ///   - total: How many there are; `nil` where that is unknown.
    ///   - label: What they are: `photos`.
    ///   - share: Which share is done, where that is not the number.
    func update(_ done: Int, of total: Int? = nil, _ label: String, share: Double? = nil) {
        guard isShown else { return }
        let counted = total.map { $0 > 0 ? Double(done) / Double($0) : 1 }
        update(ProgressText(label: label, done: done, total: total, share: share ?? counted))
    }

    /// Takes in how far it is; another label begins anew.
    func update(_ text: ProgressText) {
        guard isShown else { return }
        state.withLock { state in
            if state.text?.label != text.label { (state.start, state.left) = (.now, TimeLeft()) }
            state.text = text
            state.isHidden = false
        }
    }

    /// Takes the line away until the next update.
    func clear() {
        guard isShown else { return }
        state.withLock { state in
            state.isHidden = true
            state.line.clear()
        }
    }

    /// Takes the line away for good.
    func finish() {
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
            guard !state.isHidden, let text = state.text, now - start >= Self.patience else { return true }
            let elapsed = (now - state.start) / .seconds(1)
            let left = text.share.flatMap { state.left.update(elapsed: elapsed, share: $0) }
            state.line.show { text.line(elapsed: elapsed, left: left, columns: $0) }
            return true
        }
    }
}
