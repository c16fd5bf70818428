import Foundation
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// Regions of small worlds against counting edges.
@Suite("World: regions")
struct BorderRegionTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A ragged line from one place to another, both ends included.
    private func ragged(
        _ from: (Double, Double), _ to: (Double, Double), _ count: Int, _ generator: inout SeededGenerator
    ) -> [(Double, Double)] {
        var line = [from]
        // Steps across the line only, so that it cannot cross itself.
        let (dx, dy) = (to.0 - from.0, to.1 - from.1)
        let length = (dx * dx + dy * dy).squareRoot()
        for step in 1..<count {
            let share = Double(step) / Double(count)
            let offset = Double.random(in: -0.3...0.3, using: &generator) * min(share, 1 - share)
            line.append((from.0 + share * dx - offset * dy / length, from.1 + share * dy + offset * dx / length))
        }
        return line + [to]
    }

    /// West and east of a ragged border, with an island of the one in the other and the sea around.
    private func twoCountries(_ generator: inout SeededGenerator) -> BorderWorld {
        let border = ragged((10, 40), (10, 50), 400, &generator)
        var west = ragged((10, 50), (2, 45), 90, &generator).dropLast()
        west += ragged((2, 45), (10, 40), 90, &generator).dropLast()
        var east = ragged((10, 40), (18, 45), 90, &generator).dropLast()
        east += ragged((18, 45), (10, 50), 90, &generator).dropLast()
        let enclave = (0..<40).map { step -> (Double, Double) in
            let angle = Double(step) / 40 * 2 * .pi
            return (14 + 0.02 * cos(angle), 45 + 0.02 * sin(angle))
        }
        var world = BorderWorld()
        world.addZone(Array(border.dropLast() + west), country: 0, zone: 0)
        world.addZone(Array(border.reversed().dropLast() + east), holes: [enclave], country: 1, zone: 1)
        world.addZone(enclave, country: 0, zone: 0)
        return world
    }

    @Test("Are those of the polygons, an enclave among them, up to the rounding")
    func oracle() throws {
        var generator = SeededGenerator(seed: 11)
        let borders = twoCountries(&generator)
        let world = try World(bytes: borders.bytes())
        let owners = (0..<3).map { owner in borders.rings.filter { $0.owner == owner } }
        var wrong = 0
        for query in 0..<Fixtures.rounds(20_000) {
            let isNear = query % 2 == 0
            let latitude = Double.random(in: isNear ? 44.95...45.05 : 38...52, using: &generator)
            let longitude = Double.random(in: isNear ? 13.95...14.05 : 0...20, using: &generator)
            let owner = owners.firstIndex {
                BorderWorld.contains($0, longitude: longitude, latitude: latitude)
            }
            let expected: Int? = owner.map { $0 == 1 ? 1 : 0 }
            let region = try #require(try world.region(at: place(latitude, longitude)))
            if region.country != expected { wrong += 1 }
        }
        // Lines are off by up to a metre and a half, and the ragged ones are long: a few of 20,000 points are so near.
        #expect(wrong <= 4)
    }

    @Test("Cover every place on a fine mesh, on the lines between cells and just beside them")
    func noGaps() throws {
        var generator = SeededGenerator(seed: 12)
        let world = try World(bytes: twoCountries(&generator).bytes())
        for row in stride(from: 0, through: 360, by: Fixtures.isThorough ? 1 : 5) {
            for column in 0...360 {
                let latitude = 38 + Double(row) / 26
                let longitude = Double(column) / 18
                for step in [0.0, 1e-9, -1e-9] {
                    #expect(try world.region(at: place(latitude + step, longitude + step)) != nil)
                }
            }
        }
    }

    @Test("Hold at the poles and across the antimeridian")
    func edgesOfTheMap() throws {
        var borders = BorderWorld()
        // Ice all around the south pole, and an island cut by the antimeridian, in two pieces as the data has it.
        borders.addZone([(-180, -90), (180, -90), (180, -65), (-180, -65)], country: 2, zone: 2)
        borders.addZone([(179, -18), (180, -18), (180, -16), (179, -16)], country: 0, zone: 0)
        borders.addZone([(-180, -18), (-179, -18), (-179, -16), (-180, -16)], country: 0, zone: 0)
        borders.addZone([(-179, -18), (-178, -18), (-178, -16), (-179, -16)], country: 1, zone: 1)
        let world = try World(bytes: borders.bytes())
        for (latitude, longitude, country) in [
            (-90.0, 0.0, 2), (-90, 180, 2), (-66, -180, 2), (-64, 0, nil), (90, 0, nil), (90, -180, nil),
            (-17, 179.5, 0), (-17, 180, 0), (-17, -180, 0), (-17, -179.5, 0), (-17, -178.5, 1), (-17, 178.5, nil),
            (-19, 180, nil), (-15, -180, nil),
        ] as [(Double, Double, Int?)] {
            #expect(try world.region(at: place(latitude, longitude))?.country == country, "\(latitude) \(longitude)")
        }
        // Seen across the antimeridian: a degree and a half of longitude.
        let border = try #require(try world.border(near: place(-17, 179.5), within: 300_000))
        #expect(abs(border.distance - 159_500) < 1_000)
    }

    @Test("Join zones and divisions; beyond a division's shape the nearest settlement is to be asked")
    func overlay() throws {
        var borders = BorderWorld()
        borders.addZone([(0.5, 0.5), (9.5, 0.5), (9.5, 9.5), (0.5, 9.5)], country: 0, zone: 0)
        borders.addZone([(9.5, 0.5), (19.5, 0.5), (19.5, 9.5), (9.5, 9.5)], country: 1, zone: 1, claim: .country(2))
        // The shapes are a little off: the western one reaches into the other country, and neither comes to the coast.
        borders.addDivision([(1, 1), (9.7, 1), (9.7, 5), (1, 5)], country: 0, division: 0)
        borders.addDivision([(9.7, 1), (19, 1), (19, 9), (9.7, 9)], country: 1, division: 1)
        let world = try World(bytes: borders.bytes())
        for (latitude, longitude, country, division) in [
            (3.0, 5.0, 0, 0), (7, 5, 0, nil), (3, 9.6, 1, nil), (3, 12, 1, 1), (0.7, 5, 0, nil), (0.2, 5, nil, nil),
        ] as [(Double, Double, Int?, Int?)] {
            let region = try #require(try world.region(at: place(latitude, longitude)))
            #expect(region.country == country && region.division == division, "\(latitude) \(longitude)")
            #expect(region.zone == country)
            #expect(region.claim == (country == 1 ? .country(2) : .none))
        }
    }

    @Test("A gazetteer without borders has none")
    func absent() throws {
        let world = try World(bytes: SmallInput.bytes())
        #expect(!world.hasBorders)
        #expect(try world.region(at: place(0, 0)) == nil)
        #expect(try world.border(near: place(0, 0)) == nil)
    }
}
