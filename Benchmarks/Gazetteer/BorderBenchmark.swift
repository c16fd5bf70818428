import Foundation
import Gazetteer
import Geo
import Geocoding

/// How often the country is wrong near borders, and how many places a second are told their region.
struct BorderBenchmark {
    /// country-coder's polygons, which are no part of the project, beside its folder.
    var truth = "../shared/data/borders/country-coder-borders.json"
    var points = 1_000_000
    /// Metres from a border that count as near.
    var near = 10_000.0

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        /// SplitMix64.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        /// Normally distributed, of deviation 1 (Box and Muller).
        mutating func normal() -> Double {
            let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
            return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
        }
    }

    func run() throws(BenchmarkError) -> [Measurement] {
        do {
            let world = try World.open(environment: ProcessInfo.processInfo.environment)
            guard world.hasBorders else { throw BenchmarkError("\(world.origin) has no borders") }
            var generator = Generator(state: 20_261_121)
            let people = peopled(world, &generator)
            var results = try rates(world, people)
            if FileManager.default.fileExists(atPath: truth) {
                let truth = try CountryTruth(path: truth)
                results.append(try wrong("where people are", people, world, truth, goal: 2.5))
                results.append(try wrong("anywhere on land", land(world, &generator), world, truth, goal: 5))
            }
            return results
        } catch let error as BenchmarkError { throw error } catch { throw BenchmarkError("\(error)") }
    }

    /// Settlements with a deviation of a twentieth of a degree.
    private func peopled(_ world: World, _ generator: inout Generator) -> [Coordinate] {
        (0..<points).compactMap { _ in
            let index = Int.random(in: 0..<world.settlementCount, using: &generator)
            guard let place = world.settlementCoordinate(index) else { return nil }
            return Coordinate(
                latitude: place.latitude + 0.05 * generator.normal(),
                longitude: place.longitude + 0.05 * generator.normal())
        }
    }

    /// Places spread evenly over the land.
    ///
    /// Land is where a division's shape is at most some 3 km away: the strips between two sources' lines, in which most
    /// errors are, have none of their own.
    private func land(_ world: World, _ generator: inout Generator) throws -> [Coordinate] {
        try (0..<2 * points).compactMap { _ in
            let latitude = asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi
            let longitude = Double.random(in: -180..<180, using: &generator)
            for (north, east) in [(0, 0), (0.03, 0), (-0.03, 0), (0, 0.03), (0, -0.03)] {
                let beside = Coordinate(latitude: latitude + north, longitude: longitude + east)
                guard let beside, try world.region(at: beside)?.division != nil else { continue }
                return Coordinate(latitude: latitude, longitude: longitude)
            }
            return nil
        }
    }

    private func wrong(
        _ name: String, _ places: [Coordinate], _ world: World, _ truth: CountryTruth, goal: Double
    ) throws -> Measurement {
        var (count, wrong, sure, wrongAndSure) = (0, 0, 0, 0)
        for place in places {
            guard let border = try world.border(near: place, within: near),
                let expected = truth.code(latitude: place.latitude, longitude: place.longitude)
            else { continue }
            let code = try world.region(at: place)?.country.map(world.countryCode)
            count += 1
            wrong += code == expected ? 0 : 1
            sure += border.isCertain ? 1 : 0
            wrongAndSure += border.isCertain && code != expected ? 1 : 0
        }
        let share = 100 * Double(wrong) / Double(max(count, 1))
        let certain = 100 * Double(wrongAndSure) / Double(max(sure, 1))
        return Measurement(
            "wrong country, \(name)", unit: "%", ours: share,
            note: "\(count) points within \(Int(near / 1000)) km; of \(sure) called certain \(certain.rounded(to: 2)) %"
        ).goal("at most \(goal) %", isMet: share <= goal)
    }

    private func rates(_ world: World, _ places: [Coordinate]) throws -> [Measurement] {
        let sorted = places.sorted {
            ($0.latitude.rounded(.down), $0.longitude) < ($1.latitude.rounded(.down), $1.longitude)
        }
        return [
            try rate("region, random", places, goal: 4_000_000) { try world.region(at: $0)?.index ?? 0 },
            try rate("region, sorted", sorted, goal: 4_000_000) { try world.region(at: $0)?.index ?? 0 },
            try rate("border distance, random", places, goal: 600_000) {
                try Int(world.border(near: $0)?.distance ?? 0)
            },
        ]
    }

    /// The best of five rounds, in calls a second of processor time.
    private func rate(
        _ name: String, _ places: [Coordinate], goal: Double, _ ask: (Coordinate) throws -> Int
    ) throws -> Measurement {
        var best = 0.0
        var sum = 0
        for _ in 0..<5 {
            let start = Clocks.processor
            for place in places { sum &+= try ask(place) }
            best = max(best, Double(places.count) / Double(Clocks.processor - start) * 1e9)
        }
        return Measurement(name, unit: "/s", ours: best.rounded(), note: "\(places.count) places, sum \(sum)")
            .goal("at least \(Int(goal))", isMet: best >= goal)
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        let factor = pow(10, Double(digits))
        return (self * factor).rounded() / factor
    }
}
