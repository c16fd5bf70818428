import Testing

@testable import LKMetadata

@Suite struct PNGContainerTests {
    /// zlib's format without compression, in one block.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = Array(Bytes.u16(bytes.count).reversed())
        return [0x78, 0x01, 1] + count + count.map { ~$0 } + bytes + Bytes.zeros(4)
    }

    private func text(_ kind: String, _ keyword: String, _ content: [UInt8]) -> [UInt8] {
        PhotoFixture.chunk(kind, Bytes.text(keyword) + [0] + content)
    }

    /// A profile as ImageMagick writes it: a name, a count, and digits in lines.
    private func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var lines = ""
        for (index, digit) in digits.enumerated() { lines += (index % 72 == 0 ? "\n" : "") + String(digit) }
        return Bytes.text("\n\(name)\n  \(bytes.count)\(lines)\n")
    }

    @Test("Size, orientation, date, position and thumbnail of a PNG are read")
    func sizeEXIFAndTimeAreRead() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.png(PhotoFixture.chunk("eXIf", PhotoFixture.camera)))
        #expect(photo.format == .png)
        #expect(photo.storedSize == PixelSize(width: 300, height: 200))
        #expect(photo.size == PixelSize(width: 200, height: 300))
        #expect(photo.date?.rule == .original)
        #expect(photo.location != nil)
        #expect(photo.thumbnail != nil)
    }

    @Test("The PNG time of last change is a last-resort date")
    func theTimeOfTheLastChangeIsALastResort() throws {
        let time = PhotoFixture.chunk("tIME", [7, 226, 11, 21, 6, 30, 60])
        let date = try #require(try PhotoFixture.metadata(PhotoFixture.png(time)).date)
        #expect(date.rule == .pngTime)
        #expect(date.wallTime.description == "2018-11-21T06:30:59")
        #expect(date.offset == 0)
        let both = PhotoFixture.png(time, PhotoFixture.chunk("eXIf", PhotoFixture.camera))
        #expect(try PhotoFixture.metadata(both).date?.rule == .original)
        #expect(try PhotoFixture.metadata(PhotoFixture.png(PhotoFixture.chunk("tIME", Bytes.zeros(7)))).date == nil)
    }

    @Test(
        "A PNG's creation time takes precedence over its time of last change",
        arguments: [
            ("Fri, 21 Nov 2026 06:30:00 +0100", 3600), ("21 November 2026 06:30:00 GMT", 0),
            ("Sat 21 Nov 2026 06:30:00", nil),
            ("2026-11-21T06:30:00.5-05:30", -19_800), ("2026:11:21 06:30:00", nil),
        ])
    func theTextOfTheCreationCountsBeforeTheLastChange(content: String, offset: Int?) throws {
        let time = PhotoFixture.chunk("tIME", [7, 226, 11, 21, 6, 30, 60])
        let creation = text("tEXt", "Creation Time", Bytes.text(content))
        for bytes in [PhotoFixture.png(time, creation), PhotoFixture.png(creation, time)] {
            let date = try #require(try PhotoFixture.metadata(bytes).date)
            #expect(date.wallTime.description == "2026-11-21T06:30:00")
            #expect(date.offset == offset)
        }
    }

    @Test(
        "A creation time whose day is ambiguous or that is malformed gives no date",
        arguments: ["06/05/08", "", "Nov", "21 Nov 2026", "21 Nov 2026 99:30", "x Nov y 1:2", "21 Nov 99999 06:30"])
    func textsThatLeaveTheDayOpenAreNoTime(content: String) throws {
        #expect(
            try PhotoFixture.metadata(PhotoFixture.png(text("tEXt", "Creation Time", Bytes.text(content)))).date == nil)
    }

    @Test("Hex-encoded EXIF and IPTC profiles are read, plain and compressed")
    func profilesInDigitsAreRead() throws {
        let exif = profile("exif", Bytes.text("Exif\0\0") + PhotoFixture.camera)
        for keyword in ["Raw profile type exif", "Raw profile type APP1"] {
            let photo = try PhotoFixture.metadata(PhotoFixture.png(text("tEXt", keyword, exif)))
            #expect(photo.camera?.model == "COOLPIX P6000")
            // Its range would be one of the unpacked bytes.
            #expect(photo.thumbnail == nil)
        }
        let stored = Self.stored(exif)
        let packed = try PhotoFixture.metadata(PhotoFixture.png(text("zTXt", "Raw profile type exif", [0] + stored)))
        #expect(packed.camera?.model == "COOLPIX P6000")
        let iptc = profile("iptc", PhotoFixture.resources(PhotoFixture.dataset(2, 90, Bytes.text("Arezzo"))))
        let other = try PhotoFixture.metadata(PhotoFixture.png(text("tEXt", "Raw profile type iptc", iptc)))
        #expect(other.placeShown?.city == "Arezzo")
    }

    @Test("XMP of a PNG is read, plain and compressed")
    func xmpIsReadPackedAndPlain() throws {
        let packet = Bytes.xmp("tiff:Make='Phone'")
        let plain = text("iTXt", "XML:com.adobe.xmp", [0, 0] + Bytes.text("en\0\0") + packet)
        #expect(try PhotoFixture.metadata(PhotoFixture.png(plain)).camera?.make == "Phone")
        let packed = text("iTXt", "XML:com.adobe.xmp", [1, 0, 0, 0] + Self.stored(packet))
        #expect(try PhotoFixture.metadata(PhotoFixture.png(packed)).camera?.make == "Phone")
    }

    @Test("EXIF after the image data is read")
    func whatStandsBehindThePictureIsRead() throws {
        let data = (0..<2000).map { _ in PhotoFixture.chunk("IDAT", Bytes.zeros(100)) }.joined()
        let photo = try PhotoFixture.metadata(
            PhotoFixture.png(Array(data), PhotoFixture.chunk("eXIf", PhotoFixture.camera)))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.warnings.isEmpty)
    }

    @Test("A damaged compressed text gives a warning")
    func damagedTextsAreWarnings() throws {
        let damaged = text("zTXt", "Raw profile type exif", [0, 0x78, 0x9C, 0xFF, 0xFF])
        let photo = try PhotoFixture.metadata(PhotoFixture.png(damaged))
        #expect(photo.storedSize == PixelSize(width: 300, height: 200))
        #expect(photo.warnings.map(\.message) == ["a text of the PNG is damaged"])
    }
}
