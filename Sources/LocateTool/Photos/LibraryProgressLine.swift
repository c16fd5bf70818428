import Foundation
import Photos
import Threads

/// Shows on a terminal how far the reading of a library is; short work shows nothing.
struct LibraryProgressLine {
    private var line: TerminalLine
    private let start = MonotonicInstant.now
    /// When the first file was read; before, the folders are listed.
    private var readStart: MonotonicInstant?

    /// Nothing is shown before.
    private static let patience = Duration.seconds(1)
    /// In seconds; faster than this nobody reads.
    private static let pause = 0.2

    /// - Parameter isWanted: Whether the user wants it; it is shown on a terminal only.
    init(isWanted: Bool) { line = TerminalLine(isWanted: isWanted) }

    /// When to look again, for a line that is shown.
    var nextRefresh: Date? { line.isShown ? Date(timeIntervalSinceNow: Self.pause) : nil }

    /// Shows how far it is.
    mutating func show(_ progress: PhotoProgress?) {
        guard line.isShown else { return }
        let now = MonotonicInstant.now
        if readStart == nil, progress != nil { readStart = now }
        guard now - start >= Self.patience else { return }
        guard let progress, let readStart else { return line.show { _ in "Looking into the folders" } }
        guard progress.toRead > 0 else { return line.show { _ in "\(progress.found) files are known" } }
        let elapsed = (now - readStart) / .seconds(1)
        line.show { columns in
            ProgressText.text(
                points: progress.read, unit: "files", elapsed: elapsed, share: progress.fraction, columns: columns)
        }
    }

    /// Takes the line away.
    mutating func clear() { line.clear() }
}
