import TestSupport
import Testing

@testable import LKMetadata

@Suite struct JPEGContainerTests {
    @Test("Format and size of a plain JPEG are read, without a date or warnings")
    func sizeAndSegmentsAreReadUpToThePicture() throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg(PhotoFixture.segment(0xE0, Bytes.text("JFIF\0")), width: 4000, height: 3000))
        #expect(photo.format == .jpeg)
        #expect(photo.storedSize == PixelSize(width: 4000, height: 3000))
        #expect(photo.orientation == .up)
        #expect(photo.date == nil)
        #expect(photo.warnings.isEmpty)
    }

    @Test("The largest possible JPEG has its size")
    func theLargestPictureHasItsSize() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(width: 65_500, height: 65_500))
        #expect(photo.size == PixelSize(width: 65_500, height: 65_500))
    }

    @Test("Padding and stray bytes between segments are skipped, and stray bytes give a warning")
    func paddingAndStrayBytesAreStepsToTheNextSegment() throws {
        let padded = PhotoFixture.jpeg([0xFF, 0xFF, 0xFF] + PhotoFixture.app1(PhotoFixture.camera))
        #expect(try PhotoFixture.metadata(padded).camera?.model == "COOLPIX P6000")
        let head = PhotoFixture.segment(0xE0, Bytes.text("JFIF\0"))
        let stray = try PhotoFixture.metadata(
            PhotoFixture.jpeg(head, [1, 2, 3] + PhotoFixture.app1(PhotoFixture.camera)))
        #expect(stray.camera?.model == "COOLPIX P6000")
        #expect(stray.warnings == [PhotoMetadata.Warning("bytes belong to no segment", offset: 2 + head.count)])
    }

    @Test("The first EXIF block takes precedence")
    func theFirstEXIFCounts() throws {
        let other = TIFFFixture.bytes([(0x0110, .ascii("other"))])
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera), PhotoFixture.app1(other)))
        #expect(photo.camera?.model == "COOLPIX P6000")
    }

    @Test("EXIF after 200 KB of other segments is read")
    func aLongHeadIsReadBeyondTheFirstBytes() throws {
        let profile = PhotoFixture.segment(0xE2, Bytes.zeros(65_000))
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg(profile, profile, profile, PhotoFixture.app1(PhotoFixture.camera)))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.storedSize == PixelSize(width: 40, height: 30))
    }

    @Test("The size is read from every kind of frame, and from no other segment")
    func everyKindOfFrameHasASize() throws {
        for marker: UInt8 in [0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCF] {
            var bytes = PhotoFixture.jpeg()
            bytes[3] = marker
            #expect(try PhotoFixture.metadata(bytes).storedSize == PixelSize(width: 40, height: 30))
        }
        for marker: UInt8 in [0xC4, 0xC8, 0xCC] {
            var bytes = PhotoFixture.jpeg()
            bytes[3] = marker
            #expect(try PhotoFixture.metadata(bytes).storedSize == nil)
        }
    }
}
