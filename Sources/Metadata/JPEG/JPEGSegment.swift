/// A segment of a JPEG before the picture's data: a marker, a length, and a payload.
struct JPEGSegment {
    /// The byte after `0xFF`.
    let marker: UInt8
    /// Where the marker's `0xFF` stands in the file.
    let offset: Int
    /// Where the payload begins in the file, behind the length.
    let payload: Int
    /// How many bytes the payload has.
    let count: Int

    /// Whether it is a frame's header, which has the size.
    var isFrame: Bool { (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC }

    static let startOfScan: UInt8 = 0xDA
    static let endOfImage: UInt8 = 0xD9
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app13: UInt8 = 0xED
}
