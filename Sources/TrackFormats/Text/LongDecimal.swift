/// A decimal number of more digits than a double has, as devices write that print all of them: `47.64454839795827866`.
struct LongDecimal {
    /// The double that is nearest, of two that are equally near the even one.
    let value: Double

    private static let mostDigits = 19
    private static let powers: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Takes a number, or nothing when its double cannot be told in this way.
    ///
    /// The first 19 digits are a whole number. Where more follow, the number lies between that one and the next; when both give
    /// the same double, it is the number's, too.
    /// - Parameter text: Digits with at most one point among them.
    init?(_ text: Span<UInt8>) {
        var (number, digits, decimals): (UInt64, Int, Int) = (0, 0, 0)
        var (isFraction, isCut) = (false, false)
        for index in text.indices {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit > 9 {
                isFraction = true
            } else if digits == Self.mostDigits {
                guard isFraction else { return nil }
                isCut = isCut || digit > 0
            } else {
                number = number * 10 + UInt64(digit)
                if number > 0 { digits += 1 }
                if isFraction { decimals += 1 }
            }
        }
        guard decimals < Self.powers.count else { return nil }
        value = Self.quotient(number, Self.powers[decimals])
        guard !isCut || value == Self.quotient(number + 1, Self.powers[decimals]) else { return nil }
    }

    /// The quotient of two whole numbers, rounded once.
    ///
    /// Both are moved to the upper end of 64 bits. So the quotient has 63 bits or 64, and the lowest, far below what a double
    /// holds, can stand for all of the remainder.
    private static func quotient(_ number: UInt64, _ divisor: UInt64) -> Double {
        guard number > 0 else { return 0 }
        let (shift, divisorShift) = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (high, upper) = (number << shift, divisor << divisorShift)
        let (quotient, remainder) = upper.dividingFullWidth((high >> 1, high << 63))
        let bits = remainder == 0 ? quotient : quotient | 1
        return Double(bits) * Double(sign: .plus, exponent: divisorShift - shift - 63, significand: 1)
    }
}
