/// Words quoted for a shell.
package enum ShellText {
    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+.,:/@%".unicodeScalars)

    /// Returns a word, in quotes if a shell would split or change it.
    package static func quoted(_ word: String) -> String {
        // Letters of any script are as good as those of ASCII.
        let isPlain = word.unicodeScalars.allSatisfy {
            plain.contains($0) || $0.value > 0x7F && $0.properties.isAlphabetic
        }
        return isPlain && !word.isEmpty ? word : inQuotes(word)
    }

    /// Returns a text in single quotes.
    package static func inQuotes(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns a command line.
    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
