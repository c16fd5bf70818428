/// An entry of a directory as it stands, also of a type that is not known; what is not changed is copied bit by bit.
struct TIFFField: Hashable {
    /// What the value means.
    let tag: UInt16
    /// The number of the elements' type.
    var type: UInt16
    /// How many elements.
    var count: Int
    /// The value itself, or where it begins: 4 bytes, or 8 in BigTIFF.
    var inline: TIFFInlineValue
    /// Where a value that stands outside of the entry lies in the file; `nil` for others, and for what lies outside
    /// of the block.
    var value: Range<Int>?
    /// Where the entry begins in the file; `nil` for new ones.
    var offset: Int?

    /// The bytes of an element, or `nil` for an unknown type.
    var elementSize: Int? { TIFFType(rawValue: type)?.size }
}
