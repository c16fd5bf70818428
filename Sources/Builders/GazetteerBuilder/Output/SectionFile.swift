import LKFormats
import LKGazetteer
import LKGeocoding

/// Combines the sections of a gazetteer to one file.
enum SectionFile {
    static func bytes(_ sections: [(section: GazetteerSection, bytes: [UInt8])]) -> [UInt8] {
        SectionedFile.bytes(
            of: sections.map { ($0.section.rawValue, $0.section.recordSize, $0.bytes) }, GazetteerFormat.kind)
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
