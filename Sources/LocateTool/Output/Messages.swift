import Glibc

/// What the tool says to a person, on standard error.
enum Messages {
    /// What a sentence is.
    enum Kind {
        /// A hint, or what was done.
        case note
        /// Something that the result lacks.
        case warning
        /// Why something was not done.
        case error
    }

    /// Prints `locate: COMMAND: sentence`, or `locate: sentence` without a command; on a terminal the beginning of errors and
    /// warnings has a colour.
    static func note(_ sentence: String, command: String? = nil, as kind: Kind = .note) {
        var prefix = "locate:" + (command.map { " " + $0 + ":" } ?? "")
        if kind != .note {
            prefix = TextStyle(descriptor: STDERR_FILENO).text(prefix, as: kind == .error ? .error : .warning)
        }
        let line = prefix + " " + ForeignText.clean(sentence) + "\n"
        // One call per line, so that lines of several processes do not mix. Where standard error itself fails
        // there is nothing left to do.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if count == 0 || errno != EINTR { return }
        }
    }
}
