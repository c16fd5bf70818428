/// Words as a shell takes them.
enum ShellText {
    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+.,:/@%".unicodeScalars)

    /// A word, in quotes where a shell would take it apart or change it.
    static func quoted(_ word: String) -> String {
        // Letters of any script are as good as those of ASCII.
        let isPlain = word.unicodeScalars.allSatisfy {
            plain.contains($0) || $0.value > 0x7F && $0.properties.isAlphabetic
        }
        return isPlain && !word.isEmpty ? word : CompletionScript.quoted(word)
    }

    /// A command line.
    static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
