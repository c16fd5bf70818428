/// The chunks of a WebP.
struct WebPParts {
    struct Chunk {
        let kind: UInt32
        let offset: Int
        let count: Int
        var payload: Int { offset + 8 }
        /// Where it ends, with what pads it to an even length.
        var end: Int { payload + count + count % 2 }
    }

    static let extended: UInt32 = 0x5650_3858
    static let lossy: UInt32 = 0x5650_3820
    static let lossless: UInt32 = 0x5650_384C
    static let exif: UInt32 = 0x4558_4946
    static let xmp: UInt32 = 0x584D_5020
    private static let mostChunks = 100_000

    private(set) var all: [Chunk] = []
    /// Where the last chunk ends.
    private(set) var end = 12

    /// Finds them.
    init(of file: FileBytes) throws {
        guard let stated = try file.uint32(at: 4, bigEndian: false) else { throw EditRefusal("the WebP is cut off") }
        let stop = Int(stated) + 8
        guard stop <= file.count else { throw EditRefusal("the WebP is cut off") }
        while end + 8 <= stop, all.count < Self.mostChunks, let head = try file.bytes(at: end, count: 8) {
            let chunk = Chunk(
                kind: head.loadUnaligned(as: UInt32.self).bigEndian, offset: end,
                count: Int(head.loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian))
            guard chunk.end <= stop else { throw EditRefusal("the WebP is cut off") }
            all.append(chunk)
            end = chunk.end
            file.readAhead = 512
        }
        guard end == stop, all.contains(where: \.isPicture) else { throw EditRefusal("the WebP is cut off") }
    }

    func first(_ kind: UInt32) -> Chunk? { all.first { $0.kind == kind } }
}

extension WebPParts.Chunk {
    /// Whether it has pixels.
    var isPicture: Bool { [0x5650_3820, 0x5650_384C, 0x414C_5048, 0x414E_4D46].contains(kind) }
}
