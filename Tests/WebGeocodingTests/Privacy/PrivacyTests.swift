import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct PrivacyGridTests {
    @Test(
        "The grid moves a point by less than a cell, also at the poles and the antimeridian",
        arguments: [1.0, 25, 100, 1_000, 20_000, 250_000])
    func pointsMoveByLessThanACell(_ size: Double) throws {
        let grid = try #require(PrivacyGrid(size: size))
        var random = SeededGenerator(seed: 7)
        for index in 0..<5_000 {
            // The poles and the antimeridian more often than chance would have them.
            let latitude =
                index % 5 == 0
                ? [90, -90, 89.9999, -89.9999, 0][index % 25 / 5] : .random(in: -90...90, using: &random)
            let longitude =
                index % 7 == 0 ? [-180, 179.99999, -179.99999][index % 3] : .random(in: -180..<180, using: &random)
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let center = grid.center(of: point)
            #expect(point.distance(to: center) <= size * 0.75, "\(point) became \(center)")
            let again = grid.center(of: center)
            #expect(center.distance(to: again) < 0.001, "\(center) lies in the cell of \(again)")
        }
    }

    @Test("All points of a cell give the same request")
    func allPointsOfACellAreAskedForAlike() throws {
        let grid = try #require(PrivacyGrid(size: 1_000))
        let center = grid.center(of: try #require(Coordinate(latitude: 48.8566, longitude: 2.3522)))
        for bearing in stride(from: 0.0, to: 360, by: 15) {
            let near = try #require(center.destination(bearing: bearing, distance: 450))
            #expect(grid.center(of: near) == center)
        }
    }

    @Test("A cell is as wide as it is high at every latitude")
    func aCellIsAsWideAsItIsHigh() throws {
        let grid = try #require(PrivacyGrid(size: 1_000))
        for latitude in [0.0, 30, 60, 80, -45] {
            let start = try #require(Coordinate(latitude: latitude, longitude: 10))
            let center = grid.center(of: start)
            let step = try #require(center.destination(bearing: 90, distance: 990))
            let width = center.distance(to: grid.center(of: step))
            #expect((900...1_010).contains(width), "\(width) at \(latitude)")
        }
    }

    @Test(
        "A cell size that is not positive and finite, or too large, is refused",
        arguments: [-1.0, 0, .nan, .infinity, 2_000_000])
    func aSizeThatIsNoneIsRefused(_ size: Double) {
        #expect(PrivacyGrid(size: size) == nil)
        if size != 0 { #expect(throws: GeocodingError.self) { try PrivacyGrid.checked(size) } }
    }

    @Test("Larger cells give less precise answers")
    func theLargerTheCellTheLessIsSaid() {
        let sizes: [Double: Placemark.Precision?] = [
            20: nil, 21: .street, 100: .street, 101: .locality, 2_000: .locality, 2_001: .region, 20_001: .country,
        ]
        for (size, precision) in sizes { #expect(PrivacyGrid(size: size)?.finest == precision) }
    }
}

@Suite struct PlacemarkCoarseningTests {
    private var house: Placemark {
        let answer = NominatimAnswer(WebAnswer(provider: "n", asked: Samples.point, languages: []))
        return answer.placemark(Samples.json(Samples.house)) ?? Placemark(coordinate: Samples.point, provider: "")
    }

    @Test("An answer limited to the street has no house number")
    func aStreetHasNoNumber() {
        let placemark = house.coarsened(to: .street)
        #expect(placemark.subThoroughfare == nil && placemark.place == nil && placemark.bounds == nil)
        #expect(placemark.name == "Lindenweg")
        #expect(placemark.precision == .street)
        #expect(placemark.postalCode == "9400")
        #expect(placemark.coordinate == Samples.point)
    }

    @Test("An answer limited to the locality has no street")
    func aLocalityHasNoStreet() {
        let placemark = house.coarsened(to: .locality)
        #expect(placemark.thoroughfare == nil)
        #expect(placemark.name == "Oberfeld")
        #expect(placemark.precision == .locality)
    }

    @Test("An answer limited to the region has no city or postal code")
    func aRegionHasNoCity() {
        let placemark = house.coarsened(to: .region)
        #expect(placemark.locality == nil && placemark.subLocality == nil && placemark.postalCode == nil)
        #expect(placemark.subAdministrativeArea == "Oberkreis")
        #expect(placemark.name == "Oberland")
        #expect(placemark.precision == .region)
    }

    @Test("An answer limited to the country has only the country")
    func aCountryHasNothingElse() {
        let placemark = house.coarsened(to: .country)
        #expect(placemark.administrativeArea == nil && placemark.subAdministrativeArea == nil)
        #expect(placemark.name == "Liechtenstein")
        #expect(placemark.precision == .country)
        #expect(placemark.isoCountryCode == "LI")
    }

    @Test("A sight is removed from an answer limited to the street")
    func aSightGoesWithAnyLimit() throws {
        let answer = NominatimAnswer(WebAnswer(provider: "n", asked: Samples.point, languages: []))
        let sight = try #require(answer.placemark(Samples.json(Samples.sight))).coarsened(to: .street)
        #expect(sight.areasOfInterest.isEmpty && sight.place == nil)
        #expect(sight.name == "Lindenweg")
        let alone = #"{"lat":1,"lon":1,"category":"tourism","name":"M","place_rank":30,"address":{"country":"C"}}"#
        let place = try #require(answer.placemark(Samples.json(alone)))
        #expect(place.precision == .place)
        #expect(place.coarsened(to: .street).name == "C")
        #expect(place.coarsened(to: .street).precision == .country)
    }

    @Test("An answer that is already less precise stays unchanged")
    func whatIsCoarseAlreadyStaysAsItIs() {
        let region = house.coarsened(to: .region)
        #expect(region.coarsened(to: .street) == region)
        #expect(house.coarsened(to: .house) == house)
    }
}
