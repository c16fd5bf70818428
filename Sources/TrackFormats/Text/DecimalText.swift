/// Decimal numbers, the same in every locale.
enum DecimalText {
    private static let powers: InlineArray<19, Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    /// The number that a text without blanks around is; `nil` for names, hexadecimal digits and what is not finite.
    ///
    /// A whole number below 2^53 divided by a power of ten that is exact in a double is rounded once (Clinger, "How to Read
    /// Floating Point Numbers Accurately", 1990). What has more digits is divided as whole numbers; the rest goes to `Double`.
    static func parse(_ text: Span<UInt8>) -> Double? {
        var index = 0
        let end = text.count
        let isNegative = end > 0 && text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var digits: UInt64 = 0
        let first = index
        var point = -1
        while index < end {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit <= 9 {
                digits = digits &* 10 &+ UInt64(digit)
            } else if text[index] == UInt8(ascii: "."), point < 0 {
                point = index
            } else {
                return slowly(text)
            }
            index += 1
        }
        let count = end - first - (point < 0 ? 0 : 1)
        guard count > 0 else { return nil }
        let value: Double
        if count <= 18, digits < 1 << 53 {
            value = Double(digits) / powers[point < 0 ? 0 : end - point - 1]
        } else {
            guard text.count <= longest, let long = LongDecimal(text.extracting(first..<end)) else {
                return slowly(text)
            }
            value = long.value
        }
        return isNegative ? -value : value
    }

    /// No number of sense is longer than this, in bytes.
    private static let longest = 512

    private static func slowly(_ text: Span<UInt8>) -> Double? {
        guard text.count <= longest else { return nil }
        for index in text.indices {
            let byte = text[index]
            // `Double` takes names and hexadecimal digits, too; files of tracks do not have them.
            guard byte &- 0x30 <= 9 || "+-.eE".utf8.contains(byte) else { return nil }
        }
        let copy = String(unsafeUninitializedCapacity: text.count) { buffer in
            for index in text.indices { buffer[index] = text[index] }
            return text.count
        }
        return Double(copy).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Appends a number with at most so many decimals (0 to 9), zeros at the end dropped; `false`, and nothing, for what is
    /// not finite or too large for any quantity of a track.
    @discardableResult static func append(_ value: Double?, decimals: Int, to bytes: inout [UInt8]) -> Bool {
        guard let value, abs(value) < 1e15 else { return false }
        var count = decimals
        var scaled = (value * powers[count]).rounded()
        while abs(scaled) >= 9_007_199_254_740_992, count > 0 {
            count -= 1
            scaled = (value * powers[count]).rounded()
        }
        var digits = UInt64(abs(scaled))
        while count > 0, digits % 10 == 0 {
            digits /= 10
            count -= 1
        }
        // Written backwards into a register's worth of memory: 16 digits, a point and a sign are the most.
        var text = InlineArray<24, UInt8>(repeating: 0)
        var start = 24
        var written = 0
        repeat {
            start -= 1
            text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10)
            digits /= 10
            written += 1
            if written == count {
                start -= 1
                text[start] = UInt8(ascii: ".")
            }
        } while digits > 0 || written <= count
        if scaled < 0 {
            start -= 1
            text[start] = UInt8(ascii: "-")
        }
        while start < 24 {
            bytes.append(text[start])
            start += 1
        }
        return true
    }
}
