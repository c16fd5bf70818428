/// Text for a terminal: words wrapped, lists in two columns.
enum TextLayout {
    /// The width help is laid out for.
    static let width = 80

    /// Words wrapped at a width, every line indented.
    static func wrapped(
        _ text: some StringProtocol, indent: Int = 0, firstIndent: Int? = nil, width: Int = TextLayout.width
    ) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: firstIndent ?? indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, TextWidth.columns(line) + 1 + TextWidth.columns(word) > width {
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

    /// The lines of a text that is wrapped between its words, spaces inside a line kept.
    static func lines(_ text: String, width: Int) -> [String] {
        guard TextWidth.columns(text) > width else { return [text] }
        return wrapped(text, width: width).split(separator: "\n").map { String($0) }
    }

    /// Terms on the left and what they mean on the right; a long term has a line of its own.
    static func list(_ entries: [(term: String, meaning: String)], width: Int = TextLayout.width) -> String {
        // On a narrow terminal meanings begin farther left.
        let column = min(26, max(8, width / 3))
        return entries.map { entry in
            let term = "  " + entry.term
            if term.count + 2 > column {
                // A list of words that is too long even for a line of its own.
                let head =
                    TextWidth.columns(term) > width
                    ? wrapped(entry.term, indent: 4, firstIndent: 2, width: width) : term
                return head + "\n" + wrapped(entry.meaning, indent: column, width: width)
            }
            let padding = String(repeating: " ", count: column - term.count)
            return term + padding + wrapped(entry.meaning, indent: column, width: width).dropFirst(column)
        }.joined(separator: "\n")
    }
}
