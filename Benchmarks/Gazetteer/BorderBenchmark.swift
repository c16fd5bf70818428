import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding

/// How often the country is wrong near borders, and how many places per second get their region.
struct BorderBenchmark {
    let world: World
    let peers: PythonPeers
    /// country-coder's polygons, which are no part of the project: beside its folder, or where the tests' data is.
    var truth =
        (ProcessInfo.processInfo.environment["LOCATIONKIT_TEST_DATA"] ?? "../shared/data")
        + "/borders/country-coder-borders.json"
    var points = 1_000_000
    /// Metres from a border that count as near.
    var near = 10_000.0

    func run() throws(BenchmarkError) -> [Measurement] {
        do {
            guard world.hasBorders else { throw BenchmarkError("\(world.origin) has no borders") }
            var generator = SplitMix64(state: 20_261_121)
            let people = peopled(world, &generator)
            var results = try rates(world, people)
            guard FileManager.default.fileExists(atPath: truth) else {
                BenchmarkCommand.say("gazetteer: without wrong countries, for want of \(truth)")
                return results
            }
            let truth = try CountryTruth(path: truth)
            results += try wrong("people", "where people are", people, truth, goal: 2.5, quoted: 12.9)
            results += try wrong("land", "anywhere on land", land(world, &generator), truth, goal: 5, quoted: 40.3)
            return results
        } catch let error as BenchmarkError { throw error } catch { throw BenchmarkError("\(error)") }
    }

    /// Settlements with a deviation of a twentieth of a degree.
    private func peopled(_ world: World, _ generator: inout SplitMix64) -> [Coordinate] {
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
    private func land(_ world: World, _ generator: inout SplitMix64) throws -> [Coordinate] {
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

    /// Answers of ours and of the peers at the points near a border where the truth says something.
    private func wrong(
        _ name: String, _ what: String, _ places: [Coordinate], _ truth: CountryTruth, goal: Double, quoted: Double
    ) throws -> [Measurement] {
        var near: [(place: Coordinate, expected: String)] = []
        var (wrong, sure, wrongAndSure) = (0, 0, 0)
        for place in places {
            guard let border = try world.border(near: place, within: self.near),
                let expected = truth.code(latitude: place.latitude, longitude: place.longitude)
            else { continue }
            near.append((place, expected))
            // Nobody's land, and the sea, are wrong where the truth names a country.
            let code = try world.lookup(place).map(world.countryCode)
            wrong += code == expected ? 0 : 1
            sure += border.isCertain ? 1 : 0
            wrongAndSure += border.isCertain && code != expected ? 1 : 0
        }
        func percent(_ part: Int, _ whole: Int) -> Double { 100 * Double(part) / Double(max(whole, 1)) }
        let share = percent(wrong, near.count)
        let note =
            "\(what): \(near.count) points within \(Int(self.near / 1000)) km of a border, truth country-coder; of "
            + "\(sure) called certain \(percent(wrongAndSure, sure).rounded(to: 2)) %"
        let line = Measurement("gazetteer.country.\(name)", unit: "% wrong", ours: share, note: note)
            .goal("at most \(goal) %", isMet: share <= goal)
        var lines: [Measurement] = []
        for engine in [PythonPeers.Engine.reverseGeocode, .reverseGeocoder] {
            guard let answers = try peers.answers(engine, near.map(\.place)), answers.count == near.count else {
                continue
            }
            let others = zip(answers, near).count { $0.code != $1.expected }
            lines.append(line.against(engine.package, percent(others, near.count)))
        }
        return lines.isEmpty ? [line.against("reverse-geocode, quoted", quoted)] : lines
    }

    private func rates(_ world: World, _ places: [Coordinate]) throws -> [Measurement] {
        let sorted = places.sorted {
            ($0.latitude.rounded(.down), $0.longitude) < ($1.latitude.rounded(.down), $1.longitude)
        }
        return [
            try rate("gazetteer.region", places, goal: 4) { try world.region(at: $0)?.index ?? 0 },
            try rate("gazetteer.region.sorted", sorted, goal: 4) { try world.region(at: $0)?.index ?? 0 },
            try rate("gazetteer.border.alone", places, goal: 0.6) {
                try Int(world.border(near: $0)?.distance ?? 0)
            },
        ]
    }

    /// The median of five rounds, in calls a second of processor time.
    private func rate(
        _ name: String, _ places: [Coordinate], goal: Double, _ ask: (Coordinate) throws -> Int
    ) throws -> Measurement {
        var rounds: [Double] = []
        var sum = 0
        for _ in 0..<5 {
            let start = Clocks.processor
            for place in places { sum &+= try ask(place) }
            rounds.append(Double(places.count) / Double(Clocks.processor - start) * 1e3)
        }
        let median = Samples(rounds).median
        return Measurement(name, unit: "M/s", ours: median, note: "\(places.count) points, sum \(sum)")
            .goal("at least \(goal) M/s", isMet: median >= goal)
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        let factor = pow(10, Double(digits))
        return (self * factor).rounded() / factor
    }
}
