/// What becomes of the separators around parts that are missing, and of what would be said twice.
enum AddressCleaning {
    /// The lines of a rendered template without stray commas, dashes and spaces, and without repetition.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(separator: "\n") {
            var pieces: [String] = []
            for piece in line.split(separator: ",") {
                let words = trimmed(piece)
                guard !words.isEmpty else { continue }
                // New York, New York is right.
                if pieces.contains(words), words.lowercased() != "new york" { continue }
                pieces.append(words)
            }
            let whole = pieces.joined(separator: ", ")
            if !whole.isEmpty, !lines.contains(whole) { lines.append(whole) }
        }
        return lines
    }

    /// The text without parts between commas that were there before, wherever they stand.
    static func withoutRepetition(_ text: String) -> String {
        var pieces: [Substring] = []
        for piece in text.split(separator: ", ") {
            if pieces.contains(piece), piece.lowercased() != "new york" { continue }
            pieces.append(piece)
        }
        return pieces.joined(separator: ", ")
    }

    /// A part with single spaces and without dashes at its ends.
    private static func trimmed(_ piece: Substring) -> String {
        var words = piece.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        while words.first == "-" { words.removeFirst() }
        while words.last == "-" { words.removeLast() }
        var text = words.joined(separator: " ")
        while text.first == "-" { text.removeFirst() }
        while text.last == "-" { text.removeLast() }
        return text
    }
}
