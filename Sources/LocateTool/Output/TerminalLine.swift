import Glibc

/// One line on a terminal that is written over again and again, and gone at the end.
struct TerminalLine {
    /// Whether there is a terminal to show it on.
    let isShown: Bool
    private var isDirty = false

    /// - Parameter isWanted: Whether the user wants it; it is shown where standard error is a terminal.
    init(isWanted: Bool) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
    }

    /// Shows a text, which is made for a width in columns.
    mutating func show(_ text: (Int) -> String) {
        guard isShown else { return }
        let columns = Terminal.columns(STDERR_FILENO) ?? 80
        write("\r\u{1B}[2K" + TextWidth.prefix(ForeignText.clean(text(columns)), columns: columns - 1))
        isDirty = true
    }

    /// Takes the line away.
    mutating func clear() {
        guard isDirty else { return }
        write("\r\u{1B}[2K")
        isDirty = false
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
