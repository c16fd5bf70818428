/// A chunk of a PNG: a length, a type, a payload and a checksum.
package struct PNGChunk {
    /// The type's four letters as a big-endian number.
    package let kind: UInt32
    /// The byte offset of the chunk, which begins with its length.
    let offset: Int
    /// The size of its payload in bytes.
    package let count: Int

    /// The byte offset of its payload.
    package var payload: Int { offset + 8 }
    /// The byte offset of the next chunk.
    var end: Int { offset + 12 + count }

    static let header: UInt32 = 0x4948_4452
    /// A part of the image data.
    package static let data: UInt32 = 0x4944_4154
    static let end: UInt32 = 0x4945_4E44
    /// EXIF.
    package static let exif: UInt32 = 0x6558_4966
    /// The transparent colour.
    package static let transparency: UInt32 = 0x7452_4E53
    static let time: UInt32 = 0x7449_4D45
    /// A text in Latin-1.
    package static let text: UInt32 = 0x7445_5874
    static let compressedText: UInt32 = 0x7A54_5874
    static let internationalText: UInt32 = 0x6954_5874

    /// Reads the chunk at an offset; returns `nil` when there is none or its type does not consist of letters.
    init?<Source: ByteSource>(in source: Source, at offset: Int) throws(Source.Failure) {
        guard let head = try source.bytes(at: offset, count: 8) else { return nil }
        let count = Int(head.loadUnaligned(as: UInt32.self).bigEndian)
        let letters = head[4..<8]
        guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }), count < 1 << 31 else { return nil }
        self.kind = head.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian
        self.offset = offset
        self.count = count
    }
}

/// Iterates over the chunks of a PNG, up to `IEND`.
///
/// The reader accepts truncated chunks; the writer requires complete ones.
package struct PNGChunks<Source: ByteSource> {
    /// The maximum number of chunks, more than any image has.
    private static var maximumChunks: Int { 200_000 }

    private let source: Source
    private var count = 0
    private var isAtEnd = false
    /// The byte offset of the next chunk.
    private(set) var position = 8
    /// Whether the iteration ended because of an invalid chunk.
    private(set) var isCut = false

    /// Creates an iterator that starts after the signature.
    ///
    /// - Parameter source: The whole PNG.
    package init(of source: Source) { self.source = source }

    /// Returns the next chunk; `nil` after the end, and if there is no valid chunk.
    ///
    /// - Returns: The chunk, whose payload may be truncated.
    /// - Throws: The errors of the source.
    package mutating func next() throws(Source.Failure) -> PNGChunk? {
        guard !isAtEnd, count < Self.maximumChunks else { return nil }
        guard let chunk = try PNGChunk(in: source, at: position) else {
            isCut = true
            return nil
        }
        count += 1
        // Images have thousands of these, and their content is not read.
        if chunk.kind == PNGChunk.data { source.expectSkipping() }
        isAtEnd = chunk.kind == PNGChunk.end
        position = chunk.end
        return chunk
    }
}

/// The chunks of a PNG that an edit may concern.
struct PNGParts {
    /// EXIF chunks.
    private(set) var exif: [PNGChunk] = []
    /// Texts with hex-encoded EXIF, which predate EXIF chunks.
    private(set) var profiles: [PNGChunk] = []
    /// Texts with an XMP packet.
    private(set) var xmp: [PNGChunk] = []
    /// All chunks, including the end.
    private(set) var all: [PNGChunk] = []
    /// Chunks after the end, which image readers ignore.
    private(set) var behind: [PNGChunk] = []
    /// The start of the image data; new chunks are inserted before it.
    private(set) var start = 0

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let maximumTrailingChunks = 10_000
    static let xmpKeyword = Array("XML:com.adobe.xmp\0".utf8)
    private static let profileKeyword = Array("Raw profile type ".utf8)

    /// Creates a list of the chunks of a file.
    init(of file: FileBytes) throws {
        var chunks = PNGChunks(of: file)
        while let chunk = try chunks.next(), chunk.end <= file.count {
            all.append(chunk)
            switch chunk.kind {
            case PNGChunk.data where start == 0: start = chunk.offset
            case PNGChunk.exif: exif.append(chunk)
            case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText: try sort(chunk, file)
            default: break
            }
        }
        guard start > 0, all.last?.kind == PNGChunk.end else { throw EditRefusal("the PNG is cut off") }
        behind = try Self.chunks(behind: chunks.position, in: file)
    }

    /// Returns the chunks after the end of the image: misplaced ones, and those of further images.
    private static func chunks(behind end: Int, in file: FileBytes) throws(MetadataError) -> [PNGChunk] {
        var chunks: [PNGChunk] = []
        var position = end
        while position < file.count, chunks.count < maximumTrailingChunks {
            if try file.bytes(at: position, count: 8)?.elementsEqual(signature) == true {
                position += 8
                continue
            }
            guard let chunk = try PNGChunk(in: file, at: position), chunk.end <= file.count else { break }
            chunks.append(chunk)
            position = chunk.end
        }
        return chunks
    }

    /// Returns whether a text chunk has the keyword of XMP.
    static func isXMP(_ chunk: PNGChunk, _ file: FileBytes) throws(MetadataError) -> Bool {
        let start = try file.bytes(at: chunk.payload, count: min(chunk.count, xmpKeyword.count))
        return start?.elementsEqual(xmpKeyword) == true
    }

    private mutating func sort(_ chunk: PNGChunk, _ file: FileBytes) throws {
        guard let bytes = try file.bytes(at: chunk.payload, count: min(chunk.count, 32)) else { return }
        if bytes.starts(with: Self.xmpKeyword) { xmp.append(chunk) }
        guard bytes.starts(with: Self.profileKeyword) else { return }
        let kind = bytes[Self.profileKeyword.count...].prefix { $0 != 0 }
        if kind.elementsEqual("exif".utf8) || kind.elementsEqual("APP1".utf8) { profiles.append(chunk) }
        if kind.elementsEqual("xmp".utf8) { xmp.append(chunk) }
    }
}
