/// A TIFF structure within a file: a header, directories, and their values, with offsets relative to ``base``.
///
/// A TIFF file is one such block, and so are EXIF's segment of a JPEG and some maker notes.
struct TIFFBlock {
    /// The file.
    let file: FileBytes
    /// The byte offset of the header, to which offsets are relative.
    let base: Int
    /// The byte offset of the block's end.
    let end: Int
    /// Whether numbers are big-endian.
    let bigEndian: Bool
    /// Whether offsets and counts have 64 bits (BigTIFF).
    let isBig: Bool
    /// The number after the byte order mark; some makers use their own.
    let magic: UInt16
    /// The byte offset of the first directory.
    let firstDirectory: Int

    /// Reads a header.
    ///
    /// - Returns: `nil` when the header is missing or invalid.
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

    /// Creates a block without a header, such as a maker note.
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

    /// Returns the directory at an offset of the file; `nil` when not even its count is within the block.
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
            count: min(stated, room, TIFFDirectory.maximumEntries), statedCount: stated)
    }

    /// Returns an entry of a directory; `nil` when it is outside the block or has an unknown type.
    func entry(_ index: Int, of directory: TIFFDirectory) throws(MetadataError) -> TIFFEntry? {
        let offset = directory.firstEntry + index * directory.entrySize
        guard let bytes = try file.bytes(at: offset, count: directory.entrySize) else { return nil }
        func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ offset: Int) -> T {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
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

    /// Returns the offset of the next directory of the chain; `nil` at its end.
    func directory(after directory: TIFFDirectory) throws(MetadataError) -> Int? {
        guard directory.count == directory.statedCount else { return nil }
        let offset = directory.end
        guard offset <= end - (isBig ? 8 : 4) else { return nil }
        let next =
            isBig
            ? try file.uint64(at: offset, bigEndian: bigEndian).map { Int(clamping: $0) }
            : try file.uint32(at: offset, bigEndian: bigEndian).map { Int($0) }
        guard let next, next > 0, next < end - base else { return nil }
        return base + next
    }
}

extension TIFFBlock {
    /// Returns an element of a value of integers; `nil` when it does not exist or has another type.
    func integer(_ entry: TIFFEntry, _ index: Int = 0) throws(MetadataError) -> Int? {
        guard index >= 0, index < entry.count else { return nil }
        let offset = entry.valueOffset + index * entry.type.size
        switch entry.type {
        case .byte, .undefined: return try file.byte(at: offset).map { Int($0) }
        case .signedByte: return try file.byte(at: offset).map { Int(Int8(bitPattern: $0)) }
        case .short: return try file.uint16(at: offset, bigEndian: bigEndian).map { Int($0) }
        case .signedShort: return try file.uint16(at: offset, bigEndian: bigEndian).map { Int(Int16(bitPattern: $0)) }
        case .long, .directory: return try file.uint32(at: offset, bigEndian: bigEndian).map { Int($0) }
        case .signedLong: return try file.uint32(at: offset, bigEndian: bigEndian).map { Int(Int32(bitPattern: $0)) }
        case .long8, .signedLong8, .directory8:
            return try file.uint64(at: offset, bigEndian: bigEndian).flatMap { Int(exactly: $0) }
        default: return nil
        }
    }

    /// Returns an element of a numeric value; `nil` when it does not exist or its denominator is zero.
    func number(_ entry: TIFFEntry, _ index: Int = 0) throws(MetadataError) -> Double? {
        guard index >= 0, index < entry.count else { return nil }
        let offset = entry.valueOffset + index * entry.type.size
        let value: Double
        switch entry.type {
        case .rational, .signedRational:
            guard let top = try file.uint32(at: offset, bigEndian: bigEndian),
                let bottom = try file.uint32(at: offset + 4, bigEndian: bigEndian), bottom != 0
            else { return nil }
            value =
                entry.type == .rational
                ? Double(top) / Double(bottom) : Double(Int32(bitPattern: top)) / Double(Int32(bitPattern: bottom))
        case .float:
            guard let bits = try file.uint32(at: offset, bigEndian: bigEndian) else { return nil }
            value = Double(Float(bitPattern: bits))
        case .double:
            guard let bits = try file.uint64(at: offset, bigEndian: bigEndian) else { return nil }
            value = Double(bitPattern: bits)
        default:
            guard let number = try integer(entry, index) else { return nil }
            value = Double(number)
        }
        return value.isFinite ? value : nil
    }

    /// Returns the bytes of a value, valid until the next read; `nil` when there are more than `maximumSize`.
    func bytes(_ entry: TIFFEntry, maximumSize: Int = 65_536) throws(MetadataError) -> UnsafeRawBufferPointer? {
        guard entry.byteCount <= maximumSize else { return nil }
        return try file.bytes(at: entry.valueOffset, count: entry.byteCount)
    }

    /// Returns a text without padding; `nil` when it is empty.
    func text(_ entry: TIFFEntry) throws(MetadataError) -> String? {
        guard entry.type.size == 1, let bytes = try bytes(entry) else { return nil }
        return EmbeddedText.string(bytes)
    }
}

extension TIFFBlock {
    /// The size of an offset in bytes: 4, or 8 in BigTIFF.
    var wordSize: Int { isBig ? 8 : 4 }

    /// Encodes a number in the block's byte order.
    func encoded(_ number: Int, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (bigEndian ? size - 1 - $0 : $0))) }
    }

    /// Decodes a number in the block's byte order.
    func decoded(_ bytes: some Collection<UInt8>) -> Int {
        var number: UInt64 = 0
        if bigEndian {
            for byte in bytes { number = number << 8 | UInt64(byte) }
        } else {
            var shift = 0
            for byte in bytes {
                number |= UInt64(byte) << shift
                shift += 8
            }
        }
        return Int(clamping: number)
    }

    /// Returns all entries of a directory, in file order.
    func fields(of directory: TIFFDirectory) throws(MetadataError) -> [TIFFField] {
        var fields: [TIFFField] = []
        fields.reserveCapacity(directory.count + 1)
        for index in 0..<directory.count {
            let offset = directory.firstEntry + index * directory.entrySize
            guard let bytes = try file.bytes(at: offset, count: directory.entrySize) else { break }
            func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ offset: Int) -> T {
                let raw = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
                return bigEndian ? raw.bigEndian : raw.littleEndian
            }
            var field = TIFFField(
                tag: number(UInt16.self, 0), type: number(UInt16.self, 2),
                count: isBig ? Int(clamping: number(UInt64.self, 4)) : Int(number(UInt32.self, 4)),
                inline: TIFFInlineValue(bytes: UnsafeRawBufferPointer(rebasing: bytes[(4 + wordSize)...])),
                offset: offset)
            if let range = strayingRange(of: field), range.upperBound <= end { field.value = range }
            fields.append(field)
        }
        return fields
    }

    /// Returns the byte range of a value that is stored outside its entry, even if that is not within the block.
    func strayingRange(of field: TIFFField) -> Range<Int>? {
        guard let size = field.elementSize else { return nil }
        let (count, overflow) = field.count.multipliedReportingOverflow(by: size)
        guard overflow || count > wordSize else { return nil }
        let (start, far) = base.addingReportingOverflow(decoded(field.inline))
        let (stop, farther) = start.addingReportingOverflow(overflow ? Int.max : count)
        if far { return Int.max - 1..<Int.max }
        return start..<(farther ? Int.max : stop)
    }

    /// Returns the bytes of an entry's value; `nil` if it is not within the block, of unknown type, or too large.
    ///
    /// - Parameters:
    ///   - field: The entry.
    ///   - maximumCount: The maximum number of elements; further ones are left out.
    /// - Returns: The bytes.
    /// - Throws: ``MetadataError/Code/unreadable``.
    func valueBytes(of field: TIFFField, maximumCount: Int = .max) throws(MetadataError) -> [UInt8]? {
        guard let size = field.elementSize else { return nil }
        if let value = field.value {
            let count = maximumCount < field.count ? maximumCount * size : value.count
            return try file.bytes(at: value.lowerBound, count: count).map { Array($0) }
        }
        let (count, overflow) = field.count.multipliedReportingOverflow(by: size)
        return !overflow && count <= wordSize ? Array(field.inline.prefix(count)) : nil
    }

    /// Returns the directory offset in an entry; `nil` when that is not within the block.
    func target(of field: TIFFField) -> Int? {
        guard field.count == 1, let size = field.elementSize, [4, 8].contains(size), size <= wordSize,
            [4, 13, 16, 18].contains(field.type)
        else { return nil }
        let offset = decoded(field.inline.prefix(size))
        return offset > 0 && offset < end - base ? base + offset : nil
    }
}

/// A directory (IFD) of a ``TIFFBlock``: a count, entries of equal size, and the offset of the next one.
struct TIFFDirectory {
    /// The maximum number of entries, so that a damaged count does not cost seconds.
    static let maximumEntries = 1000

    /// The byte offset of the directory, which begins with its count.
    let offset: Int
    /// The byte offset of its first entry.
    let firstEntry: Int
    /// The size of an entry in bytes: 12, or 20 in BigTIFF.
    let entrySize: Int
    /// The number of entries within the block.
    let count: Int
    /// The stated number of entries.
    let statedCount: Int

    /// The byte offset of the end of its entries.
    var end: Int { firstEntry + count * entrySize }
}

/// An entry of a ``TIFFDirectory``.
struct TIFFEntry {
    /// The tag, which identifies the value.
    let tag: UInt16
    /// The type of each element.
    let type: TIFFType
    /// The number of elements; 0 when the value is outside the block.
    let count: Int
    /// The byte offset of the entry.
    let offset: Int
    /// The byte offset of the value, in the entry or elsewhere.
    let valueOffset: Int
    /// Whether the value would be outside the block.
    var isOutside = false

    /// The size of the value in bytes.
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

    /// The size of an element in bytes.
    var size: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined, .utf8: 1
        case .short, .signedShort: 2
        case .long, .signedLong, .float, .directory: 4
        case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
        }
    }
}

/// An entry of a directory as stored, possibly of unknown type; unchanged entries are copied bit by bit.
struct TIFFField: Hashable {
    /// The tag, which identifies the value.
    let tag: UInt16
    /// The number of the elements' type.
    var type: UInt16
    /// The number of elements.
    var count: Int
    /// The value itself, or its offset: 4 bytes, or 8 in BigTIFF.
    var inline: TIFFInlineValue
    /// The byte range of a value that is stored outside the entry; `nil` for others, and for values outside the block.
    var value: Range<Int>?
    /// The byte offset of the entry; `nil` for new ones.
    var offset: Int?

    /// The size of an element; `nil` for an unknown type.
    var elementSize: Int? { TIFFType(rawValue: type)?.size }
}

/// The last bytes of an entry, 4 or 8 in BigTIFF: a short value, or the offset of a longer one.
///
/// Stored inline, because directories are traversed several times for each photo.
struct TIFFInlineValue: RandomAccessCollection, Hashable {
    /// The first byte is the least significant one.
    private var word: UInt64 = 0
    private let size: UInt8

    /// Creates a value from the first eight bytes.
    init(_ bytes: some Sequence<UInt8>) {
        var count = 0
        for byte in bytes.prefix(8) {
            word |= UInt64(byte) << (8 * count)
            count += 1
        }
        size = UInt8(count)
    }

    /// Creates a value from bytes of a file.
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
