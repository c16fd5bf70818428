/// Text for a terminal: words wrapped, lists in two columns.
package enum TextLayout {
    /// The width help is laid out for.
    package static let width = 80

    /// Returns words wrapped at a width, every line indented.
    package static func wrapped(
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

    /// Returns the lines of a text that is wrapped between its words, keeping spaces inside a line.
    package static func lines(_ text: String, width: Int) -> [String] {
        guard TextWidth.columns(text) > width else { return [text] }
        return wrapped(text, width: width).split(separator: "\n").map { String($0) }
    }

    /// Returns a list with terms on the left and their meanings on the right; a long term has a line of its own.
    package static func list(_ entries: [(term: String, meaning: String)], width: Int = TextLayout.width) -> String {
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

/// Rows of a label and a value, the values below each other and wrapped at the width of the terminal.
package enum LabelledRows {
    /// Returns the lines of labelled values.
    ///
    /// - Parameters:
    ///   - rows: Labels and values; hazards in values are replaced.
    ///   - indent: Where values begin, in columns.
    ///   - width: Where lines end; `nil` leaves values whole, as for a pipe.
    ///   - style: How labels look.
    /// - Returns: The lines, without their ends.
    package static func lines(
        _ rows: [(label: String, value: String)], indent: Int, width: Int?, style: TextStyle = .plain
    ) -> [String] {
        rows.flatMap { label, value in
            let gap = String(repeating: " ", count: max(1, indent - TextWidth.columns(label)))
            // A column that is too narrow for words is not wrapped.
            let room = width.map { $0 - indent }.flatMap { $0 < 10 ? nil : $0 }
            let lines = TextLayout.lines(ForeignText.clean(value), width: room ?? .max)
            let blank = String(repeating: " ", count: indent)
            return lines.enumerated().map { index, line in
                index == 0 ? style.text(label, as: .heading) + gap + line : blank + line
            }
        }
    }
}

/// The width of a text in terminal columns, and the part that fits into a width.
package enum TextWidth {
    /// Returns the number of columns: two for the letters of East Asia and pictographs, none for marks that join their
    /// letter.
    package static func columns(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    /// Returns as much of the beginning as fits, in whole characters.
    package static func prefix(_ text: String, columns maximum: Int) -> String {
        guard columns(text) > maximum else { return text }
        var (room, end) = (maximum, text.startIndex)
        for index in text.indices {
            room -= columns(String(text[index]))
            if room < 0 { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }

    /// Returns a text that fits, truncated with `…` at its end if it is longer.
    package static func keepingBeginning(_ text: String, columns maximum: Int) -> String {
        guard columns(text) > maximum else { return text }
        return maximum < 1 ? "" : prefix(text, columns: maximum - 1) + "…"
    }

    /// Returns a text that fits, truncated with `…` at its beginning if it is longer, as for paths, which differ at the end.
    package static func keepingEnd(_ text: String, columns maximum: Int) -> String {
        guard columns(text) > maximum else { return text }
        return maximum < 1 ? "" : "…" + String(prefix(String(text.reversed()), columns: maximum - 1).reversed())
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: 1
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF, 0xE0000...0xE0FFF: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
