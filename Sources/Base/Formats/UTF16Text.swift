/// Decodes UTF-16 with a byte order mark that arrives in chunks.
package struct UTF16Text: Sendable {
    private let isBigEndian: Bool
    /// The bytes of an incomplete character at the end of the last chunk.
    private var pending: [UInt8] = []

    /// Creates a decoder for the encoding that a byte order mark states; returns `nil` if there is none.
    ///
    /// - Parameter beginning: The first two bytes or more; they are not consumed.
    package init?(beginning: some Collection<UInt8>) {
        if beginning.starts(with: [0xFE, 0xFF]) {
            isBigEndian = true
        } else if beginning.starts(with: [0xFF, 0xFE]) {
            isBigEndian = false
        } else {
            return nil
        }
    }

    /// Returns the code units of the next bytes; the last is never the first half of a surrogate pair.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - isAtEnd: Whether they are the last; an odd byte then becomes an unpaired surrogate, which is not valid.
    /// - Returns: The units.
    package mutating func units(_ bytes: some Collection<UInt8>, isAtEnd: Bool) -> [UInt16] {
        let all = pending + bytes
        var units = stride(from: 0, to: all.count - 1, by: 2).map { index in
            let (high, low) = isBigEndian ? (all[index], all[index + 1]) : (all[index + 1], all[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        guard !isAtEnd else {
            pending = []
            return all.count % 2 == 1 ? units + [0xD800] : units
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        pending = Array(all[(2 * units.count)...])
        return units
    }

    /// Returns the next bytes in UTF-8; invalid input becomes an invalid byte, so that readers report it.
    package mutating func utf8(_ bytes: some Collection<UInt8>, isAtEnd: Bool) -> [UInt8] {
        let units = units(bytes, isAtEnd: isAtEnd)
        guard units.contains(where: UTF16.isSurrogate) else {
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
        var text: [UInt8] = []
        var codec = UTF16()
        var rest = units.makeIterator()
        while true {
            switch codec.decode(&rest) {
            case .scalarValue(let scalar): text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            case .error: text.append(0xFF)
            case .emptyInput: return text
            }
        }
    }
}
