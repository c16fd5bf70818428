import Foundation
import LKGeo
import LKGeocoding
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// Areas that go before the time zones' countries.
@Suite("Country areas of a user's own")
struct BoundaryAreaTests {
    private static let collection = """
        {"type":"FeatureCollection","features":[
         {"type":"Feature","properties":{"name":"One","admin_level":2,"ISO3166-1:alpha2":"FR","flag":null},
          "geometry":{"type":"Polygon","coordinates":[[[1,1],[3,1],[3,3],[1,3],[1,1]],[[2,2],[2.5,2],[2.5,2.5],[2,2]]]}},
         {"type":"Feature","properties":{"name":"Coast","ISO3166-1:alpha2":"JP"},
          "geometry":{"type":"LineString","coordinates":[[1,1],[3,1]]}},
         {"type":"Feature","properties":null,"geometry":null},
         {"type":"Feature","properties":{"ISO3166-1:alpha2":"JP"},
          "geometry":{"type":"MultiPolygon","coordinates":[[[[5,5,12.5],[6,5],[6,6],[5,5]]],[[[7,7],[8,7],[8,8],[7,7]]]]}}
        ]}
        """

    private func areas(_ text: String) throws -> [BoundaryArea] {
        let file = FileManager.default.temporaryDirectory.appending(path: "areas-\(UUID().uuidString).geojson")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try BoundaryFile.areas(path: file.path)
    }

    @Test("Are read from GeoJSON with holes and parts; what has no code or is not an area is skipped")
    func geoJSON() throws {
        let found = try areas(Self.collection)
        #expect(found.map(\.code) == ["FR", "JP"])
        #expect(found[0].polygons.map { $0.map(\.count) } == [[4, 3]])
        #expect(found[1].polygons.map { $0.map(\.count) } == [[3], [3]])
        #expect(found[0].polygons[0][0][1] == GridPoint(x: 3_000_000, y: 1_000_000))
    }

    @Test(
        "Without any code, off the globe and in no known format are refused",
        arguments: [
            "", "[]", "{}", "{\"features\":[]}", collection.replacing("ISO3166-1:alpha2", with: "code"),
            collection.replacing("[[[1,1],", with: "[[[1,91],"), collection.replacing("[[[1,1],", with: "[[[1],"),
        ])
    func refused(text: String) {
        #expect(throws: GeocodingError.self) { try areas(text) }
    }

    @Test("Cut short anywhere give an error")
    func damaged() {
        let bytes = Array(Self.collection.utf8)
        for length in 0..<bytes.count - 1 {
            #expect(throws: GeocodingError.self) {
                try GeoJSONAreas.areas(Data(bytes[..<length]), path: "areas")
            }
        }
    }

    @Test(
        "Have their code where OpenStreetMap, GDAL and Natural Earth put it",
        arguments: [
            (["fid", "name", "iso_a2"], "iso_a2"), (["ISO_A2"], "ISO_A2"),
            (["iso_a2", "ISO3166-1:alpha2"], "ISO3166-1:alpha2"),
            (["iso3166_1_alpha_2"], "iso3166_1_alpha_2"), (["name"], nil),
        ] as [([String], String?)])
    func codeColumns(names: [String], expected: String?) {
        #expect(BoundaryArea.codeName(among: names) == expected)
    }

    @Test("Override the zones where they cover; an unclaimed one only where a country's zone is")
    func overlay() throws {
        var borders = BorderWorld()
        borders.addZone([(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)], country: 0, zone: 0)
        borders.addZone([(9.5, 0.5), (19.5, 0.5), (19.5, 9.5), (9.5, 9.5)], country: 1, zone: 1)
        borders.addDivision([(1, 1), (9.5, 1), (9.5, 9), (1, 9)], country: 0, division: 0)
        // Over the border of the zones, off their lines; and one on both sides that counts in the eastern only.
        borders.addArea([(8.3, 2.2), (11.7, 2.2), (11.7, 3.9), (8.3, 3.9)], AreaClass(country: 2, within: nil))
        borders.addArea([(8.3, 5.2), (11.7, 5.2), (11.7, 6.9), (8.3, 6.9)], AreaClass(country: nil, within: 1))
        let world = try World(bytes: borders.bytes())
        for (latitude, longitude, country, zone, division) in [
            (3.0, 8.0, 0, 0, 0), (3, 9, 2, 0, nil), (3, 11, 2, 1, nil), (3, 12, 1, 1, nil), (6, 9, 0, 0, 0),
            (6, 11, nil, 1, nil), (6, 12, 1, 1, nil),
        ] as [(Double, Double, Int?, Int?, Int?)] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let region = try #require(try world.region(at: place))
            #expect(region.country == country && region.zone == zone && region.division == division, "\(place)")
        }
    }

    @Test("One with a claimant leaves country, zone and division alone, and says who claims it in the holder's part")
    func claimant() throws {
        var borders = BorderWorld()
        borders.addZone([(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)], country: 0, zone: 0)
        borders.addZone([(9.5, 0.5), (19.5, 0.5), (19.5, 9.5), (9.5, 9.5)], country: 1, zone: 1)
        borders.addDivision([(1, 1), (9.5, 1), (9.5, 9), (1, 9)], country: 0, division: 0)
        borders.addArea(
            [(8.3, 2.2), (11.7, 2.2), (11.7, 3.9), (8.3, 3.9)],
            AreaClass(country: nil, within: 0, claim: .country(2)))
        let world = try World(bytes: borders.bytes())
        for (latitude, longitude, country, division, claim) in [
            (3.0, 8.0, 0, 0, .none), (3, 9, 0, 0, .country(2)), (3, 11, 1, nil, .none),
        ] as [(Double, Double, Int, Int?, World.Region.Claim)] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let region = try #require(try world.region(at: place))
            #expect(region.country == country && region.division == division && region.claim == claim, "\(place)")
        }
    }

    @Test("Shapes of divisions say who claims the part that a country holds") func claimedShapes() throws {
        var borders = BorderWorld()
        borders.addZone([(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)], country: 0, zone: 0)
        borders.addZone([(9.5, 0.5), (19.5, 0.5), (19.5, 9.5), (9.5, 9.5)], country: 1, zone: 1)
        // The shape goes over the border, and each side is claimed by another.
        borders.addDivision([(5, 1), (12, 1), (12, 9), (5, 9)], country: 0, division: nil)
        borders.divisions[1].claims = [0: .country(1), 1: .uncoded]
        let world = try World(bytes: borders.bytes())
        for (longitude, claim) in [(3.0, .none), (7, .country(1)), (11, .uncoded), (14, .none)]
            as [(Double, World.Region.Claim)]
        {
            let place = try #require(Coordinate(latitude: 4, longitude: longitude))
            #expect(try world.region(at: place)?.claim == claim, "\(longitude)")
        }
    }

    @Test("Leave water what no shape of land covers")
    func water() throws {
        var borders = BorderWorld()
        borders.addZone([(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)], country: 0, zone: 0)
        borders.addDivision([(2, 2), (5, 2), (5, 5), (2, 5)], country: 0, division: 0)
        borders.addArea([(3, 3), (8, 3), (8, 4), (3, 4)], AreaClass(country: 1, within: nil))
        let world = try World(bytes: borders.bytes())
        for (latitude, longitude, isWater) in [
            (4.5, 4.0, false), (6, 4, true), (3.5, 4, false), (3.5, 7, true), (12, 4, false),
        ] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(try world.region(at: place)?.isWater == isWater, "\(place)")
        }
    }
}
