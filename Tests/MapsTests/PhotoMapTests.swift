import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LocationKitMaps
import TestSupport
import Testing

@Suite("photos of a map")
struct PhotoMapTests {
    private func map(
        _ photos: [PhotoMap.Photo], _ precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = []
    ) throws -> PhotoMap {
        try PhotoMap(photos, precision: precision, hiding: hidden, in: TestPages.world, languages: [.english])
    }

    @Test("A city or a country is shown by its middle, the same for all of its photos")
    func precision() throws {
        let photos = [(48.137, 11.575), (48.16, 11.60), (48.20, 11.4612)].map {
            PhotoMap.Photo(TestPages.coordinate($0, $1))
        }
        #expect(Set(try map(photos).coordinates).count == 3)
        let city = Set(try map([photos[0], photos[1]], .city).coordinates)
        #expect(city.count == 1)
        let middle = try #require(city.first)
        #expect(!photos.contains { $0.coordinate == middle })
        let country = try #require(try map(photos, .country).coordinates.first)
        #expect(Set(try map(photos, .country).coordinates).count == 1)
        #expect(try TestPages.world.lookup(country).map(TestPages.world.countryCode) == "DE")
        // At sea, and at a pole, there is nothing to name.
        let sea = try #require(
            try map([PhotoMap.Photo(TestPages.coordinate(30.123, -40.567))], .city).coordinates.first)
        #expect(abs(sea.latitude - 30.1) < 1e-9 && abs(sea.longitude + 40.6) < 1e-9)
        #expect(try map([PhotoMap.Photo(TestPages.coordinate(90, 0))], .country).count == 1)
    }

    @Test("Hidden areas leave nothing of their photos, whatever the precision")
    func hidden() throws {
        let home = TestPages.coordinate(48.137, 11.575)
        let near = try #require(home.destination(bearing: 90, distance: 490))
        let far = try #require(home.destination(bearing: 90, distance: 520))
        let photos = [home, near, far].map { PhotoMap.Photo($0, time: 1_600_000_000, name: "secret") }
        let area = HiddenArea(home, radius: 500)
        for precision in MapPrecision.allCases {
            let map = try map(photos, precision, hiding: [area])
            #expect(map.count == 1 && map.hiddenCount == 2)
            #expect(map.thumbnailed(10) == [2])
            #expect(map.unvisitedAreas.isEmpty)
        }
        // Of two circles one hides, and the other has its latitude and longitude exchanged.
        let exchanged = HiddenArea(TestPages.coordinate(11.575, 48.137), radius: 500)
        #expect(try self.map(photos, hiding: [exchanged, area]).unvisitedAreas == [exchanged])
        #expect(throws: MapError.self) { try map(photos, hiding: [HiddenArea(home, radius: 1000)]) }
        #expect(throws: MapError.self) { try map([]) }
    }

    @Test("The place seen most often is the one of most days, not of most photos")
    func mostSeen() throws {
        let home = TestPages.coordinate(47.3769, 8.5417)
        let party = TestPages.coordinate(35.6895, 139.6917)
        let photos =
            (0..<20).map { PhotoMap.Photo(home, time: 1_600_000_000 + 86_400 * $0) }
            + (0..<200).map { PhotoMap.Photo(party, time: 1_500_000_000 + $0) }
        let most = try #require(try map(photos).mostSeen)
        #expect(most.name == "Zürich, Switzerland" || most.name == "Zurich, Switzerland")
        #expect(most.days == 20 && most.photos == 20)
        #expect(most.coordinate.distance(to: home) < 400)
    }

    @Test(
        "A user's own names count; that of a small area is not shown by a map of cities",
        arguments: MapPrecision.allCases)
    func ownNames(precision: MapPrecision) throws {
        let zurich = TestPages.coordinate(47.3769, 8.5417)
        let sea = TestPages.coordinate(40, -30)
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":"Grandma's house"},"geometry":{"type":"Point","coordinates":[8.5417,47.3769]}},
            {"type":"Feature","properties":{"name":"The buoy","country":"Atlantis"},
            "geometry":{"type":"Point","coordinates":[-30,40]}}]}
            """
        let corrections = try PlaceCorrections(geoJSON: Array(text.utf8))
        func name(_ coordinate: Coordinate) throws -> String? {
            // A neighbour without a name of its own comes first, and has the same settlement.
            let near = try #require(coordinate.destination(bearing: 0, distance: 600))
            let photos = [
                PhotoMap.Photo(near, time: 0), PhotoMap.Photo(coordinate, time: 86_400),
                PhotoMap.Photo(coordinate, time: 200_000),
            ]
            return try PhotoMap(
                photos, precision: precision, in: TestPages.world, languages: [.english], corrections: corrections
            ).mostSeen?.name
        }
        let expected =
            switch precision {
            case .exact: ("Grandma's house, Zurich, Switzerland", "The buoy, Atlantis")
            case .city: ("Zurich, Switzerland", "Atlantis")
            case .country: ("Switzerland", "Atlantis")
            }
        #expect(try name(zurich) == expected.0)
        #expect(try name(sea) == expected.1)
    }

    @Test(
        "In a small country the middle of a country is in it",
        arguments: [(43.9367, 12.4464, "SM"), (35.8978, 14.5125, "MT"), (1.29, 103.85, "SG"), (47.14, 9.52, "LI")])
    func smallCountries(latitude: Double, longitude: Double, code: String) throws {
        let photos = [PhotoMap.Photo(TestPages.coordinate(latitude, longitude), time: 0)]
        let map = try map(photos, .country)
        let shown = try #require(map.coordinates.first)
        let mark = try TestPages.world.placemark(at: shown, languages: [.english], withBorder: false)
        #expect(mark.isoCountryCode == code && shown != photos[0].coordinate)
    }

    @Test("Of many photos those with a thumbnail are spread over the map")
    func thumbnails() throws {
        let map = try map(TestPages.photos(1000))
        #expect(map.thumbnailed(5000).count == 1000)
        #expect(map.thumbnailed(0).isEmpty)
        let chosen = map.thumbnailed(50)
        #expect(Set(chosen).count == 50)
    }
}
