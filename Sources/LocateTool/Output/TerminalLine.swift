import Glibc

/// One line on a terminal that is written over again and again, and gone at the end.
struct TerminalLine {
    /// Whether there is a terminal to show it on.
    let isShown: Bool
    private var isDirty = false

    /// - Parameter isWanted: Whether the user wants it; it is shown where standard error is a terminal.
    init(isWanted: Bool) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Shows a text, which is made for a width in columns.
    mutating func show(_ text: (Int) -> String) {
        guard isShown else { return }
        let columns = Self.columns
        write("\r\u{1B}[2K" + ForeignText.clean(text(columns)).prefix(columns - 1))
        isDirty = true
    }

    /// Takes the line away.
    mutating func clear() {
        guard isDirty else { return }
        write("\r\u{1B}[2K")
        isDirty = false
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
