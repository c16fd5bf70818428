import LKGeo
import TestSupport
import Testing

/// Boxes with edges on a grid of 15 degrees against a brute-force oracle: the set of points of half that grid inside.
@Suite struct BoundingBoxAlgebraTests {
    /// A box with edges on the grid, at times across the antimeridian, all around, or without width.
    private func randomBox(using random: inout SeededGenerator) throws -> BoundingBox {
        let (first, second) = (Int.random(in: -6...6, using: &random), Int.random(in: -6...6, using: &random))
        let west = Int.random(in: -12..<12, using: &random)
        let widths = [0, 24, Int.random(in: 0...24, using: &random), Int.random(in: 1...5, using: &random)]
        let width = widths[Int.random(in: 0..<4, using: &random)]
        return try #require(
            BoundingBox(
                south: Double(min(first, second) * 15), west: Double(west * 15), north: Double(max(first, second) * 15),
                east: Double((west + width) * 15)))
    }

    /// Points on the grid's lines and in the middle of its cells.
    private static let points: [Coordinate] = stride(from: -90.0, through: 90, by: 7.5).flatMap { latitude in
        stride(from: -180.0, to: 180, by: 7.5).compactMap { Coordinate(latitude: latitude, longitude: $0) }
    }

    /// Metres.
    private static let radii: [Double] = [0.5, 100, 5000, 300_000, 4_000_000]

    private func members(_ box: BoundingBox) -> Set<Coordinate> { Set(Self.points.filter(box.contains)) }

    @Test("Containment and intersection of boxes are those of their points")
    func relations() throws {
        var random = SeededGenerator(seed: 90)
        for _ in 0..<1500 {
            let (first, second) = (try randomBox(using: &random), try randomBox(using: &random))
            let (inFirst, inSecond) = (members(first), members(second))
            #expect(first.intersects(second) == !inFirst.isDisjoint(with: inSecond))
            #expect(first.contains(second) == inSecond.isSubset(of: inFirst), "\(first) \(second)")
        }
    }

    @Test("A union holds both boxes, and no box on the grid that does is narrower")
    func union() throws {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<1000 {
            let (first, second) = (try randomBox(using: &random), try randomBox(using: &random))
            let union = first.union(second)
            #expect(union.contains(first) && union.contains(second))
            #expect(members(union).isSuperset(of: members(first).union(members(second))))
            #expect(union.south == min(first.south, second.south) && union.north == max(first.north, second.north))
            #expect(second.union(first) == union)
            let boxes = (-12..<12).flatMap { (west: Int) -> [BoundingBox] in
                (0...24).compactMap { width in
                    BoundingBox(
                        south: union.south, west: Double(west * 15), north: union.north,
                        east: Double((west + width) * 15))
                }
            }
            let narrowest = boxes.filter { $0.contains(first) && $0.contains(second) }.map(\.longitudeSpan).min()
            #expect(union.longitudeSpan == narrowest)
        }
    }

    @Test("A box extended by a point holds it and all it held")
    func extends() throws {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<1000 {
            let before = try randomBox(using: &random)
            let point = RandomPlaces.anywhere(using: &random)
            var after = before
            after.extend(to: point)
            #expect(after.contains(point) && after.contains(before))
            if before.contains(point) { #expect(after == before) }
        }
    }

    @Test("A box around a centre holds every point of the circle and is hardly wider")
    func circle() throws {
        var random = SeededGenerator(seed: 2000)
        for _ in 0..<600 {
            let center = RandomPlaces.pair(kind: Bool.random(using: &random) ? 0 : 3, using: &random).0
            let radius = Self.radii[Int.random(in: 0..<Self.radii.count, using: &random)]
            let box = try #require(BoundingBox(center: center, radius: radius))
            #expect(box.contains(center))
            var edge: [Coordinate] = []
            for bearing in stride(from: 0.0, to: 360, by: 5) {
                edge.append(try #require(center.destination(bearing: bearing, distance: radius)))
            }
            #expect(edge.allSatisfy(box.contains), "\(center) \(radius)")
            guard !box.coversAllLongitudes, radius >= 100 else { continue }
            // 5 degrees of bearing miss the extreme by less than 0.1 %.
            let tight = try #require(BoundingBox(covering: edge))
            #expect(abs(box.latitudeSpan / tight.latitudeSpan - 1) < 0.001)
            if abs(center.latitude) < 60, radius <= 300_000 {
                #expect(box.longitudeSpan / tight.longitudeSpan < 1.005)
            }
        }
    }

    @Test("A circle with a pole in it covers all longitudes, one that falls short of it does not")
    func circleAtPole() throws {
        let center = try #require(Coordinate(latitude: 89, longitude: 25))
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))
        let distance = center.distance(to: pole)
        let over = try #require(BoundingBox(center: center, radius: distance + 1))
        #expect(over.coversAllLongitudes && over.north == 90 && over.south < 88.1)
        let short = try #require(BoundingBox(center: center, radius: distance * 0.9))
        #expect(!short.coversAllLongitudes && short.north < 90 && short.contains(center))
    }

    @Test("A circle of half the Earth's circumference is all of it, one without radius its centre")
    func extremes() throws {
        let center = try #require(Coordinate(latitude: 12, longitude: 34))
        for radius in [20_004_000, Double.infinity] {
            let world = try #require(BoundingBox(center: center, radius: radius))
            #expect(world.coversAllLongitudes && world.south == -90 && world.north == 90)
        }
        let point = try #require(BoundingBox(center: center, radius: 0))
        #expect(point.contains(center) && point.latitudeSpan < 1e-12 && point.longitudeSpan < 1e-12)
        #expect(BoundingBox(center: center, radius: -1) == nil)
        #expect(BoundingBox(center: center, radius: .nan) == nil)
    }
}
