import Foundation
import LKGeo
import TestSupport
import Testing

@Suite struct CoordinateSphereTests {
    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// The angle in metres between unit vectors, which is well conditioned everywhere: Kahan's formula with norms.
    private func vectorDistance(_ first: Coordinate, _ second: Coordinate) -> Double {
        func vector(_ place: Coordinate) -> SIMD3<Double> {
            let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
            return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        }
        func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
        let (a, b) = (vector(first), vector(second))
        return 2 * atan2(length(a - b), length(a + b)) * Earth.meanRadius
    }

    @Test("The spherical distance is the angle between the points' vectors, opposite points included")
    func sphericalDistance() {
        var random = SeededGenerator(seed: 1984)
        var worst = 0.0
        for kind in 0..<5 {
            for _ in 0..<2000 {
                let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
                worst = max(worst, abs(start.sphericalDistance(to: end) - vectorDistance(start, end)))
            }
        }
        #expect(worst < 2e-8)
    }

    @Test("Quarters and halves of the great circle are exact parts of its length")
    func quarters() throws {
        let half = Earth.meanRadius * .pi
        #expect(try coordinate(0, 0).sphericalDistance(to: coordinate(0, 180)) == half)
        #expect(try coordinate(90, 5).sphericalDistance(to: coordinate(-90, 70)) == half)
        #expect(try abs(coordinate(0, 0).sphericalDistance(to: coordinate(0, 90)) - half / 2) < 2e-9)
        #expect(try coordinate(12, 34).sphericalDistance(to: coordinate(12, 34)) == 0)
        #expect(try coordinate(90, 34).sphericalDistance(to: coordinate(90, -34)) < 1e-9)
    }

    @Test("The spherical distance is within 0.57 % of the geodesic")
    func comparesWithGeodesic() {
        var random = SeededGenerator(seed: 6371)
        var worst = 0.0
        for kind in [0, 1, 2, 4] {
            for _ in 0..<2000 {
                let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
                let geodesic = start.distance(to: end)
                guard geodesic > 0.01 else { continue }
                worst = max(worst, abs(start.sphericalDistance(to: end) / geodesic - 1))
            }
        }
        #expect(worst < 0.0057)
        #expect(worst > 0.004)
    }

    @Test("An interpolated point divides the way by the fraction, beyond the ends too")
    func interpolates() throws {
        var random = SeededGenerator(seed: 42)
        for kind in [0, 1, 2, 4] {
            for _ in 0..<500 {
                let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
                let length = start.sphericalDistance(to: end)
                for fraction in [0.25, 0.5, 0.9] {
                    let point = try #require(start.interpolated(to: end, fraction: fraction))
                    #expect(abs(start.sphericalDistance(to: point) - fraction * length) < 3e-8)
                    #expect(abs(point.sphericalDistance(to: end) - (1 - fraction) * length) < 3e-8)
                }
                let beyond = try #require(start.interpolated(to: end, fraction: 1.5))
                let expected = min(1.5 * length, 2 * .pi * Earth.meanRadius - 1.5 * length)
                #expect(abs(start.sphericalDistance(to: beyond) - expected) < 3e-8)
                let behind = try #require(start.interpolated(to: end, fraction: -0.5))
                #expect(abs(start.sphericalDistance(to: behind) - 0.5 * length) < 3e-8)
            }
        }
    }

    @Test("Fractions 0 and 1 are the points themselves, to the bit")
    func ends() {
        var random = SeededGenerator(seed: 7)
        for kind in 0..<5 {
            let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
            #expect(start.interpolated(to: end, fraction: 0) == start)
            #expect(start.interpolated(to: end, fraction: 1) == end)
        }
    }

    @Test("Points that coincide stay for every fraction, poles of different longitudes included")
    func coinciding() throws {
        let place = try coordinate(35, 139)
        #expect(place.interpolated(to: place, fraction: 1e9) == place)
        let pole = try #require(coordinate(90, 10).interpolated(to: coordinate(90, -80), fraction: 0.5))
        #expect(pole.latitude == 90)
    }

    @Test("Between opposite points the way starts due north")
    func opposite() throws {
        let quarter = try #require(coordinate(10, 20).interpolated(to: coordinate(-10, -160), fraction: 0.25))
        #expect(abs(quarter.latitude - 55) < 1e-12 && abs(quarter.longitude - 20) < 1e-12)
        let over = try #require(coordinate(0, 0).interpolated(to: coordinate(0, 180), fraction: 0.75))
        #expect(abs(over.latitude - 45) < 1e-12 && abs(over.longitude) == 180)
    }

    @Test("The way crosses the antimeridian and the pole where that is shorter")
    func crossings() throws {
        let pacific = try #require(coordinate(0, 179).interpolated(to: coordinate(0, -179), fraction: 0.75))
        #expect(pacific.latitude == 0 && abs(pacific.longitude + 179.5) < 1e-12)
        let pole = try #require(coordinate(80, 0).interpolated(to: coordinate(80, 180), fraction: 0.5))
        #expect(abs(pole.latitude - 90) < 1e-12)
    }

    @Test("Steps of a millimetre between near points are kept apart")
    func nearPoints() throws {
        let start = try coordinate(35.681236, 139.767125)
        let end = try #require(start.destination(bearing: 50, distance: 0.01))
        for step in 1..<10 {
            let point = try #require(start.interpolated(to: end, fraction: Double(step) / 10))
            #expect(abs(start.distance(to: point) - 0.001 * Double(step)) < 1e-8)
        }
    }

    @Test("A fraction that is not finite has no point")
    func refusesNonFinite() throws {
        for fraction in [Double.nan, .infinity, -.infinity] {
            #expect(try coordinate(1, 2).interpolated(to: coordinate(3, 4), fraction: fraction) == nil)
        }
    }
}
