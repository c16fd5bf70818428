import Foundation
import LKGeo
import Testing

@testable import LKMetadata

@Suite struct WebPContainerTests {
    @Test("Canvas size, EXIF and XMP of a WebP are read")
    func theCanvasEXIFAndXMPAreRead() throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [0x0C, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
                PhotoFixture.riff("VP8L", Bytes.zeros(9)),
                PhotoFixture.riff("EXIF", PhotoFixture.camera),
                PhotoFixture.riff("XMP ", Bytes.xmp("photoshop:City='Arezzo'"))))
        #expect(photo.format == .webp)
        #expect(photo.storedSize == PixelSize(width: 100, height: 50))
        #expect(photo.size == PixelSize(width: 50, height: 100))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.placeShown?.city == "Arezzo")
    }

    @Test("A WebP without a canvas has the size of its lossy or lossless image")
    func simpleFilesHaveTheirSizeInThePicture() throws {
        let lossy = PhotoFixture.riff("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A, 0x40, 0x01, 0xF0, 0x00])
        #expect(try PhotoFixture.metadata(PhotoFixture.webP(lossy)).storedSize == PixelSize(width: 320, height: 240))
        // 14 bits of width less one, 14 of height less one.
        let bits = 319 | 239 << 14
        let lossless = PhotoFixture.riff("VP8L", [0x2F] + Bytes.u32(bits).reversed() + Bytes.zeros(5))
        #expect(try PhotoFixture.metadata(PhotoFixture.webP(lossless)).storedSize == PixelSize(width: 320, height: 240))
    }

    @Test("A WebP's EXIF is read after a superfluous Exif prefix")
    func aNameBeforeTheEXIFIsSkipped() throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.webP(PhotoFixture.riff("EXIF", Bytes.text("Exif\0\0") + PhotoFixture.camera)))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.storedSize == nil)
    }
}

@Suite("WebPs that are edited")
struct WebPEditingTests {
    /// 100 by 50 pixels without transparency.
    private static let lossless: [UInt8] = [0x2F, 99, 0x40, 0x0C, 0, 0, 1, 2, 3]
    private static let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 100, 0, 50, 0]

    @Test("A simple WebP gets the extended header that a position needs", arguments: ["VP8L", "VP8 "])
    func aSimpleFileGetsAHead(kind: String) throws {
        let picture = PhotoFixture.riff(kind, kind == "VP8L" ? Self.lossless : Self.lossy)
        let old = PhotoFixture.webP(picture)
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        #expect(new[12...].starts(with: "VP8X".utf8) && new[20] == 0x08)
        #expect(new[30...].starts(with: picture))
        let photo = try PhotoFixture.metadata(new)
        #expect(photo.storedSize == PixelSize(width: 100, height: 50) && photo.location?.altitude == -12.345)
        #expect(photo.warnings.isEmpty && new.count % 2 == 0)
        #expect(Int(new[4]) | Int(new[5]) << 8 == new.count - 8)
    }

    @Test("EXIF added to a WebP precedes XMP, is flagged in the header, and loses its position on removal")
    func EXIFStandsBeforeXMPAndIsSaidInTheHead() throws {
        let old = PhotoFixture.webP(
            PhotoFixture.riff("VP8X", [4, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8L", Self.lossless),
            PhotoFixture.riff("XMP ", Bytes.xmp("tiff:Make='Phone'")))
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        #expect(new[20] == 0x0C)
        let names = ["EXIF", "XMP "].map { name in new.indices.first { new[$0...].starts(with: name.utf8) } ?? 0 }
        #expect(names[0] > 0 && names[0] < names[1])
        #expect(try PhotoFixture.metadata(new).camera?.make == "Phone")
        let removed = try #require(try Edits.apply(Edits.removal, to: new))
        #expect(try PhotoFixture.metadata(removed).location == nil)
    }

    @Test("A truncated WebP is not edited")
    func aFileThatIsCutOffIsRefused() throws {
        let old = PhotoFixture.webP(PhotoFixture.riff("VP8L", Self.lossless))
        #expect(try Edits.apply(Edits.sydney, to: Array(old.dropLast())) == nil)
    }
}
