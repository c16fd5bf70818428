import TestSupport
import Testing

@testable import LKMetadata

@Suite struct EXIFReaderTests {
    @Test("Camera fields of EXIF are read in either byte order", arguments: [false, true])
    func aCamerasFieldsAreReadInEitherByteOrder(bigEndian: Bool) throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg(
                exif: [
                    (0x9003, .ascii("2026:11:21 06:30:00")), (0x9291, .ascii("125")), (0x9011, .ascii("+01:00")),
                    (0x9286, .undefined(Bytes.text("ASCII\0\0\0Screenshot"))), (0xA431, .ascii("4711")),
                    (0xA434, .ascii("EF 50mm")),
                ],
                first: [
                    (0x010E, .ascii("A bridge ")), (0x010F, .ascii("Canon ")), (0x0110, .ascii("EOS R5")),
                    (0x0112, .short([6])), (0x0131, .ascii("1.0")),
                ], bigEndian: bigEndian))
        #expect(photo.format == .jpeg)
        #expect(photo.storedSize == PixelSize(width: 40, height: 30))
        #expect(photo.orientation == .right)
        #expect(photo.size == PixelSize(width: 30, height: 40))
        let date = try #require(photo.date)
        #expect(date.wallTime.description == "2026-11-21T06:30:00.125")
        #expect(date.offset == 3600)
        #expect(date.rule == .original)
        #expect(date.offsetRule == .offsetField)
        #expect(photo.camera?.make == "Canon")
        #expect(photo.camera?.model == "EOS R5")
        #expect(photo.camera?.serialNumber == "4711")
        #expect(photo.camera?.lens == "EF 50mm")
        #expect(photo.caption == "A bridge")
        #expect(photo.userComment == "Screenshot")
        #expect(photo.software == "1.0")
        #expect(photo.warnings.isEmpty)
    }

    @Test("The EXIF thumbnail is given as a range of the file")
    func theThumbnailIsARangeOfTheFile() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera)))
        // The block begins behind the mark, the marker with its length, and the name.
        #expect(photo.thumbnail == EmbeddedImage(offset: 12 + 100, count: 50, format: .jpeg))
    }

    @Test("A thumbnail outside its EXIF block is ignored with a warning")
    func aThumbnailOutsideOfItsBlockIsNone() throws {
        let block = TIFFFixture.bytes([], [(0x0201, .long([100])), (0x0202, .long([1_000_000]))])
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(block)))
        #expect(photo.thumbnail == nil)
        #expect(photo.warnings.count == 1)
    }

    @Test("An unknown orientation counts as upright and gives a warning, except for zero")
    func anUnknownOrientationIsUpright() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg([(0x0112, .short([9]))]))
        #expect(photo.orientation == .up)
        #expect(photo.warnings.map(\.message) == ["9 is not an orientation"])
        #expect(try PhotoFixture.metadata(PhotoFixture.jpeg([(0x0112, .short([0]))])).warnings.isEmpty)
    }

    @Test("A user comment is decoded in its character set")
    func commentsAreReadInTheirCharacterSet() throws {
        func comment(_ bytes: [UInt8], bigEndian: Bool = false) throws -> String? {
            try PhotoFixture.metadata(
                PhotoFixture.jpeg(exif: [(0x9286, .undefined(bytes))], bigEndian: bigEndian)
            ).userComment
        }
        #expect(try comment(Bytes.text("UNICODE\0") + [0x42, 0, 0xFC, 0, 0, 0]) == "B\u{FC}")
        #expect(try comment(Bytes.text("UNICODE\0") + [0, 0x42, 0, 0xFC], bigEndian: true) == "B\u{FC}")
        #expect(try comment(Bytes.zeros(8) + Bytes.text("plain  ")) == "plain")
        #expect(try comment(Bytes.text("ASCII\0\0\0") + Bytes.text("   ")) == nil)
        #expect(try comment([1, 2, 3]) == nil)
    }

    @Test("Text that is not valid UTF-8 is read as Latin-1")
    func textThatIsNoUTF8IsLatin1() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg([(0x010E, .undefined([0x4D, 0xFC, 0x6C, 0]))]))
        #expect(photo.caption == "M\u{FC}l")
    }

    @Test("EXIF directories that point to each other end with a warning")
    func directoriesThatPointToEachOtherEnd() throws {
        // The directory of EXIF is the first one again.
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg([(0x010F, .ascii("Canon")), (0x8769, .raw(type: 4, count: 1, value: 8))]))
        #expect(photo.camera?.make == "Canon")
        #expect(photo.warnings.map(\.message) == ["a directory is referenced twice"])
    }

    @Test("Values outside the EXIF block are missing with a warning, and the rest is read")
    func valuesOutsideOfTheBlockAreMissingAndTheRestIsThere() throws {
        let photo = try PhotoFixture.metadata(
            PhotoFixture.jpeg([
                (0x010F, .raw(type: 2, count: 100, value: 0x7FFF_FFFF)), (0x0110, .ascii("X")),
                (0x0132, .raw(type: 2, count: 0x7FFF_FFFF, value: 8)),
                (0x8769, .raw(type: 4, count: 1, value: 0x7FFF_0000)),
            ]))
        #expect(photo.camera?.make == nil)
        #expect(photo.camera?.model == "X")
        #expect(photo.date == nil)
        #expect(photo.warnings.count == 2)
    }
}
