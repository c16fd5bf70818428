import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

/// The queries of the gazetteer in the program, against looking at every place.
@Suite("World: queries")
struct WorldQueriesTests {
    private let world: World
    /// Read once for all tests: there are 234,879.
    private static let places = Result {
        try GazetteerInUse.world().places(in: #require(BoundingBox(south: -90, west: -180, north: 90, east: 180)))
    }
    private let all: [World.Place]

    init() throws {
        world = try GazetteerInUse.world()
        all = try Self.places.get()
    }

    /// Points near places, in the sea, at the antimeridian and at the poles.
    private func points(_ count: Int, seed: UInt64) throws -> [Coordinate] {
        var generator = SeededGenerator(seed: seed)
        var points = [(90.0, 0.0), (-90, 0), (-17, 180), (-17, -179.9), (0, -30)].compactMap {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        while points.count < count {
            let center = try #require(all.randomElement(using: &generator)).coordinate
            let point = Coordinate(
                latitude: center.latitude + Double.random(in: -0.2...0.2, using: &generator),
                longitude: center.longitude + Double.random(in: -0.2...0.2, using: &generator))
            if let point { points.append(point) }
        }
        return points
    }

    /// The smallest of some numbers in order, without sorting all, which takes a second in a debug build.
    private func smallest(_ count: Int, of numbers: [Double]) throws -> ArraySlice<Double> {
        try #require(numbers.count >= count)
        // About 800 numbers are below the eighth of a hundredth of them.
        let sample = stride(from: 0, to: numbers.count, by: 100).map { numbers[$0] }.sorted()
        let bounds = sample.enumerated().filter { $0.offset % 8 == 7 }.map(\.element) + [.infinity]
        for bound in bounds {
            let below = numbers.filter { $0 <= bound }
            if below.count >= count { return below.sorted().prefix(count) }
        }
        return []
    }

    @Test("A box around the globe holds every place once")
    func globe() throws {
        #expect(all.count == (try world.information().settlements))
        #expect(Set(all.map(\.id)).count == all.count)
    }

    @Test("The nearest places are those that looking at each finds")
    func nearest() throws {
        for point in try points(Fixtures.isThorough ? 15 : 3, seed: 1) {
            let distances = try smallest(200, of: all.map { $0.coordinate.sphericalDistance(to: point) })
            for (count, radius) in [(1, Double.infinity), (10, .infinity), (7, 5_000), (200, 30_000)] {
                let found = try world.nearest(point, count: count, within: radius)
                let expected = distances.prefix(count).filter { $0 <= radius }
                #expect(found.count == expected.count)
                // The file rounds by 3 mm, so those may change places.
                for (one, other) in zip(found, expected) { #expect(abs(one.distance - other) < 0.02) }
                #expect(found.allSatisfy { abs($0.place.coordinate.sphericalDistance(to: point) - $0.distance) < 0.02 })
            }
        }
        #expect(try world.nearest(all[0].coordinate, count: 0).isEmpty)
        #expect(try world.nearest(all[0].coordinate, count: 5, within: -1).isEmpty)
        #expect(try world.nearest(all[0].coordinate, count: 5, within: .nan).isEmpty)
        #expect(try world.nearest(all[0].coordinate, count: .max, within: 0.1).contains { $0.place == all[0] })
        #expect(try world.nearest(all[0].coordinate, count: .max).count == all.count)
    }

    @Test("The nearest places with a population are those that looking at each finds")
    func nearestByPopulation() throws {
        for point in try points(Fixtures.isThorough ? 15 : 6, seed: 4) {
            for (population, radius) in [(1, 50_000), (100_000, Double.infinity), (5_000_000, .infinity), (.max, 1e6)] {
                let distances = all.filter { $0.population ?? 0 >= population }
                    .map { $0.coordinate.sphericalDistance(to: point) }.filter { $0 <= radius }.sorted()
                let found = try world.nearest(point, count: 5, within: radius, minimumPopulation: population)
                #expect(found.count == min(distances.count, 5))
                // Rounding by 3 mm counts for more towards the other side of the globe.
                for (one, other) in zip(found, distances) { #expect(abs(one.distance - other) < 0.1) }
                #expect(found.allSatisfy { $0.place.population ?? 0 >= population })
            }
        }
    }

    @Test(
        "A query for a box returns the places inside it",
        arguments: [
            (48.8, 2.2, 48.9, 2.5), (-20, 177, -15, 183), (-20, 177, -15, -178), (60, -180, 90, 180), (-90, 0, -40, 90),
            (-1, 8, 1, 11), (35.6895, 139.69171, 35.6895, 139.69171), (-90, -180, 90, -90), (10, 100, 50, -60),
        ])
    func box(south: Double, west: Double, north: Double, east: Double) throws {
        let box = try #require(BoundingBox(south: south, west: west, north: north, east: east))
        let found = try world.places(in: box)
        #expect(found == all.filter { box.contains($0.coordinate) })
        #expect(!found.isEmpty)
    }

    @Test("A place is found by its GeoNames id")
    func ids() throws {
        let tokyo = try #require(try world.place(id: 1_850_147))
        #expect(tokyo.name == "Tokyo")
        #expect(tokyo.countryCode == "JP")
        #expect(tokyo.timeZone == "Asia/Tokyo")
        #expect(tokyo.coordinate == Coordinate(latitude: 35.6895, longitude: 139.69171))
        #expect(try world.place(id: 4_717_560)?.divisionCode == "TX")
        for id in [0, -1, .max, .min, Int(UInt32.max)] { #expect(try world.place(id: id) == nil) }
        for place in all.prefix(100) { #expect(try world.place(id: place.id) == place) }
    }

    @Test("A batch gives the answers of one after the other, in their order", arguments: [1, 2, 3, 64])
    func batch(threads: Int) throws {
        let points = try points(Fixtures.isThorough ? 9_000 : 500, seed: UInt64(threads))
        let answers = try world.lookup(points, threads: threads)
        var single: [World.Answer?] = []
        for point in points { single.append(try world.lookup(point)) }
        #expect(answers == single)
        #expect(answers[4] == nil)
        #expect(try world.lookup([Coordinate](), threads: threads).isEmpty)
    }

    @Test("Answers are named in a language as placemarks are")
    func names() throws {
        for languages in [[], [LanguageTag("ja"), LanguageTag("de")].compactMap { $0 }] {
            let names = try world.names(in: languages)
            for point in try points(100, seed: 9) {
                let placemark = try world.placemark(at: point, languages: languages)
                guard let answer = try world.lookup(point) else {
                    #expect(placemark.precision == .none)
                    continue
                }
                #expect(try names.country(of: answer) == placemark.country)
                #expect(try names.settlement(of: answer) == placemark.locality)
                #expect(try world.countryCode(of: answer) == placemark.isoCountryCode)
                #expect(try world.timeZone(of: answer) == placemark.timeZone)
                #expect(answer.settlementID == placemark.place?.geonameId)
                let quarter = try names.quarter(of: answer)
                #expect(placemark.subLocality == (quarter == placemark.locality ? nil : quarter))
            }
        }
    }

    @Test("At its own coordinate a place is named, as settlement or as quarter")
    func own() throws {
        var generator = SeededGenerator(seed: 3)
        var (lost, count) = (0, 0)
        for place in all.shuffled(using: &generator).prefix(Fixtures.rounds(1_500)) where place.population != nil {
            let answer = try world.lookup(place.coordinate)
            count += 1
            if answer?.settlementID != place.id, answer?.quarterID != place.id { lost += 1 }
        }
        // Several places of the data share a coordinate, and 東京都 is a prefecture.
        #expect(lost * 100 < count)
    }
}
