/// Decodes texts as stored in files: padded, null-terminated, in UTF-8 or another encoding.
enum EmbeddedText {
    /// Returns the text up to the first zero byte, without surrounding blanks; `nil` when nothing is left.
    ///
    /// Text that is not valid UTF-8 is decoded as Latin-1, in which every byte is a character.
    static func string(_ bytes: UnsafeRawBufferPointer) -> String? {
        var end = bytes.firstIndex(of: 0) ?? bytes.count
        var start = 0
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        while start < end, isBlank(bytes[start]) { start += 1 }
        guard start < end else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if let string = String(validating: text, as: UTF8.self) { return string }
        return latin1(text)
    }

    /// Decodes Latin-1, in which each byte is a character.
    static func latin1(_ bytes: UnsafeRawBufferPointer) -> String {
        var string = ""
        for byte in bytes { string.unicodeScalars.append(Unicode.Scalar(byte)) }
        return string
    }

    /// Decodes EXIF's comment, in which eight bytes name the character set.
    static func comment(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) -> String? {
        guard bytes.count > 8 else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[8...])
        guard bytes.starts(with: "UNICODE\0".utf8) else { return string(text) }
        var isBig = bigEndian
        var units: [UInt16] = []
        for index in stride(from: 0, to: text.count - 1, by: 2) {
            let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
            if index == 0, first == 0xFE, second == 0xFF { isBig = true; continue }
            if index == 0, first == 0xFF, second == 0xFE { isBig = false; continue }
            let unit = isBig ? first << 8 | second : second << 8 | first
            if unit == 0 { break }
            units.append(unit)
        }
        let decoded = String(decoding: units, as: UTF16.self)
        let scalars = decoded.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 != " " }), let last = scalars.lastIndex(where: { $0 != " " })
        else { return nil }
        return String(scalars[first...last])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
