import TestSupport
import Testing

@testable import LKMetadata

@Suite("Raw files of Canon in boxes")
struct CR3ContainerTests {
    static let picture: [UInt8] = {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        let blocks = ["CMT1", "CMT2", "CMT3", "CMT4"].map { Bytes.box($0, SamplePictures.tiff) }
        let thumbnail = Bytes.full(
            "THMB", 0, 0, Bytes.u16(160), Bytes.u16(120), Bytes.u32(jpeg.count), Bytes.u32(1), jpeg)
        let canon = Bytes.box(
            "uuid", Bytes.u64(0x85C0_B687_820F_11E0), Bytes.u64(0x8111_F4CE_462B_6A48),
            Bytes.box("CNCV", Bytes.text("CanonCR3_001/00.09.00/00.00.00")), Array(blocks.joined()), thumbnail)
        let track = SampleVideos.track(matrix: [0x10000, 0, 0, 0x10000], width: 6000, height: 4000)
        let preview = Bytes.box(
            "uuid", Bytes.u64(0xEAF4_2B5E_1C98_4B88), Bytes.u64(0xB9FB_B7DC_406E_4D16), Bytes.zeros(8),
            Bytes.box(
                "PRVW", Bytes.zeros(6), Bytes.u16(1620), Bytes.u16(1080), Bytes.u16(1), Bytes.u32(jpeg.count), jpeg))
        return Bytes.brands("crx ", "crx ", "isom") + Bytes.box("moov", canon, SampleVideos.movieHeader(), track)
            + preview + Bytes.long("mdat", Bytes.zeros(16))
    }()

    @Test("EXIF blocks, size, thumbnail and preview of a CR3 are found")
    func blocksOfEXIFAndTheThumbnailAreFound() throws {
        let file = FileBytes()
        file.open(bytes: Self.picture)
        let found = try #require(try CR3Container(file))
        for block in [found.main, found.exif, found.makerNote, found.gps] {
            let range = try #require(block)
            #expect(try file.bytes(at: range.lowerBound, count: range.count).map { Array($0) } == SamplePictures.tiff)
        }
        #expect(found.storedSize == PixelSize(width: 6000, height: 4000))
        #expect(found.thumbnail?.count == 4 && found.thumbnail?.size == PixelSize(width: 160, height: 120))
        #expect(found.preview?.count == 4 && found.preview?.size == PixelSize(width: 1620, height: 1080))
        let start = try #require(found.thumbnail?.offset)
        #expect(try file.uint16(at: start, bigEndian: true) == 0xFFD8)
        var findings = Findings(format: .mp4)
        try BoxFile.read(file, into: &findings)
        #expect(findings.container.format == .raw)
        #expect(found.warnings.isEmpty)
    }
}
