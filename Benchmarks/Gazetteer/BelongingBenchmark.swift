import Foundation
import LKGazetteer
import LKGeo

/// How often a quarter is assigned to its city, and a town beside a city keeps its name.
struct BelongingBenchmark {
    let world: World
    let points: PlacePoints
    let peers: PythonPeers

    /// A place of `belonging.tsv`.
    private struct Entry {
        var place: Coordinate
        /// GeoNames id and name of the city.
        var city: Int
        var cityName: String
        var isTown: Bool
        /// Whether it was not looked at while the rule was made.
        var isHeld: Bool
    }

    /// Cities by their people, and the goal for the share of points that another place is named at.
    private static let classes = [100_000..<200_000, 200_000..<500_000, 500_000..<Int.max]

    func run() throws(BenchmarkError) -> [Measurement] {
        do { return try list() + rings() + [centres()] } catch let error as BenchmarkError { throw error } catch {
            throw BenchmarkError("\(error)")
        }
    }

    private static func entries() throws -> [Entry] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "belonging.tsv"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 8, let latitude = Double(fields[0]), let longitude = Double(fields[1]),
                let place = Coordinate(latitude: latitude, longitude: longitude), let city = Int(fields[3])
            else { return nil }
            return Entry(
                place: place, city: city, cityName: fields[4], isTown: fields[4] == fields[5],
                isHeld: fields[7] == "held")
        }
    }

    /// The list's halves, quarters and towns apart, beside the packages of PyPI on the same points.
    private func list() throws -> [Measurement] {
        var lines: [Measurement] = []
        for (isHeld, isTown) in [(true, false), (true, true), (false, false), (false, true)] {
            let some = try Self.entries().filter { $0.isHeld == isHeld && $0.isTown == isTown }
            func share(_ right: Int) -> Double { 100 * Double(right) / Double(max(some.count, 1)) }
            let right = try some.count { try world.lookup($0.place)?.settlementID == $0.city }
            let name = "gazetteer.belonging.\(isTown ? "towns" : "quarters").\(isHeld ? "held" : "seen")"
            let note = "of \(some.count) \(isTown ? "towns beside cities are named" : "quarters get their city")"
            var line = Measurement(name, unit: "%", ours: share(right), note: note)
            if isHeld { line = line.goal("at least 93 %", isMet: share(right) >= 93) }
            for engine in [PythonPeers.Engine.reverseGeocoder, .reverseGeocode] {
                guard let answers = try peers.answers(engine, some.map(\.place)) else { continue }
                let same = zip(some, answers).count { Self.isSame($0.cityName, $1.name) }
                lines.append(line.against(engine.package, share(same)))
            }
            if lines.last?.name != name { lines.append(line) }
        }
        return lines
    }

    /// Whether two names are the same but for accents and case.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.compare(right, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }

    /// Eight points 3 km about the centres of cities that are part of no other.
    private func rings() throws -> [Measurement] {
        try Self.classes.map { people in
            let cities = try points.places.filter {
                try people.contains($0.population ?? 0) && world.lookup($0.coordinate)?.settlementID == $0.id
            }
            var (all, others) = (0, 0)
            for city in cities {
                for step in 0..<8 {
                    let bearing = 45 * (Double(step) + 0.5)
                    guard let point = city.coordinate.destination(bearing: bearing, distance: 3_000),
                        let answer = try world.lookup(point), try world.countryCode(of: answer) == city.countryCode
                    else { continue }
                    all += 1
                    others += answer.settlementID == city.id ? 0 : 1
                }
            }
            let share = 100 * Double(others) / Double(max(all, 1))
            return Measurement(
                "gazetteer.ring.\(people.lowerBound / 1_000)k", unit: "% other", ours: share,
                note: "3 km from the centres of \(cities.count) cities from \(people.lowerBound / 1_000)k people"
            )
            .goal("below 5 %", isMet: share < 5)
        }
    }

    /// Towns of 10,000 people and more within 30 km of a city of 500,000, at their own centre.
    private func centres() throws -> Measurement {
        let cities = points.places.filter { ($0.population ?? 0) >= 500_000 }
        var (all, named, parts) = (0, 0, 0)
        for town in points.places where (10_000..<500_000).contains(town.population ?? 0) {
            let isNear = cities.contains {
                abs($0.coordinate.latitude - town.coordinate.latitude) < 0.28
                    && $0.coordinate.sphericalDistance(to: town.coordinate) < 30_000
            }
            guard isNear, let answer = try world.lookup(town.coordinate) else { continue }
            if answer.quarterID == town.id { parts += 1 } else { all += 1 }
            named += answer.settlementID == town.id ? 1 : 0
        }
        let share = 100 * Double(named) / Double(max(all, 1))
        return Measurement(
            "gazetteer.centres", unit: "%", ours: share,
            note: "of \(all) towns from 10,000 people within 30 km of a city of 500,000; \(parts) more are quarters"
        )
        .goal("at least 92 %", isMet: share >= 92)
    }
}
