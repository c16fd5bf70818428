import FoundationEssentials
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

@Suite("World: a small gazetteer")
struct WorldTests {
    private let world: World

    init() throws { world = try World(bytes: SmallInput.bytes()) }

    private func placemark(_ latitude: Double, _ longitude: Double, _ languages: String...) throws -> Placemark {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try world.placemark(at: point, languages: languages.compactMap { LanguageTag($0) })
    }

    @Test("Names the ward of Tokyo Station, not the whole of Tokyo and not the quarter")
    func station() throws {
        #expect(try placemark(35.681236, 139.767125, "ja").addressString == "東京都千代田区")
        #expect(try placemark(35.681236, 139.767125, "en").addressString == "Chiyoda, Tokyo, Japan")
    }

    @Test("Names the city rather than a quarter of it, and its neighbour where that begins")
    func city() throws {
        #expect(try placemark(48.8566, 2.3522, "en").locality == "Paris")
        #expect(try placemark(48.8354, 2.2412, "fr").locality == "Boulogne-Billancourt")
    }

    @Test("Falls back from the language asked for to the next, to English, to the main name")
    func fallback() throws {
        #expect(try placemark(48.8566, 2.3522, "ja").locality == "パリ")
        #expect(try placemark(48.8566, 2.3522, "ko").locality == "파리")
        #expect(try placemark(48.8354, 2.2412, "ja").locality == "Boulogne")
        #expect(try placemark(48.8354, 2.2412, "ja", "fr").locality == "Boulogne-Billancourt")
        #expect(try placemark(48.8566, 2.3522, "ja").administrativeArea == "Île-de-France")
        #expect(try placemark(48.8566, 2.3522, "xx").country == "France")
        #expect(try placemark(35.637, 139.446, "en").locality == "Tama")
    }

    @Test("Gives each place's own language when none is asked for")
    func local() throws {
        #expect(try placemark(35.637, 139.446).addressString == "東京都多摩市")
        #expect(try placemark(48.8566, 2.3522).addressString == "Paris, Île-de-France, France")
    }

    @Test("Prefers the name that says it is a city, in its language as well")
    func municipality() throws {
        #expect(try placemark(35.637, 139.446, "ja-JP").locality == "多摩市")
    }

    @Test("Fills the placemark")
    func fields() throws {
        let place = try placemark(48.8566, 2.3522, "en")
        #expect(place.precision == .locality)
        #expect(place.provider == "world")
        #expect(place.isoCountryCode == "FR")
        #expect(place.timeZone == "Test/FR")
        #expect(place.attribution?.contains("GeoNames") == true)
        #expect(place.place?.geonameId == 201)
        #expect(place.place?.population == 2_138_551)
        let distance = try #require(place.place?.distance)
        #expect(abs(distance - 433) < 2)
    }

    @Test("Crosses the antimeridian")
    func antimeridian() throws {
        #expect(try placemark(-16.5, -179.999, "en").locality == "East")
        #expect(try placemark(-16.5, 179.95, "en").locality == "East")
        #expect(try placemark(-16.5, -179.92, "en").locality == "West")
        #expect(try placemark(-16.5, -180, "en").place?.population == 900)
    }

    @Test("Works at the poles")
    func poles() throws {
        for longitude in [-180.0, -90, 0, 45, 179] {
            #expect(try placemark(90, longitude, "en").place?.name == "Polar")
            #expect(try placemark(-90, longitude, "en").precision == .none)
        }
    }

    @Test("Names nothing far from everything, and only the region in between")
    func distances() throws {
        let sea = try placemark(0, -30, "en")
        #expect(sea.precision == .none)
        #expect(sea.addressString == "" && sea.addressLines.isEmpty && sea.addressDictionary.isEmpty)
        #expect(sea.place == nil && sea.timeZone == nil && sea.isoCountryCode == nil)
        let outside = try placemark(48.8566, 3.2, "en")
        #expect(outside.precision == .region)
        #expect(outside.addressString == "Île-de-France, France")
        #expect(outside.locality == nil)
        #expect(try placemark(-16.0, 179.99, "en").precision == .country)
    }

    @Test("Says what it contains")
    func information() throws {
        try world.verify()
        let information = try world.information()
        #expect(information.settlements == SmallInput.cities.count)
        #expect(information.countries == 3)
        #expect(information.languages == ["en", "fr", "ja", "ko"])
        #expect(information.sources == ["test\t1\tCC0\t00"])
    }

    @Test("Is built to the same bytes from the same input")
    func deterministic() throws {
        #expect(try SmallInput.bytes() == SmallInput.bytes())
    }

    @Test("Maps a file; a missing one, a folder and an empty one are errors with a code")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "world-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.gazetteer")
        try Data(SmallInput.bytes()).write(to: file)
        let mapped = try World.open(environment: [World.environmentVariable: file.path])
        #expect(mapped.origin == file.path)
        try mapped.verify()
        #expect(throws: GeocodingError.self) { try World(path: folder.path) }
        let missing = #expect(throws: GeocodingError.self) { try World(path: folder.appending(path: "b").path) }
        #expect(missing?.code == .dataUnreadable)
        try Data().write(to: file)
        let empty = #expect(throws: GeocodingError.self) { try World(path: file.path) }
        #expect(empty?.code == .dataDamaged)
    }
}
