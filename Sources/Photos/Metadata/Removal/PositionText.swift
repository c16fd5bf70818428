/// Recognizes positions in texts anywhere in a file, by their form or by the word before them.
enum PositionText {
    /// Returns whether a position in ISO 6709 begins at a sign: `+47.1235+008.7654`, also with minutes and seconds.
    ///
    /// Zeros alone are not a position: videos write them when the receiver has no fix.
    static func isISO6709(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var position = offset
        var hasValue = false
        func digits() -> Int {
            let start = position
            while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 12 {
                if bytes[position] != 0x30 { hasValue = true }
                position += 1
            }
            return position - start
        }
        for counts in [[2, 4, 6], [3, 5, 7]] {
            guard position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D else { return false }
            position += 1
            guard counts.contains(digits()), position < bytes.count, bytes[position] == 0x2E else { return false }
            position += 1
            guard digits() >= 2 else { return false }
        }
        return hasValue
    }

    /// Returns whether the word that ends with `itude` is `GPSLatitude` or similar, ignoring case.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: The start of `itude`.
    ///   - width: The number of bytes per letter.
    /// - Returns: Whether it begins with `GPS`.
    static func isNameOfGPS(_ bytes: UnsafeRawBufferPointer, before offset: Int, width: Int) -> Bool {
        var word: [UInt8] = []
        var position = offset - width
        while position >= 0, word.count < 9 {
            let byte = bytes[position]
            word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            position -= width
        }
        // Compared backwards: "gps", an optional separator, and "lat", "long" or "longt".
        return ["tal", "gnol", "tgnol"].contains { part in
            guard word.starts(with: part.utf8) else { return false }
            var rest = word.dropFirst(part.utf8.count)
            if let sign = rest.first, " _-:.".utf8.contains(sign) { rest = rest.dropFirst() }
            return rest.starts(with: "spg".utf8)
        }
    }

    /// Returns whether the word that ends with `itude` is `latitude` or `longitude`, with any prefix, and has a number
    /// as its value, as in JSON, in XML and in addresses: `"latitude": 47.1`, `<longitude>8.5`, `decimalLatitude=47`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: The start of `itude`.
    ///   - width: The number of bytes per letter.
    /// - Returns: `false` for text that merely mentions a latitude.
    static func isNamedDegree(_ bytes: UnsafeRawBufferPointer, itudeAt offset: Int, width: Int) -> Bool {
        let isName = ["lat", "long"].contains { part in
            let count = part.utf8.count
            guard offset >= count * width else { return false }
            return part.utf8.enumerated().allSatisfy { index, letter in
                bytes[offset - (count - index) * width] | 0x20 == letter
            }
        }
        return isName && isDegree(bytes, at: offset + 5 * width, width: width)
    }

    /// Returns whether a number is the value of the name that ends at an offset: after `:`, `=` or `>`, optionally
    /// quoted.
    static func isDegree(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int = 1) -> Bool {
        // The sign may be part of the name found.
        var (position, isAssigned) = (offset, offset > 0 && "=>".utf8.contains(bytes[offset - 1]))
        for _ in 0..<maximumSeparators where position < bytes.count {
            let byte = bytes[position]
            position += width
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"): isAssigned = true
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), 9, 10, 13, 0x20: break
            case UInt8(ascii: "+"), UInt8(ascii: "-"): break
            case 0x30...0x39: return isAssigned
            default: return false
            }
        }
        return false
    }

    /// The maximum number of punctuation marks and spaces between a name and its value.
    private static let maximumSeparators = 16

    /// Returns whether a word begins at an offset: the end of `flat=` is not `lat=`.
    static func beginsWord(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        return offset == 0 || !isLetter(bytes[offset]) || !isLetter(bytes[offset - 1])
    }

    /// Returns whether two numbers that may be degrees, separated by a comma, begin at an offset.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: The start of the first number.
    ///   - mayBeWhole: Whether decimals may be missing, as in unrelated pairs of numbers.
    /// - Returns: Whether there is such a pair.
    static func isPair(_ bytes: UnsafeRawBufferPointer, at offset: Int, mayBeWhole: Bool) -> Bool {
        var position = offset
        func degree(upTo maximum: Int) -> Bool {
            if position < bytes.count, "+-".utf8.contains(bytes[position]) { position += 1 }
            var (whole, digits, decimals) = (0, 0, 0)
            while position < bytes.count, (0x30...0x39).contains(bytes[position]), digits < 4 {
                whole = whole * 10 + Int(bytes[position] - 0x30)
                (digits, position) = (digits + 1, position + 1)
            }
            guard (1...3).contains(digits), whole <= maximum else { return false }
            guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return mayBeWhole }
            position += 1
            while position < bytes.count, (0x30...0x39).contains(bytes[position]), decimals < 20 {
                (decimals, position) = (decimals + 1, position + 1)
            }
            return true
        }
        guard degree(upTo: 90) else { return false }
        if position + 3 <= bytes.count, bytes[position..<position + 3].elementsEqual("%2C".utf8) {
            position += 3
        } else if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
            position += 1
        } else {
            return false
        }
        return degree(upTo: 180)
    }

    /// Returns whether an IPTC dataset with a place name is complete: a length, a text, and a valid continuation.
    static func isDataset(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset + 5 <= bytes.count, bytes[offset + 3] == 0 else { return false }
        let count = Int(bytes[offset + 4])
        let end = offset + 5 + count
        guard (1...128).contains(count), end <= bytes.count else { return false }
        guard bytes[offset + 5..<end].allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
        // Another dataset, the next resource, or padding.
        return end == bytes.count || [0x1C, 0, 0x38, 0xFF].contains(bytes[end])
    }

    /// Returns whether a 3GPP location box begins four bytes before its type: a plausible size, and no flags.
    static func isPlaceBox(_ bytes: UnsafeRawBufferPointer, typeAt offset: Int) -> Bool {
        offset >= 4 && offset + 8 <= bytes.count && bytes[offset - 4..<offset - 2].allSatisfy { $0 == 0 }
            && bytes[offset + 4..<offset + 8].allSatisfy { $0 == 0 }
    }

    /// Returns whether coordinates follow a QuickTime or iTunes type.
    static func isCoordinateBox(_ bytes: UnsafeRawBufferPointer, typeAt offset: Int) -> Bool {
        func isText(_ start: Int) -> Bool {
            start + 2 < bytes.count && (bytes[start] == 0x2B || bytes[start] == 0x2D)
                && (0x30...0x39).contains(bytes[start + 1])
        }
        // A length and a language precede the sign of the latitude, or a `data` box with a type and a language.
        if isText(offset + 8) { return true }
        return offset + 12 <= bytes.count && bytes[offset + 8..<offset + 12].elementsEqual("data".utf8)
            && isText(offset + 20)
    }
}
