extension BinaryInteger {
    /// Returns the number with leading zeros, `07`.
    ///
    /// - Parameter width: The least number of characters, among them the sign of a number below zero, as with C's `%0*d`.
    /// - Returns: The text.
    package func padded(to width: Int) -> String {
        let text = String(self)
        guard text.utf8.count < width else { return text }
        let zeros = String(repeating: "0", count: width - text.utf8.count)
        return self < 0 ? "-" + zeros + text.dropFirst() : zeros + text
    }
}

extension [UInt8] {
    /// Appends a number with leading zeros.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - width: The least number of digits, 1 or more.
    @inlinable package mutating func append(_ number: UInt, width: Int) {
        var divisor: UInt = 1
        for _ in 1..<width { divisor *= 10 }
        while number / 10 >= divisor { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}

extension UnsignedInteger {
    /// Returns the number in hexadecimal digits with leading zeros, `0a`.
    ///
    /// - Parameters:
    ///   - width: The least number of digits.
    ///   - uppercase: Whether the digits are capital letters.
    /// - Returns: The text.
    package func hexadecimal(width: Int, uppercase: Bool = false) -> String {
        let text = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, width - text.utf8.count)) + text
    }
}

extension Sequence<UInt8> {
    /// The bytes as pairs of lower-case hexadecimal digits.
    package var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * underestimatedCount)
        for byte in self { text += [HexadecimalDigit.lower(byte >> 4), HexadecimalDigit.lower(byte & 15)] }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The ASCII characters of hexadecimal digits.
package enum HexadecimalDigit {
    /// Returns the digit of a number below 16, with lower-case letters.
    package static func lower(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

    /// Returns the digit of a number below 16, with capital letters.
    package static func upper(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
}

/// Percent-encoding (RFC 3986, 2.1), byte by byte: text that is not valid UTF-8 survives.
package enum PercentEncoding {
    /// Returns bytes as text in which all but the letters and digits of ASCII and some further characters are encoded.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - plain: The ASCII characters that also stay.
    /// - Returns: The text.
    package static func text(_ bytes: some Sequence<UInt8>, keeping plain: String) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if isLetter || isDigit || plain.utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), HexadecimalDigit.upper(byte >> 4), HexadecimalDigit.upper(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
