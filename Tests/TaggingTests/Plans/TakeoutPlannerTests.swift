import Foundation
import LKGeo
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TakeoutPlanner") struct TakeoutPlannerTests {
    private let album = Album()
    private static let json = #"""
        {"title":"a.jpg","description":"Lunch & <tea>","photoTakenTime":{"timestamp":"1627805472"},
        "geoData":{"latitude":48.137,"longitude":11.575,"altitude":519.0},"people":[{"name":"Ann"},{"name":"Bo"}]}
        """#
    /// A JPEG without EXIF.
    private static let plain: [UInt8] = {
        let dated = DatedPhoto.bytes("2021:08:01 10:11:12")
        return [0xFF, 0xD8] + dated.dropFirst(4 + Int(dated[4]) << 8 + Int(dated[5]))
    }()

    private func assets() async throws -> [PhotoAsset] {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: album.folder.path)], configuration: configuration)
        try await library.reload()
        return library.allPhotos.assets.sorted { $0.path < $1.path }
    }

    private func plans() async throws -> [PlannedTakeout] {
        let planner = TakeoutPlanner(zones: TimeZones { _ in "Europe/Berlin" })
        return try await assets().map { planner.planned($0) }
    }

    private func write(_ plans: [PlannedTakeout]) async -> [PhotoOutcome] {
        let tagger = PhotoTagger()
        let outcomes = await tagger.write(plans.flatMap(\.edits))
        await tagger.finish()
        return outcomes
    }

    @Test("Writes position, local time, description and people into a photo, and undo restores it")
    func writing() async throws {
        album.add("a.jpg", Self.plain)
        album.add("a.jpg.supplemental-metadata.json", Array(Self.json.utf8))
        let before = album.photos
        let plans = try await plans()
        #expect(plans.count == 1 && plans[0].json == album.path("a.jpg.supplemental-metadata.json"))
        #expect(plans[0].people == ["Ann", "Bo"] && plans[0].caption == "Lunch & <tea>" && plans[0].offset == 7200)
        let outcomes = await write(plans)
        #expect(outcomes.map(\.action) == [.written], "\(outcomes)")
        let photo = try MetadataReader().metadata(of: album.path("a.jpg"))
        #expect(abs((photo.location?.coordinate.latitude ?? 0) - 48.137) < 1e-6 && photo.location?.altitude == 519)
        #expect(photo.date?.wallTime.description == "2021-08-01T10:11:12" && photo.date?.offset == 7200)
        #expect(photo.caption == "Lunch & <tea>" && photo.keywords == ["Ann", "Bo"])
        let again = try await self.plans()
        #expect(again.map(\.edits) == [[]] && again[0].json != nil)
        let undo = try await TaggingJournal.undo(in: album.folder.path)
        #expect(undo.outcomes.map(\.action) == [.restored] && album.photos == before)
    }

    @Test("Of JSON files whose names are equal once cut off, the one with the photo's title is written")
    func equalBeginnings() async throws {
        let start = "Wedding of Anna and Bernhard in Salzburg, 2012-05-1"
        album.add("\(start)2.jpg", Self.plain)
        for (number, day) in [("", "1"), ("(1)", "2")] {
            let json = Self.json.replacingOccurrences(of: "a.jpg", with: "\(start)\(day).jpg")
            album.add("\(start.prefix(46))\(number).json", Array(json.utf8))
        }
        let plans = try await plans()
        #expect(plans.map(\.json) == [album.path("\(start.prefix(46))(1).json")])
    }

    @Test("What a photo has already stays") func ownFacts() async throws {
        album.add("a.jpg", DatedPhoto.bytes("2021:08:01 10:11:12"))
        album.add("a.jpg.json", Array(Self.json.utf8))
        let plans = try await plans()
        #expect(plans[0].date == nil && plans[0].location != nil)
        #expect(await write(plans).map(\.action) == [.written])
        let photo = try MetadataReader().metadata(of: album.path("a.jpg"))
        #expect(photo.date?.rule == .original && photo.date?.offset == nil && photo.location != nil)
    }

    /// A JPEG whose EXIF has only the time of the last change.
    private static func changed(_ time: String) -> [UInt8] {
        let block: [UInt8] =
            Array("Exif\0\0II".utf8) + [
                42, 0, 8, 0, 0, 0, 1, 0, 0x32, 0x01, 2, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0,
            ]
            + Array(time.utf8) + [0]
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(block.count + 2)] + block + plain.dropFirst(2)
    }

    @Test("Takeout's time comes before that of a change, and is written") func timeOfChange() async throws {
        album.add("a.jpg", Self.changed("2023:01:02 03:04:05"))
        #expect(try await assets().first?.date?.rule == .modified)
        album.add("a.jpg.json", Array(Self.json.utf8))
        let listed = try #require(try await assets().first?.date)
        #expect(listed.rule == .takeout && listed.wallTime.description == "2021-08-01T08:11:12")
        let plans = try await plans()
        #expect(plans[0].offset == 7200)
        #expect(await write(plans).map(\.action) == [.written])
        let photo = try MetadataReader().metadata(of: album.path("a.jpg"))
        #expect(photo.date?.wallTime.description == "2021-08-01T10:11:12" && photo.date?.offset == 7200)
        #expect(try await self.plans().map(\.edits) == [[]])
    }

    @Test("A sidecar's date comes before Takeout's and that of a change") func dateOfSidecar() async throws {
        album.add("a.jpg", Self.changed("2023:01:02 03:04:05"))
        album.add("a.jpg.json", Array(Self.json.utf8))
        let sidecar =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' "
            + "exif:DateTimeOriginal='2020-05-06T07:08:09'/></rdf:RDF></x:xmpmeta>"
        album.add("a.jpg.xmp", Array(sidecar.utf8))
        let date = try #require(try await assets().first?.date)
        #expect(date.rule == .xmp && date.wallTime.description == "2020-05-06T07:08:09")
        #expect(try await plans().map(\.date) == [nil])
    }

    @Test("A time whose zone has seconds is written in UTC") func secondsInZone() async throws {
        // Amsterdam's time was 19 min 32 s ahead, that of Brussels, which some databases have for it, 17 min 30 s.
        let json = #"""
            {"title":"a.jpg","photoTakenTime":{"timestamp":"-2667000000"},"geoData":{"latitude":52.37,"longitude":4.9}}
            """#
        album.add("a.jpg", Self.plain)
        album.add("a.jpg.json", Array(json.utf8))
        let planner = TakeoutPlanner(zones: TimeZones { _ in "Europe/Amsterdam" })
        let plans = try await assets().map { planner.planned($0) }
        #expect(plans.map(\.offset) == [0])
        let outcomes = await write(plans)
        #expect(outcomes.map(\.action) == [.written], "\(outcomes)")
        let date = try MetadataReader().metadata(of: album.path("a.jpg")).date
        #expect(date?.wallTime.description == "1885-06-26T22:40:00" && date?.offset == 0)
    }

    @Test("A format that is not written gets a sidecar") func sidecar() async throws {
        album.add("a.jxl", [0xFF, 0x0A, 0x4F, 0x02, 0, 0, 0, 0])
        album.add("a.jxl.json", Array(Self.json.utf8))
        let outcomes = await write(try await plans())
        #expect(outcomes.map(\.sidecars) == [[album.path("a.jxl.xmp")]], "\(outcomes)")
        let again = try await plans()
        #expect(again.map(\.edits) == [[]])
        try FileManager.default.removeItem(atPath: album.path("a.jxl.json"))
        let asset = try #require(try await assets().first)
        #expect(asset.date?.wallTime.description == "2021-08-01T10:11:12" && asset.location?.altitude == 519)
    }

    @Test("A photo without a JSON, and one with a damaged one, get nothing") func nothing() async throws {
        album.add("a.jpg", Self.plain)
        album.add("b.jpg", Self.plain)
        album.add("b.jpg.json", Array(Self.json.utf8.dropLast(9)))
        let plans = try await plans()
        #expect(plans[0] == PlannedTakeout() && plans[1].edits.isEmpty && plans[1].error?.code == .unreadable)
    }
}
