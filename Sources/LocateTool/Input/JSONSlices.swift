/// Finds the parts of JSON text (RFC 8259) without building a tree: members keep the bytes they were written in.
///
/// The text comes from outside, so every step checks for the end and nesting is counted, not recursed into.
struct JSONSlices {
    /// A member of an object.
    struct Member {
        var key: String
        var value: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The members of an object, in order; `nil` when the text is not exactly one object.
    static func members(of bytes: ArraySlice<UInt8>) -> [Member]? {
        var scanner = JSONSlices(bytes)
        scanner.skipSpace()
        guard scanner.take("{") else { return nil }
        var members: [Member] = []
        scanner.skipSpace()
        if !scanner.take("}") {
            repeat {
                scanner.skipSpace()
                guard let name = scanner.takeString(), let key = string(name) else { return nil }
                scanner.skipSpace()
                guard scanner.take(":"), let value = scanner.takeValue() else { return nil }
                members.append(Member(key: key, value: value))
                scanner.skipSpace()
            } while scanner.take(",")
            guard scanner.take("}") else { return nil }
        }
        scanner.skipSpace()
        return scanner.rest.isEmpty ? members : nil
    }

    /// The elements of an array, in order; `nil` when the text is not exactly one array.
    static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var scanner = JSONSlices(bytes)
        scanner.skipSpace()
        guard scanner.take("[") else { return nil }
        var elements: [ArraySlice<UInt8>] = []
        scanner.skipSpace()
        if !scanner.take("]") {
            repeat {
                guard let value = scanner.takeValue() else { return nil }
                elements.append(value)
                scanner.skipSpace()
            } while scanner.take(",")
            guard scanner.take("]") else { return nil }
        }
        scanner.skipSpace()
        return scanner.rest.isEmpty ? elements : nil
    }

    /// A number, also one written as a string: exports of spreadsheets do that.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        if bytes.first == UInt8(ascii: "\"") { return string(bytes).flatMap { ParsedArguments.number($0) } }
        return ParsedArguments.number(String(decoding: bytes, as: UTF8.self))
    }

    /// The text of a string with its quotes; `nil` when it is none.
    static func string(_ bytes: ArraySlice<UInt8>) -> String? {
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

    private mutating func skipSpace() {
        rest = rest.drop { $0 == 0x20 || $0 == 10 || $0 == 13 || $0 == 9 }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard let first = rest.first, first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeString() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var index = rest.startIndex + 1
        while index < rest.endIndex {
            if rest[index] == UInt8(ascii: "\"") {
                defer { rest = rest[(index + 1)...] }
                return rest[...index]
            }
            // Control characters must be escaped.
            guard rest[index] >= 0x20 else { return nil }
            index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Takes one value of any kind; the inside of objects and arrays is only checked for balance.
    private mutating func takeValue() -> ArraySlice<UInt8>? {
        skipSpace()
        let start = rest.startIndex
        let whole = rest
        var open: [UInt8] = []
        repeat {
            skipSpace()
            guard let byte = rest.first else { return nil }
            switch byte {
            case UInt8(ascii: "\""):
                guard takeString() != nil else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(byte)
                rest.removeFirst()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // In ASCII the closing bracket is the opening one plus two.
                guard open.popLast() == byte - 2 else { return nil }
                rest.removeFirst()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard !open.isEmpty else { return nil }
                rest.removeFirst()
            default:
                guard takeWord() else { return nil }
            }
        } while !open.isEmpty
        return whole[start..<rest.startIndex]
    }

    /// Takes a number, `true`, `false` or `null`.
    private mutating func takeWord() -> Bool {
        let word = rest.prefix { $0 > 0x20 && !",:]}[{\"".utf8.contains($0) }
        rest = rest.dropFirst(word.count)
        let text = String(decoding: word, as: UTF8.self)
        return ["true", "false", "null"].contains(text) || ParsedArguments.number(text) != nil
    }
}
