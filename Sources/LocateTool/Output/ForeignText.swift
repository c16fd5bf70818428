/// Text from files, services and the command line, on its way to a person or into JSON.
///
/// Control characters (U+0000 to U+001F, U+007F to U+009F) can move the cursor, retitle the window and run commands of a terminal,
/// and bidirectional controls (U+202A to U+202E, U+2066 to U+2069) show a text in another order than it has. Text shows U+FFFD in
/// their place, JSON has them as `\u....`.
enum ForeignText {
    /// A line of text without controls; also ends of lines and tabs are replaced.
    static func clean(_ text: String) -> String {
        var bytes = Array(text.utf8)
        return clean(&bytes, from: 0) ? String(decoding: bytes, as: UTF8.self) : text
    }

    /// Takes controls out of the text that was appended to a buffer.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - start: Where the text begins.
    ///   - keptBytes: Controls of ASCII that stay, such as the end of a line.
    /// - Returns: Whether there were any controls.
    @discardableResult static func clean(
        _ bytes: inout [UInt8], from start: Int, keeping keptBytes: [UInt8] = []
    ) -> Bool {
        let text = bytes[start...]
        guard let first = text.indices.first(where: { controlLength(text, at: $0) > 0 }) else { return false }
        var cleaned: [UInt8] = []
        forEachPart(text[first...]) { part, isControl in
            if isControl, !(part.count == 1 && part.first.map(keptBytes.contains) == true) {
                cleaned += "\u{FFFD}".utf8
            } else {
                cleaned += part
            }
        }
        bytes.replaceSubrange(first..., with: cleaned)
        return true
    }

    /// Appends bytes of a JSON string, or of whole JSON, with the controls that JSON itself lets stand as escapes.
    static func appendJSON(_ json: some Collection<UInt8>, to bytes: inout [UInt8]) {
        guard json.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else {
            bytes += json
            return
        }
        forEachPart(Array(json)[...]) { part, isControl in
            let scalar = isControl && part.count > 1 ? String(decoding: part, as: UTF8.self).unicodeScalars.first : nil
            if let scalar {
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            } else {
                bytes += part
            }
        }
    }

    /// Splits UTF-8 into control characters, one by one, and what is between them.
    private static func forEachPart(_ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, Bool) -> Void) {
        var (start, index) = (bytes.startIndex, bytes.startIndex)
        while index < bytes.endIndex {
            let length = controlLength(bytes, at: index)
            if length == 0 {
                index += 1
                continue
            }
            if start < index { body(bytes[start..<index], false) }
            body(bytes[index..<index + length], true)
            index += length
            start = index
        }
        if start < index { body(bytes[start..<index], false) }
    }

    /// The bytes of the control that begins at a place; 0 if none does.
    private static func controlLength(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int {
        let byte = bytes[index]
        if byte < 0x20 || byte == 0x7F { return 1 }
        // A byte that begins a character: C2 80 to C2 9F, E2 80 AA to E2 80 AE, E2 81 A6 to E2 81 A9.
        if byte == 0xC2 {
            return index + 1 < bytes.endIndex && (0x80...0x9F).contains(bytes[index + 1]) ? 2 : 0
        }
        guard byte == 0xE2, index + 2 < bytes.endIndex else { return 0 }
        switch bytes[index + 1] {
        case 0x80: return (0xAA...0xAE).contains(bytes[index + 2]) ? 3 : 0
        case 0x81: return (0xA6...0xA9).contains(bytes[index + 2]) ? 3 : 0
        default: return 0
        }
    }
}
