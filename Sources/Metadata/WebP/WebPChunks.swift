/// A chunk of a WebP: four letters, a length, and a payload that is padded to an even length.
struct WebPChunk {
    let kind: UInt32
    let offset: Int
    let count: Int

    /// Where its payload begins in the file.
    var payload: Int { offset + 8 }
    /// Where it ends, with its padding.
    var end: Int { payload + count + count % 2 }

    /// Whether it has pixels.
    var isPicture: Bool { [Self.lossy, Self.lossless, Self.alpha, Self.frame].contains(kind) }

    static let extended: UInt32 = 0x5650_3858
    static let lossy: UInt32 = 0x5650_3820
    static let lossless: UInt32 = 0x5650_384C
    static let alpha: UInt32 = 0x414C_5048
    static let frame: UInt32 = 0x414E_4D46
    static let exif: UInt32 = 0x4558_4946
    static let xmp: UInt32 = 0x584D_5020
}

/// Walks over the chunks of a WebP.
///
/// The reader takes what is there, whatever RIFF's own length says; the writer relies on that length.
struct WebPChunks {
    /// More chunks than any animation has.
    private static let most = 100_000

    private let file: FileBytes
    private let end: Int
    private var count = 0
    /// Where the next chunk begins.
    private(set) var position = 12

    /// Begins after the header of RIFF.
    init(of file: FileBytes, end: Int) {
        self.file = file
        self.end = end
    }

    /// The next chunk; `nil` if there is none, or only a part of its header.
    mutating func next() throws(MetadataError) -> WebPChunk? {
        // Frames of animations are skipped.
        if count > 0 { file.readAhead = 512 }
        guard count < Self.most, position <= end - 8, let head = try file.bytes(at: position, count: 8) else {
            return nil
        }
        let chunk = WebPChunk(
            kind: head.loadUnaligned(as: UInt32.self).bigEndian, offset: position,
            count: Int(head.loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian))
        count += 1
        position = chunk.end
        return chunk
    }
}

/// The chunks of a WebP that is to be edited, all of which must be there.
struct WebPParts {
    private(set) var all: [WebPChunk] = []
    /// Where the last chunk ends.
    let end: Int

    /// Finds them.
    init(of file: FileBytes) throws {
        guard let stated = try file.uint32(at: 4, bigEndian: false) else { throw EditRefusal("the WebP is cut off") }
        let stop = Int(stated) + 8
        guard stop <= file.count else { throw EditRefusal("the WebP is cut off") }
        var chunks = WebPChunks(of: file, end: stop)
        while let chunk = try chunks.next() {
            guard chunk.end <= stop else { throw EditRefusal("the WebP is cut off") }
            all.append(chunk)
        }
        end = chunks.position
        guard end == stop, all.contains(where: \.isPicture) else { throw EditRefusal("the WebP is cut off") }
    }

    func first(_ kind: UInt32) -> WebPChunk? { all.first { $0.kind == kind } }
}
