import GazetteerBuilder

/// Shows what the builder does: sentences that stay, and on a terminal a line below them that is written over.
struct BuildProgress {
    private let progress = Progress(isWanted: true)

    /// Shows a report.
    func show(_ report: BuildReport) {
        switch report {
        case .note(let sentence):
            progress.clear()
            Messages.note(sentence, command: "data build-world")
        case .progress(let what, let share): progress.update(ProgressText(label: what, share: share))
        }
    }

    /// Takes the line away for good.
    func finish() { progress.finish() }
}
