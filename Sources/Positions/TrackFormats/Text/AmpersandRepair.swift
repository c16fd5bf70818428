/// Escapes each `&` of XML that does not begin a reference, as some programs forget to.
struct AmpersandRepair {
    /// The maximum length of a reference, such as `&#1114111;`, in bytes.
    private static let maximumLength = 12

    /// The number of escaped ampersands.
    private(set) var count = 0
    /// The end of the bytes so far, from an `&` that may begin a reference.
    private var tail: [UInt8] = []
    private var isInCDATA = false
    /// The number of bytes of the mark that begins or ends a CDATA section.
    private var matched = 0

    /// Returns the next bytes, with `&amp;` for each bare `&`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file that follow.
    ///   - isAtEnd: Whether they are the last ones.
    /// - Returns: The repaired bytes; fewer if the last ones may belong to a reference that continues.
    mutating func repaired(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> ArraySlice<UInt8> {
        let all = tail + bytes
        tail = []
        var result: [UInt8] = []
        result.reserveCapacity(all.count + 64)
        var index = 0
        while index < all.count {
            guard all[index] == UInt8(ascii: "&"), !isInCDATA else {
                follow(all[index])
                result.append(all[index])
                index += 1
                continue
            }
            matched = 0
            let rest = all[(index + 1)...].prefix(Self.maximumLength)
            let end = rest.firstIndex { !Self.isPartOfReference($0) }
            if end == nil, rest.count < Self.maximumLength, !isAtEnd {
                tail = Array(all[index...])
                break
            }
            result.append(all[index])
            if end.map({ all[$0] == UInt8(ascii: ";") && Self.isReference(all[(index + 1)..<$0]) }) != true {
                count += 1
                result += "amp;".utf8
            }
            index += 1
        }
        return result[...]
    }

    /// Recognizes the beginnings and ends of CDATA sections, in which an `&` is text.
    private mutating func follow(_ byte: UInt8) {
        if isInCDATA {
            if byte == UInt8(ascii: "]") {
                matched = min(matched + 1, 2)
            } else {
                isInCDATA = !(byte == UInt8(ascii: ">") && matched == 2)
                matched = 0
            }
        } else {
            let beginning: StaticString = "<![CDATA["
            let isNext = beginning.utf8Start[matched] == byte
            matched = isNext ? matched + 1 : byte == UInt8(ascii: "<") ? 1 : 0
            guard matched == beginning.utf8CodeUnitCount else { return }
            (isInCDATA, matched) = (true, 0)
        }
    }

    private static func isPartOfReference(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }

    /// Returns whether a name is one of XML's own, or that of a character.
    private static func isReference(_ name: ArraySlice<UInt8>) -> Bool {
        if name.first == UInt8(ascii: "#") { return name.count > 1 }
        return ["amp", "lt", "gt", "quot", "apos"].contains(String(decoding: name, as: UTF8.self))
    }
}
