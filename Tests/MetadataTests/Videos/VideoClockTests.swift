import Testing

@testable import LKMetadata

@Suite struct VideoClockTests {
    private func date(_ userData: [UInt8]...) throws -> PhotoDate? {
        let moov = Bytes.box("moov", SampleVideos.movieHeader(), Bytes.box("udta", Array(userData.joined())))
        return try metadata(moov).date
    }

    private func metadata(_ movie: [UInt8]) throws -> PhotoMetadata {
        let file = FileBytes()
        file.open(bytes: Bytes.brands("mp42", "isom", "mp42") + movie)
        var findings = Findings(format: .mp4)
        try BoxFile.read(file, into: &findings)
        return findings.container
    }

    @Test(
        "The header of cameras that write local time has no zone",
        arguments: [
            "GoPro", "NIKON CORPORATION", "Nikon", "Canon", "FUJIFILM", "OLYMPUS CORPORATION", "OM Digital Solutions",
            "PENTAX", "CASIO COMPUTER CO.,LTD.",
        ]) func localMakers(make: String) throws
    {
        let found = try #require(try date(SampleVideos.record("©mak", make)))
        #expect(found.wallTime.description == "2019-07-24T08:25:57" && found.rule == .movieHeader)
        #expect(found.offset == nil && found.offsetRule == nil)
    }

    @Test(
        "The header of phones and of unknown cameras is UTC",
        arguments: ["Apple", "samsung", "Google", "Sony", "Acme", "Cano"])
    func others(make: String) throws {
        let found = try #require(try date(SampleVideos.record("©mak", make)))
        #expect(found.offset == 0 && found.offsetRule == .utc)
    }

    @Test(
        "A box of the maker names the camera of a video without texts",
        arguments: [
            ("GPMF", "GoPro"), ("FIRM", "GoPro"), ("NCDT", "NIKON"), ("CNTH", "Canon"), ("MVTG", "FUJIFILM"),
        ]) func makersBoxes(type: String, make: String) throws
    {
        let udta = Bytes.box("udta", Bytes.box(type, Bytes.zeros(12)))
        let found = try metadata(Bytes.box("moov", SampleVideos.movieHeader(), udta))
        #expect(found.camera?.make == make && found.date?.offset == nil && found.date != nil)
    }

    @Test("A date with a zone counts before the header of such a camera") func zoned() throws {
        let found = try date(
            SampleVideos.record("©mak", "Canon"), SampleVideos.record("©day", "2019-07-24T10:25:40+0200"))
        #expect(found?.offset == 7200 && found?.rule == .quickTimeDay)
    }

    @Test("Knows which makers write which time") func practice() {
        var camera = Camera()
        #expect(VideoClock(camera) == nil && VideoClock(nil) == nil)
        camera.make = "SAMSUNG"
        #expect(VideoClock(camera) == .utc)
        camera.make = "gopro"
        #expect(VideoClock(camera) == .local)
        camera.make = "Acme"
        #expect(VideoClock(camera) == nil)
    }
}
