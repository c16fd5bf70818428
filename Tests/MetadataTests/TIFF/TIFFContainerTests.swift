import TestSupport
import Testing

@testable import LKMetadata

@Suite struct TIFFContainerTests {
    private func size(_ width: Int, _ height: Int, _ subfile: Int? = nil) -> PhotoFixture.Entries {
        (subfile.map { [(0x00FE, .long([$0]))] } ?? []) + [(0x0100, .short([width])), (0x0101, .short([height]))]
    }

    @Test(
        "Size, date, orientation, XMP and IPTC are read from the first directory of a TIFF", arguments: [false, true])
    func aTIFFHasItsFactsInTheFirstDirectory(bigEndian: Bool) throws {
        let iptc = PhotoFixture.dataset(2, 90, Bytes.text("Arezzo"))
        let photo = try PhotoFixture.metadata(
            TIFFFixture.bytes(
                size(640, 480) + [
                    (0x010F, .ascii("Canon")), (0x0112, .short([8])),
                    (0x02BC, .byte(Bytes.xmp("photoshop:State='Toscana'"))),
                    (0x83BB, .undefined(iptc)), (0x8769, .directory([(0x9003, .ascii("2026:11:21 06:30:00"))])),
                ], size(64, 48), bigEndian: bigEndian))
        #expect(photo.format == .tiff)
        #expect(photo.storedSize == PixelSize(width: 640, height: 480))
        #expect(photo.size == PixelSize(width: 480, height: 640))
        #expect(photo.date?.wallTime.description == "2026-11-21T06:30:00")
        #expect(photo.placeShown?.city == "Arezzo")
        #expect(photo.placeShown?.state == "Toscana")
        #expect(photo.thumbnail == nil)
        #expect(photo.warnings.isEmpty)
    }

    @Test("The size of a DNG is that of the full image in its subdirectory")
    func theFullPictureOfADNGIsInABranch() throws {
        let photo = try PhotoFixture.metadata(
            TIFFFixture.bytes(
                size(256, 171, 1) + [
                    (0x014A, .directory(size(4032, 3024, 0) + [(0x0106, .short([32803]))])),
                    (0xC612, .byte([1, 4, 0, 0])),
                ]))
        #expect(photo.format == .raw)
        #expect(photo.storedSize == PixelSize(width: 4032, height: 3024))
    }

    @Test("The smallest embedded JPEG is the thumbnail, and the largest the preview")
    func theSmallestJPEGIsTheThumbnailAndTheLargestThePreview() throws {
        func jpeg(_ offset: Int, _ count: Int) -> PhotoFixture.Entries {
            [(0x0103, .short([6])), (0x0201, .long([offset])), (0x0202, .long([count]))]
        }
        let bytes =
            TIFFFixture.bytes(
                size(4032, 3024, 0) + [(0x0106, .short([32803])), (0x014A, .directory(jpeg(1000, 3000)))],
                jpeg(400, 500))
            + Bytes.zeros(5000)
        let photo = try PhotoFixture.metadata(bytes)
        #expect(photo.format == .raw)
        #expect(photo.thumbnail?.offset == 400)
        #expect(photo.preview?.offset == 1000)
    }

    @Test("Files with the signatures of Olympus and Panasonic are read as raw photos")
    func makersOwnMarksAreRawPictures() throws {
        #expect(try PhotoFixture.metadata(TIFFFixture.bytes(size(640, 480), magic: 0x4F52)).format == .raw)
        let panasonic: PhotoFixture.Entries = [
            (4, .short([6])), (5, .short([8])), (6, .short([3006])), (7, .short([4008])),
            (0x2E, .undefined(PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera)))),
        ]
        let photo = try PhotoFixture.metadata(TIFFFixture.bytes(panasonic, magic: 0x55))
        #expect(photo.format == .raw)
        #expect(photo.storedSize == PixelSize(width: 4000, height: 3000))
        #expect(photo.date?.wallTime.description == "2008-10-22T16:28:39.25")
        #expect(photo.preview?.size == PixelSize(width: 40, height: 30))
    }

    @Test("Metadata of a RAF are read from its embedded JPEG")
    func aRAFHasItsFactsInItsJPEG() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.raf)
        #expect(photo.format == .raw)
        #expect(photo.storedSize == PixelSize(width: 4936, height: 3296))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.preview?.size == PixelSize(width: 40, height: 30))
    }

    @Test("A chain of directories that closes on itself ends with a warning")
    func aChainThatClosesEnds() throws {
        var bytes = TIFFFixture.bytes(size(640, 480))
        // The link behind the only directory leads to it again.
        bytes[34] = 8
        let photo = try PhotoFixture.metadata(bytes)
        #expect(photo.storedSize == PixelSize(width: 640, height: 480))
        #expect(photo.warnings.map(\.message) == ["a directory is referenced twice"])
    }

    @Test("BigTIFF directories are read")
    func directoriesOfBigTIFFAreRead() throws {
        var bytes: [UInt8] = Bytes.text("MM") + Bytes.u16(43) + Bytes.u16(8) + Bytes.u16(0) + Bytes.u64(16)
        bytes += Bytes.u64(2)
        bytes += Bytes.u16(0x0100) + Bytes.u16(3) + Bytes.u64(1) + Bytes.u16(640) + Bytes.zeros(6)
        bytes += Bytes.u16(0x0101) + Bytes.u16(16) + Bytes.u64(1) + Bytes.u64(480)
        bytes += Bytes.u64(0)
        let photo = try PhotoFixture.metadata(bytes)
        #expect(photo.format == .tiff)
        #expect(photo.storedSize == PixelSize(width: 640, height: 480))
    }
}
