import Foundation
import LKGeo
import TestSupport
import Testing

@Suite struct BoundingBoxTests {
    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> BoundingBox {
        try #require(BoundingBox(south: south, west: west, north: north, east: east))
    }

    @Test(
        "Edges that bound no area make no box",
        arguments: [
            (10, 0, 9, 1), (-90.1, 0, 0, 1), (0, 0, 90.1, 1), (.nan, 0, 1, 1), (0, .nan, 1, 1), (0, 0, .nan, 1),
            (0, 0, 1, .nan), (0, -.infinity, 1, .infinity),
        ] as [(Double, Double, Double, Double)])
    func refuses(south: Double, west: Double, north: Double, east: Double) {
        #expect(BoundingBox(south: south, west: west, north: north, east: east) == nil)
    }

    @Test("Equal areas are equal however their longitudes are written")
    func normalizes() throws {
        #expect(try box(0, 170, 1, 190) == box(0, 170, 1, -170))
        #expect(try box(0, -180, 1, 180) == box(0, 5, 1, 365))
        #expect(try box(0, 170, 1, 180) == box(0, 170, 1, -180))
        #expect(try box(-0.0, -0.0, 0, 0).hashValue == box(0, 0, 0, 0).hashValue)
        #expect(try box(0, -180, 1, 180) != box(0, 180, 1, 180))
    }

    @Test("A box across the antimeridian holds what is between its edges eastward")
    func antimeridian() throws {
        let fiji = try box(-20, 177, -15, -178)
        #expect(fiji.crossesAntimeridian && fiji.longitudeSpan == 5)
        #expect(try fiji.contains(coordinate(-18, 179)))
        #expect(try fiji.contains(coordinate(-18, 180)))
        #expect(try fiji.contains(coordinate(-18, -179)))
        #expect(try fiji.contains(coordinate(-20, 177)) && fiji.contains(coordinate(-15, -178)))
        #expect(try !fiji.contains(coordinate(-18, 176.9)) && !fiji.contains(coordinate(-18, -177.9)))
        #expect(try !fiji.contains(coordinate(-18, 0)))
        #expect(try fiji.center == coordinate(-17.5, 179.5))
    }

    @Test("A box that ends at the antimeridian holds it and does not cross it by a width")
    func endsAtAntimeridian() throws {
        let west = try box(0, 170, 1, 180)
        #expect(west.longitudeSpan == 10)
        #expect(try west.contains(coordinate(0, -180)) && !west.contains(coordinate(0, -179.9)))
        let east = try box(0, -180, 1, -170)
        #expect(!east.crossesAntimeridian && west.intersects(east))
        #expect(try west.union(east) == box(0, 170, 1, -170))
    }

    @Test("A pole is in every box that reaches it, whatever its longitude")
    func poles() throws {
        let cap = try box(80, 10, 90, 20)
        #expect(try cap.contains(coordinate(90, -120)))
        #expect(try !cap.contains(coordinate(89.9, -120)))
        #expect(try cap.intersects(box(85, 100, 90, 110)))
        #expect(try !cap.intersects(box(85, 100, 89, 110)))
        #expect(try box(-90, 10, -80, 20).intersects(box(-90, 100, -80, 110)))
        let pole = try #require(try BoundingBox(covering: [coordinate(90, 77)]))
        #expect(try cap.contains(pole) && pole.contains(coordinate(90, 0)))
        #expect(cap.union(pole) == cap && pole.union(cap) == cap)
    }

    @Test("The centre of a cap is the pole, of the whole Earth the origin")
    func centers() throws {
        #expect(try box(60, -180, 90, 180).center == coordinate(90, 0))
        #expect(try box(-90, -180, -60, 180).center == coordinate(-90, 0))
        #expect(try box(-90, -180, 90, 180).center == coordinate(0, 0))
        #expect(try box(10, 20, 30, 40).center == coordinate(20, 30))
    }

    @Test("No points have no box, one point has one without width")
    func coversFew() throws {
        #expect(BoundingBox(covering: []) == nil)
        let point = try coordinate(1, 2)
        let single = try #require(BoundingBox(covering: [point]))
        #expect(single.contains(point) && single.longitudeSpan == 0 && single.latitudeSpan == 0)
        #expect(single.center == point)
    }

    @Test("A point at a pole does not widen the box")
    func coversPole() throws {
        let covering = try #require(
            try BoundingBox(covering: [coordinate(70, 10), coordinate(90, -100), coordinate(75, 20)]))
        #expect(try covering == box(70, 10, 90, 20))
    }

    @Test("The box of some points holds them and no narrower one does")
    func coversSmallest() throws {
        var random = SeededGenerator(seed: 180)
        for _ in 0..<2000 {
            let points = try (0..<Int.random(in: 1...6, using: &random)).map { _ in
                // Whole degrees make ties and meetings at the antimeridian likely.
                try coordinate(
                    Double(Int.random(in: -80...80, using: &random)),
                    Double(Int.random(in: -12..<12, using: &random) * 15))
            }
            let covering = try #require(BoundingBox(covering: points))
            #expect(points.allSatisfy(covering.contains))
            #expect(covering.south == points.map(\.latitude).min() && covering.north == points.map(\.latitude).max())
            // By brute force: start at each point and see how far east the last one is.
            let narrowest = points.map { start in
                points.map { Bearing.normalized($0.longitude - start.longitude) }.max() ?? 0
            }.min()
            #expect(covering.longitudeSpan == narrowest)
        }
    }

    @Test("Coding keeps a box, and rejects an invalid one")
    func codes() throws {
        for value in try [box(1.5, 2, 3, 4), box(-20, 177, -15, -178), box(-90, -180, 90, 180), box(0, 170, 0, 180)] {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(BoundingBox.self, from: data) == value)
        }
        let data = Data(#"{"south":2,"west":0,"north":1,"east":1}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(BoundingBox.self, from: data) }
    }
}
