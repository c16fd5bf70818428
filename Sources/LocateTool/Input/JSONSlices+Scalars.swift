// The grammar is RFC 8259's and no wider, since what is read is also passed on as it stands.
extension JSONSlices {
    /// Takes the name of a member and its colon.
    mutating func takeName() -> Bool {
        skipSpace()
        guard takeString() != nil else { return false }
        skipSpace()
        return take(":")
    }

    /// Takes a string with its quotes.
    mutating func takeString() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var index = rest.startIndex + 1
        while index < rest.endIndex {
            switch rest[index] {
            case UInt8(ascii: "\""):
                defer { rest = rest[(index + 1)...] }
                return rest[...index]
            case UInt8(ascii: "\\"):
                guard let length = Self.escapeLength(rest[(index + 1)...]) else { return nil }
                index += 1 + length
            // Control characters must be escaped.
            case 0..<0x20: return nil
            default: index += 1
            }
        }
        return nil
    }

    /// How many bytes behind the backslash belong to an escape; `nil` when it is none.
    private static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let kind = bytes.first else { return nil }
        if "\"\\/bfnrt".utf8.contains(kind) { return 1 }
        let digits = bytes.dropFirst().prefix(4)
        guard kind == UInt8(ascii: "u"), digits.count == 4,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        return 5
    }

    /// Takes a number, `true`, `false` or `null`.
    mutating func takeWord() -> Bool {
        for word in ["true", "false", "null"] where rest.starts(with: word.utf8) {
            rest = rest.dropFirst(word.utf8.count)
            return true
        }
        return takeNumber()
    }

    private mutating func takeNumber() -> Bool {
        _ = take("-")
        if !take("0"), !takeDigits() { return false }
        if take("."), !takeDigits() { return false }
        guard take("e") || take("E") else { return true }
        if !take("+") { _ = take("-") }
        return takeDigits()
    }

    private mutating func takeDigits() -> Bool {
        let digits = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }
}
