/// XMP of a JPEG that is never edited: the parts of a packet that is too large for one segment, and packets after the
/// first.
enum AdditionalXMP {
    /// The longest text that may span two parts, in bytes.
    private static let overlap = 1024
    /// The bytes before the content of a part: a name, then 40 bytes with the packet's GUID and the part's offset in
    /// it.
    private static let headCount = ExtendedXMP.signature.utf8CodeUnitCount + 40

    /// Refuses an edit if data that it removes would remain.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - parts: The segments.
    ///   - file: The file.
    /// - Throws: ``EditRefusal``, and the errors of reading.
    static func refuse(_ edit: MetadataEdit, _ parts: JPEGParts, _ file: FileBytes) throws {
        guard edit.removals != MetadataEdit() else { return }
        for segment in parts.xmp.dropFirst() {
            try refuse(edit, XMPPlaceRule.facts(of: try copy(of: segment, from: JPEGParts.xmpName.count, file)))
        }
        var extended: [(order: [UInt8], segment: JPEGSegment)] = []
        for segment in parts.extendedXMP {
            // The packet's GUID and the offset of the part.
            let head = try copy(of: segment, from: 0, file).prefix(headCount).suffix(40)
            extended.append((Array(head), segment))
        }
        extended.sort { $0.order.lexicographicallyPrecedes($1.order) }
        var end: [UInt8] = []
        // Starting with the part in which an image begins: it continues in the next.
        var whole: [UInt8] = []
        for part in extended {
            let content = end + (try copy(of: part.segment, from: headCount, file))
            try refuse(edit, XMPPlaceRule.guess(of: content))
            let beginsImage = whole.isEmpty && content.withUnsafeBytes { Base64Images.mayBe(in: $0) }
            if beginsImage { whole = content } else if !whole.isEmpty { whole += content.dropFirst(end.count) }
            end = content.suffix(overlap)
        }
        guard !whole.isEmpty else { return }
        let facts = Base64Images.facts(in: whole)
        if edit.location == .remove && facts.position || edit.placeShown == .remove && facts.place {
            throw EditRefusal("an image in its XMP says where it was taken", isCertain: true)
        }
    }

    private static func refuse(_ edit: MetadataEdit, _ facts: XMPPlaceRule.Facts) throws(EditRefusal) {
        if edit.location == .remove, facts.position {
            throw EditRefusal("another part of its XMP has a position")
        }
        if edit.placeShown == .remove || edit.placeCreated == .remove, facts.place {
            throw EditRefusal("another part of its XMP names a place")
        }
    }

    private static func copy(of segment: JPEGSegment, from start: Int, _ file: FileBytes) throws -> [UInt8] {
        let start = min(start, segment.count)
        guard let bytes = try file.bytes(at: segment.payload + start, count: segment.count - start) else {
            throw EditRefusal("its XMP is cut off")
        }
        return Array(bytes)
    }
}

/// The parts of a packet that is too large for one segment of a JPEG: APP1 segments that begin with ``signature``.
///
/// Source: XMP Specification Part 3, 1.1.3.1. The segments of a file may be in any order; the packet is assembled when
/// the main packet has named its GUID.
package struct ExtendedXMP: Sendable {
    /// The name at the beginning of the segments, with a zero byte.
    package static let signature: StaticString = "http://ns.adobe.com/xmp/extension/\0"

    /// The maximum packet size, in bytes.
    static let maximumSize = 16 << 20
    /// The maximum number of parts, each a segment of up to 64 KB.
    static let maximumParts = 1024

    private struct Part {
        var guid: [UInt8]
        var total: Int
        var offset: Int
        var range: Range<Int>
    }

    private var parts: [Part] = []

    /// Creates a packet without parts.
    package init() {}

    /// Adds a segment.
    ///
    /// - Parameters:
    ///   - range: The segment after its signature.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package mutating func add(_ range: Range<Int>, of file: FileBytes) throws(MetadataError) {
        guard range.count > 40, parts.count < Self.maximumParts,
            let guid = try file.bytes(at: range.lowerBound, count: 32).map({ Array($0) }),
            let total = try file.uint32(at: range.lowerBound + 32, bigEndian: true),
            let offset = try file.uint32(at: range.lowerBound + 36, bigEndian: true)
        else { return }
        parts.append(
            Part(guid: guid, total: Int(total), offset: Int(offset), range: range.lowerBound + 40..<range.upperBound))
    }

    /// Returns the packet assembled from the parts with a GUID.
    ///
    /// - Parameters:
    ///   - guid: The GUID in the main packet (``XMPPacket/Content/extendedGUID``).
    ///   - file: The file.
    /// - Returns: The packet; `nil` when a part is missing.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package func packet(_ guid: String, of file: FileBytes) throws(MetadataError) -> [UInt8]? {
        let wanted = parts.filter { $0.guid.elementsEqual(guid.utf8) }.sorted { $0.offset < $1.offset }
        guard let total = wanted.first?.total, (1...Self.maximumSize).contains(total) else { return nil }
        var packet: [UInt8] = []
        for part in wanted {
            // Parts may be repeated.
            let known = packet.count - part.offset
            guard known >= 0, known < part.range.count, packet.count < total else { continue }
            let rest = part.range.lowerBound + known..<part.range.upperBound
            guard let bytes = try file.bytes(at: rest.lowerBound, count: rest.count) else { return nil }
            packet.append(contentsOf: bytes.prefix(total - packet.count))
        }
        return packet.count == total ? packet : nil
    }
}
