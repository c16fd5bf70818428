/// Text for a terminal: words wrapped, lists in two columns.
enum TextLayout {
    /// The width help is laid out for.
    static let width = 80

    /// Words wrapped at ``width``, every line indented.
    static func wrapped(_ text: String, indent: Int = 0, firstIndent: Int? = nil) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: firstIndent ?? indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        lines.append(line)
        return lines.joined(separator: "\n")
    }

    /// Terms on the left and what they mean on the right; a long term has a line of its own.
    static func list(_ entries: [(term: String, meaning: String)]) -> String {
        let column = 26
        return entries.map { entry in
            let term = "  " + entry.term
            if term.count + 2 > column {
                return term + "\n" + wrapped(entry.meaning, indent: column)
            }
            let padding = String(repeating: " ", count: column - term.count)
            return term + padding + wrapped(entry.meaning, indent: column).dropFirst(column)
        }.joined(separator: "\n")
    }
}
