/// Writes JSON on one line, members in the order they are given.
///
/// `JSONSerialization` neither keeps an order nor starts quickly.
struct JSONWriter {
    /// What has been written so far.
    private(set) var text = ""
    private var needsComma = false

    /// The text of one object.
    static func object(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(body)
        return writer.text
    }

    /// Writes an object as the next value.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        separate()
        text += "{"
        needsComma = false
        body(&self)
        text += "}"
        needsComma = true
    }

    /// Writes an array as the next value.
    mutating func array(_ body: (inout JSONWriter) -> Void) {
        separate()
        text += "["
        needsComma = false
        body(&self)
        text += "]"
        needsComma = true
    }

    /// Writes a member's name; its value comes next.
    mutating func key(_ name: String) {
        separate()
        Self.append(name, to: &text)
        text += ":"
        needsComma = false
    }

    /// Writes a string as the next value.
    mutating func value(_ string: String) {
        separate()
        Self.append(string, to: &text)
        needsComma = true
    }

    /// Writes text that is JSON already as the next value, or as a whole member.
    mutating func raw(_ json: String) {
        separate()
        text += json
        needsComma = true
    }

    /// Writes a number with at most so many decimals as the next value.
    mutating func value(_ number: Double, decimals: Int) {
        raw(NumberText.shortest(number, decimals: decimals))
    }

    /// Writes a member, or nothing when the value is unknown.
    mutating func member(_ name: String, _ string: String?) {
        guard let string else { return }
        key(name)
        value(string)
    }

    /// Writes a member, or nothing when the value is unknown.
    mutating func member(_ name: String, _ number: Double?, decimals: Int) {
        guard let number, number.isFinite else { return }
        key(name)
        value(number, decimals: decimals)
    }

    /// Writes a member, or nothing when the value is unknown.
    mutating func member(_ name: String, _ number: Int?) {
        guard let number else { return }
        key(name)
        raw(String(number))
    }

    /// Writes a member, or nothing when the value is unknown.
    mutating func member(_ name: String, _ flag: Bool?) {
        guard let flag else { return }
        key(name)
        raw(flag ? "true" : "false")
    }

    /// Writes an array of strings as a member.
    mutating func member(_ name: String, _ strings: [String]) {
        key(name)
        array { writer in for string in strings { writer.value(string) } }
    }

    private mutating func separate() { if needsComma { text += "," } }

    /// Appends a string in quotes: only what RFC 8259 wants escaped is escaped.
    private static func append(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text += string
        } else {
            for scalar in string.unicodeScalars {
                switch scalar {
                case "\"": text += "\\\""
                case "\\": text += "\\\\"
                case "\n": text += "\\n"
                case "\r": text += "\\r"
                case "\t": text += "\\t"
                case "\u{08}": text += "\\b"
                case "\u{0C}": text += "\\f"
                case ..<" ":
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}
