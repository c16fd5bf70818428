import Glibc
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Videos of MPEG-4 and QuickTime")
struct MP4ContainerTests {
    private func video(_ bytes: [UInt8]) throws -> PhotoMetadata {
        let file = FileBytes()
        file.open(bytes: bytes)
        var findings = Findings(format: .mp4)
        try BoxFile.read(file, into: &findings)
        return findings.container
    }

    private func moov(_ parts: [UInt8]...) -> [UInt8] {
        Bytes.brands("mp42", "isom") + Bytes.box("moov", Array(parts.joined()))
    }

    @Test("QuickTime's creation date precedes the movie header, which dates the end of the recording")
    func theBeginningOfARecordingComesBeforeTheHeaderThatTellsItsEnd() throws {
        let found = try video(SampleVideos.apple)
        #expect(found.format == .mov)
        #expect(found.date?.wallTime.description == "2019-07-24T11:25:40")
        #expect(found.date?.offset == 10_800)
        #expect(found.date?.rule == .quickTimeCreationDate)
        #expect(found.storedSize == PixelSize(width: 568, height: 320))
        #expect(found.size == PixelSize(width: 320, height: 568))
        #expect(found.orientation == .right)
        #expect(found.duration == .seconds(4))
        #expect(found.location?.coordinate.description == "59.9343,30.3351")
        #expect(found.location?.altitude == -4.5)
        #expect(found.location?.horizontalAccuracy == 8.5)
        #expect(found.camera?.make == "Apple" && found.camera?.model == "iPhone 6")
        #expect(found.liveIdentifier == "ABC-1")
        #expect(found.warnings.isEmpty)
    }

    @Test("The date of a movie header is UTC")
    func withoutATextTheHeaderIsUTC() throws {
        let found = try video(SampleVideos.android)
        #expect(found.format == .mp4)
        #expect(found.date?.wallTime.description == "2019-07-24T08:25:57")
        #expect(found.date?.offset == 0 && found.date?.offsetRule == .utc && found.date?.rule == .movieHeader)
        #expect(found.duration == .seconds(1.5))
        #expect(found.location?.coordinate.description == "52.3693,6.6761")
        #expect(found.orientation == .up)
        #expect(found.warnings.isEmpty)
    }

    @Test("The location box of 3GPP gives the position at full precision, with altitude")
    func thePlaceOf3GPPKeepsAllOfItsDigits() throws {
        let location = try #require(
            try video(moov(SampleVideos.movieHeader(), Bytes.box("udta", SampleVideos.loci))).location)
        #expect(abs(location.coordinate.latitude - 52.36929) < 1e-4)
        #expect(abs(location.coordinate.longitude - 6.67609) < 1e-4)
        #expect(location.altitude == -12)
    }

    /// User data beside the movie, as FLIR's thermal cameras write them.
    static func thermal(_ latitude: Float, _ longitude: Float, _ altitude: Float = 40) -> [UInt8] {
        let numbers = [latitude, longitude, altitude].flatMap { Bytes.u32(Int($0.bitPattern)) }
        let identifier = Bytes.u64(0x7F2E_2100_8B46_4918) + Bytes.u64(0xAFB1_DE70_9A74_F6F5)
        return Bytes.box("udta", Bytes.box("uuid", identifier, Bytes.u32(0), numbers, Bytes.u32(0x1BF74)))
    }

    @Test("FLIR's position beside the movie counts where the movie has none, and 0, 0 is none") func thermalCamera()
        throws
    {
        let plain = moov(SampleVideos.movieHeader())
        let location = try #require(try video(plain + Self.thermal(35.5, -139.25)).location)
        #expect(location.coordinate == Coordinate(latitude: 35.5, longitude: -139.25) && location.altitude == 40)
        let placed = moov(SampleVideos.movieHeader(), Bytes.box("udta", SampleVideos.loci))
        #expect(try video(placed + Self.thermal(1, 2)).location?.coordinate.longitude ?? 0 > 6)
        for (latitude, longitude) in [(0, 0), (Float.nan, 2), (91, 0), (1, .infinity)] as [(Float, Float)] {
            #expect(try video(plain + Self.thermal(latitude, longitude)).location == nil)
        }
        #expect(try video(plain + Self.thermal(1, 2, .nan)).location?.altitude == nil)
        let whole = plain + Self.thermal(35.5, -139.25)
        for count in plain.count..<whole.count where count != whole.count { _ = try video(Array(whole[..<count])) }
    }

    @Test("A QuickTime day with a time precedes the movie header, and a day alone follows it")
    func aDayWithTimeComesBeforeTheHeaderAndADayAloneBehindIt() throws {
        let header = SampleVideos.movieHeader()
        let timed = try video(moov(header, Bytes.box("udta", SampleVideos.record("©day", "2019-07-24T10:25:40+0200"))))
        #expect(timed.date?.rule == .quickTimeDay && timed.date?.offset == 7200)
        let day = Bytes.box("udta", SampleVideos.record("©day", "2019-07-24"))
        #expect(try video(moov(header, day)).date?.rule == .movieHeader)
        let alone = try video(moov(SampleVideos.movieHeader(0), day))
        #expect(alone.date?.wallTime.description == "2019-07-24" && alone.date?.rule == .quickTimeDay)
        #expect(try video(moov(SampleVideos.movieHeader(0))).date == nil)
    }

    @Test("A movie header that counts from 1970 is recognized")
    func secondsSince1970AreRecognised() throws {
        let found = try video(moov(SampleVideos.movieHeader(1_563_956_757)))
        #expect(found.date?.wallTime.description == "2019-07-24T08:25:57")
    }

    @Test(
        "The matrix of a track gives the orientation, and an odd one counts as upright",
        arguments: [
            ([0x10000, 0, 0, 0x10000], PhotoMetadata.Orientation.up), ([0, 0x10000, -0x10000, 0], .right),
            ([-0x10000, 0, 0, -0x10000], .down), ([0, -0x10000, 0x10000, 0], .left),
            ([-0x10000, 0, 0, 0x10000], .upMirrored), ([0x8000, 0, 0, 0x8000], .up), ([0, 0, 0, 0], .up),
            ([0xB505, 0xB505, -0xB505, 0xB505], .up),
        ])
    func theMatrixOfATrackTellsHowItIsTurned(_ matrix: [Int], _ orientation: PhotoMetadata.Orientation) throws {
        let found = try video(moov(SampleVideos.movieHeader(), SampleVideos.track(matrix: matrix)))
        #expect(found.orientation == orientation)
    }

    @Test("Movie headers with 64-bit times are read, and unknown values are nil")
    func headersOf64BitsAreRead() throws {
        let header = Bytes.full(
            "mvhd", 1, 0, Bytes.u64(UInt64(SampleVideos.creation)), Bytes.u64(0), Bytes.u32(1000), Bytes.u64(7_200_000),
            Bytes.zeros(80))
        let found = try video(moov(header))
        #expect(found.duration == .seconds(7200))
        #expect(found.date?.wallTime.year == 2019)
        let unknown = Bytes.full(
            "mvhd", 1, 0, Bytes.u64(.max), Bytes.u64(.max), Bytes.u32(1000), Bytes.u64(.max), Bytes.zeros(80))
        let nothing = try video(moov(unknown))
        #expect(nothing.duration == nil && nothing.date == nil)
    }

    @Test("The duration of a fragmented video is found in its header, index, fragments or fragment table")
    func lengthOfFragmentsIsFoundInEachOfItsPlaces() throws {
        let header = SampleVideos.movieHeader(duration: 0)
        let extends = Bytes.full(
            "trex", 0, 0, Bytes.u32(1), Bytes.u32(1), Bytes.u32(20), Bytes.zeros(8))
        let track = SampleVideos.track(lengthOfMedia: 0)
        let stated = Bytes.box("mvex", Bytes.full("mehd", 0, 0, Bytes.u32(1800)), extends)
        #expect(try video(moov(header, track, stated)).duration == .seconds(3))
        let index = Bytes.full(
            "sidx", 0, 0, Bytes.u32(1), Bytes.u32(1000), Bytes.zeros(8), Bytes.zeros(2), Bytes.u16(2), Bytes.u32(100),
            Bytes.u32(2500), Bytes.u32(0), Bytes.u32(100), Bytes.u32(1500), Bytes.u32(0))
        let start = moov(header, track, Bytes.box("mvex", extends))
        #expect(try video(start + index).duration == .seconds(4))
        func fragment(_ time: UInt64) -> [UInt8] {
            Bytes.box(
                "moof",
                Bytes.box(
                    "traf", Bytes.full("tfhd", 0, 0, Bytes.u32(1)), Bytes.full("tfdt", 1, 0, Bytes.u64(time)),
                    Bytes.full("trun", 0, 0, Bytes.u32(30)))) + Bytes.box("mdat", Bytes.zeros(8))
        }
        // 30 samples of 20 units of 1/600 s behind the begin.
        #expect(try video(start + fragment(0) + fragment(1200)).duration == .seconds(3))
        var many = start
        for index in 0..<200 { many += fragment(UInt64(index) * 600) }
        #expect(try video(many).duration == .seconds(200))
        let last = many.count
        many += fragment(120_000)
        let table = Bytes.full(
            "tfra", 1, 0, Bytes.u32(1), Bytes.u32(0), Bytes.u32(1), Bytes.u64(0), Bytes.u64(UInt64(last)), [1, 1, 1])
        let size = 8 + table.count + 16
        many += Bytes.box("mfra", table, Bytes.full("mfro", 0, 0, Bytes.u32(size)))
        #expect(try video(many).duration == .seconds(201))
    }

    @Test("A video without its moov box is reported as malformed")
    func aVideoWithoutItsTableSaysThatItWasCutOff() {
        let error = #expect(throws: MetadataError.self) {
            try video(Bytes.brands("mp42") + Bytes.box("mdat", Bytes.zeros(100)))
        }
        #expect(error?.code == .malformed && error?.message.contains("moov") == true)
    }

    @Test("A moov box after five gigabytes is found")
    func aTableBehindGigabytesIsFound() throws {
        let folder = TemporaryFolder()
        let path = folder.file("video.mp4")
        let size = 5 << 30
        let head = Bytes.brands("mp42", "isom") + Bytes.u32(1) + Bytes.code("mdat")
        let start = head + Bytes.u64(UInt64(size))
        let end = start.count + size - 16
        let movie = Bytes.box("moov", SampleVideos.movieHeader(), SampleVideos.track())
        let descriptor = open(path, O_CREAT | O_RDWR, 0o600)
        #expect(pwrite(descriptor, start, start.count, 0) == start.count)
        #expect(pwrite(descriptor, movie, movie.count, end) == movie.count)
        close(descriptor)
        let found = try MetadataReader().metadata(of: path)
        #expect(found.duration == .seconds(4) && found.orientation == .right && found.warnings.isEmpty)
    }

    @Test("A sound file is not accepted as a video")
    func soundIsNotAVideo() {
        let error = #expect(throws: MetadataError.self) { try video(Bytes.brands("M4A ", "mp42") + Bytes.box("moov")) }
        #expect(error?.code == .unknownFormat)
    }

    @Test("An iTunes title and XMP in a video are read")
    func iTunesAndXMPInVideosAreRead() throws {
        let data = Bytes.box("data", Bytes.u32(1), Bytes.u32(0), Bytes.text("A video"))
        let handler = Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code("mdir"), Bytes.zeros(12))
        let list = Bytes.box("udta", Bytes.full("meta", 0, 0, handler, Bytes.box("ilst", Bytes.box("©nam", data))))
        let packet = Bytes.box(
            "uuid", Bytes.u64(0xBE7A_CFCB_97A9_42E8), Bytes.u64(0x9C71_9994_91E3_AFAC), Bytes.xmp("tiff:Make='M'"))
        let file = FileBytes()
        file.open(bytes: moov(SampleVideos.movieHeader(), list) + packet)
        var findings = Findings(format: .mp4)
        try MP4Container.read(file, into: &findings)
        #expect(findings.container.title == "A video")
        #expect(findings.xmp?.camera.make == "M")
    }
}
