/// The parts of a packet that is too large for one segment of a JPEG: segments of APP1 that begin with ``signature``.
///
/// Source: XMP Specification Part 3, 1.1.3.1. The segments of a file are given in any order; the packet is put together when the
/// main one has named its GUID.
package struct ExtendedXMP: Sendable {
    /// What the segments begin with, and a zero byte.
    package static let signature: StaticString = "http://ns.adobe.com/xmp/extension/\0"

    /// No packet is larger, in bytes.
    static let largest = 16 << 20
    /// No packet has more parts: each is a segment of up to 64 KB.
    static let mostParts = 1024

    private struct Part {
        var guid: [UInt8]
        var total: Int
        var offset: Int
        var range: Range<Int>
    }

    private var parts: [Part] = []

    /// No parts yet.
    package init() {}

    /// Notes a segment.
    ///
    /// - Parameters:
    ///   - range: The segment behind its signature.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package mutating func add(_ range: Range<Int>, of file: FileBytes) throws(MetadataError) {
        guard range.count > 40, parts.count < Self.mostParts,
            let guid = try file.bytes(at: range.lowerBound, count: 32).map({ Array($0) }),
            let total = try file.uint32(at: range.lowerBound + 32, bigEndian: true),
            let offset = try file.uint32(at: range.lowerBound + 36, bigEndian: true)
        else { return }
        parts.append(
            Part(guid: guid, total: Int(total), offset: Int(offset), range: range.lowerBound + 40..<range.upperBound))
    }

    /// The packet that the parts of one GUID make.
    ///
    /// - Parameters:
    ///   - guid: What the main packet says (``XMPPacket/Content/extendedGUID``).
    ///   - file: The file.
    /// - Returns: The packet, or `nil` when a part is missing.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package func packet(_ guid: String, of file: FileBytes) throws(MetadataError) -> [UInt8]? {
        let wanted = parts.filter { $0.guid.elementsEqual(guid.utf8) }.sorted { $0.offset < $1.offset }
        guard let total = wanted.first?.total, (1...Self.largest).contains(total) else { return nil }
        var packet: [UInt8] = []
        for part in wanted {
            // The same part may be there twice.
            let known = packet.count - part.offset
            guard known >= 0, known < part.range.count, packet.count < total else { continue }
            let rest = part.range.lowerBound + known..<part.range.upperBound
            guard let bytes = try file.bytes(at: rest.lowerBound, count: rest.count) else { return nil }
            packet.append(contentsOf: bytes.prefix(total - packet.count))
        }
        return packet.count == total ? packet : nil
    }
}
