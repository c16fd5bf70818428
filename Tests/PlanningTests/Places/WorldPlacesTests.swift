import LKGeo
import LKGeocoding
import LKMetadata
import LKOfflineGeocoding
import LKPhotos
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKPlanning

@Suite("The embedded world names the positions of photos")
struct WorldPlacesTests {
    private func point(_ position: (Double, Double)) throws -> Coordinate {
        try #require(Coordinate(latitude: position.0, longitude: position.1))
    }

    @Test("In the language that is wanted, in English and in the place's own, each set of names once")
    func languages() throws {
        let places = WorldPlaces(languages: try [#require(LanguageTag("de"))])
        let tokyo = try #require(places.names(at: try point(PlacedAsset.tokyo)))
        #expect(
            tokyo.place.country == "Japan" && tokyo.place.state?.contains("Tokio") == true
                && tokyo.place.countryCode == "JP")
        #expect(tokyo.alternatives.map(\.state) == ["Tokyo", "東京都"])
        let munich = try #require(places.names(at: try point(PlacedAsset.munich)))
        #expect(munich.place.city == "München" && munich.place.country == "Deutschland")
        #expect(munich.alternatives.map(\.city) == ["Munich"])
        let local = try #require(WorldPlaces().names(at: try point(PlacedAsset.tokyo)))
        #expect(local.place.state == "東京都" && local.alternatives.map(\.state) == ["Tokyo"])
        let sea = places.names(at: try point(PlacedAsset.sea))
        #expect(places.failure == nil && sea == nil)
    }

    @Test("They are those that tagging writes")
    func asTagged() async throws {
        let places = WorldPlaces(languages: [.english])
        var configuration = PlaceTagger.Configuration()
        configuration.languages = [.english]
        let tagger = PlaceTagger(Geocoder([OfflineProvider(world: try .embedded())]), configuration: configuration)
        for position in [
            PlacedAsset.tokyo, PlacedAsset.munich, PlacedAsset.paris, (55.7558, 37.6173), (43.7384, 7.4246),
        ] {
            let location = PhotoLocation(coordinate: try point(position))
            let planned = await tagger.planned(at: location, shown: nil, created: nil)
            #expect(planned.place != nil && planned.place == places.names(at: location.coordinate)?.place)
        }
    }

    @Test("Positions with the same names have one object, whatever was asked for before")
    func identity() throws {
        var random = SeededGenerator(seed: 91)
        let (places, world) = (WorldPlaces(languages: [.english]), try World.embedded())
        var objects: [PhotoPlace: PlaceNames] = [:]
        for _ in 0..<3000 {
            // A few towns around Munich, so that many points share their names.
            let position = (
                Double.random(in: 47.9...48.3, using: &random), Double.random(in: 11.2...11.9, using: &random)
            )
            let coordinate = try point(position)
            let names = try #require(places.names(at: coordinate))
            #expect(names.place == PhotoPlace(try world.placemark(at: coordinate, languages: [.english])))
            // A village and the quarter of a town may be called the same.
            if let known = objects[names.place] { #expect(known.place == names.place) }
            objects[names.place] = names
            #expect(places.names(at: coordinate) === names)
        }
        #expect(objects.count > 20 && objects.count < 1000)
    }

    @Test("The grouping takes them where a file says nothing, in the language that is wanted")
    func grouping() throws {
        let assets = [
            PlacedAsset.asset("a", at: PlacedAsset.tokyo), PlacedAsset.asset("b", at: PlacedAsset.sea),
            PlacedAsset.asset("c", at: PlacedAsset.paris, PlacedAsset.place("France", "Île-de-France", "Paris")),
            PlacedAsset.asset("d"),
        ]
        func words(_ grouping: PlaceGrouping) -> [String] {
            grouping.entries(of: assets).map { "\($0.title): \($0.assets.map(\.fileName).joined(separator: " "))" }
        }
        #expect(
            words(.place(.state, languages: [.english])) == [
                "France, Île-de-France: c", "Japan, Tokyo: a", "No place: b d",
            ])
        #expect(words(.place) == ["France, Île-de-France, Paris: c", "日本, 東京都, 千代田区: a", "No place: b d"])
        #expect(words(PlaceGrouping(.country)) == ["France: c", "日本: a", "No place: b d"])
        #expect(PhotoCollection(assets: assets, grouping: .place(.country, languages: [.english])).entries.count == 3)
    }

    @Test("Of a damaged gazetteer nothing is named that is not there, and why is told")
    func damaged() throws {
        let whole = try Array(World.embedded().bytes)
        var failures = 0
        for part in Fixtures.some(Array(1..<8)) {
            for filling: UInt8 in [0xFF, 0x55] {
                var bytes = whole
                // The header and the table of sections stay as they are: else it would not open at all.
                for index in whole.count / 8 * part..<whole.count { bytes[index] = filling }
                guard let world = try? World(bytes: bytes) else { continue }
                let places = WorldPlaces(world)
                for position in [PlacedAsset.tokyo, PlacedAsset.paris, PlacedAsset.munich, PlacedAsset.sea] {
                    let names = places.names(at: try point(position))
                    #expect(places.names(at: try point(position)) === names)
                }
                guard let failure = places.failure else { continue }
                failures += 1
                #expect(failure.code == .dataDamaged && !failure.message.isEmpty)
            }
        }
        #expect(failures > 0)
    }
}
