import Gazetteer

/// Shows what the builder does: sentences that stay, and on a terminal a line below them that is written over.
struct BuildProgress {
    private var line = TerminalLine(isWanted: true)
    private var shown = ""

    /// Shows a report.
    mutating func show(_ report: BuildReport) {
        switch report {
        case .note(let sentence):
            clear()
            Messages.note(sentence, command: "data build-world")
        case .progress(let what, let share):
            let text = "\(what): \(Int(100 * share))%"
            guard text != shown else { return }
            shown = text
            line.show { _ in text }
        }
    }

    /// Takes the line away.
    mutating func clear() {
        line.clear()
        shown = ""
    }
}
