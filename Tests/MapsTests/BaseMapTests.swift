import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LocationKitMaps
import TestSupport
import Testing

@Suite("the base map")
struct BaseMapTests {
    /// What closed lines enclose by the even-odd rule, with their sides by the degrees of latitude that they cross.
    private struct Enclosure {
        private var sides: [Int: [(from: MapPoint, to: MapPoint)]] = [:]

        init(_ rings: [[MapPoint]]) {
            for ring in rings {
                var last = ring[ring.count - 1]
                for next in ring {
                    let degrees = [last.y, next.y].map { Int($0.rounded(.down)) }.sorted()
                    for degree in degrees[0]...degrees[1] { sides[degree, default: []].append((last, next)) }
                    last = next
                }
            }
        }

        func contains(_ point: MapPoint) -> Bool {
            var isInside = false
            for (last, next) in sides[Int(point.y.rounded(.down))] ?? []
            where (next.y > point.y) != (last.y > point.y)
                && point.x < (last.x - next.x) * (point.y - next.y) / (last.y - next.y) + next.x
            {
                isInside.toggle()
            }
            return isInside
        }
    }

    private static let kyoto = TestPages.coordinate(35.01, 135.77)
    private static let vaduz = TestPages.coordinate(47.1, 9.5)
    private static let edges: [Coordinate] = {
        let positions: [(Double, Double)] = [
            (90, 0), (-90, 0), (0, 180), (0, -180), (-17, 179.99), (66, -180), (67.5, 180),
        ]
        return positions.map { TestPages.coordinate($0, $1) }
    }()
    /// A map with the squares of all tests.
    private static let map = Result {
        try BaseMap(TestPages.world, around: [kyoto, vaduz] + edges, languages: [LanguageTag("de")!])
    }

    /// The outline of the square around a point.
    private static func square(around point: Coordinate) throws -> BaseMap.Detail {
        let side = Double(BaseMap.side)
        return try #require(
            try map.get().details.first { square in
                let (north, east) = (point.latitude - Double(square.south), point.longitude - Double(square.west))
                return (0..<side).contains(north) && (0..<side).contains(east)
            })
    }

    @Test("Land is where the gazetteer has land, but for narrow strips along coasts")
    func land() throws {
        let land = try #require(try TestPages.world.landMap())
        var generator = SeededGenerator(seed: 22)
        /// Counts random points where the rings have no land and the gazetteer has some, or the reverse, also `strip` degrees away.
        func wrong(
            _ count: Int, _ rings: [[MapPoint]], _ latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>,
            strip: Double = 0
        ) -> Int {
            let enclosure = Enclosure(rings)
            return (0..<count).count { _ in
                let point = MapPoint(
                    Double.random(in: longitudes, using: &generator), Double.random(in: latitudes, using: &generator))
                let around = [(0, 0), (0, strip), (strip, 0), (0, -strip), (-strip, 0)]
                let areLand = around.map { north, east in
                    land.kind(latitude: point.y + north, longitude: point.x + east) != LandMap.water
                }
                return !areLand.contains(enclosure.contains(point))
            }
        }
        // The grid of the world is 14 km wide: islands smaller than that may be missing.
        #expect(wrong(4000, try Self.map.get().world.coasts, -89...89, -180...180) <= 40)
        let detail = try Self.square(around: Self.kyoto)
        let (south, west, side) = (Double(detail.south), Double(detail.west), Double(BaseMap.side))
        // Coasts of squares are OpenStreetMap's: the gazetteer's are a kilometre or two off.
        #expect(
            wrong(3000, detail.outline.coasts, south...south + side, west...west + side, strip: 0.02) <= 15)
    }

    @Test("At 180°, land on both sides continues across, and land on one side ends")
    func antimeridian() throws {
        let land = try #require(try TestPages.world.landMap())
        let russia = land.kind(latitude: 67, longitude: 179)
        #expect(try land.countryCode(russia) == "RU")
        for longitude in [179.88, 179.9, 179.95, 180, -180, -179.95, -179.9, -179.88] {
            #expect(land.kind(latitude: 67, longitude: longitude) == russia, "\(longitude)")
        }
        // An island of Fiji has its eastern bank alone.
        #expect(land.kind(latitude: -16.78, longitude: -179.88) != LandMap.water)
        for longitude in [179.95, 180, -180, -179.95] {
            #expect(land.kind(latitude: -16.78, longitude: longitude) == LandMap.water, "\(longitude)")
        }
    }

    @Test("On both sides of each border are the lands of two countries")
    func borders() throws {
        let land = try #require(try TestPages.world.landMap())
        let detail = try Self.square(around: Self.vaduz)
        var (right, wrong) = (0, 0)
        for line in detail.outline.borders {
            for (from, to) in zip(line, line.dropFirst()) where ((to - from) * (to - from)).sum() > 1e-4 {
                let middle = (from + to) / 2
                let across =
                    MapPoint(from.y - to.y, to.x - from.x) / ((to - from) * (to - from)).sum().squareRoot() * 0.006
                let sides = [middle + across, middle - across].map { land.kind(latitude: $0.y, longitude: $0.x) }
                if sides[0] != sides[1] { right += 1 } else { wrong += 1 }
            }
        }
        #expect(right > 20)
        #expect(wrong * 10 <= right)
    }

    @Test("It is small, and names countries and cities in the language asked for")
    func size() throws {
        #expect(try TestPages.base.get().packed().text().count * 3 / 4 <= 150_000)
        let map = try Self.map.get()
        for name in ["Deutschland", "Frankreich", "München", "Rom", "Warschau"] {
            #expect(map.labels.contains { $0.name == name }, "\(name)")
        }
        let france = try #require(map.labels.first { $0.name == "Frankreich" })
        #expect(france.kind == .country)
        #expect(try TestPages.world.lookup(france.coordinate).map(TestPages.world.countryCode) == "FR")
    }

    @Test("Points at the poles and on both sides of the date line have squares of the grid")
    func edges() throws {
        let map = try Self.map.get()
        for detail in map.details {
            #expect((-90...88).contains(detail.south))
            #expect((-180...178).contains(detail.west))
        }
        let corners = Set(map.details.map { [$0.south, $0.west] })
        #expect(corners.contains([0, -180]))
        #expect(corners.contains([-18, 178]))
        #expect(corners.contains([88, 0]))
    }

    @Test("No channel of water runs through land at the date line")
    func dateLine() throws {
        let land = Enclosure(try Self.map.get().world.coasts)
        for (latitude, longitude) in [(67.5, 179.97), (67.5, -179.97), (66.9, 179.97), (66.9, -179.97)] {
            let point = MapPoint(longitude, latitude)
            #expect(land.contains(point))
            let square = try Self.square(around: TestPages.coordinate(latitude, longitude))
            #expect(Enclosure(square.outline.coasts).contains(point))
        }
    }
}
