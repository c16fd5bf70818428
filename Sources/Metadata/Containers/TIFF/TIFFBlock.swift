/// A TIFF structure within a file: a header, directories, and the values they point to, all with offsets from ``base``.
///
/// A TIFF file is one such block, and so are EXIF's segment of a JPEG and some maker notes.
struct TIFFBlock {
    /// The file.
    let file: FileBytes
    /// Where the header begins in the file; what offsets count from.
    let base: Int
    /// Where the block ends in the file.
    let end: Int
    /// Whether numbers begin with their most significant byte.
    let bigEndian: Bool
    /// Whether offsets and counts have 64 bits (BigTIFF).
    let isBig: Bool
    /// The number after the mark of the byte order, by which makers tell their own formats.
    let magic: UInt16
    /// Where the first directory begins in the file.
    let firstDirectory: Int

    /// Reads a header.
    ///
    /// - Returns: `nil` when there is none.
    init?(in file: FileBytes, at base: Int, count: Int) throws(MetadataError) {
        guard count >= 8, let mark = try file.uint16(at: base, bigEndian: true), mark == 0x4949 || mark == 0x4D4D
        else { return nil }
        let bigEndian = mark == 0x4D4D
        guard let magic = try file.uint16(at: base + 2, bigEndian: bigEndian) else { return nil }
        var first: Int?
        switch magic {
        case 0x2A, 0x55, 0x4F52, 0x5352:  // TIFF, Panasonic, Olympus.
            first = try file.uint32(at: base + 4, bigEndian: bigEndian).map { Int($0) }
        case 0x2B:
            guard count >= 16, try file.uint16(at: base + 4, bigEndian: bigEndian) == 8 else { return nil }
            first = try file.uint64(at: base + 8, bigEndian: bigEndian).flatMap { Int(exactly: $0) }
        default:
            return nil
        }
        guard let first, first >= 2, first < count else { return nil }
        self.init(
            file: file, base: base, end: base + count, bigEndian: bigEndian, isBig: magic == 0x2B, magic: magic,
            firstDirectory: base + first)
    }

    /// Takes a block without a header, such as a maker note's.
    init(
        file: FileBytes, base: Int, end: Int, bigEndian: Bool, isBig: Bool = false, magic: UInt16 = 0x2A,
        firstDirectory: Int
    ) {
        self.file = file
        self.base = base
        self.end = end
        self.bigEndian = bigEndian
        self.isBig = isBig
        self.magic = magic
        self.firstDirectory = firstDirectory
    }

    /// The directory at a place of the file, or `nil` when not even its count is within the block.
    func directory(at offset: Int) throws(MetadataError) -> TIFFDirectory? {
        let countSize = isBig ? 8 : 2
        guard offset >= 0, offset <= end - countSize else { return nil }
        let stated =
            isBig
            ? try file.uint64(at: offset, bigEndian: bigEndian).map { Int(clamping: $0) }
            : try file.uint16(at: offset, bigEndian: bigEndian).map { Int($0) }
        guard let stated else { return nil }
        let entrySize = isBig ? 20 : 12
        let room = max(0, end - offset - countSize) / entrySize
        return TIFFDirectory(
            offset: offset, firstEntry: offset + countSize, entrySize: entrySize,
            count: min(stated, room, TIFFDirectory.mostEntries), statedCount: stated)
    }

    /// An entry of a directory, or `nil` when it lies outside of the block or has an unknown type.
    func entry(_ index: Int, of directory: TIFFDirectory) throws(MetadataError) -> TIFFEntry? {
        let offset = directory.firstEntry + index * directory.entrySize
        guard let bytes = try file.bytes(at: offset, count: directory.entrySize) else { return nil }
        func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ place: Int) -> T {
            let raw = bytes.loadUnaligned(fromByteOffset: place, as: T.self)
            return bigEndian ? raw.bigEndian : raw.littleEndian
        }
        let tag = number(UInt16.self, 0)
        guard let type = TIFFType(rawValue: number(UInt16.self, 2)) else { return nil }
        let count = isBig ? Int(clamping: number(UInt64.self, 4)) : Int(number(UInt32.self, 4))
        let (size, overflow) = count.multipliedReportingOverflow(by: type.size)
        let inlineOffset = offset + (isBig ? 12 : 8)
        if !overflow, size <= (isBig ? 8 : 4) {
            return TIFFEntry(tag: tag, type: type, count: count, offset: offset, valueOffset: inlineOffset)
        }
        let relative = isBig ? Int(clamping: number(UInt64.self, 12)) : Int(number(UInt32.self, 8))
        guard !overflow, relative <= end - base, size <= end - base - relative else {
            return TIFFEntry(
                tag: tag, type: type, count: 0, offset: offset, valueOffset: inlineOffset, isOutside: true)
        }
        return TIFFEntry(tag: tag, type: type, count: count, offset: offset, valueOffset: base + relative)
    }

    /// Where the chain of directories goes on, or `nil` at its end.
    func directory(after directory: TIFFDirectory) throws(MetadataError) -> Int? {
        guard directory.count == directory.statedCount else { return nil }
        let place = directory.firstEntry + directory.count * directory.entrySize
        guard place <= end - (isBig ? 8 : 4) else { return nil }
        let next =
            isBig
            ? try file.uint64(at: place, bigEndian: bigEndian).map { Int(clamping: $0) }
            : try file.uint32(at: place, bigEndian: bigEndian).map { Int($0) }
        guard let next, next > 0, next < end - base else { return nil }
        return base + next
    }
}
