import Glibc
import LKFormats
import LKStorage
import LKStreets

/// Writes the sections of a file one after the other, so that only a part of one is in memory.
struct SectionStream {
    private let descriptor: Int32
    private let kind: SectionedFile.Kind
    /// For messages.
    private let path: String
    private var sections: [(tag: String, section: SectionedFile.Section)] = []
    private var sum = CRC32()
    private var length = 0
    /// The byte offset after what has been written.
    private var offset: Int
    private var buffer: [UInt8] = []

    private static let bufferSize = 1 << 20

    /// Creates a stream that writes a file.
    ///
    /// - Parameters:
    ///   - descriptor: An empty file.
    ///   - kind: The kind of file.
    ///   - count: How many sections it will have.
    ///   - path: Its name, for messages.
    init(_ descriptor: Int32, _ kind: SectionedFile.Kind, sections count: Int, path: String) {
        (self.descriptor, self.kind, self.path) = (descriptor, kind, path)
        offset = SectionedFile.start(of: count)
        buffer.reserveCapacity(Self.bufferSize + 64)
    }

    /// Writes a section, whose bytes a closure appends.
    mutating func section(
        _ section: StreetSection, _ body: (inout SectionStream) throws(StorageError) -> Void
    ) throws(StorageError) {
        let start = offset
        (sum, length) = (CRC32(), 0)
        try body(&self)
        try flush()
        sections.append(
            (
                section.rawValue,
                SectionedFile.Section(
                    offset: start, recordSize: section.recordSize, count: length / section.recordSize,
                    checksum: sum.value)
            ))
        offset = SectionedFile.aligned(offset)
    }

    /// Writes a section whose bytes are there.
    mutating func section(_ section: StreetSection, _ bytes: [UInt8]) throws(StorageError) {
        try self.section(section) { stream throws(StorageError) in try stream.append(bytes) }
    }

    /// Appends little-endian numbers to the section.
    mutating func append<each Number: FixedWidthInteger>(_ numbers: repeat each Number) throws(StorageError) {
        for number in repeat each numbers {
            withUnsafeBytes(of: number.littleEndian) { buffer.append(contentsOf: $0) }
        }
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends bytes to the section.
    mutating func append(_ bytes: [UInt8]) throws(StorageError) {
        try flush()
        try emit(bytes)
    }

    /// Writes header and section table.
    ///
    /// - Returns: The file's length.
    mutating func finish() throws(StorageError) -> Int {
        let last = sections.last?.section
        let length = last.map { $0.offset + $0.length } ?? offset
        let header = SectionedFile.header(of: sections, length: length, kind)
        try write(header, at: 0)
        // An empty last section has no bytes that would make the file as long as this.
        guard ftruncate(descriptor, length) == 0 else { throw .system(errno, cannot: "write", path) }
        return length
    }

    private mutating func flush() throws(StorageError) {
        try emit(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func emit(_ bytes: [UInt8]) throws(StorageError) {
        bytes.withUnsafeBytes { sum.update($0) }
        try write(bytes, at: offset)
        offset += bytes.count
        length += bytes.count
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let (count, failure) = bytes.withUnsafeBytes { bytes in
                let count = pwrite(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, offset + written)
                return (count, errno)
            }
            if count < 0, failure == EINTR { continue }
            guard count > 0 else { throw .system(failure, cannot: "write", path) }
            written += count
        }
    }
}
