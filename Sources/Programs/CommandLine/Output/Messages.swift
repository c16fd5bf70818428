import Glibc

/// What the tool says to a person, on standard error.
package enum Messages {
    /// What a sentence is.
    package enum Kind {
        /// A hint, or what was done.
        case note
        /// Something that is missing from the result.
        case warning
        /// Why something was not done.
        case error
    }

    /// Prints `locate: COMMAND: sentence`, or `locate: sentence` without a command; on a terminal the beginning of errors and
    /// warnings has a colour.
    package static func note(_ sentence: String, command: String? = nil, as kind: Kind = .note) {
        let line = line(sentence, command: command, as: kind, style: TextStyle(descriptor: STDERR_FILENO))
        // One call per line, so that lines of several processes do not mix. Where standard error itself fails
        // there is nothing left to do.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if count == 0 || errno != EINTR { return }
        }
    }

    /// Returns the line of a message with its end: one line without hazards, regardless of what the sentence quotes.
    package static func line(_ sentence: String, command: String?, as kind: Kind, style: TextStyle) -> String {
        var prefix = "locate:" + (command.map { " " + $0 + ":" } ?? "")
        if kind != .note { prefix = style.text(prefix, as: kind == .error ? .error : .warning) }
        return prefix + " " + ForeignText.clean(sentence) + "\n"
    }
}
