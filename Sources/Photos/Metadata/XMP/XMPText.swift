/// Text between tags and quotes.
enum XMPText {
    /// Returns a text with special characters escaped, for elements and attributes in either quotes.
    ///
    /// Characters that XML cannot represent, such as control characters, are left out.
    static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "'": bytes += "&#39;".utf8
            case "\t", "\n", "\r": bytes += "&#\(scalar.value);".utf8
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
        return bytes
    }

    /// Returns an element.
    ///
    /// - Parameters:
    ///   - name: Its name with prefix.
    ///   - declarations: Its attributes, each with the white space before it.
    ///   - content: Its content.
    /// - Returns: Its tags around the content.
    static func element(_ name: some Sequence<UInt8>, declarations: [UInt8] = [], _ content: [UInt8]) -> [UInt8] {
        var bytes = [UInt8(ascii: "<")]
        bytes += name
        bytes += declarations
        bytes.append(UInt8(ascii: ">"))
        bytes += content
        bytes += [UInt8(ascii: "<"), UInt8(ascii: "/")]
        bytes += name
        bytes.append(UInt8(ascii: ">"))
        return bytes
    }

    /// Returns a text without characters that are not allowed; `nil` if nothing is left.
    static func clean(_ text: String?) -> String? {
        guard let text else { return nil }
        let clean = decoded(encoded(text)[...])
        return clean.isEmpty ? nil : clean
    }

    /// Returns the decoded text, without surrounding white space.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            guard first == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(rest[(rest.startIndex + 1)..<end])
            else {
                text.append(first)
                rest = rest.dropFirst()
                continue
            }
            text += UTF8.encode(scalar).map { Array($0) } ?? []
            rest = rest[(end + 1)...]
        }
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = text.drop(while: isBlank)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(decoding: trimmed, as: UTF8.self)
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case let name where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
        case let name where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
        default: nil
        }
    }
}
