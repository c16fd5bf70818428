/// Parsing and formatting of decimal numbers, the same in every locale.
package enum DecimalText {
    private static let powers: InlineArray<19, Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    /// Returns the number that a text without surrounding spaces represents; `nil` for names, hexadecimal digits and
    /// values that are not finite.
    ///
    /// Numbers with too many digits for ``plain(_:_:point:)`` are computed by integer division; `Double` parses the
    /// rest.
    package static func parse(_ text: Span<UInt8>) -> Double? {
        guard let decimal = PlainDecimal(text, 0..<text.count, point: UInt8(ascii: ".")) else { return slowly(text) }
        guard decimal.count > 0 else { return nil }
        if let value = decimal.value { return value }
        guard text.count <= maximumLength, let long = LongDecimal(text.extracting(decimal.start..<text.count)) else {
            return slowly(text)
        }
        return decimal.isNegative ? -long.value : long.value
    }

    /// Parses a sign, digits and a point with surrounding spaces; returns `nil` for other notations and for too many
    /// digits.
    ///
    /// `nil` does not mean that the text is not a number: the caller then tries `Double`, which is ten times as slow.
    /// The value is exactly the one that `Double` would return.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - range: The number's range in it.
    ///   - other: Another byte accepted as decimal point, such as a comma.
    /// - Returns: The number.
    package static func plain(
        _ bytes: Span<UInt8>, _ range: Range<Int>, point other: UInt8 = UInt8(ascii: ".")
    ) -> Double? {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == 0x20 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 { end -= 1 }
        guard let decimal = PlainDecimal(bytes, start..<end, point: other) else { return nil }
        // A point must have a digit on either side.
        guard !decimal.hasPoint || decimal.decimals > 0 && decimal.decimals < decimal.count else { return nil }
        return decimal.value
    }

    /// A sign, digits and at most one point.
    private struct PlainDecimal {
        let isNegative: Bool
        /// The index of the first digit.
        let start: Int
        /// The number of digits, and of those after the point.
        let count: Int
        let decimals: Int
        let hasPoint: Bool
        private let digits: UInt64

        /// Creates a decimal number from a range of text.
        ///
        /// - Returns: `nil` if the text contains anything else.
        @inline(__always) init?(_ bytes: Span<UInt8>, _ range: Range<Int>, point other: UInt8) {
            var index = range.lowerBound
            let end = range.upperBound
            isNegative = index < end && bytes[index] == UInt8(ascii: "-")
            if isNegative { index += 1 }
            start = index
            var digits: UInt64 = 0
            var point = -1
            while index < end {
                let digit = bytes[index] &- UInt8(ascii: "0")
                if digit <= 9 {
                    digits = digits &* 10 &+ UInt64(digit)
                } else if point < 0, bytes[index] == UInt8(ascii: ".") || bytes[index] == other {
                    point = index
                } else {
                    return nil
                }
                index += 1
            }
            hasPoint = point >= 0
            count = end - start - (hasPoint ? 1 : 0)
            decimals = hasPoint ? end - point - 1 : 0
            self.digits = digits
        }

        /// The nearest double; `nil` if there are no digits or too many of them.
        ///
        /// An integer below 2^53 divided by a power of ten that is exact in a double is rounded only once (Clinger,
        /// "How to Read Floating Point Numbers Accurately", 1990). 18 digits do not overflow.
        @inline(__always) var value: Double? {
            guard (1...18).contains(count), digits < 1 << 53 else { return nil }
            let value = Double(digits) / powers[decimals]
            return isNegative ? -value : value
        }
    }

    /// The longest number accepted, in bytes.
    private static let maximumLength = 512

    private static func slowly(_ text: Span<UInt8>) -> Double? {
        guard text.count <= maximumLength else { return nil }
        for index in text.indices {
            let byte = text[index]
            // `Double` also accepts names and hexadecimal digits, which track files do not contain.
            guard byte &- 0x30 <= 9 || "+-.eE".utf8.contains(byte) else { return nil }
        }
        let copy = String(unsafeUninitializedCapacity: text.count) { buffer in
            for index in text.indices { buffer[index] = text[index] }
            return text.count
        }
        return Double(copy).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Appends a number with at most `decimals` decimals (0 to 9) and no trailing zeros; returns `false` and appends
    /// nothing if the number is not finite or larger than any quantity in a track.
    @discardableResult package static func append(_ value: Double?, decimals: Int, to bytes: inout [UInt8]) -> Bool {
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
        append(digits: digits, decimals: count, isNegative: scaled < 0, to: &bytes)
        return true
    }

    /// Appends an integer with a point before its last digits: 1234 with 2 decimals is `12.34`.
    ///
    /// - Parameters:
    ///   - digits: At most 16 digits.
    ///   - decimals: How many of them follow the point, 0 to 9; missing ones are zeros.
    ///   - isNegative: Whether to write a minus sign.
    ///   - bytes: The buffer to append to.
    package static func append(digits: UInt64, decimals: Int, isNegative: Bool, to bytes: inout [UInt8]) {
        var digits = digits
        // Written backwards into a fixed buffer: at most 16 digits, a point and a sign.
        var text = InlineArray<24, UInt8>(repeating: 0)
        var start = 24
        var written = 0
        repeat {
            start -= 1
            text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10)
            digits /= 10
            written += 1
            if written == decimals {
                start -= 1
                text[start] = UInt8(ascii: ".")
            }
        } while digits > 0 || written <= decimals
        if isNegative {
            start -= 1
            text[start] = UInt8(ascii: "-")
        }
        while start < 24 {
            bytes.append(text[start])
            start += 1
        }
    }
}

/// A decimal number with more digits than a double holds, as some devices write: `47.64454839795827866`.
private struct LongDecimal {
    /// The nearest double, rounded half to even.
    let value: Double

    private static let maximumDigits = 19
    private static let powers: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Parses a number; returns `nil` when this method cannot determine its double.
    ///
    /// The first 19 digits form an integer. If more digits follow, the number is between that integer and the next;
    /// when both round to the same double, so does the number.
    ///
    /// - Parameter text: Digits with at most one point among them.
    init?(_ text: Span<UInt8>) {
        var (number, digits, decimals): (UInt64, Int, Int) = (0, 0, 0)
        var (isFraction, isCut) = (false, false)
        for index in text.indices {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit > 9 {
                isFraction = true
            } else if digits == Self.maximumDigits {
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

    /// Returns the quotient of two integers, rounded once.
    ///
    /// Both are shifted to the upper end of 64 bits. The quotient then has 63 or 64 bits, and its lowest bit, far below
    /// a double's precision, can represent all of the remainder.
    private static func quotient(_ number: UInt64, _ divisor: UInt64) -> Double {
        guard number > 0 else { return 0 }
        let (shift, divisorShift) = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (high, upper) = (number << shift, divisor << divisorShift)
        let (quotient, remainder) = upper.dividingFullWidth((high >> 1, high << 63))
        let bits = remainder == 0 ? quotient : quotient | 1
        return Double(bits) * Double(sign: .plus, exponent: divisorShift - shift - 63, significand: 1)
    }
}
