import Glibc
import Threads

/// Shows on a terminal how far a file of points is; short work shows nothing.
struct ReverseProgress {
    private let file: InputFile
    private let start = MonotonicInstant.now
    private var line: TerminalLine
    private var due: MonotonicInstant

    /// Nothing is shown before.
    private static let patience = Duration.seconds(1)
    /// Faster than this nobody reads.
    private static let pause = Duration.milliseconds(200)

    /// - Parameters:
    ///   - file: The input, whose length tells how much is left.
    ///   - isWanted: Whether the user wants it. It is shown where standard error is a terminal and standard output, which would
    ///     run into it, is none.
    init(of file: InputFile, isWanted: Bool) {
        self.file = file
        line = TerminalLine(isWanted: isWanted && isatty(STDOUT_FILENO) != 1)
        due = start + Self.patience
    }

    /// Shows how many points are done, now and then.
    mutating func show(points: Int) {
        guard line.isShown else { return }
        let now = MonotonicInstant.now
        guard now >= due else { return }
        due = now + Self.pause
        let share = file.size.map { $0 > 0 ? min(1, Double(file.position) / Double($0)) : 1 }
        let elapsed = (now - start) / .seconds(1)
        line.show { columns in
            ProgressText.text(points: points, elapsed: elapsed, share: share, columns: columns)
        }
    }

    /// Takes the line away.
    mutating func clear() { line.clear() }
}
