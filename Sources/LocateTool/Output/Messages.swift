import Glibc

/// What the tool says to a person, on standard error.
enum Messages {
    /// Prints `locate: COMMAND: sentence`, or `locate: sentence` without a command.
    static func note(_ sentence: String, command: String? = nil) {
        let line = "locate: " + (command.map { $0 + ": " } ?? "") + ForeignText.clean(sentence) + "\n"
        // One call per line, so that lines of several processes do not mix. Where standard error itself fails
        // there is nobody left to tell.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if count == 0 || errno != EINTR { return }
        }
    }
}
