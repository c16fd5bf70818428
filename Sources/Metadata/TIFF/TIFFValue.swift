/// A value that a tag gets.
struct TIFFValue: Hashable {
    let tag: UInt16
    let type: TIFFType
    /// The value in the byte order of its structure.
    let bytes: [UInt8]

    /// Takes bytes as they are.
    init(_ tag: UInt16, _ type: TIFFType, bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.bytes = bytes
    }

    /// A text, which a zero byte ends.
    init(_ tag: UInt16, text: String) { self.init(tag, .ascii, bytes: Array(text.utf8) + [0]) }

    /// Unsigned numbers.
    init(_ tag: UInt16, _ type: TIFFType, _ numbers: [Int], in block: TIFFBlock) {
        self.init(tag, type, bytes: numbers.flatMap { block.encoded($0, size: type.size) })
    }

    /// Fractions that are not negative.
    init(_ tag: UInt16, _ fractions: [EXIFRational], in block: TIFFBlock) {
        self.init(
            tag, .rational,
            bytes: fractions.flatMap {
                block.encoded($0.numerator, size: 4) + block.encoded($0.denominator, size: 4)
            })
    }
}
