// Words, numbers and strings.
extension JSONTokenizer {
    mutating func readWord(_ word: StaticString, _ token: Token) throws(TrackFormatError) -> Token {
        for index in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[index] else { throw wrong("expected a value") }
            position += 1
        }
        return token
    }

    mutating func readNumber() throws(TrackFormatError) {
        text.removeAll(keepingCapacity: true)
        while let byte = try peek(), (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
            guard text.count < Self.longestNumber else { throw failure(.tooLarge, "a number of immense length") }
            text.append(byte)
            position += 1
        }
        guard Self.isNumber(text) else { throw wrong("expected a value") }
    }

    private static func isNumber(_ text: [UInt8]) -> Bool {
        var index = 0
        func digits() -> Bool {
            let start = index
            while index < text.count, text[index] &- 0x30 <= 9 { index += 1 }
            return index > start
        }
        func take(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }
        _ = take(0x2D)
        if !take(0x30), !digits() { return false }
        if take(0x2E), !digits() { return false }
        if take(0x65) || take(0x45) {
            if !take(0x2B) { _ = take(0x2D) }
            if !digits() { return false }
        }
        return index == text.count
    }

    mutating func readString() throws(TrackFormatError) {
        text.removeAll(keepingCapacity: true)
        position += 1
        var highSurrogate: UInt32?
        while let byte = try peek() {
            position += 1
            if byte == UInt8(ascii: "\\") {
                try readEscape(&highSurrogate)
                continue
            }
            if highSurrogate != nil {
                append(scalar: 0xFFFD)
                highSurrogate = nil
            }
            if byte == UInt8(ascii: "\"") {
                // What is cut may end within a character.
                if text.count < Self.longestText, !text.span.isValidText { repairedLine = repairedLine ?? line }
                return
            }
            guard byte >= 0x20 else { throw wrong("a string contains a control character") }
            append(byte)
        }
        throw wrong("the file ends inside a string")
    }

    private mutating func readEscape(_ highSurrogate: inout UInt32?) throws(TrackFormatError) {
        guard let kind = try peek() else { throw wrong("the file ends inside a string") }
        position += 1
        if kind != UInt8(ascii: "u"), highSurrogate != nil {
            append(scalar: 0xFFFD)
            highSurrogate = nil
        }
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(kind)
        case UInt8(ascii: "b"): append(8)
        case UInt8(ascii: "f"): append(12)
        case UInt8(ascii: "n"): append(10)
        case UInt8(ascii: "r"): append(13)
        case UInt8(ascii: "t"): append(9)
        case UInt8(ascii: "u"):
            var unit: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = try peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                    throw wrong("a string contains an escape that is none")
                }
                position += 1
                unit = unit << 4 | UInt32(digit)
            }
            if let high = highSurrogate {
                highSurrogate = nil
                if (0xDC00..<0xE000).contains(unit) {
                    return append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
                }
                append(scalar: 0xFFFD)
            }
            if (0xD800..<0xDC00).contains(unit) { highSurrogate = unit } else { append(scalar: unit) }
        default: throw wrong("a string contains an escape that is none")
        }
    }

    private mutating func append(scalar: UInt32) {
        for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 { append(byte) }
    }

    private mutating func append(_ byte: UInt8) { if text.count < Self.longestText { text.append(byte) } }
}
