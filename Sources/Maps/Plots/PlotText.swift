/// Texts on their way into a picture: made safe, and as wide as there is room.
package enum PlotText {
    /// Returns a line of text without controls, those for the direction of writing included, and of bounded length.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - maximumLength: The maximum number of characters; a longer text ends with `…`.
    /// - Returns: The text as a picture shows it.
    static func line(_ text: String, maximumLength: Int = 80) -> String {
        let words = PageText.clean(text).split(separator: " ")
        return shortened(words.joined(separator: " "), to: maximumLength)
    }

    /// Returns a text, truncated with `…` if it is too long.
    static func shortened(_ text: String, to maximumLength: Int) -> String {
        guard text.count > maximumLength else { return text }
        // A letter may carry any number of marks.
        var short = String.UnicodeScalarView(
            text.prefix(max(maximumLength - 1, 0)).unicodeScalars.prefix(4 * maximumLength))
        short.append("…")
        return String(short)
    }

    /// Returns a text, truncated with `…` if it may be wider than a number of pixels.
    static func fitted(_ text: String, to width: Double, size: Double) -> String {
        let maximumWidth = max(width / size, 4)
        guard text.reduce(0, { $0 + widest($1) }) > maximumWidth else { return text }
        var room = maximumWidth - widest("…")
        return String(
            text.prefix { character in
                room -= widest(character)
                return room >= 0
            }) + "…"
    }

    /// Returns the maximum width of a bold letter in common fonts, as a share of its size.
    private static func widest(_ character: Character) -> Double {
        character.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return width
            default: break
            }
            return switch scalar.value {
            case 0x20, 0x2C, 0x2E, 0x49, 0x69, 0x6A, 0x6C: width + 0.42
            case 0x25, 0x40, 0x4D, 0x57, 0x6D, 0x77: width + 1.12
            case 0x41...0x5A, 0xC0...0xDE: width + 0.87
            case 0x21...0x24F: width + 0.75
            case 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: width + 1.02
            // Whole sentences as one letter, and cuneiform.
            case 0xFDFA...0xFDFD, 0x12000...0x1254F: width + 12
            case 0x250...0x1FFF: width + 1.25
            default: width + 1.4
            }
        }
    }

    /// Returns a text in lines that are not wider than some pixels, broken between words; a longer word is cut.
    static func lines(_ text: String, width: Double, size: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let longer = lines.last.map { "\($0) \(word)" }
            if let longer, Self.width(longer, size: size) <= width {
                lines[lines.count - 1] = longer
            } else {
                lines.append(fitted(String(word), to: width, size: size))
            }
        }
        return lines
    }

    /// Returns a rough width of a text in pixels, on the safe side for common fonts.
    package static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
        let width = text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.value {
            case 0x300...0x36F, 0x200B...0x200F: width
            case 0x1100...0x115F, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...0x3FFFD: width + size
            case 0x20, 0x2C, 0x2E, 0x69, 0x6A, 0x6C, 0xA0: width + 0.33 * size
            case 0x25, 0x4D, 0x57, 0x6D, 0x77: width + 0.97 * size
            case 0x30...0x39: width + 0.64 * size
            case 0x41...0x5A: width + 0.7 * size
            default: width + 0.6 * size
            }
        }
        return isBold ? 1.1 * width : width
    }
}
