/// Halves of characters in JSON text: RFC 8259 lets them through, and no text can have them.
enum LoneSurrogate {
    /// The first escape such as `\ud800` without its other half; `nil` when every one has it.
    static func first(in bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        while let index = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(index + 1)...]
            guard rest.first == UInt8(ascii: "u") else {
                rest = rest.dropFirst()
                continue
            }
            guard let unit = unit(rest) else { continue }
            let written = "\\" + String(decoding: rest.prefix(5), as: UTF8.self)
            rest = rest.dropFirst(5)
            if UTF16.isTrailSurrogate(unit) { return written }
            guard UTF16.isLeadSurrogate(unit) else { continue }
            guard rest.first == UInt8(ascii: "\\"), let next = self.unit(rest.dropFirst()),
                UTF16.isTrailSurrogate(next)
            else { return written }
            rest = rest.dropFirst(6)
        }
        return nil
    }

    /// The number of `u` and four digits.
    private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        guard bytes.first == UInt8(ascii: "u"), bytes.count >= 5 else { return nil }
        return UInt16(String(decoding: bytes.dropFirst().prefix(4), as: UTF8.self), radix: 16)
    }
}
