import Testing

@testable import LKMetadata

@Suite struct GIFContainerTests {
    @Test("The size of a GIF is that of its logical screen")
    func theScreenHasTheSize() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.gif())
        #expect(photo.format == .gif)
        #expect(photo.size == PixelSize(width: 100, height: 50))
        #expect(photo.warnings.isEmpty)
    }

    @Test("XMP in a GIF extension is read")
    func xmpInAnExtensionIsRead() throws {
        let tail: [UInt8] = [1] + (0...255).reversed() + [0]
        let comment: [UInt8] = [0x21, 0xFE, 2, 65, 66, 0]
        let xmp = [0x21, 0xFF, 11] + Bytes.text("XMP DataXMP") + Bytes.xmp("tiff:Make='Phone'") + tail
        #expect(try PhotoFixture.metadata(PhotoFixture.gif(comment + xmp)).camera?.make == "Phone")
    }
}
