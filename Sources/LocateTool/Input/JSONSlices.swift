/// Finds the parts of JSON text (RFC 8259) without building a tree: members keep the bytes they were written in.
///
/// The text comes from outside, so every step checks for the end and nesting is counted, not recursed into.
struct JSONSlices {
    /// A member of an object.
    struct Member {
        var key: String
        var value: ArraySlice<UInt8>
    }

    var rest: ArraySlice<UInt8>

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

    mutating func skipSpace() {
        rest = rest.drop { $0 == 0x20 || $0 == 10 || $0 == 13 || $0 == 9 }
    }

    mutating func take(_ character: Character) -> Bool {
        guard let first = rest.first, first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes one value of any kind.
    private mutating func takeValue() -> ArraySlice<UInt8>? {
        skipSpace()
        let whole = rest
        var open: [UInt8] = []
        while true {
            skipSpace()
            switch rest.first {
            case UInt8(ascii: "{"):
                rest.removeFirst()
                skipSpace()
                if take("}") { break }
                open.append(UInt8(ascii: "}"))
                guard takeName() else { return nil }
                continue
            case UInt8(ascii: "["):
                rest.removeFirst()
                skipSpace()
                if take("]") { break }
                open.append(UInt8(ascii: "]"))
                continue
            case UInt8(ascii: "\""):
                guard takeString() != nil else { return nil }
            default:
                guard takeWord() else { return nil }
            }
            // A value is complete: close what ends with it, or go on to the next.
            while let bracket = open.last {
                skipSpace()
                if take(",") {
                    guard bracket == UInt8(ascii: "]") || takeName() else { return nil }
                    break
                }
                guard rest.popFirst() == bracket else { return nil }
                open.removeLast()
            }
            if open.isEmpty { return whole[whole.startIndex..<rest.startIndex] }
        }
    }
}
