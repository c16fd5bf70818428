/// Little-endian numbers, one after the other.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A tag of eight bytes, first letter first.
    mutating func append(_ tag: Tag8) {
        withUnsafeBytes(of: tag.rawValue.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(contentsOf more: [UInt8]) { bytes += more }

    mutating func pad(to alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }
}
