import TestSupport
import Testing

@testable import LKMetadata

@Suite("Positions written into images in boxes")
struct HEIFEditingTests {
    /// The bytes of each item.
    static func items(_ bytes: [UInt8]) throws -> [UInt32: [UInt8]] {
        let file = FileBytes()
        file.open(bytes: bytes)
        let picture = try #require(try HEIFContainer(file))
        #expect(picture.warnings.isEmpty)
        var items: [UInt32: [UInt8]] = [:]
        for item in picture.items { items[item.id] = try file.copy(of: try #require(item.range)) }
        return items
    }

    @Test(
        "A position is written to a HEIF, read back and removed, and other items keep their bytes",
        arguments: [0, 1, 2], [false, true])
    func aPositionIsWrittenReadAndTakenOut(_ version: Int, _ usesItemData: Bool) throws {
        guard version > 0 || !usesItemData else { return }
        let old = SamplePictures.picture(.init(usesItemData: usesItemData, locationVersion: version))
        let before = try Self.items(old)
        let first = try EditedFile(old, by: EditedFile.setting())
        let said = try first.metadata()
        #expect(EditedFile.isNear(said.location, EditedFile.location()))
        #expect(said.warnings.isEmpty && said.storedSize == PixelSize(width: 4032, height: 3024))
        let after = try Self.items(first.bytes)
        #expect(after.keys.sorted() == before.keys.sorted())
        for id in [UInt32(1), 2, 4] { #expect(after[id] == before[id]) }
        // The head of the block is what it was.
        #expect(after[3]?.starts(with: SamplePictures.Recipe().exifHead) == true)
        #expect(try EditedFile(first.bytes, by: EditedFile.setting()).patch.isEmpty)
        // The block is now alone at the end, and has its place for good.
        let second = try EditedFile(first.bytes, by: EditedFile.setting(EditedFile.location(1, 2)))
        #expect(second.bytes.count - first.bytes.count < 200)
        let last = try EditedFile(second.bytes, by: EditedFile.removing)
        #expect(try last.metadata().location == nil)
        #expect(last.bytes.count == second.bytes.count)
    }

    /// An image without EXIF and XMP, with its places in numbers of some size.
    static func bare(
        offsetSize: Int = 4, baseSize: Int = 0, version: Int = 0, hasReferences: Bool = false, end: [UInt8] = []
    ) -> [UInt8] {
        func places(_ start: Int) -> [UInt8] {
            let offset = offsetSize > 0 ? Bytes.big(UInt64(baseSize > 0 ? 8 : start), offsetSize) : []
            let base = baseSize > 0 ? Bytes.big(UInt64(offsetSize > 0 ? start - 8 : start), baseSize) : []
            return Bytes.full(
                "iloc", version, 0, Bytes.u8(offsetSize << 4 | 4), Bytes.u8(baseSize << 4),
                version < 2 ? Bytes.u16(1) : Bytes.u32(1), version < 2 ? Bytes.u16(7) : Bytes.u32(7),
                version > 0 ? Bytes.u16(0) : [], Bytes.u16(0), base, Bytes.u16(1), offset, Bytes.u32(50))
        }
        func meta(_ start: Int) -> [UInt8] {
            let entry = Bytes.full("infe", 2, 0, Bytes.u16(7), Bytes.u16(0), Bytes.code("av01"), Bytes.u8(0))
            return Bytes.full(
                "meta", 0, 0, Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code("pict"), Bytes.zeros(13)),
                Bytes.full("pitm", 0, 0, Bytes.u16(7)), places(start), Bytes.full("iinf", 0, 0, Bytes.u16(1), entry),
                hasReferences ? Bytes.full("iref") : [])
        }
        let brands = Bytes.brands("avif", "mif1")
        let start = brands.count + meta(8).count + 8
        return brands + meta(start) + Bytes.box("mdat", (0..<50).map { UInt8($0) }) + end
    }

    @Test(
        "A HEIF without EXIF gets an EXIF item, and its other items still find their data",
        arguments: [(4, 0), (4, 4), (0, 4), (8, 8), (0, 8)], [0, 1, 2])
    func aMissingBlockIsAddedAndAllPlacesFollow(_ sizes: (Int, Int), _ version: Int) throws {
        for hasReferences in [false, true] {
            let old = Self.bare(offsetSize: sizes.0, baseSize: sizes.1, version: version, hasReferences: hasReferences)
            let before = try Self.items(old)
            let edited = try EditedFile(old, by: EditedFile.setting())
            #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
            let after = try Self.items(edited.bytes)
            #expect(after[7] == before[7] && after[7]?.count == 50 && after.count == 2)
            #expect(try EditedFile(edited.bytes, by: EditedFile.setting()).patch.isEmpty)
            #expect(try EditedFile(edited.bytes, by: EditedFile.removing).metadata().location == nil)
        }
    }

    @Test("A motion photo's video and a phone's trailer stay at the end of a HEIF")
    func whatLiesBehindThePicturesStaysAtTheEnd() throws {
        let video = Bytes.box("mpvd", SampleVideos.android)
        let edited = try EditedFile(Self.bare(end: video), by: EditedFile.setting())
        #expect(Array(edited.bytes.suffix(video.count)) == video)
        #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
        let trailer: [UInt8] = Bytes.text("SEFT\0\0")
        #expect(Array(try EditedFile(Self.bare(end: trailer), by: EditedFile.setting()).bytes.suffix(6)) == trailer)
    }

    @Test("EXIF can be added to a HEIF whose media box reaches to the end of the file")
    func picturesThatGoToTheEndOfTheFileGrow() throws {
        var old = Self.bare()
        let size = try #require(old.firstIndex(of: Bytes.code("mdat"))) - 4
        old.replaceSubrange(size..<size + 4, with: Bytes.u32(0))
        let before = try Self.items(old)
        let edited = try EditedFile(old, by: EditedFile.setting())
        #expect(try Self.items(edited.bytes)[7] == before[7])
        #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
    }

    @Test("A HEIF without room for offsets, cut off or with a video beside its image is refused with a reason")
    func whatCannotBeDoneSafelyIsRefused() throws {
        func refusal(_ picture: [UInt8]) -> String? {
            do {
                _ = try EditedFile(picture, by: EditedFile.setting())
                return nil
            } catch { return (error as? EditRefusal)?.reason }
        }
        // Numbers without offsets leave no room for a new item's.
        #expect(refusal(Self.bare(offsetSize: 0, baseSize: 0)) != nil)
        #expect(refusal(Array(Self.bare().dropLast(10)))?.contains("cut off") == true)
        // A video beside the image counts from the beginning of the file.
        let video = Bytes.box("moov", SampleVideos.movieHeader())
        let sequence = Self.bare(end: video)
        #expect(refusal(sequence)?.contains("video") == true)
        // Alone it is a video.
        let alone = try EditedFile(Bytes.brands("heic") + video, by: EditedFile.setting())
        #expect(EditedFile.isNear(try alone.metadata().location, EditedFile.location()))
    }

    @Test("The check finds a changed item, property, sample or header, and samples that have moved")
    func aCheckFindsWhatHasChanged() throws {
        func difference(_ old: [UInt8], _ new: [UInt8]) throws -> String? {
            let (first, second) = (FileBytes(), FileBytes())
            first.open(bytes: old)
            second.open(bytes: new)
            return try BoxCheck().difference(between: first, and: second)
        }
        let picture = SamplePictures.picture()
        var other = picture
        let pixels = try #require(other.firstIndex(of: Bytes.code("mdat"))) + 10
        other[pixels] ^= 1
        #expect(try difference(picture, other) == "its item 1 has changed")
        other = picture
        let size = try #require(other.firstIndex(of: Bytes.code("ispe"))) + 11
        other[size] ^= 1
        #expect(try difference(picture, other)?.contains("iprp") == true)
        #expect(try difference(picture, picture) == nil)
        let video = EditableVideos.video(.movieFirst)
        for (name, distance) in [("mdat", 9), ("stco", 12), ("mvhd", 9)] {
            var other = video
            let place = try #require(other.firstIndex(of: Bytes.code(name)))
            other[place + distance] ^= 1
            #expect(try difference(video, other) != nil, "\(name)")
        }
        #expect(try difference(video, EditableVideos.video(.movieLast)) == "its samples have moved")
    }
}
