internal import Formats

/// Header, section table and sections as one file.
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
