/// A directory (IFD) of a ``TIFFBlock``: a count, entries of equal size, and the offset of the next one.
struct TIFFDirectory {
    /// More entries than any program writes; a damaged count must not cost seconds.
    static let mostEntries = 1000

    /// Where it begins in the file: its count.
    let offset: Int
    /// Where its first entry begins in the file.
    let firstEntry: Int
    /// The bytes of an entry: 12, or 20 in BigTIFF.
    let entrySize: Int
    /// How many entries are within the block.
    let count: Int
    /// How many entries it says it has.
    let statedCount: Int
}

/// An entry of a ``TIFFDirectory``.
struct TIFFEntry {
    /// What the value means.
    let tag: UInt16
    /// The type of each element.
    let type: TIFFType
    /// How many elements; none when the value lies outside of the block.
    let count: Int
    /// Where the entry begins in the file.
    let offset: Int
    /// Where the value begins in the file, within the entry or elsewhere.
    let valueOffset: Int
    /// Whether the value would lie outside of the block.
    var isOutside = false

    /// How many bytes the value has.
    var byteCount: Int { count * type.size }
}

/// The types of values.
enum TIFFType: UInt16 {
    case byte = 1
    case ascii = 2
    case short = 3
    case long = 4
    case rational = 5
    case signedByte = 6
    case undefined = 7
    case signedShort = 8
    case signedLong = 9
    case signedRational = 10
    case float = 11
    case double = 12
    case directory = 13
    case long8 = 16
    case signedLong8 = 17
    case directory8 = 18
    /// EXIF 3.0.
    case utf8 = 129

    /// The bytes of an element.
    var size: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined, .utf8: 1
        case .short, .signedShort: 2
        case .long, .signedLong, .float, .directory: 4
        case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
        }
    }
}

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

/// The last bytes of an entry, 4 or 8 in BigTIFF: a short value, or where a longer one begins.
///
/// Directories are walked over several times for each photo, so these bytes take no memory of their own.
struct TIFFInlineValue: RandomAccessCollection, Hashable {
    /// The first byte is the least significant one.
    private var word: UInt64 = 0
    private let size: UInt8

    /// Takes bytes, of which the first eight count.
    init(_ bytes: some Sequence<UInt8>) {
        var count = 0
        for byte in bytes.prefix(8) {
            word |= UInt64(byte) << (8 * count)
            count += 1
        }
        size = UInt8(count)
    }

    /// Takes bytes of a file.
    ///
    /// - Parameter bytes: Eight at most.
    init(bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= 8)
        withUnsafeMutableBytes(of: &word) { $0.copyMemory(from: bytes) }
        word = UInt64(littleEndian: word)
        size = UInt8(bytes.count)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { Int(size) }

    subscript(index: Int) -> UInt8 {
        precondition(indices.contains(index))
        return UInt8(truncatingIfNeeded: word >> (8 * index))
    }
}
