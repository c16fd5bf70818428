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
