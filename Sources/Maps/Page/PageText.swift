import LKFormats

/// Texts from outside, made safe for a page.
package enum PageText {
    /// The longest text kept, in characters.
    private static let maximumLength = 200

    /// Returns a text on one line, without any ``DisplayHazard``, and cut if it is long.
    package static func clean(_ text: String) -> String {
        let shown = text.displayable
        let scalars = shown.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: maximumLength, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return shown }
        return String(scalars[..<end]) + "…"
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
        var text = text
        var bytes: [UInt8] = []
        text.withUTF8 { JSONString.append(utf8: $0, to: &bytes, escaping: Array("<>&".utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
