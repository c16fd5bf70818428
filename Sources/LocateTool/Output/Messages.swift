import Glibc

/// What the tool says to a person, on standard error.
enum Messages {
    /// A sentence in which nothing gives orders to a terminal: names of files, values and answers may come from anywhere.
    static func harmless(_ sentence: String) -> String {
        let isPlain = sentence.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        guard !isPlain else { return sentence }
        var scalars = String.UnicodeScalarView()
        for scalar in sentence.unicodeScalars {
            let turns = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            let isOrder = scalar.properties.generalCategory == .control || turns
            scalars.append(isOrder ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }

    /// Prints `locate: COMMAND: sentence`, or `locate: sentence` without a command.
    static func note(_ sentence: String, command: String? = nil) {
        let line = "locate: " + (command.map { $0 + ": " } ?? "") + harmless(sentence) + "\n"
        // One call per line, so that lines of several processes do not mix. Where standard error itself fails
        // there is nobody left to tell.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if count == 0 || errno != EINTR { return }
        }
    }
}
