import Testing

@testable import LKMetadata

@Suite("Pictures of HEIF")
struct HEIFContainerTests {
    private let file = FileBytes()

    private func picture(_ recipe: SamplePictures.Recipe = .init()) throws -> HEIFContainer {
        file.open(bytes: SamplePictures.picture(recipe))
        return try #require(try HEIFContainer(file))
    }

    private func bytes(_ range: Range<Int>?) throws -> [UInt8]? {
        guard let range else { return nil }
        return try file.bytes(at: range.lowerBound, count: range.count).map { Array($0) }
    }

    @Test(
        "Items are found in the file and in item data, in every version of the location box", arguments: [0, 1, 2],
        [false, true])
    func itemsAreFoundInTheFileAndInItemData(_ version: Int, _ usesItemData: Bool) throws {
        // Version 0 knows no item data.
        guard version > 0 || !usesItemData else { return }
        let found = try picture(.init(usesItemData: usesItemData, locationVersion: version))
        #expect(found.primaryItem == 1)
        #expect(found.items.map(\.type) == ["hvc1", "hvc1", "Exif", "mime"])
        #expect(try bytes(found.exif) == SamplePictures.tiff)
        #expect(try bytes(found.xmp) == SamplePictures.packet)
        #expect(found.thumbnail?.range?.count == 100)
        #expect(found.thumbnailSize == PixelSize(width: 240, height: 320))
        #expect(found.storedSize == PixelSize(width: 4032, height: 3024))
        #expect(found.warnings.isEmpty)
    }

    @Test(
        "Rotations and mirrors of a HEIF apply in their order",
        arguments: [
            ([], PhotoMetadata.Orientation.up), ([SamplePictures.rotation(1)], .left),
            ([SamplePictures.rotation(2)], .down),
            ([SamplePictures.rotation(3)], .right), ([SamplePictures.mirror(0)], .downMirrored),
            ([SamplePictures.mirror(1)], .upMirrored),
            // Turned, then mirrored; and the other way around.
            ([SamplePictures.rotation(1), SamplePictures.mirror(1)], .rightMirrored),
            ([SamplePictures.mirror(1), SamplePictures.rotation(1)], .leftMirrored),
            ([SamplePictures.rotation(3), SamplePictures.mirror(1)], .leftMirrored),
            ([SamplePictures.rotation(2), SamplePictures.mirror(1)], .downMirrored),
        ])
    func turnsApplyInTheirOrder(_ properties: [[UInt8]], _ orientation: PhotoMetadata.Orientation) throws {
        let found = try picture(.init(properties: properties))
        #expect(found.orientation == orientation)
    }

    @Test(
        "EXIF of a HEIF is found whatever offset or prefix precedes it",
        arguments: [
            Bytes.u32(0), Bytes.u32(6) + Bytes.text("Exif\0\0"), Bytes.u32(0) + Bytes.text("Exif\0\0"), [],
            Bytes.text("Exif\0\0"), Bytes.u32(0xFFFF_FFFF),
        ])
    func theTIFFHeaderIsFoundWhateverStandsBefore(_ head: [UInt8]) throws {
        let found = try picture(.init(exifHead: head))
        #expect(try bytes(found.exif) == SamplePictures.tiff)
    }

    @Test("A file's brands determine its format")
    func brandsTellWhatAFileIs() throws {
        file.open(bytes: SamplePictures.picture(.init(brand: "avif")))
        #expect(try BoxBrands(file)?.kind == .avif)
        file.open(bytes: Bytes.brands("mif1", "heic"))
        #expect(try BoxBrands(file)?.kind == .heic)
        file.open(bytes: Bytes.brands("crx ", "crx ", "isom"))
        #expect(try BoxBrands(file)?.kind == .cr3)
        file.open(bytes: Bytes.brands("jp2 ", "jp2 "))
        #expect(try BoxBrands(file)?.kind == nil)
        file.open(bytes: Bytes.text("\u{7F}ELF and more"))
        #expect(try BoxBrands(file) == nil)
    }

    @Test("The orientation of a HEIF comes from its container, not from EXIF")
    func theOrientationInEXIFIsNotTheContainersMatter() throws {
        file.open(bytes: SamplePictures.picture(.init(properties: [SamplePictures.rotation(3)])))
        var findings = Findings(format: .heic)
        try BoxFile.read(file, into: &findings)
        #expect(findings.orientationIsFromContainer)
        #expect(findings.container.orientation == .right)
        #expect(findings.container.size == PixelSize(width: 3024, height: 4032))
        #expect(findings.xmp?.camera.make == "Phone")
        #expect(findings.container.thumbnail?.count == 100)
    }

    @Test("An image sequence without a still image is read like a video")
    func anImageSequenceWithoutAStillIsReadAsAVideo() throws {
        let bytes =
            Bytes.brands("msf1", "hevc") + Bytes.box("moov", SampleVideos.movieHeader(), SampleVideos.track("pict"))
        let found = try MetadataReader().metadata(of: bytes)
        #expect(found.format == .heic)
        #expect(found.storedSize == PixelSize(width: 568, height: 320))
    }

    @Test("A false count of millions of items ends at the last byte, with a warning")
    func countsOfMillionsEndWithTheBytes() throws {
        var bytes = SamplePictures.picture(.init(locationVersion: 2))
        let place = try #require(bytes.firstRange(of: Bytes.text("iloc")))
        // The count of items, behind the version and the sizes.
        bytes.replaceSubrange(place.upperBound + 6..<place.upperBound + 10, with: Bytes.u32(0xFFFF_FFFF))
        file.open(bytes: bytes)
        let found = try #require(try HEIFContainer(file))
        #expect(found.items.count == 4)
        #expect(!found.warnings.isEmpty)
    }
}
