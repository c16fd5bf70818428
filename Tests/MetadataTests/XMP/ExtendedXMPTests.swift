import Testing

@testable import Metadata

@Suite("Packets in several segments")
struct ExtendedXMPTests {
    private let guid = "0123456789ABCDEF0123456789ABCDEF"

    private func segment(_ guid: String, _ total: Int, _ offset: Int, _ text: String) -> [UInt8] {
        Bytes.text(guid) + Bytes.u32(total) + Bytes.u32(offset) + Bytes.text(text)
    }

    private func packet(_ segments: [[UInt8]]) throws -> String? {
        let file = FileBytes()
        file.open(bytes: Array(segments.joined()))
        var parts = ExtendedXMP()
        var start = 0
        for segment in segments {
            try parts.add(start..<start + segment.count, of: file)
            start += segment.count
        }
        return try parts.packet(guid, of: file).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func partsComeInAnyOrderAndTwice() throws {
        let parts = [segment(guid, 11, 6, "world"), segment(guid, 11, 0, "hello "), segment(guid, 11, 0, "hello ")]
        #expect(try packet(parts) == "hello world")
    }

    @Test func partsOfOthersAndGapsMakeNoPacket() throws {
        let other = String(repeating: "F", count: 32)
        #expect(try packet([segment(other, 5, 0, "hello")]) == nil)
        #expect(try packet([segment(guid, 11, 0, "hello"), segment(guid, 11, 6, "world")]) == nil)
        #expect(try packet([segment(guid, 0, 0, "hello")]) == nil)
        #expect(try packet([segment(guid, Int(UInt32.max), 0, "hello")]) == nil)
        #expect(try packet([segment(guid, 4, 0, "hello")]) == "hell")
        #expect(try packet([Bytes.zeros(39)]) == nil)
    }

    @Test func theMainPacketNamesTheOther() throws {
        let text =
            "<rdf:RDF><rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(guid)'/></rdf:RDF>"
        let content = Array(text.utf8).withUnsafeBytes { XMPPacket.content(of: $0) }
        #expect(content?.extendedGUID == guid)
    }
}
