import Testing

@testable import LKMetadata

@Suite struct GIFContainerTests {
    @Test func theScreenHasTheSize() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.gif())
        #expect(photo.format == .gif)
        #expect(photo.size == PixelSize(width: 100, height: 50))
        #expect(photo.warnings.isEmpty)
    }

    @Test func xmpInAnExtensionIsRead() throws {
        let tail: [UInt8] = [1] + (0...255).reversed() + [0]
        let comment: [UInt8] = [0x21, 0xFE, 2, 65, 66, 0]
        let xmp = [0x21, 0xFF, 11] + Bytes.text("XMP DataXMP") + Bytes.xmp("tiff:Make='Phone'") + tail
        #expect(try PhotoFixture.metadata(PhotoFixture.gif(comment + xmp)).camera?.make == "Phone")
    }
}
