/// Finds positions and place names anywhere in the bytes of a file: in previews with their own EXIF, XMP packets in any
/// part, IPTC, videos after an image, and copies of coordinates in maker notes.
///
/// Used before a removal, and afterwards to verify that nothing is left.
package struct PositionTraces {
    /// A trace of a position or a place name.
    package enum Trace: Hashable {
        /// An EXIF structure with a GPS directory, at this byte offset.
        case exif(Int)
        /// The name of a position, for example in XMP.
        case text(Int)
        /// The name of a video metadata key, which is harmless without its value.
        case key(Int)
        /// A position in a form used by videos, receivers or recording cameras.
        case video(Int)
        /// A copy of the removed position.
        case copy(Int)
        /// The name of a place.
        case name(Int)

        /// The byte offset in the file.
        package var offset: Int {
            switch self {
            case .exif(let offset), .text(let offset), .key(let offset), .video(let offset), .copy(let offset),
                .name(let offset):
                offset
            }
        }
    }

    private static let pieceSize = 1 << 20
    /// Longer than every pattern with its context.
    private static let overlap = 256
    /// The maximum number of traces collected.
    private static let maximumTraces = 256

    private let file: FileBytes
    private var traces: Set<Trace> = []
    /// EXIF headers by offset, and whether they have a name.
    private var heads: [Int: Bool] = [:]
    private var packets: [(offset: Int, width: Int)] = []
    private var packetEnd = 0
    private var isEncoded = false

    /// Returns all traces in a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isEncoded: Whether the file is itself a base64 image in XMP; images in its own XMP are then not decoded but
    ///     assumed to contain a position and a place name.
    /// - Returns: The traces, in no particular order.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package static func find(in file: FileBytes, isEncoded: Bool = false) throws(MetadataError) -> [Trace] {
        var search = PositionTraces(file: file)
        search.isEncoded = isEncoded
        try search.walk(TracePattern.search) { search, bytes, offset in search.look(in: bytes, from: offset) }
        return Array(search.traces)
    }

    /// Returns the occurrences of some bytes in a file.
    ///
    /// - Parameters:
    ///   - copies: Bytes, such as those of coordinates, at least three each.
    ///   - file: The file.
    /// - Returns: The traces, in no particular order.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package static func find(_ copies: [[UInt8]], in file: FileBytes) throws(MetadataError) -> [Trace] {
        guard !copies.isEmpty else { return [] }
        let finder = MultiPatternSearch(copies)
        var search = PositionTraces(file: file)
        try search.walk(finder) { search, bytes, offset in
            finder.find(in: bytes) { _, index in search.add(.copy(offset + index)) }
        }
        return Array(search.traces)
    }

    private init(file: FileBytes) { self.file = file }

    private mutating func add(_ trace: Trace) { if traces.count < Self.maximumTraces { traces.insert(trace) } }

    private mutating func walk(
        _ finder: MultiPatternSearch, _ look: (inout PositionTraces, UnsafeRawBufferPointer, Int) -> Void
    ) throws(MetadataError) {
        var position = 0
        while position < file.count {
            let count = min(Self.pieceSize, file.count - position)
            guard let bytes = try file.bytes(at: position, count: count) else { break }
            look(&self, bytes, position)
            try lookFurther()
            if position + count >= file.count { break }
            position += count - Self.overlap
        }
    }

    private mutating func look(in bytes: UnsafeRawBufferPointer, from offset: Int) {
        TracePattern.search.find(in: bytes) { pattern, index in
            switch TracePattern.kinds[pattern] {
            case .exif: heads[offset + index + 6] = true
            case .tiff: heads[offset + index] = heads[offset + index] ?? false
            case .packet(let width): packets.append((offset + index, width))
            case .nameOfGPS(let width):
                if PositionText.isNameOfGPS(bytes, before: index, width: width)
                    || PositionText.isNamedDegree(bytes, itudeAt: index, width: width)
                {
                    add(.text(offset + index))
                }
            case .degree:
                let end = index + TracePattern.patterns[pattern].count
                if PositionText.beginsWord(bytes, at: index), PositionText.isDegree(bytes, at: end) {
                    add(.text(offset + index))
                }
            case .pair(let mayBeWhole):
                let end = index + TracePattern.patterns[pattern].count
                if PositionText.isPair(bytes, at: end, mayBeWhole: mayBeWhole) { add(.text(offset + index)) }
            case .text: add(.text(offset + index))
            case .key: add(.key(offset + index))
            case .coordinates: if PositionText.isCoordinateBox(bytes, typeAt: index) { add(.video(offset + index)) }
            case .place: if PositionText.isPlaceBox(bytes, typeAt: index) { add(.video(offset + index)) }
            case .iso6709: if PositionText.isISO6709(bytes, at: index) { add(.video(offset + index)) }
            case .telemetry: add(.video(offset + index))
            case .dataset: if PositionText.isDataset(bytes, at: index) { add(.name(offset + index)) }
            }
        }
    }

    /// Examines the context of the patterns found in a chunk, which requires reading other bytes.
    private mutating func lookFurther() throws(MetadataError) {
        for (offset, isNamed) in heads where try !EmbeddedTIFF.pointers(at: offset, in: file, isNamed: isNamed).isEmpty
        {
            add(.exif(offset))
        }
        heads = [:]
        for packet in packets.sorted(by: { $0.offset < $1.offset }) where packet.offset >= packetEnd {
            let (range, facts) = try XMPPacketSearch.facts(around: packet.offset, width: packet.width, in: file)
            packetEnd = max(packetEnd, range.upperBound)
            let images = try imageFacts(range)
            if facts.position || images.position { add(.text(range.lowerBound)) }
            if facts.place || images.place { add(.name(range.lowerBound)) }
        }
        packets = []
    }

    /// Returns whether the images in a packet contain a position or a place name.
    private func imageFacts(_ range: Range<Int>) throws(MetadataError) -> XMPPlaceRule.Facts {
        guard let packet = try file.bytes(at: range.lowerBound, count: range.count), Base64Images.mayBe(in: packet)
        else { return .init() }
        return isEncoded ? .init(position: true, place: true) : Base64Images.facts(in: Array(packet))
    }
}

/// Finds an XMP packet anywhere in a file by the name of its namespace.
enum XMPPacketSearch {
    /// The sizes to read: first a typical one, last the maximum.
    private static let sizes = [1 << 16, 1 << 20, FileBytes.maximumRange - 1024]
    /// The maximum number of bytes before the namespace in its tag.
    private static let maximumTagLength = 1024

    /// Returns whether a packet contains a position or a place name, and its range.
    ///
    /// - Parameters:
    ///   - offset: The byte offset of the namespace.
    ///   - width: The number of bytes per letter.
    ///   - file: The file.
    /// - Returns: Its byte range, and its facts.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func facts(
        around offset: Int, width: Int, in file: FileBytes
    ) throws(MetadataError) -> (range: Range<Int>, facts: XMPPlaceRule.Facts) {
        let earliest = max(0, offset - maximumTagLength)
        var start = offset
        if let before = try file.bytes(at: earliest, count: offset - earliest),
            let tag = before.lastIndex(of: UInt8(ascii: "<"))
        {
            start = earliest + tag
        }
        let end = wide("</rdf:RDF>", width)
        var packet: [UInt8] = []
        for size in sizes {
            let count = min(size, file.count - start)
            guard let bytes = try file.bytes(at: start, count: count) else { break }
            if let found = ByteSearch.first(end, in: bytes, from: 0) {
                packet = Array(bytes[..<(found + end.count)])
                break
            }
            // Without an end, search up to the maximum size.
            packet = Array(bytes)
            if count < size { break }
        }
        return (start..<start + packet.count, XMPPlaceRule.facts(of: packet))
    }

    /// Returns the bytes of a text with zeros between its letters, which occur in both byte orders.
    static func wide(_ text: String, _ width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for letter in text.utf8 {
            if !bytes.isEmpty { bytes += [UInt8](repeating: 0, count: width - 1) }
            bytes.append(letter)
        }
        return bytes
    }
}
