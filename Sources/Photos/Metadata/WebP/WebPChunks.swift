/// A chunk of a WebP: a type of four letters, a length, and a payload padded to an even length.
package struct WebPChunk {
    /// The type's four letters as a big-endian number.
    package let kind: UInt32
    let offset: Int
    /// The size of its payload in bytes.
    package let count: Int

    /// The byte offset of its payload.
    package var payload: Int { offset + 8 }
    /// The byte offset of its end, including padding.
    var end: Int { payload + count + count % 2 }

    /// Whether it contains pixels.
    var isImageData: Bool { [Self.lossy, Self.lossless, Self.alpha, Self.frame].contains(kind) }

    static let extended: UInt32 = 0x5650_3858
    static let lossy: UInt32 = 0x5650_3820
    static let lossless: UInt32 = 0x5650_384C
    static let alpha: UInt32 = 0x414C_5048
    /// A frame of an animation.
    package static let frame: UInt32 = 0x414E_4D46
    /// EXIF.
    package static let exif: UInt32 = 0x4558_4946
    /// A colour profile.
    package static let profile: UInt32 = 0x4943_4350
    static let xmp: UInt32 = 0x584D_5020
}

/// Iterates over the chunks of a WebP.
///
/// The reader ignores RIFF's own length; the writer relies on it.
package struct WebPChunks<Source: ByteSource> {
    /// The maximum number of chunks, more than any animation has.
    private static var maximumChunks: Int { 100_000 }

    private let source: Source
    private let end: Int
    private var count = 0
    /// The byte offset of the next chunk.
    private(set) var position = 12

    /// Creates an iterator that starts after the RIFF header.
    ///
    /// - Parameters:
    ///   - source: The whole WebP.
    ///   - end: Its end.
    package init(of source: Source, end: Int) {
        self.source = source
        self.end = end
    }

    /// Returns the next chunk; `nil` if there is none, or only a part of its header.
    ///
    /// - Returns: The chunk, whose payload may be truncated.
    /// - Throws: The errors of the source.
    package mutating func next() throws(Source.Failure) -> WebPChunk? {
        // Frames of animations are skipped.
        if count > 0 { source.expectSkipping() }
        guard count < Self.maximumChunks, position <= end - 8, let head = try source.bytes(at: position, count: 8)
        else {
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

/// The chunks of a WebP to edit, which must be complete.
struct WebPParts {
    private(set) var all: [WebPChunk] = []
    /// The end of the last chunk.
    let end: Int

    /// Creates a list of the chunks of a file.
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
        guard end == stop, all.contains(where: \.isImageData) else { throw EditRefusal("the WebP is cut off") }
    }

    func first(_ kind: UInt32) -> WebPChunk? { all.first { $0.kind == kind } }

    /// The kinds of the standard.
    private static let known: Set<UInt32> = Set(
        ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "].map {
            $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        })

    /// The chunks of other kinds, which may hold a position in any form; a removal overwrites them with zeros.
    var unknown: [WebPChunk] { all.filter { !Self.known.contains($0.kind) && $0.count > 0 } }
}
