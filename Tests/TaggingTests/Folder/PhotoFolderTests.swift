import Foundation
import Glibc
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotos
import LKTrackFormats
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("PhotoFolder") struct PhotoFolderTests {
    private let album = PhotoFolderAlbum()

    private func reader(_ name: String) throws -> PhotoMetadata { try MetadataReader().metadata(of: album.path(name)) }

    @Test("Geotags a photo with its raw file from a track file, and undo restores both byte for byte")
    func geotagging() async throws {
        album.addPair("a")
        album.addUnreadable("broken.jpg")
        let track = try album.addTrack()
        let before = album.photos
        let plan = try await album.opened.geotagging(from: [track], album.geotagging)
        #expect(plan.kind == .geotagging && plan.photos.count == 2)
        #expect(plan.written.map(\.url.lastPathComponent) == ["a.jpg"])
        #expect(plan.written.first?.companions.map(\.lastPathComponent) == ["a.dng"])
        #expect(plan.written.first?.source == "walk" && plan.written.first?.location?.coordinate.latitude == 46.5)
        #expect(plan.failed.map(\.url.lastPathComponent) == ["broken.jpg"])
        #expect(plan.summary == "2 photos and videos: would write 1, 1 failed")
        #expect(album.photos == before && album.hidden.isEmpty)
        let preview = await album.outcomes(album.opened.preview(plan))
        #expect(album.photos == before && album.hidden.isEmpty)
        let written = await album.outcomes(album.opened.write(plan))
        #expect(preview.map(\.action) == written.map(\.action))
        #expect(written.first?.action == .written && written.last?.error?.code == .unreadable)
        for name in ["a.jpg", "a.dng"] {
            #expect(abs((try reader(name).location?.coordinate.latitude ?? 0) - 46.5) < 1e-6)
        }
        let again = try await album.opened.geotagging(from: [track], album.geotagging)
        #expect(again.written.isEmpty && again.kept.map(\.summary) == ["it has a position already"])
        try await album.undoAll()
        #expect(album.photos == before)
    }

    @Test("A track that cannot be read, and one without times, are named")
    func badTracks() async throws {
        album.addPair("a")
        let missing = URL(filePath: album.path("missing.gpx"))
        let error = await #expect(throws: TaggingError.self) { try await album.opened.geotagging(from: [missing]) }
        #expect(error?.code == .unusable && error?.underlying != nil && error?.path == missing.path)
        let empty = URL(filePath: album.path("empty.gpx"))
        try Data("<gpx version=\"1.1\" creator=\"t\"><trk><trkseg/></trk></gpx>".utf8).write(to: empty)
        let nothing = await #expect(throws: TaggingError.self) {
            try await album.opened.geotagging(from: [empty], album.geotagging)
        }
        #expect(nothing?.code == .unusable && (nothing?.underlying as? TrackFormatError)?.code == .empty)
        let timeless = URL(filePath: album.path("timeless.gpx"))
        let point = "<trkpt lat=\"46.5\" lon=\"8.25\"/>"
        try Data("<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8).write(
            to: timeless)
        let plan = try await album.opened.geotagging(from: [empty, timeless], album.geotagging)
        #expect(plan.written.isEmpty && plan.skipped.count == 1)
        #expect(
            plan.warnings == [
                "\(empty.path) has no positions: no track, route or waypoint; it is ignored",
                "\(timeless.path) has no points with a time and is ignored",
            ])
        let csv = URL(filePath: album.path("walk.csv"))
        let rows = ["time,latitude,longitude", "2026-05-01T09:55:00Z,46.5,8.25", "yesterday,46.5,8.25"]
        try Data((rows + ["2026-05-01T10:05:00Z,46.5,8.25"]).joined(separator: "\n").utf8).write(to: csv)
        let doubtful = try await album.opened.geotagging(from: [csv], album.geotagging)
        #expect(doubtful.warnings.contains { $0.hasPrefix("\(csv.path):3: ") }, "\(doubtful.warnings)")
    }

    @Test("A photo without a fix near its time says the time, and how far the nearest fix is")
    func farFromTrack() async throws {
        album.addPair("a", second: 47 * 60)
        let track = try album.addTrack()
        defer { try? FileManager.default.removeItem(at: track) }
        let plan = try await album.opened.geotagging(from: [track], album.geotagging)
        #expect(
            plan.skipped.map(\.summary) == [
                "the track has no fix near its time, 2026-05-01 10:47:00 +00:00; the nearest is 42 min away"
            ])
    }

    @Test("What is lost of a damaged track is said, in sentences")
    func damagedTrack() async throws {
        album.addPair("a")
        let track = try album.addTrack()
        defer { try? FileManager.default.removeItem(at: track) }
        let whole = try Data(contentsOf: track)
        try whole.prefix(whole.count - 20).write(to: track)
        var options = album.geotagging
        options.salvagesTracks = true
        let plan = try await album.opened.geotagging(from: [track], options)
        #expect(plan.warnings.contains { $0.hasPrefix(track.path) && $0.contains("lost") }, "\(plan.warnings)")
        #expect(!plan.warnings.contains { $0.contains("Note(") || $0.contains("Warning(") })
    }

    @Test("Places photos at a position, strips them again with their sidecars, and undo restores each state")
    func placingAndStripping() async throws {
        album.addPair("a")
        album.addGIF("b.gif")
        album.addUnreadable("broken.jpg")
        let before = album.photos
        let place = try #require(Coordinate(latitude: 46.5, longitude: 8.25))
        let placing = try await album.opened.placing(at: place)
        #expect(placing.written.count == 2 && placing.failed.count == 1)
        let placed = await album.outcomes(album.opened.write(placing))
        #expect(placed.count { $0.action == .written } == 2)
        #expect(placed.flatMap(\.sidecars).map(\.lastPathComponent) == ["b.gif.xmp"])
        #expect(placed.first { $0.url.lastPathComponent == "b.gif" }?.refusal?.code == .unsafe)
        let between = album.photos
        let stripping = try await album.opened.stripping()
        #expect(stripping.written.allSatisfy { $0.removed == ["position"] } && stripping.written.count == 2)
        let stripped = await album.outcomes(album.opened.write(stripping))
        #expect(stripped.count { $0.action == .written } == 2, "\(stripped)")
        for name in ["a.jpg", "a.dng", "b.gif"] {
            #expect(try PlaceFacts.Reader().facts(of: URL(filePath: album.path(name))).location == nil)
        }
        #expect(try await album.opened.runs().count == 2)
        _ = await album.outcomes(try await album.opened.undo())
        #expect(album.photos == between)
        try await album.undoAll()
        #expect(album.photos == before && album.hidden.isEmpty)
        await #expect(throws: TaggingError.self) {
            try await album.opened.placing(at: PhotoLocation(coordinate: Walk.place(0, 0)))
        }
    }

    @Test("Backups that stripping leaves are failures of its plan")
    func backups() async throws {
        album.addPair("a")
        album.album.add("a.jpg_original", DatedPhoto.bytes("2026:05:01 10:00:07"))
        let plan = try await album.opened.stripping()
        #expect(plan.failed.map(\.url.lastPathComponent) == ["a.jpg_original"])
    }

    @Test("Stripping says nothing of files in folders that are not included")
    func excludedRemainders() async throws {
        mkdir(album.path("deep"), 0o755)
        album.addPair("a")
        album.addPair("deep/b")
        let placing = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        var options = album.options
        options.sidecars = .always
        _ = await album.outcomes(PhotoFolder(URL(filePath: album.path("")), options: options).write(placing))
        #expect(album.photo("deep/b.jpg.xmp") != nil || album.photo("deep/b.xmp") != nil)
        options.includesSubfolders = false
        let flat = PhotoFolder(URL(filePath: album.path("")), options: options)
        let plan = try await flat.stripping()
        #expect(plan.failed.isEmpty && plan.written.count == 1, "\(plan)")
        let other = PhotoFolderAlbum()
        other.addPair("c")
        try #require(symlink(album.path("deep"), other.path("link")) == 0)
        options = other.options
        options.followsLinksToFolders = false
        let unlinked = try await PhotoFolder(URL(filePath: other.path("")), options: options).stripping()
        #expect(!unlinked.failed.contains { $0.url.path.hasSuffix(".xmp") }, "\(unlinked)")
    }

    @Test("An accuracy that is no number is not shown")
    func accuracies() async throws {
        album.addPair("a")
        var photo = try #require(try await album.opened.placing(at: Walk.place(46.5, 8.25)).written.first)
        for accuracy in [Double.nan, -Double.infinity, -1e300, -1] {
            photo.location?.horizontalAccuracy = accuracy
            #expect(!photo.summary.contains("within"), "\(accuracy)")
        }
        for (accuracy, text) in [(Double.infinity, " within 1000000000 m"), (4.2, " within 5 m"), (0, " within 0 m")] {
            photo.location?.horizontalAccuracy = accuracy
            #expect(photo.summary.contains(text), "\(photo.summary)")
        }
    }

    @Test("Names the places of photos and their raw files, and undo takes the names back")
    func naming() async throws {
        album.addPair("a")
        album.addPair("c")
        album.addUnreadable("broken.jpg")
        var placing = try await album.opened.placing(at: try #require(Coordinate(latitude: 56.9, longitude: 24.1)))
        placing.photos.removeAll { $0.url.lastPathComponent != "a.jpg" }
        _ = await album.outcomes(album.opened.write(placing))
        let before = album.photos
        let plan = try await album.opened.naming(geocoder: Geocoder([NamedTown()]))
        #expect(plan.written.map(\.place?.placeString) == ["Rīga, Latvija"])
        #expect(plan.written.map(\.summary) == ["Rīga, Latvija"] && plan.written.map(\.source) == ["town"])
        #expect(plan.skipped.map(\.summary) == ["it has no position"] && plan.failed.count == 1)
        let written = await album.outcomes(album.opened.write(plan))
        #expect(written.count { $0.action == .written } == 1)
        for name in ["a.jpg", "a.dng"] { #expect(try reader(name).placeShown?.city == "Rīga") }
        _ = await album.outcomes(try await album.opened.undo())
        #expect(album.photos == before)
    }

    @Test("After three photos without an answer, the provider is not asked any more and the rest fail")
    func outage() async throws {
        for number in 1...6 { album.addPair("\(number)", second: number) }
        let placing = try await album.opened.placing(at: try #require(Coordinate(latitude: -56.9, longitude: 24.1)))
        _ = await album.outcomes(album.opened.write(placing))
        let town = NamedTown()
        var configuration = Geocoder.Configuration([town])
        configuration.cache = nil
        let plan = try await album.opened.naming(geocoder: Geocoder(configuration: configuration))
        #expect(
            plan.failed.count == 6
                && plan.photos.allSatisfy { photo in
                    if case .fail(let error) = photo.action { error.code == .unanswered } else { false }
                })
        #expect(plan.failed.count { $0.summary.contains("was not asked for") } >= 3)
    }

    @Test("Sorts photos with their files, and undo in the new folder moves them back")
    func sorting() async throws {
        album.addPair("a")
        album.album.add("a.jpg.xmp", Array("no sidecar".utf8))
        album.addUnreadable("broken.jpg")
        let before = album.photos
        let out = URL(filePath: album.path("out"))
        let plan = try await album.opened.sorting(into: out, by: try SortPattern("%Y/%m"))
        #expect(plan.written.map(\.newURL?.path) == [out.path + "/2026/05/a.jpg"] && plan.obstacle == nil)
        #expect(plan.failed.map(\.url.lastPathComponent) == ["broken.jpg"])
        #expect(!FileManager.default.fileExists(atPath: out.path))
        #expect(await album.outcomes(album.opened.preview(plan)).map(\.newURL) == plan.photos.map(\.newURL))
        #expect(!FileManager.default.fileExists(atPath: out.path))
        let moved = await album.outcomes(album.opened.write(plan))
        #expect(moved.first?.action == .written && moved.first?.newURL?.path == out.path + "/2026/05/a.jpg")
        for name in ["a.jpg", "a.dng", "a.jpg.xmp"] {
            #expect(FileManager.default.fileExists(atPath: out.path + "/2026/05/" + name))
        }
        let sorted = PhotoFolder(out, options: album.options)
        let undone = await album.outcomes(try await sorted.undo())
        #expect(undone.compactMap(\.formerURL).count == 3, "\(undone)")
        #expect(album.photos == before)
    }

    @Test("Writes what the JSON of Google Takeout states")
    func takeout() async throws {
        album.addPair("a")
        album.album.add(
            "a.jpg.json",
            Array(
                #"""
                {"title":"a.jpg","description":"Lunch","photoTakenTime":{"timestamp":"1627805472"},
                "geoData":{"latitude":48.137,"longitude":11.575,"altitude":519.0}}
                """#.utf8))
        album.addPair("b")
        let before = album.photos
        let plan = try await album.opened.takeout()
        #expect(plan.written.map(\.url.lastPathComponent) == ["a.jpg"])
        #expect(plan.skipped.map(\.summary) == ["it has no JSON of Google Takeout"])
        #expect(await album.outcomes(album.opened.write(plan)).first?.action == .written)
        #expect(try reader("a.jpg").caption == "Lunch")
        try await album.undoAll()
        #expect(album.photos == before)
    }

    @Test("A single file stands for its photo; another photo of the folder stays, and undo finds it by its name")
    func singleFile() async throws {
        album.addPair("a")
        album.addPair("b")
        let before = album.photos
        let file = PhotoFolder(URL(filePath: album.path("a.jpg")), options: album.options)
        let plan = try await file.placing(at: Walk.place(46.5, 8.25))
        #expect(plan.photos.count == 1)
        #expect(await album.outcomes(file.write(plan)).map(\.action) == [.written])
        #expect(album.photo("b.jpg") == before["b.jpg"] && album.photo("a.dng") != before["a.dng"])
        let undone = await album.outcomes(try await file.undo())
        #expect(undone.count == 2 && undone.allSatisfy { $0.action == .restored })
        #expect(album.photos == before)
        await #expect(throws: TaggingError.self) { try await file.forget() }
        let missing = PhotoFolder(URL(filePath: album.path("none.jpg")), options: album.options)
        #expect(try await missing.placing(at: Walk.place(46.5, 8.25)).failed.count == 1)
    }

    @Test("Photos in subfolders are left out on request, also by undo")
    func subfolders() async throws {
        mkdir(album.path("deep"), 0o755)
        album.addPair("a")
        album.addPair("deep/b")
        var options = album.options
        options.includesSubfolders = false
        let flat = PhotoFolder(URL(filePath: album.path("") + "/"), options: options)
        #expect(try await flat.placing(at: Walk.place(46.5, 8.25)).photos.map(\.url.lastPathComponent) == ["a.jpg"])
        let all = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        #expect(await album.outcomes(album.opened.write(all)).count { $0.action == .written } == 2)
        #expect(
            await album.outcomes(try await flat.undo()).map(\.url.lastPathComponent).sorted() == ["a.dng", "a.jpg"])
        #expect(try await flat.runs().isEmpty)
        // A photo named by its sidecar, and one of two named by different paths.
        album.album.add("c.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        album.album.add("c.xmp", Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8))
        let named = PhotoFolder(URL(filePath: album.path("c.xmp")), options: options)
        #expect(try await named.contents().assets.map(\.url.lastPathComponent) == ["c.jpg"])
        try #require(symlink(album.path("deep"), album.path("other")) == 0)
        let both = PhotoFolder(
            URL(filePath: album.path("other/b.jpg")), URL(filePath: album.path("deep/b.dng")), options: options)
        #expect(try await both.contents().assets.count == 1)
        #expect(try await album.opened.runs().map(\.count) == [2])
    }

    @Test("Forgetting deletes what undo needs, and leaves the photos")
    func forgetting() async throws {
        album.addPair("a")
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        _ = await album.outcomes(album.opened.write(plan))
        let written = album.photos
        #expect(try await album.opened.runs().map(\.count) == [2])
        #expect(try await album.opened.forget().isEmpty)
        #expect(album.hidden.isEmpty && album.photos == written)
        #expect(try await album.opened.runs().isEmpty)
    }
}
