import LKFormats

/// Scans a short text byte by byte, for the formats of dates and positions.
struct TextScanner {
    private let text: [UInt8]
    private var index = 0

    /// Creates a scanner of a text, skipping surrounding white space and zero bytes.
    init(_ bytes: some Sequence<UInt8>) {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = Array(bytes.drop(while: isBlank))
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        text = trimmed
    }

    var isAtEnd: Bool { index == text.count }

    /// The current byte.
    var next: UInt8? { index < text.count ? text[index] : nil }

    /// The last byte of the text.
    var last: UInt8? { text.last }

    mutating func skip(_ allowed: StaticString) -> Bool {
        guard let next, allowed.withUTF8Buffer({ $0.contains(next) }) else { return false }
        index += 1
        return true
    }

    mutating func skipAny(_ allowed: StaticString) { while skip(allowed) {} }

    /// Skips bytes up to one of the wanted ones; returns `false` at the end.
    mutating func advance(toOneOf wanted: StaticString) -> Bool {
        while let next {
            if wanted.withUTF8Buffer({ $0.contains(next) }) { return true }
            index += 1
        }
        return false
    }

    /// Reads a number with a number of digits in this range.
    mutating func digits(_ minimum: Int, _ maximum: Int) -> Int? {
        let start = index
        var value = 0
        while let next, case let digit = next &- 0x30, digit < 10, index - start < maximum {
            value = value * 10 + Int(digit)
            index += 1
        }
        guard index - start >= minimum else {
            index = start
            return nil
        }
        return value
    }

    /// Reads an offset such as `+09:00`, `+0900` or `+9` as seconds east of UTC.
    mutating func offset() -> Int? {
        var end = index
        defer { index = end }
        return UTCOffset.parse(
            text.span, at: &end, hourDigits: 1...2, maximumHours: UTCOffset.maximumHoursOfClocks)?.seconds
    }

    /// Reads the digits after a decimal point as billionths; skips any beyond the ninth.
    mutating func billionths() -> Int {
        var (value, scale) = (0, 100_000_000)
        while let next, case let digit = next &- 0x30, digit < 10 {
            value += Int(digit) * scale
            scale /= 10
            index += 1
        }
        return value
    }

    /// Reads an unsigned number with or without decimals, and returns the number of digits before the point, too.
    mutating func number() -> (value: Double, digits: Int)? {
        let start = index
        var value = 0.0
        while let next, case let digit = next &- 0x30, digit < 10 {
            value = value * 10 + Double(digit)
            index += 1
        }
        let whole = index - start
        if next == UInt8(ascii: ".") {
            index += 1
            // Accumulate all digits as one integer, since tenths cannot be represented exactly.
            var scale = 1.0
            while let next, case let digit = next &- 0x30, digit < 10 {
                if scale < 1e15 {
                    value = value * 10 + Double(digit)
                    scale *= 10
                }
                index += 1
            }
            value /= scale
        }
        return index > start + 1 || whole > 0 ? (value, whole) : nil
    }

    /// Reads a fraction such as `1234/100`, or a number, optionally signed.
    mutating func rational() -> Double? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard var value = number()?.value else { return nil }
        if skip("/") {
            guard let divisor = number()?.value, divisor != 0 else { return nil }
            value /= divisor
        }
        return isNegative ? -value : value
    }
}

/// Scans the digits of a text that may be padded with blanks and zero bytes.
struct DigitScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    }

    /// Reads a number with this many digits; returns `nil` when there are fewer; any more are left.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        var value = 0
        var count = 0
        while count < digits.upperBound, position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            value = value * 10 + Int(bytes[position] & 15)
            position += 1
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Reads an offset such as `+09:00`, `+0900` or `+09`.
    mutating func offset(hourDigits: ClosedRange<Int>) -> UTCOffset.Parsed? {
        var end = position
        defer { position = end }
        let text = bytes.assumingMemoryBound(to: UInt8.self)
        return UTCOffset.parse(
            text.span, at: &end, hourDigits: hourDigits, maximumHours: UTCOffset.maximumHoursOfClocks)
    }

    /// Reads a number that may be padded with blanks.
    mutating func paddedNumber(digits: ClosedRange<Int>) -> Int? {
        while skip({ $0 == 0x20 }) {}
        return number(digits: digits)
    }

    /// Skips a byte of a kind.
    mutating func skip(_ isOfKind: (UInt8) -> Bool) -> Bool {
        guard position < bytes.count, isOfKind(bytes[position]) else { return false }
        position += 1
        return true
    }

    /// Whether only padding follows.
    var isAtEnd: Bool {
        for byte in bytes[position...] {
            if byte == 0 { return true }
            if byte != 0x20 { return false }
        }
        return true
    }
}
