import Foundation
import Testing

@testable import LKMetadata

@Suite("XMP behind the first packet of a JPEG")
struct AdditionalXMPTests {
    private func refusal(_ edit: MetadataEdit, _ segments: [UInt8]...) throws -> String? {
        let bytes = PhotoFixture.jpeg(Array(segments.joined()))
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: edit, on: bytes) else { return nil }
        return refusal.reason
    }

    private func part(_ content: String, at offset: Int, of total: Int = 1000) -> [UInt8] {
        PhotoFixture.segment(
            0xE1,
            Bytes.text("http://ns.adobe.com/xmp/extension/\0") + Bytes.text(String(repeating: "A", count: 32))
                + Bytes.u32(total) + Bytes.u32(offset) + Bytes.text(content))
    }

    @Test("Removal is refused if another part of the XMP has a position or names a place")
    func positionsAndNamesInItAreComplainedOf() throws {
        let position = "a refusal for a position"
        let reasons = [
            position: try refusal(XMPEdits.removal, part("<drone:GpsLatitude>1</drone:GpsLatitude>", at: 0)),
            "a refusal for names": try refusal(XMPEdits.removal, part("<photoshop:City>Rom</photoshop:City>", at: 0)),
        ]
        #expect(reasons[position] == "another part of its XMP has a position")
        #expect(reasons["a refusal for names"] == "another part of its XMP names a place")
        // Names may stay where only the position is to go.
        #expect(try refusal(Edits.removal, part("<photoshop:City>Rom</photoshop:City>", at: 0)) == nil)
        #expect(try refusal(Edits.sydney, part("<exif:GPSLatitude>1,2N</exif:GPSLatitude>", at: 0)) == nil)
    }

    @Test("A property split across parts of extended XMP is found in any order of the parts")
    func aNameAcrossTwoPartsInAnyOrderIsFound() throws {
        let (first, second) = (part("<photoshop:Ci", at: 0), part("ty>Rom<", at: 13))
        #expect(try refusal(XMPEdits.removal, second, first) == "another part of its XMP names a place")
        #expect(try refusal(XMPEdits.removal, part("<exif:GPSLat", at: 0), part("itude>1,2N<", at: 12)) != nil)
    }

    @Test("Encoded image data in extended XMP is not mistaken for a position")
    func picturesInItAreNone() throws {
        // As chance has it in an image that is written as letters.
        #expect(try refusal(XMPEdits.removal, part("GPSgpsGpsXYZ", at: 0)) == nil)
    }

    @Test("A position in a second XMP packet is found")
    func aSecondPacketIsLookedInto() throws {
        let first = PhotoFixture.appXMP(Bytes.xmp("tiff:Make='Phone'"))
        let bare = PhotoFixture.appXMP(Bytes.xmp("tiff:Model='Two'"))
        #expect(try refusal(XMPEdits.removal, first, bare) == nil)
        let placed = PhotoFixture.appXMP(Bytes.xmp("exif:GPSLatitude='1,2N' exif:GPSLongitude='3,4E'"))
        #expect(try refusal(XMPEdits.removal, first, placed) == "another part of its XMP has a position")
    }
}

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

    @Test("Parts of extended XMP are joined in any order, and duplicates ignored")
    func partsComeInAnyOrderAndTwice() throws {
        let parts = [segment(guid, 11, 6, "world"), segment(guid, 11, 0, "hello "), segment(guid, 11, 0, "hello ")]
        #expect(try packet(parts) == "hello world")
    }

    @Test("Parts of another packet, gaps and false lengths of extended XMP give no packet")
    func partsOfOthersAndGapsMakeNoPacket() throws {
        let other = String(repeating: "F", count: 32)
        #expect(try packet([segment(other, 5, 0, "hello")]) == nil)
        #expect(try packet([segment(guid, 11, 0, "hello"), segment(guid, 11, 6, "world")]) == nil)
        #expect(try packet([segment(guid, 0, 0, "hello")]) == nil)
        #expect(try packet([segment(guid, Int(UInt32.max), 0, "hello")]) == nil)
        #expect(try packet([segment(guid, 4, 0, "hello")]) == "hell")
        #expect(try packet([Bytes.zeros(39)]) == nil)
    }

    @Test("The identifier of the extended XMP is read from the main packet")
    func theMainPacketNamesTheOther() throws {
        let text =
            "<rdf:RDF><rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(guid)'/></rdf:RDF>"
        let content = Array(text.utf8).withUnsafeBytes { XMPPacket.content(of: $0) }
        #expect(content?.extendedGUID == guid)
    }
}
