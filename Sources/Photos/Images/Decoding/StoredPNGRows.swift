import Glibc
import LKFormats
import LKMetadata

/// Reads the rows of an uncompressed PNG, such as LocationKit's thumbnails, faster than libpng.
///
/// Supports 8 bits with three or four channels, neither filtered nor interlaced. For other or damaged files the rows
/// end, and libpng takes over. Only the checksum of the pixels (Adler-32) is verified; those of the chunks are
/// redundant.
struct StoredPNGRows {
    /// Larger images are libpng's, which reads a row of any length.
    private static let maximumSide = 0xFFFF

    let size: PixelSize
    /// 3, or 4 with alpha.
    let channels: Int
    private let bytes: UnsafeRawBufferPointer
    private let buffer: PixelBuffer
    private var offset = 0
    private var chunkEnd = 0
    /// Bytes left in the current deflate block.
    private var blockLeft = 0
    private var isLastBlock = false
    private var sum = Adler32()

    /// Reads the header; `nil` for unsupported files.
    ///
    /// - Parameter bytes: The whole file; it has to outlive this value.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 33, Self.word(bytes, 8) == 13, Self.word(bytes, 12) == 0x4948_4452 else { return nil }
        let (width, height) = (Self.word(bytes, 16), Self.word(bytes, 20))
        // 8 bits, RGB or RGBA, standard compression and filter methods, not interlaced.
        guard bytes[24] == 8, bytes[25] == 2 || bytes[25] == 6, bytes[26] == 0, bytes[27] == 0, bytes[28] == 0,
            (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
            let buffer = PixelBuffer(count: width * 4 + 1)
        else { return nil }
        channels = bytes[25] == 2 ? 3 : 4
        size = PixelSize(width: width, height: height)
        self.bytes = bytes
        self.buffer = buffer
        guard let start = Self.pixels(bytes) else { return nil }
        (offset, chunkEnd) = (start, start + Self.word(bytes, start - 8))
        // Small images declare a small window; stored blocks need none.
        guard let method = byte(), method & 0x0F == 8, method <= 0x78, let flags = byte(),
            (Int(method) << 8 + Int(flags)) % 31 == 0, flags & 0x20 == 0, beginBlock()
        else {
            return nil
        }
    }

    private var row: UnsafeMutablePointer<UInt8> { buffer.base.assumingMemoryBound(to: UInt8.self) }

    /// Returns the next row, valid until the following call, or `nil` when libpng has to decode the file.
    mutating func next() -> UnsafePointer<UInt8>? {
        let count = size.width * channels + 1
        guard fillRow(count), row[0] == 0 else { return nil }
        sum.update(UnsafeRawBufferPointer(start: row, count: count))
        return UnsafePointer(row + 1)
    }

    /// Returns whether the pixels end here and the checksum matches.
    mutating func isComplete() -> Bool {
        while blockLeft == 0, !isLastBlock { guard beginBlock() else { return false } }
        guard blockLeft == 0 else { return false }
        var written: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = byte() else { return false }
            written = written << 8 | UInt32(byte)
        }
        return written == sum.value
    }

    private mutating func fillRow(_ count: Int) -> Bool {
        var filled = 0
        while filled < count {
            if blockLeft == 0 { guard !isLastBlock, beginBlock() else { return false } }
            if offset == chunkEnd { guard beginChunk() else { return false } }
            let part = min(count - filled, blockLeft, chunkEnd - offset)
            guard part > 0 || blockLeft == 0 else { return false }
            if let base = bytes.baseAddress { memcpy(row + filled, base + offset, part) }
            offset += part
            blockLeft -= part
            filled += part
        }
        return true
    }

    private mutating func beginBlock() -> Bool {
        // Stored blocks are byte-aligned: three header bits, the rest is padding.
        guard let kind = byte(), kind & 6 == 0, let low = byte(), let high = byte(), let notLow = byte(),
            let notHigh = byte(), low == ~notLow, high == ~notHigh
        else { return false }
        isLastBlock = kind & 1 == 1
        blockLeft = Int(high) << 8 | Int(low)
        return true
    }

    private mutating func byte() -> UInt8? {
        while offset == chunkEnd { guard beginChunk() else { return nil } }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Continues with the next IDAT chunk, which follows directly.
    private mutating func beginChunk() -> Bool {
        let start = chunkEnd + 12
        guard start <= bytes.count, Self.word(bytes, start - 4) == PNGChunk.data,
            Self.word(bytes, start - 8) <= bytes.count - start
        else { return false }
        (offset, chunkEnd) = (start, start + Self.word(bytes, start - 8))
        return true
    }

    /// Returns the content of the first IDAT chunk, or `nil` when a tRNS chunk precedes it.
    private static func pixels(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var chunks = PNGChunks(of: bytes)
        while let chunk = chunks.next(), chunk.payload + chunk.count + 4 <= bytes.count,
            chunk.kind != PNGChunk.transparency
        {
            if chunk.kind == PNGChunk.data { return chunk.payload }
        }
        return nil
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
