import Glibc

/// How far a file of points is, by the bytes that were read.
///
/// It is shown where standard error is a terminal and standard output, which would run into it, is none.
struct PointProgress {
    private let file: InputFile
    private let progress: Progress

    /// - Parameters:
    ///   - file: The input, whose length tells how much is left.
    ///   - isWanted: Whether the user wants it.
    init(of file: InputFile, isWanted: Bool) {
        self.file = file
        progress = Progress(isWanted: isWanted && isatty(STDOUT_FILENO) != 1)
        progress.update(0, "rows", share: share)
    }

    private var share: Double? { file.size.map { $0 > 0 ? min(1, Double(file.position) / Double($0)) : 1 } }

    /// Shows how many points are done.
    func show(points: Int) {
        guard progress.isShown else { return }
        progress.update(points, "rows", share: share)
    }

    /// Takes the line away until the next points are done.
    func clear() { progress.clear() }

    /// Takes the line away for good.
    func finish() { progress.finish() }
}
