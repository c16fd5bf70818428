/// A chunk of a PNG: a length, a kind, a payload and a checksum.
struct PNGChunk {
    /// The kind's four letters as a number, the first one highest.
    let kind: UInt32
    /// Where the chunk begins in the file: its length.
    let offset: Int
    /// How many bytes its payload has.
    let count: Int

    /// Where its payload begins in the file.
    var payload: Int { offset + 8 }
    /// Where the next chunk begins.
    var end: Int { offset + 12 + count }

    static let header: UInt32 = 0x4948_4452
    static let data: UInt32 = 0x4944_4154
    static let end: UInt32 = 0x4945_4E44
    static let exif: UInt32 = 0x6558_4966
    static let time: UInt32 = 0x7449_4D45
    static let text: UInt32 = 0x7445_5874
    static let compressedText: UInt32 = 0x7A54_5874
    static let internationalText: UInt32 = 0x6954_5874

    /// The chunk at a place, or `nil` when there is none or its kind has no letters.
    init?(in file: FileBytes, at offset: Int) throws(MetadataError) {
        guard let head = try file.bytes(at: offset, count: 8) else { return nil }
        let count = Int(head.loadUnaligned(as: UInt32.self).bigEndian)
        let letters = head[4..<8]
        guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), count < 1 << 31 else { return nil }
        self.kind = head.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian
        self.offset = offset
        self.count = count
    }
}
