import Foundation
import LKFormats
import LKGeo
import Testing

@testable import LKMetadata

@Suite("PNGs that are edited")
struct PNGEditingTests {
    @Test("A new EXIF chunk is placed before the image data")
    func aNewChunkStandsBeforeTheData() throws {
        let old = PhotoFixture.png(PhotoFixture.chunk("tEXt", Bytes.text("Title\0A title")))
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let data = old.count - 12 - 22
        #expect(new[..<data] == old[..<data] && new[(data + 4)...].starts(with: "eXIf".utf8))
        let rest = old[data...]
        #expect(new.suffix(rest.count) == rest)
        #expect(try PhotoFixture.metadata(new).location?.altitude == -12.345)
        #expect(try Edits.apply(Edits.removal, to: old) == old)
    }

    @Test("An existing EXIF chunk is edited, and no second one is added")
    func theChunkThatIsThereIsChanged() throws {
        let old = PhotoFixture.png(PhotoFixture.chunk("eXIf", PhotoFixture.camera))
        let new = try #require(try Edits.apply(Edits.edit(1, 2), to: old))
        #expect(try PhotoFixture.metadata(new).location?.coordinate.description == "1.0,2.0")
        #expect(try PhotoFixture.metadata(new).camera?.model == "COOLPIX P6000")
        let removed = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(try PhotoFixture.metadata(removed).location == nil)
    }

    @Test("Hex-encoded EXIF stays hex-encoded when edited")
    func EXIFInDigitsStaysInDigits() throws {
        let block = Bytes.text("Exif\0\0") + PhotoFixture.camera
        let old = PhotoFixture.png(PNGProfile.chunk(named: Array("exif".utf8), block))
        #expect(try PhotoFixture.metadata(old).location != nil)
        let new = try #require(try Edits.apply(Edits.edit(1, 2), to: old))
        #expect(try PhotoFixture.metadata(new).location?.coordinate.description == "1.0,2.0")
        #expect(!new.indices.contains { new[$0...].starts(with: "eXIf".utf8) })
    }

    @Test("XMP in a compressed text chunk is edited")
    func XMPInAPackedTextIsEdited() throws {
        let packet = Bytes.xmp("tiff:Make='Phone' exif:GPSLatitude='35,40.5N' exif:GPSLongitude='139,45.5E'")
        let text = Bytes.text("XML:com.adobe.xmp\0\0") + PNGTexts.stored(packet)
        let old = PhotoFixture.png(PhotoFixture.chunk("zTXt", text))
        #expect(try PhotoFixture.metadata(old).location != nil)
        let new = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(try PhotoFixture.metadata(new).location == nil)
        #expect(try PhotoFixture.metadata(new).camera?.make == "Phone")
        #expect(!new.indices.contains { new[$0...].starts(with: "GPSLatitude".utf8) })
    }

    @Test("XMP that is too large or damaged is not edited, and the refusal says why")
    func XMPThatCannotBeReadIsRefusedForWhatIsWrongWithIt() throws {
        let long = String(repeating: "x", count: 2 << 20)
        try expectRefusal("zTXt", "\0", Bytes.zeros(9 << 20), "its XMP has more than 8 MB")
        try expectRefusal("zTXt", "\0", [1, 2, 3], "its XMP is damaged or unpacks to more than 8 MB")
        try expectRefusal(
            "iTXt", "\0\0\0\0", Bytes.xmp("exif:GPSLatitude='35,40.5N' tiff:Make='\(long)'"),
            "its XMP has a tag longer than 1048576 bytes")
        try expectRefusal("iTXt", "\0\0\0\0", Bytes.text("<x exif:GPSLatitude='35,40.5N'"), "its XMP is damaged")
    }

    @Test("Texts that are large together are not searched for a position, and the photo is left as it is")
    func manyTexts() throws {
        let text = PhotoFixture.chunk("zTXt", Bytes.text("Comment\0\0") + PNGTexts.stored(Bytes.zeros(1 << 20)))
        let file = FileBytes()
        file.open(bytes: PhotoFixture.png(text + text + text))
        let parts = try PNGParts(of: file)
        try PNGTextSearch.refuse(Edits.removal, parts, file, maximumSize: 3 << 20)
        let refusal = #expect(throws: EditRefusal.self) {
            try PNGTextSearch.refuse(Edits.removal, parts, file, maximumSize: 2 << 20)
        }
        #expect(refusal?.reason == "its texts unpack to more than 2 MB, and may say where it was taken")
    }

    private func expectRefusal(_ kind: String, _ fields: String, _ content: [UInt8], _ reason: String) throws {
        let text = Bytes.text("XML:com.adobe.xmp\0" + fields) + content
        let file = PhotoFixture.png(PhotoFixture.chunk(kind, text))
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: Edits.removal, on: file) else {
            Issue.record("it is not refused: \(reason)")
            return
        }
        #expect(refusal.reason == reason)
    }

    @Test("CRC-32 gives the published check values")
    func theChecksumIsThatOfTheStandard() {
        #expect(CRC32.of(Array("IEND".utf8)) == 0xAE42_6082)
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}

/// Texts of PNGs as other programs pack them.
enum PNGTexts {
    /// zlib's format (RFC 1950) without compression.
    static func stored(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = Array(bytes)[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
            packed += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
        } while !rest.isEmpty
        return packed + PNGEditing.bigEndian(Adler32.of(Array(bytes)))
    }
}
