import Foundation
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets

@Suite("StreetIndex: the nearest places of interest")
struct NearestTests {
    @Test("A place has name, kind, tag, distance to its outline and address; other kinds and houses do not count")
    func answer() throws {
        var map = MapDrawing()
        map.boundary(2, "Liechtenstein", (-9_000, -9_000, 9_000, 9_000), ["ISO3166-1": "LI"])
        map.boundary(8, "Vaduz", (-3_000, -3_000, 3_000, 3_000))
        map.street("Städtle", y: 0)
        map.building(
            100, 30, size: 20,
            [
                "addr:street": "Städtle", "addr:housenumber": "4", "amenity": "pharmacy", "name": "Apotheke",
                "name:en": "Pharmacy at the Castle",
            ])
        map.node(100, 10, ["amenity": "cafe", "name": "Café"])
        map.node(300, 10, ["healthcare": "pharmacy", "name": "Drogerie"])
        map.building(110, 60, ["addr:street": "Städtle", "addr:housenumber": "6"])
        let index = try map.index()
        let found = index.nearest(.pharmacy, to: map.at(100, 0), languages: [.english])
        try #require(found.map(\.name) == ["Pharmacy at the Castle", "Drogerie"])
        #expect(found.map(\.kind) == [.pharmacy, .pharmacy])
        #expect(found.map(\.tag.description) == ["amenity=pharmacy", "healthcare=pharmacy"])
        #expect(abs(found[0].distance - 20) < 0.1 && abs(found[1].distance - 200.2) < 1)
        #expect(found[0].coordinate.distance(to: map.at(100, 30)) < 0.1)
        let address = found[0].placemark
        #expect(address.thoroughfare == "Städtle" && address.subThoroughfare == "4" && address.locality == "Vaduz")
        #expect(address.coordinate == found[0].coordinate && address.isoCountryCode == "LI")
        #expect(index.nearest(.pharmacy, to: map.at(95, 25)).first?.distance == 0)
        #expect(index.nearest(.hut, to: map.at(100, 0)).isEmpty)
    }

    @Test(
        "A kind may stand for several tags, all values of a key, and one of several values; the first of several kinds counts"
    )
    func kinds() throws {
        var map = MapDrawing()
        map.street("A", y: 0)
        map.node(10, 10, ["railway": "halt", "name": "Halt"])
        map.node(20, 10, ["railway": "tram_stop", "name": "Tram"])
        map.node(30, 10, ["railway": "station", "name": "Station"])
        map.node(40, 10, ["railway": "subway_entrance", "name": "Entrance"])
        map.node(50, 10, ["shop": "bakery; confectionery", "name": "Bakery"])
        map.node(60, 10, ["shop": "books", "name": "Books"])
        map.node(70, 10, ["tourism": "wilderness_hut", "name": "Hut"])
        let index = try map.index()
        func names(_ kinds: PlaceOfInterest.Kind...) -> [String?] { index.nearest(kinds, to: map.at(0, 0)).map(\.name) }
        #expect(names(.station) == ["Halt", "Tram", "Station"] && names(.trainStation) == ["Halt", "Station"])
        #expect(names(.hut, .subwayEntrance) == ["Entrance", "Hut"])
        #expect(names(PlaceOfInterest.Kind(key: "shop")) == ["Bakery", "Books"])
        #expect(
            names(.bakery) == ["Bakery"]
                && names(PlaceOfInterest.Kind(key: "shop", value: "confectionery")) == ["Bakery"])
        #expect(names(PlaceOfInterest.Kind(key: "shop", value: "confection")).isEmpty && names().isEmpty)
        #expect(
            names(PlaceOfInterest.Kind(tags: [])).isEmpty && names(PlaceOfInterest.Kind(key: "", value: "")).isEmpty)
        #expect(index.nearest([.station, .tramStop], to: map.at(20, 10), limit: 1).first?.kind == .station)
        #expect(PlaceOfInterest.Kind.Tag(key: "shop").description == "shop=*")
    }

    @Test("Limit and radius are kept, the radius inclusively, and what cannot be meant finds nothing")
    func limits() throws {
        var map = MapDrawing()
        map.street("A", y: 0)
        for east in 1...5 { map.node(Double(east) * 100, 0, ["amenity": "toilets"]) }
        let index = try map.index()
        let all = index.nearest(.toilets, to: map.at(0, 0))
        #expect(all.count == 5 && all.allSatisfy { $0.name == nil })
        #expect(index.nearest(.toilets, to: map.at(0, 0), within: all[2].distance).count == 3)
        #expect(index.nearest(.toilets, to: map.at(0, 0), within: all[2].distance.nextDown).count == 2)
        #expect(index.nearest(.toilets, to: map.at(0, 0), limit: 4).count == 4)
        for radius in [-1, -Double.infinity, Double.nan] {
            #expect(index.nearest(.toilets, to: map.at(0, 0), within: radius).isEmpty)
        }
        #expect(index.nearest(.toilets, to: all[0].coordinate, within: 0).count == 1)
        for limit in [0, -1, .min] { #expect(index.nearest(.toilets, to: map.at(0, 0), limit: limit).isEmpty) }
        let antipode = try #require(Coordinate(latitude: -47, longitude: -171))
        #expect(index.nearest(.toilets, to: antipode, limit: .max).count == 5)
        #expect(StreetIndexes(indexes: []).nearest(.toilets, to: map.at(0, 0)).isEmpty)
    }

    @Test("A place that two extracts have comes once, with the fuller address")
    func seams() throws {
        func draw(_ map: inout MapDrawing) {
            map.node(50, 10, ["amenity": "fuel", "name": "At the seam"])
            map.node(50, 12, ["amenity": "fuel", "name": "At the seam"])
        }
        var west = MapDrawing()
        draw(&west)
        var east = MapDrawing()
        draw(&east)
        east.node(250, 10, ["amenity": "fuel", "name": "East"])
        east.street("Road", y: 0)
        west.boundary(2, "Liechtenstein", (-9_000, -9_000, 100, 9_000), ["ISO3166-1": "LI"])
        let provider = StreetIndexes(indexes: [try west.index(), try east.index()])
        let found = provider.nearest(.fuel, to: west.at(0, 0))
        #expect(found.map(\.name) == ["At the seam", "At the seam", "East"])
        #expect(found.allSatisfy { $0.placemark.thoroughfare == "Road" })
        #expect(provider.nearest(.fuel, to: west.at(0, 0), limit: 2).count == 2)
        #expect(provider.nearest([.fuel, .hut], to: west.at(0, 0), within: 100).count == 2)
    }

    @Test("Places across the date line are near")
    func dateLine() throws {
        var map = MapDrawing()
        map.origin = try #require(Coordinate(latitude: -17, longitude: 179.99))
        map.extent = nil
        map.street("A", y: 0)
        map.node(500, 0, ["amenity": "cafe", "name": "West"])
        map.building(900, 0, ["amenity": "cafe", "name": "House"])
        let here = try #require(Coordinate(latitude: -17, longitude: -179.995))
        let found = try map.index().nearest(.cafe, to: here, within: 2_000)
        #expect(found.map(\.name) == ["House", "West"])
        #expect(abs(found[1].distance - here.distance(to: map.at(500, 0))) < 0.1)
        #expect(abs(found[0].distance - here.distance(to: map.at(905, 0))) < 0.1)
    }

    /// Something drawn at random, as the file has it.
    private struct Drawn {
        var name: String
        /// One for a point, else the corners.
        var points: [Coordinate]

        /// Metres on the ellipsoid, found by narrowing down each edge.
        func distance(from here: Coordinate) -> Double {
            guard points.count > 1 else { return here.distance(to: points[0]) }
            var isInside = false
            var least = Double.infinity
            for (start, end) in zip(points, points.dropFirst() + points.prefix(1)) {
                if (start.latitude > here.latitude) != (end.latitude > here.latitude) {
                    let share = (here.latitude - start.latitude) / (end.latitude - start.latitude)
                    if start.longitude + share * (end.longitude - start.longitude) > here.longitude {
                        isInside.toggle()
                    }
                }
                func at(_ share: Double) -> Double {
                    let point = Coordinate(
                        latitude: start.latitude + share * (end.latitude - start.latitude),
                        longitude: start.longitude + share * (end.longitude - start.longitude))
                    return point.map { here.distance(to: $0) } ?? .infinity
                }
                var (low, high) = (0.0, 1.0)
                for _ in 0..<30 {
                    let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
                    if at(left) < at(right) { high = right } else { low = left }
                }
                least = min(least, at(0), at(1), at(low))
            }
            return isInside ? 0 : least
        }
    }

    @Test("The same places in the same order as by looking at each", arguments: [0.0, 47, -33, 69, 84])
    func oracle(latitude: Double) throws {
        var generator = SeededGenerator(seed: UInt64(latitude + 90))
        var map = MapDrawing()
        map.origin = try #require(Coordinate(latitude: latitude, longitude: 9))
        func inGrid(_ x: Double, _ y: Double) -> Coordinate {
            let point = map.at(x, y)
            return Coordinate(
                latitude: (point.latitude * 1e7).rounded() / 1e7, longitude: (point.longitude * 1e7).rounded() / 1e7)!
        }
        for row in 0..<20 { map.street("Street \(row)", y: Double(row) * 200, from: 0, to: 4_000) }
        var drawn: [Drawn] = []
        for number in 0..<260 {
            let (x, y) = (
                Double.random(in: 0...4_000, using: &generator), Double.random(in: 0...4_000, using: &generator)
            )
            let isWanted = number < 90
            let tags = isWanted ? ["amenity": "bench", "name": "Bench \(number)"] : ["addr:housenumber": "\(number)"]
            var points = [(x: x, y: y)]
            if number.isMultiple(of: 3) {
                let (turn, reach) = (
                    Double.random(in: 0...3, using: &generator), Double.random(in: 5...400, using: &generator)
                )
                points = (0..<4).map { corner in
                    let angle = turn + Double(corner) * .pi / 2
                    return (x + reach * cos(angle), y + (corner == 2 ? 0.3 : 1) * reach * sin(angle))
                }
                map.way(points, tags, isClosed: true)
            } else {
                map.node(x, y, tags)
            }
            if isWanted { drawn.append(Drawn(name: "Bench \(number)", points: points.map { inGrid($0.x, $0.y) })) }
        }
        let index = try map.index()
        let bench = PlaceOfInterest.Kind(key: "amenity", value: "bench")
        for round in 0..<8 {
            let spread = round < 6 ? 0.0...4_000 : -60_000.0...60_000
            let here = map.at(.random(in: spread, using: &generator), .random(in: spread, using: &generator))
            let all = drawn.map { (distance: $0.distance(from: here), name: $0.name) }.sorted { $0 < $1 }
            let known = Dictionary(all.map { ($0.name, $0.distance) }) { first, _ in first }
            let between = (all[20].distance + all[21].distance) / 2
            for (radius, limit) in [(Double.infinity, 1_000), (.infinity, 7), (between, 1_000)] {
                let found = index.nearest(bench, to: here, within: radius, limit: limit)
                let expected = all.prefix(limit).filter { $0.distance <= radius }
                #expect(found.count == expected.count && Set(found.map(\.name)).count == found.count)
                #expect(found.map(\.distance) == found.map(\.distance).sorted())
                for (one, other) in zip(found, expected) {
                    // Over tens of kilometres the nearest point of a large outline may be a little beside the true one.
                    let error = 1e-3 + 2e-5 * other.distance
                    #expect(abs(one.distance - other.distance) <= error, "round \(round)")
                    #expect(abs(one.distance - (known[one.name ?? ""] ?? .infinity)) <= error, "round \(round)")
                }
            }
        }
    }

    @Test("No point of a rectangle is nearer than its bound, all over the globe, and the bound is close")
    func bounds() throws {
        var generator = SeededGenerator(seed: 3)
        for round in 0..<400 {
            let scale = [1e4, 1e6, 1e8][round % 3]
            let (south, west) = (
                Double.random(in: -9e8...9e8, using: &generator), Double.random(in: -18e8...18e8, using: &generator)
            )
            let box = GridBox(
                south: Int32(south), west: Int32(west),
                north: Int32(min(south + .random(in: 0...scale, using: &generator), 9e8)),
                east: Int32(min(west + .random(in: 0...scale, using: &generator), 18e8)))
            let here = try #require(
                Coordinate(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)))
            let bound = GroundView(here).bound(to: box)
            var least = Double.infinity
            for row in 0...20 {
                for column in 0...20 {
                    let point = OSMPoint(
                        latitude: box.south + Int32(Double(Int(box.north) - Int(box.south)) * Double(row) / 20),
                        longitude: box.west + Int32(Double(Int(box.east) - Int(box.west)) * Double(column) / 20))
                    least = min(least, GroundView(here).distance(to: point))
                }
            }
            #expect(bound <= least)
            // The samples are half a cell away from the nearest point.
            #expect(bound >= 0.985 * least - scale / 40 * 0.0112)
        }
    }
}
