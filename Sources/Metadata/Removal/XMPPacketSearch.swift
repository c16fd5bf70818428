/// A packet of XMP somewhere in a file, found by the name of its namespace.
enum XMPPacketSearch {
    /// What is read at first, and what no packet is larger than.
    private static let sizes = [1 << 16, 1 << 20, FileBytes.largestRange - 1024]
    /// How much may stand before the namespace in its tag.
    private static let most = 1024

    /// What a packet tells, and where it begins and ends.
    ///
    /// - Parameters:
    ///   - place: Where the namespace stands.
    ///   - width: How many bytes a letter has.
    ///   - file: The file.
    /// - Returns: Its bytes in the file, and what they tell.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func facts(
        around place: Int, width: Int, in file: FileBytes
    ) throws(MetadataError) -> (range: Range<Int>, facts: XMPPlaceRule.Facts) {
        let earliest = max(0, place - most)
        var start = place
        if let before = try file.bytes(at: earliest, count: place - earliest),
            let tag = before.lastIndex(of: UInt8(ascii: "<"))
        {
            start = earliest + tag
        }
        let end = wide("</rdf:RDF>", width)
        var packet: [UInt8] = []
        for size in sizes {
            let count = min(size, file.count - start)
            guard let bytes = try file.bytes(at: start, count: count) else { break }
            if let found = XMPRelevance.first(end, in: bytes, from: 0) {
                packet = Array(bytes[..<(found + end.count)])
                break
            }
            // Without an end it is searched as far as any packet may go.
            packet = Array(bytes)
            if count < size { break }
        }
        return (start..<start + packet.count, XMPPlaceRule.facts(of: packet))
    }

    /// The bytes of a text with zeros between its letters, as it stands in either order of the bytes.
    static func wide(_ text: String, _ width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for letter in text.utf8 {
            if !bytes.isEmpty { bytes += [UInt8](repeating: 0, count: width - 1) }
            bytes.append(letter)
        }
        return bytes
    }
}
