/// Up to eight ASCII letters in one number that sorts as the text does: language tags.
struct Tag8: Hashable, Comparable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the text is longer than eight bytes.
    init?(_ text: String) {
        var value: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard count < 8 else { return nil }
            value = value << 8 | UInt64(byte)
            count += 1
        }
        rawValue = count == 0 ? 0 : value << UInt64(8 * (8 - count))
    }

    static func < (left: Tag8, right: Tag8) -> Bool { left.rawValue < right.rawValue }

    var text: String {
        var text = ""
        for shift in stride(from: 56, through: 0, by: -8) {
            let byte = UInt8(truncatingIfNeeded: rawValue >> UInt64(shift))
            if byte == 0 { break }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }
}
