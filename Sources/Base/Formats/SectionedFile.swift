/// The container of the gazetteer and the street index, read in place: a header, a table of sections with their checksums, then
/// the sections, each at a multiple of 64 bytes.
///
/// Layout, little-endian: magic (8 bytes), version (4), count of sections (4), length of the file (8), 0 (4), CRC-32 of the
/// 28 bytes before and of the table (4); for each section its tag (4), size of a record (4), offset (8), length (8), CRC-32
/// (4), 0 (4).
package struct SectionedFile {
    private static let headerSize = 32
    private static let entrySize = 32
    private static let alignment = 64
    private static let maximumSections = 64

    /// A section, by its position in the file.
    package struct Section: Hashable, Sendable {
        package var offset: Int
        package var recordSize: Int
        package var count: Int
        package var checksum: UInt32
        package var length: Int { recordSize * count }

        package init(offset: Int = 0, recordSize: Int = 1, count: Int = 0, checksum: UInt32 = 0) {
            (self.offset, self.recordSize, self.count, self.checksum) = (offset, recordSize, count, checksum)
        }
    }

    /// A kind of file: its magic and version.
    package struct Kind: Sendable {
        package let magic: [UInt8]
        package let version: UInt32

        /// The magic as text, for messages.
        fileprivate var name: String { String(decoding: magic.prefix { $0 != 0 }, as: UTF8.self) }

        /// Returns whether a file that begins with these bytes is of the kind, of any version.
        package func isBeginning(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

        /// Creates a kind with a magic of eight bytes.
        package init(magic: String, version: UInt32) {
            self.magic = Array(magic.utf8)
            self.version = version
        }
    }

    /// Why a file cannot be read.
    package enum Failure: Error, Hashable {
        /// With the reason.
        case damaged(String)
        case otherVersion(UInt32)
    }

    /// All sections in the order of the table.
    package let sections: [(tag: String, section: Section)]

    /// Reads the header and the table and checks that every section is inside the file.
    package init(_ bytes: UnsafeRawBufferPointer, _ kind: Kind) throws(Failure) {
        guard bytes.count >= Self.headerSize, bytes.prefix(8).elementsEqual(kind.magic) else {
            throw .damaged("it does not begin with \(kind.name)")
        }
        func uint32(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func uint64(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard uint32(8) == kind.version else { throw .otherVersion(uint32(8)) }
        let count = Int(uint32(12))
        let end = Self.headerSize + count * Self.entrySize
        guard (1...Self.maximumSections).contains(count), end <= bytes.count else {
            throw .damaged("its section table is wrong")
        }
        guard uint64(16) == UInt64(bytes.count) else { throw .damaged("its length is not what its header says") }
        var sum = CRC32()
        sum.update(UnsafeRawBufferPointer(rebasing: bytes[..<28]))
        sum.update(UnsafeRawBufferPointer(rebasing: bytes[Self.headerSize..<end]))
        guard sum.value == uint32(28) else { throw .damaged("the checksum of its header is wrong") }
        var sections: [(tag: String, section: Section)] = []
        for index in 0..<count {
            let entry = Self.headerSize + index * Self.entrySize
            let tag = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
            let recordSize = Int(uint32(entry + 4))
            guard let offset = Int(exactly: uint64(entry + 8)), let length = Int(exactly: uint64(entry + 16)),
                offset >= end, offset % Self.alignment == 0, offset <= bytes.count, length <= bytes.count - offset,
                recordSize > 0, length % recordSize == 0
            else { throw .damaged("its section \(tag) exceeds the file") }
            sections.append(
                (
                    tag,
                    Section(
                        offset: offset, recordSize: recordSize, count: length / recordSize,
                        checksum: uint32(entry + 24))
                ))
        }
        self.sections = sections
    }

    /// Returns the offset of the section that follows one ending at `offset`.
    package static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }

    /// Returns the offset of the first of `count` sections.
    package static func start(of count: Int) -> Int { aligned(headerSize + count * entrySize) }

    /// Returns the header and section table, the beginning of a file.
    ///
    /// - Parameters:
    ///   - sections: All sections, with tags of four bytes.
    ///   - length: The length of the whole file in bytes.
    ///   - kind: The kind of file.
    /// - Returns: The bytes up to the end of the table.
    package static func header(of sections: [(tag: String, section: Section)], length: Int, _ kind: Kind) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: headerSize + sections.count * entrySize)
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
        }
        for (index, (tag, section)) in sections.enumerated() {
            let entry = headerSize + index * entrySize
            bytes.replaceSubrange(entry..<entry + 4, with: tag.utf8)
            put(UInt32(section.recordSize), at: entry + 4)
            put(UInt64(section.offset), at: entry + 8)
            put(UInt64(section.length), at: entry + 16)
            put(section.checksum, at: entry + 24)
        }
        bytes.replaceSubrange(0..<8, with: kind.magic)
        put(kind.version, at: 8)
        put(UInt32(sections.count), at: 12)
        put(UInt64(length), at: 16)
        var sum = CRC32()
        bytes.withUnsafeBytes { file in
            sum.update(UnsafeRawBufferPointer(rebasing: file[..<28]))
            sum.update(UnsafeRawBufferPointer(rebasing: file[headerSize...]))
        }
        put(sum.value, at: 28)
        return bytes
    }

    /// Returns the bytes of a file that fits in memory.
    package static func bytes(
        of sections: [(tag: String, recordSize: Int, bytes: [UInt8])], _ kind: Kind
    ) -> [UInt8] {
        var body = [UInt8](repeating: 0, count: start(of: sections.count))
        var table: [(tag: String, section: Section)] = []
        for section in sections {
            body += repeatElement(0, count: aligned(body.count) - body.count)
            table.append(
                (
                    section.tag,
                    Section(
                        offset: body.count, recordSize: section.recordSize,
                        count: section.bytes.count / section.recordSize,
                        checksum: section.bytes.withUnsafeBytes(CRC32.of))
                ))
            body += section.bytes
        }
        let header = header(of: table, length: body.count, kind)
        body.replaceSubrange(0..<header.count, with: header)
        return body
    }
}
