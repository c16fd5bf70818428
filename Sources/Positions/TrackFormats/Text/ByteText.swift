extension Span<UInt8> {
    /// The range of the bytes without surrounding white space.
    var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start] <= 0x20 { start += 1 }
        while start < end, self[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    /// The warning, given once per file, about text that ``string`` repairs.
    static var repairWarning: String { "the text is not valid UTF-8 or UTF-16, and U+FFFD replaces what is wrong" }

    /// The bytes as text; U+FFFD replaces invalid UTF-8.
    var string: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

    /// The text of the first bytes, for messages.
    var excerpt: String { extracting(0..<Swift.min(count, 40)).string }

    /// Returns whether the bytes are an ASCII word, ignoring case.
    func isWord(_ word: StaticString) -> Bool {
        guard word.utf8CodeUnitCount == count else { return false }
        for index in indices where lowercase(self[index]) != lowercase(word.utf8Start[index]) { return false }
        return true
    }
}

private func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

extension [UInt8] {
    /// Appends a literal without creating a string.
    static func += (bytes: inout [UInt8], text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
