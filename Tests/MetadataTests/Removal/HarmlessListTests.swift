import Foundation
import TestSupport
import Testing

@testable import LKMetadata

/// What is not known to be harmless is removed where that is safe, and otherwise refused.
@Suite("Removal of what is not known to be harmless")
struct HarmlessListTests {
    private let folder = TemporaryFolder()

    /// Strips a file, and checks the result as before a replacement.
    private func stripped(_ old: [UInt8]) throws -> [UInt8] {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: EditedFile.removing, on: old) else {
            throw EditRefusal("\(try MetadataWriter().outcome(of: EditedFile.removing, on: old))")
        }
        let new = patch.applied(to: old)
        try Data(old).write(to: URL(filePath: folder.file("old")))
        try Data(new).write(to: URL(filePath: folder.file("new")))
        let complaint = try PatchCheck().complaint(
            about: EditedFile.removing, patch, from: folder.file("old"), to: folder.file("new"))
        #expect(complaint == nil)
        let file = FileBytes()
        file.open(bytes: old)
        #expect(try patch.inverse(reading: file).applied(to: new) == old)
        guard case .patch(let again) = try MetadataWriter().outcome(of: EditedFile.removing, on: new) else {
            throw EditRefusal("a second removal is refused")
        }
        #expect(again.isEmpty)
        return new
    }

    private func refusal(_ bytes: [UInt8]) throws -> String? {
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: EditedFile.removing, on: bytes) else {
            return nil
        }
        return refusal.reason
    }

    private static func has(_ bytes: [UInt8], _ text: String) -> Bool {
        bytes.withUnsafeBytes { ByteSearch.contains($0, Array(text.utf8)) }
    }

    // MARK: XMP

    @Test(
        "Removing the position also removes XMP properties of unknown namespaces",
        arguments: [
            ("xmlns:G='http://ns.geotate.example/1.0/' G:GeotatePOI='Place|10|38.889269|-77.049932' tiff:Make='M'", ""),
            (
                "xmlns:G='urn:poi' tiff:Make='M'",
                "<G:Points><rdf:Bag><rdf:li>38.889269 -77.049932</rdf:li></rdf:Bag></G:Points>"
            ),
        ])
    func propertiesOfUnknownNamespacesOfXMPGo(_ attributes: String, _ content: String) throws {
        let packet = Array(XMPPacketTests.packet(attributes, content).utf8)
        let new = try stripped(PhotoFixture.jpeg(PhotoFixture.appXMP(packet)))
        #expect(!Self.has(new, "38.889269"))
        #expect(try PhotoFixture.metadata(new).camera?.make == "M")
    }

    // MARK: Segments and chunks

    @Test("Removal overwrites unknown JPEG segments in place and keeps known ones")
    func unknownSegmentsOfAJPEGAreOverwrittenInPlace() throws {
        let known = PhotoFixture.segment(0xEC, Bytes.text("Ducky") + [0, 1, 2, 3])
        let old = PhotoFixture.jpeg(known, PhotoFixture.segment(0xE6, Bytes.text("GoPro\0GPS5l 48.137")))
        let new = try stripped(old)
        #expect(new.count == old.count && Self.has(new, "Ducky") && !Self.has(new, "48.137"))
    }

    @Test("Removal deletes unknown PNG chunks and texts with a position, and keeps other texts")
    func unknownChunksAndTextsOfPositionsOfAPNGGo() throws {
        let new = try stripped(
            PhotoFixture.png(
                PNGEditing.chunk(PNGChunk.text, Bytes.text("exif:GPSLatitude\u{0}48/1, 8/1")),
                PNGEditing.chunk(0x706F_4973, Bytes.text("secret")),
                PNGEditing.chunk(PNGChunk.text, Bytes.text("Comment\u{0}kept"))))
        #expect(!Self.has(new, "48/1") && !Self.has(new, "secret") && Self.has(new, "kept"))
    }

    @Test("Removal overwrites unknown WebP chunks in place")
    func unknownChunksOfAWebPAreOverwrittenInPlace() throws {
        let old = PhotoFixture.webP(
            PhotoFixture.riff("VP8X", [0, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
            PhotoFixture.riff("ABCD", Bytes.text("secret")))
        let new = try stripped(old)
        #expect(new.count == old.count && !Self.has(new, "secret"))
    }

    // MARK: Tracks

    private static func video(_ format: String, handler: String = "meta", _ description: [UInt8] = [], samples: [UInt8])
        -> [UInt8]
    {
        let head = Bytes.brands("isom", "isom")
        func movie(_ start: Int) -> [UInt8] {
            let table = Bytes.box(
                "stbl",
                Bytes.full("stsd", 0, 0, Bytes.u32(1), Bytes.box(format, Bytes.zeros(6), Bytes.u16(1), description)),
                Bytes.full("stsc", 0, 0, Bytes.u32(1), Bytes.u32(1), Bytes.u32(1), Bytes.u32(1)),
                Bytes.full("stsz", 0, 0, Bytes.u32(0), Bytes.u32(1), Bytes.u32(samples.count)),
                Bytes.full("stco", 0, 0, Bytes.u32(1), Bytes.u32(start)))
            let media = Bytes.box(
                "mdia", Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code(handler), Bytes.zeros(12)),
                Bytes.box("minf", table))
            return Bytes.box("moov", SampleVideos.movieHeader(), Bytes.box("trak", media))
        }
        return head + movie(head.count + movie(0).count + 8) + Bytes.box("mdat", samples)
    }

    private static func key(_ name: String) -> [UInt8] {
        Bytes.box("keys", Bytes.box("\0\0\0\u{1}", Bytes.box("keyd", Bytes.code("mdta"), Bytes.text(name))))
    }

    @Test(
        "Removal is refused if a video has a track of an unknown format, which is named",
        arguments: ["djmd", "dbgi", "gps0", "mett", "abcd", "camm", "mebx"])
    func aTrackOfAnUnknownFormatIsRefusedByName(_ format: String) throws {
        let video = Self.video(
            format, format == "mett" ? Bytes.text("\0application/octet-stream;type=com.parrot.videometadata1\0") : [],
            samples: [0x11, 0xA8, 0xC6, 0x4B])
        #expect(try refusal(video) == "one of its tracks may hold positions ('\(format)')")
    }

    @Test("Tracks known to be harmless stay unchanged, and those that may hold positions are refused")
    func tracksThatAreKnownStay() throws {
        let known: [(String, String, [UInt8])] = [
            ("tmcd", "tmcd", []), ("mp4a", "soun", []), ("avc1", "vide", []),
            ("mett", "meta", Bytes.text("\0application/motionphoto-image-meta\0")),
            ("mebx", "meta", Self.key("com.apple.quicktime.still-image-time")),
        ]
        for (format, handler, description) in known {
            let video = Self.video(format, handler: handler, description, samples: [1, 2, 3, 4])
            #expect(try stripped(video) == video, "\(format)")
        }
        let place = Self.key("com.apple.quicktime.location.ISO6709")
        #expect(try refusal(Self.video("mebx", place, samples: [1]))?.contains("mebx") == true)
        // A track of pictures is not one because it says so.
        #expect(try refusal(Self.video("gpmd", handler: "vide", samples: [1]))?.contains("gpmd") == true)
    }

    @Test(
        "A position late in a subtitle track is found, and other text is not mistaken for one",
        arguments: ["GPS (11.5750, 48.1370, 16)", "48.13701, 11.57502", "[Latitude: 48.1]"])
    func aPositionLateInASubtitleIsFound(_ text: String) throws {
        let samples = Bytes.text(String(repeating: "ISO 100, 1/50 s, F2.8 ", count: 200) + text)
        #expect(
            try refusal(Self.video("tx3g", handler: "sbtl", samples: samples))
                == "one of its tracks holds positions ('tx3g')")
        let words = Bytes.text("Chapter 1: 1.2345 of 3 apples")
        #expect(try refusal(Self.video("tx3g", handler: "sbtl", samples: words)) == nil)
    }

    @Test("The total text searched in a video's tracks is bounded")
    func theTextsOfAllTracksTogetherAreBounded() throws {
        // A hundred tracks that share a megabyte: each is harmless, and searching them again for each would take as long as for
        // a file of a hundred.
        let samples = Bytes.text(String(repeating: "ISO 100 ", count: 1 << 17))
        let one = Self.video("tx3g", handler: "sbtl", samples: samples)
        #expect(try refusal(one) == nil)
        let head = Bytes.brands("isom", "isom").count
        let size = Bytes.box("mdat", samples).count
        let movie = Array(one[head..<one.count - size])
        let track = Array(movie[(8 + SampleVideos.movieHeader().count)...])
        // Shifted by the tracks that are added before the samples.
        func tracks(_ count: Int) -> [UInt8] {
            var track = track
            let start = Bytes.u32(head + movie.count + (count - 1) * track.count + 8)
            track.replaceSubrange(track.count - 4..<track.count, with: start)
            return (0..<count).flatMap { _ in track }
        }
        func video(_ count: Int) -> [UInt8] {
            Array(one[..<head]) + Bytes.box("moov", SampleVideos.movieHeader(), tracks(count))
                + Bytes.box("mdat", samples)
        }
        #expect(video(1) == one)
        #expect(try refusal(video(20)) == nil)
        #expect(try refusal(video(100)) == "the texts of one of its tracks cannot be searched ('tx3g')")
    }

    @Test("A track description longer than the part inspected counts as unknown")
    func aDescriptionThatIsLongerThanWhatIsLookedAtIsNotKnown() throws {
        let known = Bytes.text("\0application/motionphoto-image-meta\0")
        #expect(try refusal(Self.video("mett", known + Bytes.zeros(60_000), samples: [1])) == nil)
        let long = try refusal(Self.video("mett", known + Bytes.zeros(70_000), samples: [1]))
        #expect(long == "one of its tracks may hold positions ('mett')")
    }

    // MARK: Boxes

    @Test("Removal deletes unknown user data of a video, and is refused for unknown boxes")
    func unknownUserDataOfAVideoGoAndUnknownBoxesAreRefused() throws {
        let user = Bytes.box("udta", Bytes.box("abcd", Bytes.text("secret")), SampleVideos.record("©mak", "Maker"))
        let new = try stripped(EditableVideos.video(.movieFirst, user))
        #expect(!Self.has(new, "secret") && Self.has(new, "Maker"))
        let refused = "its box 'abcd' is not known and may hold positions"
        let box = Bytes.box("abcd", Bytes.text("secret"))
        #expect(try refusal(EditableVideos.video(.movieFirst) + box) == refused)
        #expect(try refusal(EditableVideos.video(.movieFirst, box)) == refused)
        #expect(try refusal(HEIFEditingTests.bare(end: box)) == refused)
        #expect(try refusal(EditableVideos.video(.movieFirst) + Bytes.box("abcd", Bytes.zeros(8))) == nil)
    }

    // MARK: Motion photos

    private static let position = "+52.3693+006.6761"

    @Test("The video of a motion photo loses its position in place")
    func theVideoOfAMotionPhotoLosesItsPositionInPlace() throws {
        let photo = PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera))
        let named =
            Bytes.brands("mp42", "isom")
            + Bytes.box(
                "moov", SampleVideos.movieHeader(),
                SampleVideos.metadata([
                    ("com.apple.quicktime.make", "Maker"),
                    ("com.apple.quicktime.location.ISO6709", Self.position + "/"),
                ]))
        let samsung = SamsungData.trailer([(0x0A30, "MotionPhoto_Data", SampleVideos.android)])
        for tail in [SampleVideos.android, named, samsung, Bytes.zeros(7) + SampleVideos.android] {
            let new = try stripped(photo + tail)
            #expect(!Self.has(new, Self.position) && !Self.has(new, "Enschede"))
            #expect(try PhotoFixture.metadata(new).location == nil)
            // The data of the phone stay the last.
            #expect(Self.has(new, "ftyp") && (tail != samsung || new.suffix(4).elementsEqual(Bytes.text("SEFT"))))
        }
        let image = HEIFEditingTests.bare(end: Bytes.box("mpvd", SampleVideos.android))
        let new = try stripped(image)
        #expect(new.count == image.count && !Self.has(new, Self.position) && Self.has(new, "mpvd"))
    }

    @Test("Removal overwrites the country code in Samsung's trailer")
    func theCountryInTheDataOfAPhoneIsOverwritten() throws {
        let trailer = SamsungData.trailer([
            (0x0A01, "Image_UTC_Data", Bytes.text("17198")), (0x0AA1, "MCC_Data", Bytes.text("262")),
        ])
        let old = PhotoFixture.jpeg() + trailer
        let new = try stripped(old)
        #expect(new.count == old.count && !Self.has(new, "MCC_Data262") && Self.has(new, "Image_UTC_Data17198"))
    }

    @Test("Overlapping entries of Samsung's trailer are refused instead of overwritten")
    func entriesOfAPhoneThatShareBytesAreNamedAndNotOverwritten() throws {
        // The second entry covers the image: overwriting its data would.
        let photo = PhotoFixture.jpeg(
            PhotoFixture.segment(0xFE, [0, 0, 0x30, 0x0A] + SamsungData.little(1) + Bytes.text("X")))
        var trailer = SamsungData.trailer([(0x0A01, "Image_UTC_Data", Bytes.text("17198"))])
        let directory = try #require(trailer.indices.first { trailer[$0...].starts(with: Bytes.text("SEFH")) })
        let mark: [UInt8] = [0, 0, 0x30, 0x0A]
        let start = try #require(photo.indices.first { photo[$0...].starts(with: mark) })
        let back = photo.count - start + directory
        let entry = mark + SamsungData.little(back) + SamsungData.little(back)
        trailer.replaceSubrange(directory + 8..<directory + 12, with: SamsungData.little(2))
        trailer.insert(contentsOf: entry, at: trailer.count - 8)
        trailer.replaceSubrange(trailer.count - 8..<trailer.count - 4, with: SamsungData.little(36))
        let file = FileBytes()
        file.open(bytes: photo + trailer)
        #expect(try SamsungTrailer(of: file)?.entries.map(\.name) == ["Image_UTC_Data", "X"])
        #expect(
            try refusal(photo + trailer) == "the phone's data at its end are damaged and may hold positions")
    }

    @Test("An entry of Samsung's trailer that begins inside the image is refused instead of overwritten")
    func anEntryOfAPhoneThatBeginsInTheImageIsNamedAndNotOverwritten() throws {
        let entry = [0, 0, 0x30, 0x0A] + SamsungData.little(1) + Bytes.text("X123")
        let photo = PhotoFixture.jpeg()
        let end = try #require(photo.indices.last { photo[$0...].starts(with: [0xFF, 0xD9]) })
        let inside = Array(photo[..<end]) + entry + photo[end...]
        let back = inside.count - end
        let directory =
            Bytes.text("SEFH") + SamsungData.little(107) + SamsungData.little(1) + [0, 0, 0x30, 0x0A]
            + SamsungData.little(back) + SamsungData.little(entry.count)
        let bytes = inside + directory + SamsungData.little(directory.count) + Bytes.text("SEFT")
        let file = FileBytes()
        file.open(bytes: bytes)
        #expect(try SamsungTrailer(of: file)?.isDamaged == false)
        #expect(try refusal(bytes) == "the phone's data at its end are damaged and may hold positions")
    }
}
