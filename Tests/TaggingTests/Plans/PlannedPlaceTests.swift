import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKMetadata
import LKOfflineGeocoding
import LKPhotos
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Photos of a library get the names of their places, with their companions")
struct PlannedPlaceTests {
    /// Knows a town in the north, is out of reach in the south.
    private final class Town: GeocodingProvider {
        let name = "town"
        let attribution: String? = nil
        let isOffline = true
        private let questions = Mutex(0)
        var count: Int { questions.withLock { $0 } }

        func reverseGeocode(
            _ coordinate: Coordinate, languages: [LanguageTag]
        ) async throws(GeocodingError) -> [Placemark] {
            questions.withLock { $0 += 1 }
            if coordinate.latitude < 0 { throw GeocodingError(.serviceUnreachable, "the town is away") }
            var placemark = Placemark(coordinate: coordinate, provider: name)
            (placemark.locality, placemark.country, placemark.isoCountryCode) = ("Rīga", "Latvija", "LV")
            return [placemark]
        }
    }

    private let album = Album()
    private let town = Town()
    private let tagger: PlaceTagger

    init() {
        var geocoder = Geocoder.Configuration([town])
        geocoder.cache = nil
        geocoder.timeout = .seconds(600)
        tagger = PlaceTagger(Geocoder(configuration: geocoder))
    }

    /// Writes a photo, and beside it a raw file of the same time.
    private func add(_ name: String, at position: (Double, Double)? = nil, raw rawPosition: (Double, Double)? = nil)
        async throws
    {
        for (file, position) in [("\(name).jpg", position), ("\(name).dng", rawPosition)] {
            album.add(file, file.hasSuffix("dng") ? RawPhoto.bytes : DatedPhoto.bytes("2026:05:01 10:00:07"))
            guard let position else { continue }
            var edit = MetadataEdit()
            edit.location = .set(
                PhotoLocation(coordinate: try #require(Coordinate(latitude: position.0, longitude: position.1))))
            let tagger = PhotoTagger()
            let written = await tagger.write([PhotoEdit(path: album.path(file), edit: edit)])
            await tagger.finish()
            #expect(written.map(\.action) == [.written], "\(written)")
        }
    }

    private func assets() async throws -> [PhotoAsset] {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: album.folder.path)], configuration: configuration)
        try await library.reload()
        return library.allPhotos.assets
    }

    private func asset() async throws -> PhotoAsset {
        let assets = try await assets()
        #expect(assets.count == 1)
        return try #require(assets.first)
    }

    private func city(_ name: String) throws -> String? {
        try PlaceFacts.Reader().facts(of: URL(filePath: album.path(name))).shown?.city
    }

    @Test("The raw file beside a photo gets the names of the photo's position, and undo takes both back")
    func companions() async throws {
        try await add("a", at: (56.9, 24.1))
        let before = album.photos
        let planned = await tagger.planned(try await asset())
        #expect(planned.edits.map(\.path) == [album.path("a.jpg"), album.path("a.dng")])
        #expect(planned.place?.placeString == "Rīga, Latvija" && planned.provider == "town")
        #expect("\(planned)" == "Rīga, Latvija" && planned.location?.coordinate.latitude.rounded() == 57)
        #expect(town.count == 1)
        let tagger = PhotoTagger()
        #expect(await tagger.write(planned.edits).map(\.action) == [.written, .written])
        await tagger.finish()
        #expect(try city("a.jpg") == "Rīga" && city("a.dng") == "Rīga")
        let again = await self.tagger.planned(try await asset())
        #expect(again.action == .keep && again.edits.isEmpty && again.place == nil)
        #expect("\(again)" == "it has names already")
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.photos == before)
    }

    @Test("A companion without names gets them though the photo has some, as after an interruption")
    func afterInterruption() async throws {
        try await add("a", at: (56.9, 24.1))
        let first = await tagger.planned(try await asset())
        _ = await PhotoTagger().write(Array(first.edits.prefix(1)))
        #expect(try city("a.jpg") == "Rīga" && city("a.dng") == nil)
        let second = await tagger.planned(try await asset())
        #expect(second.action == .keep && second.edits.map(\.path) == [album.path("a.dng")])
        #expect(second.place?.city == "Rīga")
    }

    @Test("A position that only the raw file has is that of the photo")
    func positionOfCompanion() async throws {
        try await add("a", raw: (56.9, 24.1))
        let asset = try await asset()
        #expect(await tagger.planned(asset).edits.count == 2)
        #expect(try await asset.placemark(from: tagger.geocoder)?.locality == "Rīga")
    }

    @Test("Without a position, and where nobody answers, nothing is written into any of its files")
    func nothing() async throws {
        try await add("a")
        let none = await tagger.planned(try await asset())
        #expect(
            none.action == .skip(.noPosition) && none.edits.isEmpty && "\(none)" == "it has no position")
        #expect(try await asset().placemark(from: tagger.geocoder) == nil)
        try await add("a", at: (-56.9, 24.1))
        let away = await tagger.planned(try await asset())
        #expect(
            away.action == .fail(TaggingError(unanswered: GeocodingError(.serviceUnreachable, "the town is away")))
                && away.edits.isEmpty)
        #expect("\(away)" == "the town is away")
        let asset = try await asset()
        await #expect(throws: GeocodingError.self) { try await asset.placemark(from: tagger.geocoder) }
    }

    @Test("A photo that is gone or damaged says so, and its companions stay as they are")
    func unreadable() async throws {
        try await add("a", at: (56.9, 24.1))
        let asset = try await asset()
        for content in [[UInt8]("no photo".utf8), nil] {
            try FileManager.default.removeItem(atPath: album.path("a.jpg"))
            if let content { album.add("a.jpg", content) }
            let planned = await tagger.planned(asset)
            guard case .unreadable(let error) = planned.action else {
                Issue.record("\(planned)")
                continue
            }
            #expect(error.code == .unreadable && error.path == album.path("a.jpg") && planned.edits.isEmpty)
        }
        #expect(town.count == 0)
    }

    @Test("Every cut of a companion leaves the photo its names")
    func damagedCompanion() async throws {
        try await add("a", at: (56.9, 24.1))
        let asset = try await asset()
        for length in 0..<RawPhoto.bytes.count {
            album.add("a.dng", Array(RawPhoto.bytes[..<length]))
            let planned = await tagger.planned(asset)
            #expect(planned.edits.first?.path == album.path("a.jpg") && planned.edits.count <= 2, "\(length) bytes")
        }
    }

    @Test("Photos in a row without an answer are counted until there is one, and the pauses grow")
    func outage() async throws {
        try await add("a", at: (-56.9, 24.1))
        let unanswered = await tagger.planned(try await asset())
        var outage = ProviderOutage()
        #expect(outage.count == 0 && outage.message == nil && outage.pause == .seconds(10))
        var pauses: [Duration] = []
        for number in 1...9 {
            let isUnanswered = outage.record(unanswered)
            #expect(isUnanswered && outage.count == number && outage.message == "the town is away")
            pauses.append(outage.pause)
        }
        #expect(pauses == [10, 20, 40, 80, 160, 320, 600, 600, 600].map { .seconds($0) })
        // What asks nobody is no answer, and what a person has to mend is no outage.
        let error = TaggingError(code: .unreadable, message: "cut off", path: "a.jpg")
        for action: PlannedPlace.Action in [
            .keep, .skip(.noPosition), .skip(.doubtfulPosition), .unreadable(error),
            .fail(TaggingError(unanswered: GeocodingError(.dataDamaged, "no world"))),
        ] {
            let isUnanswered = outage.record(PlannedPlace(action: action))
            #expect(!isUnanswered && outage.count == 9)
        }
        for action: PlannedPlace.Action in [.skip(.nothingThere), .write(MetadataEdit())] {
            let isUnanswered = outage.record(PlannedPlace(action: action))
            #expect(!isUnanswered && outage.count == 0 && outage.message == nil && outage.pause == .seconds(10))
            outage.record(unanswered)
        }
    }

    @Test("The embedded world is a geocoder by itself")
    func embedded() async throws {
        try await add("a", at: (56.9496, 24.1052))
        let placemark = try await asset().placemark(
            from: Geocoder([OfflineProvider(world: .embedded())]), languages: [.english])
        #expect(placemark?.locality == "Riga" && placemark?.isoCountryCode == "LV")
        #expect(placemark?.addressDictionary[.country] == "Latvia")
    }
}
