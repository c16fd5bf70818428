/// The texts in a PNG, which say what a thumbnail is of.
struct PNGTexts {
    private(set) var values: [String: String] = [:]

    /// Walks the chunks of a file, whose check sums the decoder looks at.
    init(_ bytes: UnsafeRawBufferPointer) {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            let start = offset + 8
            guard length <= bytes.count - start else { return }
            let content = bytes[start..<start + length]
            if bytes[offset + 4..<start].elementsEqual("tEXt".utf8), let zero = content.firstIndex(of: 0) {
                // Latin-1; keys and what is looked for here are ASCII.
                let key = String(decoding: content[..<zero], as: UTF8.self)
                values[key] = String(decoding: content[(zero + 1)...], as: UTF8.self)
            }
            offset = start + length + 4
        }
    }
}
