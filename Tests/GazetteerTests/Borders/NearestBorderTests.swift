import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// The distance to the nearest border against looking at each edge.
@Suite("World: distance to the border")
struct BorderDistanceTests {
    /// Three countries and the sea; the coast is not a border.
    private let border = [(10.0, 40.0), (10.4, 41.3), (9.2, 42.1), (10.9, 43.7), (10, 45)]
    private let other = [(10.4, 41.3), (13.1, 41.9), (15, 41)]

    private func world() throws -> World {
        var borders = BorderWorld()
        borders.addZone(border + [(5, 45), (5, 40)], country: 0, zone: 0)
        var north = Array(border[1...])
        north.append((15, 45))
        north += other.reversed().dropLast()
        borders.addZone(north, country: 1, zone: 1)
        var south = [border[0]]
        south += other
        south.append((15, 40))
        borders.addZone(south, country: 2, zone: 2)
        return try World(bytes: borders.bytes())
    }

    @Test("Is the least one, with the neighbour across")
    func oracle() throws {
        let world = try world()
        var generator = SeededGenerator(seed: 5)
        let lines = Array(zip(border, border.dropFirst())) + Array(zip(other, other.dropFirst()))
        for _ in 0..<3_000 {
            let latitude = Double.random(in: 39.5...45.5, using: &generator)
            let longitude = Double.random(in: 4.5...15.5, using: &generator)
            let here = BorderWorld.point((longitude, latitude))
            let expected =
                lines.map { line in
                    BorderArc.squaredDistance(here, BorderWorld.point(line.0), BorderWorld.point(line.1))
                }.min()?.squareRoot() ?? 0
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let found = try world.border(near: place)
            guard let found else {
                #expect(expected > 98_000)
                continue
            }
            // The oracle's plane is not the ground's sphere: 1 %, and the rounding of the file.
            #expect(abs(found.distance - expected) < 10 + expected * 0.01)
            #expect(try found.neighbour != world.region(at: place)?.country && found.neighbour != nil)
            #expect(found.isCertain == (found.distance > Double(BorderPolicy.uncertainty)))
        }
    }

    @Test("Is nothing where the limit ends, and in a world of one country")
    func limit() throws {
        let world = try world()
        let place = try #require(Coordinate(latitude: 42, longitude: 7))
        let metres = try #require(try world.border(near: place, within: 300_000)).distance
        #expect(try world.border(near: place, within: metres - 1) == nil)
        #expect(try world.border(near: place, within: metres + 1)?.distance == metres)
        #expect(try world.border(near: place, within: 0) == nil)
        #expect(try world.border(near: place, within: -1) == nil)
        let sea = try #require(Coordinate(latitude: -48, longitude: -123))
        #expect(try world.border(near: sea, within: .infinity) == nil)
    }
}
