/// Texts as files have them: padded, ended by a zero byte, in UTF-8 or what a maker took for it.
enum EmbeddedText {
    /// The text up to the first zero byte, without blanks around it; `nil` when nothing is left.
    ///
    /// What is no UTF-8 is read as Latin-1, in which every byte is a letter.
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

    /// A text of which each byte is a letter.
    static func latin1(_ bytes: UnsafeRawBufferPointer) -> String {
        var string = ""
        for byte in bytes { string.unicodeScalars.append(Unicode.Scalar(byte)) }
        return string
    }

    /// EXIF's comment: eight bytes name its character set.
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
