import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets

@Suite("StreetIndex: corners")
struct CornerTests {
    /// Main Street along the parallel, 1st to 5th Avenue across it, each with a node of both.
    private func grid(_ more: (inout MapDrawing) -> Void = { _ in }) throws -> MapDrawing {
        var map = MapDrawing()
        var nodes: [Int] = []
        for avenue in 1...5 {
            let node = map.node(Double(avenue) * 100, 0)
            nodes.append(node)
            let (south, north) = (map.node(Double(avenue) * 100, -80), map.node(Double(avenue) * 100, 80))
            map.way(of: [south, node, north], ["highway": "residential", "name": "Avenue \(avenue)"])
        }
        map.way(
            of: nodes, ["highway": "primary", "name": "Main Street", "name:fr": "Rue Principale"])
        more(&map)
        return map
    }

    @Test("The nearest corner has the nearer street first, its position and its distance")
    func nearest() throws {
        let map = try grid()
        let index = try map.index()
        let onMain = try #require(index.corner(at: map.at(212, 3)))
        #expect(onMain.streets == ["Main Street", "Avenue 2"] && onMain.name == "Main Street & Avenue 2")
        #expect(abs(onMain.distance - 12.37) < 0.1)
        #expect(onMain.coordinate.distance(to: map.at(200, 0)) < 0.05)
        let onAvenue = try #require(index.corner(at: map.at(303, 40), languages: [LanguageTag("fr")!]))
        #expect(onAvenue.streets == ["Avenue 3", "Rue Principale"])
        #expect(index.corner(at: map.at(200, 0))?.streets == ["Main Street", "Avenue 2"])
    }

    @Test("The distance is kept, inclusively, and what cannot be meant finds nothing")
    func radius() throws {
        let map = try grid()
        let index = try map.index()
        let here = map.at(200, 60)
        #expect(index.corner(at: here) == nil)
        let far = try #require(index.corner(at: here, within: 100))
        #expect(index.corner(at: here, within: far.distance) == far)
        #expect(index.corner(at: here, within: far.distance.nextDown) == nil)
        #expect(index.corner(at: here, within: .infinity) == far)
        for radius in [-1, -Double.infinity, Double.nan] { #expect(index.corner(at: here, within: radius) == nil) }
        #expect(StreetIndexes(indexes: []).corner(at: here) == nil)
        #expect(StreetIndexes(indexes: [index, index]).corner(at: here, within: 100) == far)
    }

    @Test("A bridge without a common node is not a corner, though the lines cross")
    func bridges() throws {
        var map = MapDrawing()
        map.street("Under", y: 0)
        map.way([(250, -100), (250, 100)], ["highway": "primary", "name": "Over", "bridge": "yes"])
        #expect(try map.index().corner(at: map.at(250, 0), within: 200) == nil)
    }

    @Test("Streets of one name do not make a corner, and neither does a street without a name")
    func names() throws {
        var map = MapDrawing()
        let node = map.node(100, 0)
        let (west, east) = (map.node(0, 0), map.node(200, 0))
        let (south, north) = (map.node(100, -100), map.node(100, 100))
        map.way(of: [west, node, east], ["highway": "residential", "name": "Ring"])
        map.way(of: [south, node], ["highway": "tertiary", "name": "Ring"])
        map.way(of: [node, north], ["highway": "residential"])
        #expect(try map.index().corner(at: map.at(100, 5)) == nil)
    }

    @Test("Of several streets the nearest comes first, then the most important; a continuation and a square count")
    func several() throws {
        var map = MapDrawing()
        let node = map.node(0, 0)
        func street(_ x: Double, _ y: Double, _ kind: String, _ name: String) {
            map.way(of: [node, map.node(x, y)], ["highway": kind, "name": name])
        }
        street(-100, 0, "footway", "Path")
        street(100, 0, "residential", "Side Street")
        street(0, 100, "primary", "Highway")
        let index = try map.index()
        #expect(index.corner(at: map.at(20, 1))?.streets == ["Side Street", "Highway"])
        #expect(index.corner(at: map.at(-20, 1))?.streets == ["Path", "Highway"])
        #expect(index.corner(at: map.at(1, 20))?.streets == ["Highway", "Side Street"])
        #expect(index.corner(at: map.at(-30, -30))?.streets.count == 2)

        var other = MapDrawing()
        let (corner, end) = (other.node(0, 0), other.node(-100, 0))
        let rest = [other.node(50, 0), other.node(50, 50), other.node(0, 50)]
        other.way(of: [corner] + rest + [corner], ["highway": "pedestrian", "area": "yes", "name": "Market"])
        other.way(of: [end, corner], ["highway": "residential", "name": "Old Road"])
        other.way(of: [other.node(-200, 0), end], ["highway": "residential", "name": "New Road"])
        let square = try other.index()
        #expect(square.corner(at: other.at(10, 10))?.streets == ["Market", "Old Road"])
        #expect(square.corner(at: other.at(-110, 5))?.streets == ["New Road", "Old Road"])
    }

    @Test("The same corners as by comparing all points of all streets, with lines of many pieces")
    func oracle() throws {
        var generator = SeededGenerator(seed: 11)
        var map = MapDrawing()
        // A lattice of nodes; streets wander along it.
        var nodes: [[(id: Int, at: Coordinate)]] = []
        for x in 0..<30 {
            nodes.append(
                (0..<30).map { y in
                    let east = Double(x) * 20 + .random(in: -5...5, using: &generator)
                    let north = Double(y) * 20 + .random(in: -5...5, using: &generator)
                    let point = map.at(east, north)
                    let rounded = Coordinate(
                        latitude: (point.latitude * 1e7).rounded() / 1e7,
                        longitude: (point.longitude * 1e7).rounded() / 1e7)!
                    return (map.node(east, north), rounded)
                })
        }
        var streets: [(name: String, points: [Coordinate])] = []
        for number in 0..<14 {
            var (x, y) = (Int.random(in: 0..<30, using: &generator), Int.random(in: 0..<30, using: &generator))
            var line = [nodes[x][y]]
            for _ in 0..<Int.random(in: 2...70, using: &generator) {
                if Bool.random(using: &generator) {
                    x = min(max(x + (number.isMultiple(of: 2) ? 1 : -1), 0), 29)
                } else {
                    y = min(max(y + (number.isMultiple(of: 3) ? 1 : -1), 0), 29)
                }
                if line.last?.id != nodes[x][y].id { line.append(nodes[x][y]) }
            }
            guard line.count > 1 else { continue }
            map.way(of: line.map(\.id), ["highway": "residential", "name": "Street \(number)"])
            streets.append(("Street \(number)", line.map(\.at)))
        }
        let index = try map.index()
        var corners = 0
        for _ in 0..<200 {
            let here = map.at(.random(in: -50...650, using: &generator), .random(in: -50...650, using: &generator))
            let radius = Double.random(in: 10...80, using: &generator)
            var best: (distance: Double, names: Set<String>)?
            var byPoint: [Coordinate: Set<String>] = [:]
            for street in streets { for point in street.points { byPoint[point, default: []].insert(street.name) } }
            for (point, names) in byPoint where names.count > 1 {
                let distance = here.distance(to: point)
                if distance <= radius, distance < best?.distance ?? .infinity { best = (distance, names) }
            }
            let found = index.corner(at: here, within: radius)
            #expect((found == nil) == (best == nil))
            guard let found, let best else { continue }
            corners += 1
            #expect(abs(found.distance - best.distance) < 1e-3 && best.names.isSuperset(of: found.streets))
            #expect(Set(found.streets).count == 2)
        }
        #expect(corners > 30)
    }

    @Test("A provider that is asked to names the corner where no number is near, and the house where one is")
    func provider() throws {
        var map = try grid { map in
            map.node(330, 10, ["addr:street": "Main Street", "addr:housenumber": "33"])
            map.boundary(8, "Springfield", (-3_000, -3_000, 3_000, 3_000))
        }
        map.boundary(2, "United States", (-9_000, -9_000, 9_000, 9_000), ["ISO3166-1": "US"])
        var provider = StreetIndexes(indexes: [try map.index()])
        let plain = try #require(try provider.placemark(at: map.at(110, 3), languages: []))
        #expect(plain.thoroughfare == "Main Street" && plain.corner == nil)
        provider.cornerReach = 50
        let corner = try #require(try provider.placemark(at: map.at(110, 3), languages: []))
        #expect(corner.thoroughfare == "Main Street & Avenue 1" && corner.precision == .street)
        #expect(corner.name == "Main Street & Avenue 1" && corner.corner?.streets == ["Main Street", "Avenue 1"])
        #expect(corner.addressString == "Main Street & Avenue 1, Springfield, United States")
        let house = try #require(try provider.placemark(at: map.at(325, 3), languages: []))
        #expect(house.precision == .house && house.corner == nil && house.subThoroughfare == "33")
        let far = try #require(try provider.placemark(at: map.at(448, 3), languages: []))
        #expect(far.thoroughfare == "Main Street & Avenue 4")
        provider.cornerReach = 40
        #expect(try provider.placemark(at: map.at(448, 3), languages: [])?.corner == nil)
    }
}
