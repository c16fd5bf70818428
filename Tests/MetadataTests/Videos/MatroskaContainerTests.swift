import LKGeo
import Testing

@testable import LKMetadata

@Suite("Videos of Matroska")
struct MatroskaContainerTests {
    static let head = Bytes.element(0x1A45_DFA3, Bytes.element(0x4282, Bytes.text("matroska")))
    /// 2021-09-10 10:11:12.5 UTC in nanoseconds since 2001.
    static let nanoseconds: UInt64 = (1_631_268_672 - 978_307_200) * 1_000_000_000 + 500_000_000
    static let information = Bytes.element(
        0x1549_A966, Bytes.element(0x2A_D7B1, Bytes.u32(1_000_000)),
        Bytes.element(0x4489, Bytes.u64((4968.0).bitPattern)),
        Bytes.element(0x4461, Bytes.u64(nanoseconds)), Bytes.element(0x5741, Bytes.text("Lavf")))
    static let cluster = Bytes.element(0x1F43_B675, Bytes.element(0xE7, [0]), Bytes.element(0xA3, Bytes.zeros(200)))

    static func tracks(_ roll: Double? = nil) -> [UInt8] {
        let projection = roll.map { Bytes.element(0x7670, Bytes.element(0x7675, Bytes.u64($0.bitPattern))) } ?? []
        let video = Bytes.element(
            0xE0, Bytes.element(0xB0, Bytes.u16(1920)), Bytes.element(0xBA, Bytes.u16(1080)), projection)
        return Bytes.element(
            0x1654_AE6B, Bytes.element(0xAE, Bytes.element(0x83, [2])),
            Bytes.element(0xAE, Bytes.element(0x83, [1]), video))
    }

    static func tags(_ values: [(String, String)]) -> [UInt8] {
        let simple = values.map {
            Bytes.element(0x67C8, Bytes.element(0x45A3, Bytes.text($0.0)), Bytes.element(0x4487, Bytes.text($0.1)))
        }
        return Bytes.element(0x1254_C367, Bytes.element(0x7373, Bytes.element(0x63C0), Array(simple.joined())))
    }

    /// With an index that says where the tags behind the clusters are.
    static let video: [UInt8] = {
        let last = tags([("LOCATION", "+52.3693+006.6761/"), ("MAKE", "Maker"), ("TITLE", "Walk")])
        func index(_ position: Int) -> [UInt8] {
            Bytes.element(
                0x114D_9B74,
                Bytes.element(
                    0x4DBB, Bytes.element(0x53AB, Bytes.u32(0x1254_C367)), Bytes.element(0x53AC, Bytes.u32(position))))
        }
        let before = index(0) + information + tracks() + cluster + cluster
        return head + Bytes.element(0x1853_8067, index(before.count), information, tracks(), cluster, cluster, last)
    }()

    private func found(_ bytes: [UInt8]) throws -> PhotoMetadata {
        let file = FileBytes()
        file.open(bytes: bytes)
        var findings = Findings(format: .mkv)
        try MatroskaContainer.read(file, into: &findings)
        return findings.container
    }

    @Test("Matroska metadata are read before the clusters, and after them through the index")
    func factsAreFoundBeforeTheClustersAndByTheIndexBehindThem() throws {
        let video = try found(Self.video)
        #expect(video.date?.wallTime.description == "2021-09-10T10:11:12.5")
        #expect(video.date?.offset == 0 && video.date?.rule == .matroska)
        #expect(video.duration == .seconds(4.968))
        #expect(video.storedSize == PixelSize(width: 1920, height: 1080))
        #expect(video.location?.coordinate.description == "52.3693,6.6761")
        #expect(video.camera?.make == "Maker")
        #expect(video.title == "Walk" && video.software == "Lavf")
        #expect(video.warnings.isEmpty)
    }

    @Test("Matroska recordings of unknown size are read up to the last tag")
    func recordingsWithoutSizesAreRead() throws {
        let open: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
        let cluster: [UInt8] =
            [0x1F, 0x43, 0xB6, 0x75, 0xFF] + Bytes.element(0xE7, [0]) + Bytes.element(0xA3, Bytes.zeros(20))
        let last = Self.tags([("COM.APPLE.QUICKTIME.CREATIONDATE", "2019-07-24T11:25:40+0300")])
        let video = try found(Self.head + open + Self.information + Self.tracks() + cluster + cluster + last)
        #expect(video.date?.rule == .quickTimeCreationDate && video.date?.offset == 10_800)
        #expect(video.storedSize != nil)
    }

    @Test(
        "A Matroska roll is counterclockwise, and an odd angle counts as upright",
        arguments: [
            (90.0, PhotoMetadata.Orientation.left), (-90, .right), (180, .down), (0, .up), (12, .up), (.nan, .up),
        ])
    func rollIsCounterclockwise(_ roll: Double, _ orientation: PhotoMetadata.Orientation) throws {
        let video = try found(Self.head + Bytes.element(0x1853_8067, Self.information, Self.tracks(roll)))
        #expect(video.orientation == orientation)
    }

    @Test("Matroska's recording date takes precedence over the date of the file")
    func theTagOfTheRecordingComesBeforeTheDateOfTheFile() throws {
        let tags = Self.tags([("DATE_RECORDED", "2020-02-03 04:05:06")])
        let video = try found(Self.head + Bytes.element(0x1853_8067, Self.information, tags))
        #expect(video.date?.wallTime.description == "2020-02-03T04:05:06" && video.date?.offset == nil)
    }
}
