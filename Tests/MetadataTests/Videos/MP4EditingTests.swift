import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Positions written into videos")
struct MP4EditingTests {
    static let keys = SampleVideos.metadata([
        ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.location.ISO6709", "+59.9343+030.3351-004.500/"),
        ("com.apple.quicktime.location.accuracy.horizontal", "4.25"),
        ("com.apple.quicktime.creationdate", "2019-07-24T11:25:40+0300"),
    ])
    static let user = Bytes.box(
        "udta", SampleVideos.record("©mak", "Maker"), SampleVideos.record("©xyz", "+52.3693+006.6761/"),
        SampleVideos.loci,
        Bytes.zeros(4))
    static let forms: [[UInt8]] = [
        [], keys, user, user + keys, keys + Bytes.box("udta"), Bytes.box("free", Bytes.zeros(90)),
    ]

    @Test(
        "A position in a video is written, replaced and removed, and samples and date stay",
        arguments: EditableVideos.Order.allCases)
    func aPositionIsWrittenReadAndReplacedAndTakenOut(_ order: EditableVideos.Order) throws {
        for form in Self.forms {
            for brand in ["isom", "qt  "] {
                let video = EditableVideos.video(order, brand: brand, form)
                let before = try MetadataReader().metadata(of: video)
                let location = EditedFile.location()
                let first = try EditedFile(video, by: EditedFile.setting(location))
                let said = try first.metadata()
                #expect(EditedFile.isNear(said.location, location))
                #expect(said.warnings.isEmpty)
                #expect(EditableVideos.samples(of: first.bytes) == EditableVideos.samples)
                #expect(said.date == before.date && said.camera == before.camera && said.duration == before.duration)
                if form.starts(with: Self.keys) { #expect(said.location?.horizontalAccuracy == 8) }
                // The same again changes nothing.
                #expect(try EditedFile(first.bytes, by: EditedFile.setting(location)).patch.isEmpty)
                var other = EditedFile.location(0.000_000_04, -0.000_000_2)
                other.altitude = nil
                other.horizontalAccuracy = nil
                let second = try EditedFile(first.bytes, by: EditedFile.setting(other))
                #expect(EditedFile.isNear(try second.metadata().location, other))
                #expect(try second.metadata().location?.horizontalAccuracy == nil)
                let last = try EditedFile(second.bytes, by: EditedFile.removing)
                let bare = try last.metadata()
                #expect(bare.location == nil && bare.warnings.isEmpty)
                #expect(bare.date == before.date && bare.camera == before.camera)
                #expect(EditableVideos.samples(of: last.bytes) == EditableVideos.samples)
                for text in ["+52.3", "-33.8", "+59.9", "+00.0", "©xyz", "loci"] {
                    #expect(!last.bytes.holds(Bytes.code(text)), "\(text) in \(order)")
                }
                #expect(try EditedFile(last.bytes, by: EditedFile.removing).patch.isEmpty)
            }
        }
    }

    @Test("A position beside the movie is replaced by one within, and removing it is refused") func thermalCamera()
        throws
    {
        let video = EditableVideos.video(.movieFirst) + MP4ContainerTests.thermal(35.5, -139.25)
        #expect(try MetadataReader().metadata(of: video).location?.coordinate.latitude == 35.5)
        let location = EditedFile.location()
        #expect(
            EditedFile.isNear(try EditedFile(video, by: EditedFile.setting(location)).metadata().location, location))
        #expect(throws: EditRefusal.self) { try EditedFile(video, by: EditedFile.removing) }
    }

    @Test("A free box is used before the video grows, and is reused after removal")
    func roomIsUsedBeforeTheFileBecomesLonger() throws {
        let video = EditableVideos.video(.movieFirstWithRoom)
        let edited = try EditedFile(video, by: EditedFile.setting())
        #expect(edited.patch.keepsOffsets && edited.bytes.count == video.count)
        #expect(edited.patch.splices.reduce(0) { $0 + $1.bytes.count } < 200)
        // What a position leaves behind is room for the next.
        let bare = try EditedFile(edited.bytes, by: EditedFile.removing)
        #expect(bare.patch.keepsOffsets && bare.bytes.count == video.count)
        #expect(try EditedFile(bare.bytes, by: EditedFile.setting()).bytes.count == video.count)
        let within = EditableVideos.video(.movieFirst, Bytes.box("free", Bytes.zeros(90)))
        #expect(try EditedFile(within, by: EditedFile.setting()).bytes.count == within.count)
    }

    @Test(
        "Without room a new moov box is appended, and each step of the write leaves a valid video",
        arguments: [
            EditableVideos.Order.movieFirst, .movieBetween, .picturesToEnd, .picturesToEndWithWide, .movieLastToEnd,
        ])
    func withoutRoomTheNewMoovIsAppended(_ order: EditableVideos.Order) throws {
        let video = EditableVideos.video(order)
        let edited = try EditedFile(video, by: EditedFile.setting())
        #expect(edited.patch.keepsOffsets)
        let changed = edited.patch.splices.dropLast()
        #expect(changed.allSatisfy { $0.range.count <= 8 })
        // Written from the last to the first, each step leaves a video: the new one from the last step on.
        var bytes = video + (edited.patch.splices.last?.bytes ?? [])
        for splice in changed.reversed() {
            #expect(try MetadataReader().metadata(of: bytes).duration == .seconds(4))
            #expect(try MetadataReader().metadata(of: bytes).location == nil)
            bytes.replaceSubrange(splice.range, with: splice.bytes)
        }
        #expect(bytes == edited.bytes)
    }

    @Test("A moov box at the end of the file grows in place")
    func atTheEndMoovGrowsInPlace() throws {
        let video = EditableVideos.video(.movieLast)
        let edited = try EditedFile(video, by: EditedFile.setting())
        #expect(edited.bytes.count - video.count < 64)
        #expect(!edited.bytes.holds(Bytes.code("free")))
    }

    @Test("Other QuickTime metadata keep their values when a position is added")
    func otherNamesOfAppleKeepTheirPlaces() throws {
        let names = SampleVideos.metadata([("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.title", "Day")])
        let said = try EditedFile(EditableVideos.video(.movieLast, brand: "qt  ", names), by: EditedFile.setting())
            .metadata()
        #expect(said.camera?.make == "Apple" && said.title == "Day")
        #expect(said.location?.horizontalAccuracy == 8)
    }

    @Test("A fragmented or unusual video is refused with a reason, as is removal where positions may hide")
    func whatCannotBeDoneSafelyIsRefused() throws {
        func refusal(_ video: [UInt8], _ edit: MetadataEdit = EditedFile.setting()) -> String? {
            do {
                _ = try EditedFile(video, by: edit)
                return nil
            } catch { return (error as? EditRefusal)?.reason }
        }
        #expect(refusal(SampleVideos.fragmented)?.contains("fragmented") == true)
        let video = EditableVideos.video(.movieFirst)
        #expect(refusal(video + Bytes.box("moov"))?.contains("several") == true)
        #expect(refusal(video + [1, 2, 3])?.contains("end") == true)
        #expect(refusal(EditableVideos.video(.movieLast, Bytes.box("cmov")))?.contains("compressed") == true)
        #expect(refusal(EditableVideos.video(.movieLast, Bytes.box("moov"))) == nil)
        // What may hold a position that is not found.
        let opaque = EditableVideos.video(.movieLast, Bytes.box("udta", Bytes.box("GPMF", Bytes.zeros(8))))
        #expect(refusal(opaque) == nil)
        #expect(refusal(opaque, EditedFile.removing)?.contains("GPMF") == true)
        for format in ["gpmd", "camm", "mebx"] {
            let user = format == "mebx" ? Bytes.text("com.apple.quicktime.location.ISO6709") : []
            let description = Bytes.full("stsd", 0, 0, Bytes.u32(1), Bytes.box(format, Bytes.zeros(8), user))
            let track = Bytes.box("trak", Bytes.box("mdia", Bytes.box("minf", Bytes.box("stbl", description))))
            #expect(refusal(EditableVideos.video(.movieLast, track), EditedFile.removing)?.contains(format) == true)
        }
    }

    @Test("A fragmented video is edited if it has room, and its fragments do not move")
    func fragmentsKeepTheirPlacesWhereThereIsRoom() throws {
        let bytes = SampleVideos.fragmented
        let start = try #require(bytes.firstIndex(of: Bytes.code("moof"))) - 4
        let roomy = Array(bytes[..<start]) + Bytes.box("free", Bytes.zeros(100)) + bytes[start...]
        let edited = try EditedFile(roomy, by: EditedFile.setting())
        #expect(edited.patch.keepsOffsets && edited.bytes.count == roomy.count)
        #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
    }

    @Test("Positions in the user data of tracks are removed too")
    func positionsInTracksGoToo() throws {
        let track = EditableVideos.track(0, Bytes.box("udta", SampleVideos.record("©xyz", "+52.3693+006.6761/")))
        let video = EditableVideos.video(.movieFirst, track)
        #expect(try !EditedFile(video, by: EditedFile.removing).bytes.holds(Bytes.text("52.3693")))
        #expect(try !EditedFile(video, by: EditedFile.setting()).metadata().warnings.contains { _ in true })
    }

    @Test(
        "Place names are written to a video as XMP, lengthened and removed", arguments: EditableVideos.Order.allCases,
        ["isom", "qt  "])
    func namesOfPlacesGetAPacketOfXMP(_ order: EditableVideos.Order, _ brand: String) throws {
        var edit = EditedFile.setting()
        var names = PhotoPlace()
        names.city = "Sydney"
        edit.placeCreated = .set(names)
        let video = EditableVideos.video(order, brand: brand, Self.user)
        let edited = try EditedFile(video, by: edit)
        let said = try edited.metadata()
        #expect(said.placeCreated?.city == "Sydney" && EditedFile.isNear(said.location, EditedFile.location()))
        #expect(said.warnings.isEmpty && EditableVideos.samples(of: edited.bytes) == EditableVideos.samples)
        #expect(try EditedFile(edited.bytes, by: edit).patch.isEmpty)
        names.city = "A city with a name that is longer than the one before, and by more than a packet has room for"
        edit.placeCreated = .set(names)
        let longer = try EditedFile(edited.bytes, by: edit)
        #expect(try longer.metadata().placeCreated?.city == names.city)
        let bare = try EditedFile(longer.bytes, by: EditedFile.removing)
        #expect(try bare.metadata().placeCreated == nil && bare.metadata().location == nil)
        #expect(!bare.bytes.holds(Bytes.text("Sydney")) && !bare.bytes.holds(Bytes.text("A city")))
    }

    @Test("An empty edit changes nothing")
    func anEditOfNothingChangesNothing() throws {
        for order in EditableVideos.Order.allCases {
            #expect(try EditedFile(EditableVideos.video(order, Self.user), by: MetadataEdit()).patch.isEmpty)
        }
    }
}
