/// The chunks of a WebP file.
enum RIFFChunks {
    /// Where the content of the first chunk of a name is, as far as it is in the file.
    static func range(of name: String, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var offset = 12
        while offset + 8 <= bytes.count {
            let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
            let start = offset + 8
            let end = min(start + length, bytes.count)
            if bytes[offset..<offset + 4].elementsEqual(name.utf8) { return start..<end }
            offset = start + length + length % 2
        }
        return nil
    }
}
