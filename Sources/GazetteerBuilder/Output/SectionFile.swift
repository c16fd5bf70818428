internal import Gazetteer
internal import Geocoding
internal import Formats

/// Combines header, section table and sections to one file.
enum SectionFile {
    static func bytes(_ sections: [(section: GazetteerSection, bytes: [UInt8])]) -> [UInt8] {
        var table = RecordWriter()
        var body = RecordWriter()
        let tableEnd = GazetteerFormat.headerSize + sections.count * GazetteerFormat.sectionEntrySize
        body.append(contentsOf: [UInt8](repeating: 0, count: tableEnd))
        for (section, content) in sections {
            body.pad(to: GazetteerFormat.alignment)
            table.append(contentsOf: Array(section.rawValue.utf8))
            table.append(UInt32(section.recordSize))
            table.append(UInt64(body.bytes.count))
            table.append(UInt64(content.count))
            table.append(content.withUnsafeBytes(CRC32.of))
            table.append(UInt32(0))
            body.append(contentsOf: content)
        }
        var header = RecordWriter()
        header.append(contentsOf: GazetteerFormat.magic)
        header.append(GazetteerFormat.version)
        header.append(UInt32(sections.count))
        header.append(UInt64(body.bytes.count))
        header.append(UInt32(0))
        var sum = CRC32()
        header.bytes.withUnsafeBytes { sum.update($0) }
        table.bytes.withUnsafeBytes { sum.update($0) }
        header.append(sum.value)
        return header.bytes + table.bytes + body.bytes[tableEnd...]
    }
}

/// Writes little-endian numbers.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a tag of eight bytes, first letter first.
    mutating func append(_ tag: Tag8) {
        withUnsafeBytes(of: tag.rawValue.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(contentsOf more: [UInt8]) { bytes += more }

    mutating func pad(to alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }
}

/// Builds `STRS`: every text once, identified by its byte offset.
struct TextPool {
    private(set) var bytes: [UInt8] = [0]
    private var offsets: [[UInt8]: UInt32] = [[]: 0]

    /// Returns the offset of a text, added if it is new; throws for texts of more than 255 bytes.
    mutating func offset(of text: String) throws(GeocodingError) -> UInt32 {
        let utf8 = Array(text.utf8)
        if let offset = offsets[utf8] { return offset }
        guard let length = UInt8(exactly: utf8.count), let offset = UInt32(exactly: bytes.count) else {
            throw GeocodingError(.inputInvalid, "the name \(text.prefix(40))... is too long for the file")
        }
        bytes.append(length)
        bytes += utf8
        offsets[utf8] = offset
        return offset
    }
}
