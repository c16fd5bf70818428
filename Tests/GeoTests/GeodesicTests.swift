import LKGeo
import TestSupport
import Testing

@Suite struct GeodesicTests {
    /// The difference of two directions, whatever turns they are given with.
    private func difference(_ first: Double, _ second: Double) -> Double {
        abs((first - second).remainder(dividingBy: 360))
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test("The inverse problem gives the published distances within 10 nanometres", arguments: PublishedGeodesic.all)
    func inverse(published: PublishedGeodesic) throws {
        let start = try coordinate(published.latitude1, published.longitude1)
        let end = try coordinate(published.latitude2, published.longitude2)
        let line = Geodesic.inverse(from: start, to: end)
        #expect(abs(line.distance - published.distance) < 1e-8)
        #expect(difference(line.initialBearing, published.azimuth1) < 1e-13)
        #expect(difference(line.finalBearing, published.azimuth2) < 1e-13)
        #expect(start.distance(to: end) == line.distance)
        #expect(start.bearing(to: end) == line.initialBearing)
    }

    @Test("The direct problem gives the published ends within 1e-13 degrees", arguments: PublishedGeodesic.all)
    func direct(published: PublishedGeodesic) throws {
        let start = try coordinate(published.latitude1, published.longitude1)
        let line = try #require(
            Geodesic.direct(from: start, bearing: published.azimuth1, distance: published.distance))
        #expect(abs(line.end.latitude - published.latitude2) < 1e-13)
        #expect(difference(line.end.longitude, published.longitude2) < 1e-13)
        #expect(difference(line.finalBearing, published.azimuth2) < 1e-13)
        #expect(start.destination(bearing: published.azimuth1, distance: published.distance) == line.end)
    }

    @Test("Special cases that other programs failed on are as published", arguments: PublishedSpecialCase.all)
    func special(published: PublishedSpecialCase) throws {
        let start = try coordinate(published.from.latitude, published.from.longitude)
        let end = try coordinate(published.to.latitude, published.to.longitude)
        let line = Geodesic.inverse(from: start, to: end)
        #expect(abs(line.distance - published.distance) <= published.distanceTolerance)
        if let (first, second) = published.azimuths {
            #expect(difference(line.initialBearing, first) < published.azimuthTolerance)
            #expect(difference(line.finalBearing, second) < published.azimuthTolerance)
        }
    }

    /// Figures of GeodSolve1, 5, 17, 61, 65, 66, 71 and 73; see ``PublishedGeodesic`` for origin and licence.
    @Test(
        "Special cases of the direct problem are as published",
        arguments: [
            ((40.63972222, -73.77888889), 53.5, 5850e3, (49.01467, 2.56106), 111.62947, 0.5e-5),
            ((40, -75), -10, 2e7, (-39, 105), -170, 1),
            ((45, 0), -0.000000000000000003, 1e7, (45.30632, -180), 180, 0.5e-5),
            ((30, 0), 180, 1e7, (-60.23169, 0), 180, 0.5e-5),
            ((30, 0), 180, 2e7, (-30.03547, -180), 0, 0.5e-5),
            ((-5, 0), 180, 2e7, (4.96445, -180), 0, 0.5e-5),
            ((1, 2), 45, 0.5e7, (30.92625, 37.54640), 55.43104, 0.5e-5),
            ((90, 10), 180, -1e6, (81.04623, -170), 0, 0.5e-5),
        ] as [((Double, Double), Double, Double, (Double, Double), Double, Double)])
    func specialDirect(
        start: (Double, Double), bearing: Double, distance: Double, end: (Double, Double), final: Double,
        tolerance: Double
    ) throws {
        let line = try #require(
            Geodesic.direct(from: coordinate(start.0, start.1), bearing: bearing, distance: distance))
        #expect(abs(line.end.latitude - end.0) < tolerance)
        #expect(difference(line.end.longitude, end.1) < tolerance)
        #expect(difference(line.finalBearing, final) < tolerance)
    }

    @Test("A line northward to the pole arrives there (GeodSolve5)")
    func arrivesAtPole() throws {
        let line = try #require(Geodesic.direct(from: coordinate(0.01777745589997, 30), bearing: 0, distance: 10e6))
        #expect(abs(line.end.latitude - 90) < 0.5e-5)
    }

    @Test("Following a shortest line from any point leads to the other within 20 nanometres")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 2013)
        var worst = 0.0
        for kind in 0..<6 {
            for _ in 0..<2000 {
                let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
                let line = Geodesic.inverse(from: start, to: end)
                let arrival = try #require(
                    start.destination(bearing: line.initialBearing, distance: line.distance))
                worst = max(worst, arrival.distance(to: end))
            }
        }
        #expect(worst < 2e-8)
    }

    @Test("The way back is as long and turned about")
    func isSymmetric() {
        var random = SeededGenerator(seed: 87)
        for kind in 0..<6 {
            for _ in 0..<500 {
                let (start, end) = RandomPlaces.pair(kind: kind, using: &random)
                let line = Geodesic.inverse(from: start, to: end)
                let back = Geodesic.inverse(from: end, to: start)
                #expect(abs(line.distance - back.distance) < 1e-8)
                // Where all ways are about as short as each other the direction is left to rounding.
                if line.distance > 1, line.distance < 19_900_000 {
                    #expect(difference(line.initialBearing, back.finalBearing + 180) < 1e-6)
                }
            }
        }
    }

    @Test("A detour is never shorter")
    func triangleInequality() {
        var random = SeededGenerator(seed: 1109)
        for _ in 0..<2000 {
            let (start, end) = RandomPlaces.pair(kind: Int.random(in: 0..<6, using: &random), using: &random)
            let stop = RandomPlaces.anywhere(using: &random)
            #expect(start.distance(to: end) <= start.distance(to: stop) + stop.distance(to: end) + 2e-8)
        }
    }

    @Test("A bearing or distance that is not finite has no destination")
    func refusesNonFinite() throws {
        let start = try coordinate(1, 2)
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(start.destination(bearing: number, distance: 1) == nil)
            #expect(start.destination(bearing: 1, distance: number) == nil)
        }
        #expect(start.destination(bearing: 1e300, distance: 1e300) != nil)
    }

    @Test("A destination at no distance is the start, and the direction is kept")
    func noDistance() throws {
        for start in try [coordinate(35.681236, 139.767125), coordinate(0, 0), coordinate(-90, 12)] {
            let line = try #require(Geodesic.direct(from: start, bearing: 300, distance: 0))
            #expect(line.end.distance(to: start) < 1e-8)
            #expect(difference(line.finalBearing, 300) < 1e-12)
        }
    }

    @Test("Points that coincide have no bearing, poles of different longitudes included")
    func noBearing() throws {
        #expect(try coordinate(5, 6).bearing(to: coordinate(5, 6)) == nil)
        #expect(try coordinate(90, 6).bearing(to: coordinate(90, -100)) == nil)
        #expect(try coordinate(0, 180).bearing(to: coordinate(0, -180)) == nil)
        #expect(try coordinate(0, 0).bearing(to: coordinate(0, -1)) == 270)
    }

    @Test("A step off the equator, too small to see, changes the distance by less than 10 nanometres")
    func besideEquator() throws {
        // The azimuths of these differ from 90° by 1e-18 degrees only, and Newton's method still has to tell them apart.
        for latitude in [Double.leastNonzeroMagnitude, 1e-200, 1e-18, 5e-17, 1e-14] {
            for longitude in [1e-9, 0.5, 152.0301568704039, 179.39] {
                let beside = try coordinate(-latitude, 0).distance(to: coordinate(latitude, longitude))
                let along = Earth.semiMajorAxis * longitude * .pi / 180
                #expect(abs(beside - along) < 1e-8, "\(latitude) \(longitude)")
            }
            let east = try #require(coordinate(latitude, 0).destination(bearing: 90, distance: 1e6))
            #expect(try abs(coordinate(0, 0).distance(to: east) - 1e6) < 1e-8)
            let tiny = Geodesic.inverse(from: try coordinate(10, 0), to: try coordinate(10, latitude))
            #expect(tiny.distance < 1.2e-9 && !tiny.initialBearing.isNaN && !tiny.finalBearing.isNaN)
        }
    }

    @Test("Between opposite points the line starts towards the nearer pole")
    func opposite() throws {
        #expect(try coordinate(10, 20).bearing(to: coordinate(-10, -160)) == 0)
        #expect(try coordinate(-10, 20).bearing(to: coordinate(10, -160)) == 180)
        #expect(try coordinate(0, 20).bearing(to: coordinate(0, -160)) == 0)
        let east = try #require(try coordinate(30, 0).bearing(to: coordinate(-30, 179.7)))
        #expect(east > 0 && east < 90)
    }

    @Test("The example in the documentation of Coordinate prints what it says")
    func documentedExample() throws {
        let station = try coordinate(35.681236, 139.767125)
        let tower = try coordinate(35.658581, 139.745433)
        #expect("\(station.distance(to: tower))".hasPrefix("3189.9012"))
    }
}
