import Glibc
import Synchronization

/// The terminal behind a descriptor.
enum Terminal {
    /// Returns the width in columns, or `nil` if there is no terminal.
    package static func columns(_ descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 10
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Whether the terminal supports only plain text.
    static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }
}

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// Colours for a descriptor, few of them: the one place that decides whether there are any.
///
/// With `auto` a terminal has colours, and a pipe or file has none. `NO_COLOR` takes them away (no-color.org) and
/// `CLICOLOR_FORCE` brings them everywhere (bixense.com/clicolors); `--color` counts more than both.
package struct TextStyle: Sendable {
    /// Kinds of text with a style of their own.
    package enum Part: String, CaseIterable {
        /// The beginning of an error, and the word `failed`.
        case error = "1;31"
        /// The beginning of a warning.
        case warning = "1;33"
        /// What was done.
        case success = "32"
        /// A heading above a list, or before a value.
        case heading = "1"
        /// What a reader looks for: the name of a match.
        case emphasis = "1;36"
    }

    /// Whether there are colours.
    let isColored: Bool

    /// Text as it is.
    package static let plain = TextStyle(isColored: false)

    package init(isColored: Bool) { self.isColored = isColored }

    /// Creates the style for a descriptor.
    package init(descriptor: Int32) {
        let variables = ["NO_COLOR", "CLICOLOR_FORCE", "TERM"].compactMap { (name: String) in
            getenv(name).map { (name, String(cString: $0)) }
        }
        isColored = Self.isColored(
            Self.choice.withLock { $0 }, isTerminal: isatty(descriptor) == 1,
            environment: Dictionary(variables) { first, _ in first })
    }

    /// The choice on the command line, shared by all messages of the process.
    private static let choice = Mutex(ColorChoice.auto)

    /// Reads `--color` before the command line is parsed, so that it applies to usage errors too.
    package static func choose(from arguments: [String]) {
        var chosen: String?
        var isNext = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if isNext { chosen = argument }
            isNext = argument == "--color"
            if argument.hasPrefix("--color=") { chosen = String(argument.dropFirst(8)) }
        }
        let known = chosen.flatMap(ColorChoice.init) ?? .auto
        choice.withLock { $0 = known }
    }

    /// Returns whether text is coloured.
    ///
    /// - Parameters:
    ///   - choice: What `--color` says.
    ///   - isTerminal: Whether a terminal shows the text.
    ///   - environment: The variables that are set.
    /// - Returns: The decision.
    static func isColored(_ choice: ColorChoice, isTerminal: Bool, environment: [String: String]) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            // An empty variable counts as none.
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }

    /// Returns a text as a part of the output.
    package func text(_ text: String, as part: Part) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(part.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// One line on a terminal that is overwritten repeatedly and removed at the end.
package struct TerminalLine {
    /// Whether there is a terminal to show it on.
    package let isShown: Bool
    private var isDirty = false

    /// Creates a line on the terminal.
    ///
    /// - Parameter isWanted: Whether the user wants it; it is shown where standard error is a terminal.
    package init(isWanted: Bool) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
    }

    /// Shows a text, which is made for a width in columns.
    package mutating func show(_ text: (Int) -> String) {
        guard isShown else { return }
        let columns = Terminal.columns(STDERR_FILENO) ?? 80
        write("\r\u{1B}[2K" + TextWidth.prefix(ForeignText.clean(text(columns)), columns: columns - 1))
        isDirty = true
    }

    /// Removes the line.
    package mutating func clear() {
        guard isDirty else { return }
        write("\r\u{1B}[2K")
        isDirty = false
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
