/// Texts from outside, made safe for a page.
package enum PageText {
    /// The longest text kept, in characters.
    private static let longest = 200

    /// Returns a text on one line, without characters that are invisible or turn the direction of others, and cut if it is long.
    package static func clean(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard result.count < longest else {
                result.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
            case .format where isDirection(scalar): continue
            case .surrogate, .privateUse, .unassigned: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Marks, embeddings, overrides and isolates of direction, and the byte order mark; joiners belong to words.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
        default: false
        }
    }

    /// Returns a text for the content or an attribute of an element.
    package static func html(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Returns a text as a string of JSON that cannot end the element it is in.
    package static func json(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ", "\u{7F}":
                let digits = String(character.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}
