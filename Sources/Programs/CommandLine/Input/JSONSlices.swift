/// Finds the parts of JSON text (RFC 8259) without building a tree: members keep the bytes they were written in.
///
/// The text comes from outside, so every step checks for the end and nesting is counted, not recursed into.
package struct JSONSlices {
    /// A member of an object.
    package struct Member {
        package var key: String
        package var value: ArraySlice<UInt8>

        package init(key: String, value: ArraySlice<UInt8>) {
            self.key = key
            self.value = value
        }
    }

    package var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the members of an object, in order, or `nil` when the text is not exactly one object.
    package static func members(of bytes: ArraySlice<UInt8>) -> [Member]? {
        var scanner = JSONSlices(bytes)
        scanner.skipSpace()
        guard scanner.consume("{") else { return nil }
        var members: [Member] = []
        scanner.skipSpace()
        if !scanner.consume("}") {
            repeat {
                scanner.skipSpace()
                guard let name = scanner.consumeString(), let key = string(name) else { return nil }
                scanner.skipSpace()
                guard scanner.consume(":"), let value = scanner.consumeValue() else { return nil }
                members.append(Member(key: key, value: value))
                scanner.skipSpace()
            } while scanner.consume(",")
            guard scanner.consume("}") else { return nil }
        }
        scanner.skipSpace()
        return scanner.rest.isEmpty ? members : nil
    }

    /// Returns the elements of an array, in order, or `nil` when the text is not exactly one array.
    package static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var scanner = JSONSlices(bytes)
        scanner.skipSpace()
        guard scanner.consume("[") else { return nil }
        var elements: [ArraySlice<UInt8>] = []
        scanner.skipSpace()
        if !scanner.consume("]") {
            repeat {
                guard let value = scanner.consumeValue() else { return nil }
                elements.append(value)
                scanner.skipSpace()
            } while scanner.consume(",")
            guard scanner.consume("]") else { return nil }
        }
        scanner.skipSpace()
        return scanner.rest.isEmpty ? elements : nil
    }

    /// Returns a number, also from a string, because exports of spreadsheets quote numbers.
    package static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        if bytes.first == UInt8(ascii: "\"") { return string(bytes).flatMap { ParsedArguments.number($0) } }
        return ParsedArguments.number(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the text of a quoted string; `nil` if it is not a string.
    package static func string(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
        var rest = bytes.dropFirst().dropLast()
        if !rest.contains(UInt8(ascii: "\\")) { return String(decoding: rest, as: UTF8.self) }
        var units: [UInt16] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                let plain = [byte] + rest.prefix { $0 != UInt8(ascii: "\\") }
                rest = rest.dropFirst(plain.count - 1)
                units += String(decoding: plain, as: UTF8.self).utf16
                continue
            }
            guard let escape = rest.popFirst() else { return nil }
            switch Character(Unicode.Scalar(escape)) {
            case "\"", "\\", "/": units.append(UInt16(escape))
            case "b": units.append(8)
            case "f": units.append(12)
            case "n": units.append(10)
            case "r": units.append(13)
            case "t": units.append(9)
            case "u":
                guard rest.count >= 4, let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
                else { return nil }
                units.append(unit)
                rest = rest.dropFirst(4)
            default: return nil
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    package mutating func skipSpace() {
        rest = rest.drop { $0 == 0x20 || $0 == 10 || $0 == 13 || $0 == 9 }
    }

    package mutating func consume(_ character: Character) -> Bool {
        guard let first = rest.first, first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// Consumes one value of any kind.
    private mutating func consumeValue() -> ArraySlice<UInt8>? {
        skipSpace()
        let whole = rest
        var open: [UInt8] = []
        while true {
            skipSpace()
            switch rest.first {
            case UInt8(ascii: "{"):
                rest.removeFirst()
                skipSpace()
                if consume("}") { break }
                open.append(UInt8(ascii: "}"))
                guard consumeName() else { return nil }
                continue
            case UInt8(ascii: "["):
                rest.removeFirst()
                skipSpace()
                if consume("]") { break }
                open.append(UInt8(ascii: "]"))
                continue
            case UInt8(ascii: "\""):
                guard consumeString() != nil else { return nil }
            default:
                guard consumeWord() else { return nil }
            }
            // A value is complete: close what ends with it, or continue with the next.
            while let bracket = open.last {
                skipSpace()
                if consume(",") {
                    guard bracket == UInt8(ascii: "]") || consumeName() else { return nil }
                    break
                }
                guard rest.popFirst() == bracket else { return nil }
                open.removeLast()
            }
            if open.isEmpty { return whole[whole.startIndex..<rest.startIndex] }
        }
    }
}

// The grammar is exactly that of RFC 8259, since what is read is also passed on verbatim.
extension JSONSlices {
    /// Consumes the name of a member and its colon.
    mutating func consumeName() -> Bool {
        skipSpace()
        guard consumeString() != nil else { return false }
        skipSpace()
        return consume(":")
    }

    /// Consumes a string with its quotes.
    mutating func consumeString() -> ArraySlice<UInt8>? {
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

    /// Returns how many bytes after the backslash belong to an escape; `nil` if it is not an escape.
    private static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let kind = bytes.first else { return nil }
        if "\"\\/bfnrt".utf8.contains(kind) { return 1 }
        let digits = bytes.dropFirst().prefix(4)
        guard kind == UInt8(ascii: "u"), digits.count == 4,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        return 5
    }

    /// Consumes a number, `true`, `false` or `null`.
    mutating func consumeWord() -> Bool {
        for word in ["true", "false", "null"] where rest.starts(with: word.utf8) {
            rest = rest.dropFirst(word.utf8.count)
            return true
        }
        return consumeNumber()
    }

    private mutating func consumeNumber() -> Bool {
        _ = consume("-")
        if !consume("0"), !consumeDigits() { return false }
        if consume("."), !consumeDigits() { return false }
        guard consume("e") || consume("E") else { return true }
        if !consume("+") { _ = consume("-") }
        return consumeDigits()
    }

    private mutating func consumeDigits() -> Bool {
        let digits = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }
}

extension JSONSlices {
    /// Returns the first name that an object contains twice, at any depth of the value.
    ///
    /// - Parameter json: One JSON value, known to be well-formed.
    /// - Returns: The name; `nil` if there is none.
    package static func repeatedName(in json: ArraySlice<UInt8>) -> String? {
        // The names so far of each object that is open; an array has none.
        var names: [Set<String>] = []
        var scanner = JSONSlices(json)
        while let byte = scanner.rest.first {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = names.popLast()
            case UInt8(ascii: "\""):
                guard let text = scanner.consumeString() else { return nil }
                scanner.skipSpace()
                guard scanner.consume(":"), let name = string(text), !names.isEmpty else { continue }
                guard names[names.count - 1].insert(name).inserted else { return name }
                continue
            default: break
            }
            scanner.rest.removeFirst()
        }
        return nil
    }
}

extension JSONSlices {
    private static let names: Set<String> = ["nan", "inf", "infinity"]

    /// Returns the first word for a non-finite number, which JSON does not have, such as `-Infinity`; `nil` without
    /// one.
    static func noNumber(in bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                var scanner = JSONSlices(rest)
                guard scanner.consumeString() != nil else { return nil }
                rest = scanner.rest
                continue
            }
            let word = rest.prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || isLetter($0) }
            guard !word.isEmpty else {
                rest = rest.dropFirst()
                continue
            }
            let text = String(decoding: word, as: UTF8.self)
            if names.contains(text.lowercased().filter(\.isLetter)) { return text }
            rest = rest.dropFirst(word.count)
        }
        return nil
    }

    /// Returns what to add to the message that something is not JSON.
    package static func hint(_ bytes: ArraySlice<UInt8>) -> String {
        noNumber(in: bytes).map { ": \($0) is not a number" } ?? ""
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
