import Testing

@testable import Metadata

@Suite struct WebPContainerTests {
    @Test func theCanvasEXIFAndXMPAreRead() throws {
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

    @Test func simpleFilesHaveTheirSizeInThePicture() throws {
        let lossy = PhotoFixture.riff("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A, 0x40, 0x01, 0xF0, 0x00])
        #expect(try PhotoFixture.metadata(PhotoFixture.webP(lossy)).storedSize == PixelSize(width: 320, height: 240))
        // 14 bits of width less one, 14 of height less one.
        let bits = 319 | 239 << 14
        let lossless = PhotoFixture.riff("VP8L", [0x2F] + Bytes.u32(bits).reversed() + Bytes.zeros(5))
        #expect(try PhotoFixture.metadata(PhotoFixture.webP(lossless)).storedSize == PixelSize(width: 320, height: 240))
    }

    @Test func aNameBeforeTheEXIFIsSkipped() throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.webP(PhotoFixture.riff("EXIF", Bytes.text("Exif\0\0") + PhotoFixture.camera)))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.storedSize == nil)
    }
}
