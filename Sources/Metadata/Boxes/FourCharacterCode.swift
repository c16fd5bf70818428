/// The type of a box, a brand, a handler: four bytes that are mostly letters.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes as a number, the first highest.
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }

    /// Takes four letters of Latin-1, of which QuickTime uses `©`.
    package init(stringLiteral text: String) {
        value = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
    }

    package var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0xA9 }) else {
            return "0x" + String(value, radix: 16)
        }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
