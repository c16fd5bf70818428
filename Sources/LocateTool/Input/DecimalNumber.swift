/// The numbers that files of places are full of, read without making a text of them first.
enum DecimalNumber {
    /// Reads a sign, digits and a point, with blanks around; `nil` for all that is written otherwise or has too many digits.
    ///
    /// `nil` does not mean that it is not a number: the caller then asks `Double`, which costs ten times as much. The value is the
    /// same to the last bit: a whole number below 2^53 divided by a power of ten that is exact in a double is rounded once
    /// (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
    /// A byte may be given that stands for the point as well, such as a decimal comma.
    static func parse(
        _ bytes: Span<UInt8>, _ range: Range<Int>, point other: UInt8 = UInt8(ascii: ".")
    ) -> Double? {
        var index = range.lowerBound
        var end = range.upperBound
        while index < end, bytes[index] == 0x20 { index += 1 }
        while index < end, bytes[end - 1] == 0x20 { end -= 1 }
        guard index < end else { return nil }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var digits: UInt64 = 0
        let first = index
        var point = -1
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digit <= 9 {
                digits = digits &* 10 &+ UInt64(digit)
            } else if bytes[index] == UInt8(ascii: ".") || bytes[index] == other, point < 0, index > first {
                point = index
            } else {
                return nil
            }
            index += 1
        }
        let count = end - first - (point < 0 ? 0 : 1)
        let decimals = point < 0 ? 0 : end - point - 1
        // 18 digits do not overflow; a point wants a digit on either side.
        guard (1...18).contains(count), digits < 1 << 53, point < 0 || decimals > 0 else { return nil }
        let value = Double(digits) / powers[decimals]
        return isNegative ? -value : value
    }

    private static let powers: InlineArray<19, Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]
}
