import Foundation
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitStreetImport

/// The street index beside a real Nominatim's answers for the same extracts: how often both say the same, how fast ours is,
/// whether the addresses of those answers are found, and how fast places nearby and corners are.
///
/// The answers were recorded, so that no Nominatim is needed; the part ``Part/nominatim`` imports the extracts into one, and
/// measures both in one run.
struct StreetsBenchmark {
    /// What to measure.
    enum Part: String, CaseIterable { case agreement, rates, search, nearby, nominatim }

    /// The extracts, each with the language in which names are asked for.
    private static let regions = [("liechtenstein-2024", "de"), ("monaco-2026", "fr")]
    /// How often each rate is measured.
    var rounds = 5

    /// - Throws: `BenchmarkError` when the extracts are missing or cannot be imported.
    func run(_ parts: [Part] = [.agreement, .rates, .search, .nearby]) throws(BenchmarkError) -> [Measurement] {
        let folder = try TemporaryFolder()
        var lines = [MachineLoad.measurement("streets.load.before")]
        for (name, language) in Self.regions {
            let extract = "\(Self.data)/\(name).osm.pbf"
            let file = "\(folder.path)/\(name).streets"
            let index: StreetIndex
            let points: [RecordedPoint]
            do {
                let start = Clocks.monotonic
                try StreetImport.run(files: [extract], to: file)
                let seconds = Double(Clocks.monotonic - start) / 1e9
                index = try StreetIndex(path: file)
                points = try RecordedPoint.read("\(Self.data)/\(name).nominatim.jsonl.gz")
                lines += try size(of: index, extract, name, seconds)
            } catch {
                throw BenchmarkError("\(name): \(error)")
            }
            if parts.contains(.nominatim) {
                lines += try LiveNominatim(extract: extract, recorded: "\(Self.data)/\(name).nominatim.jsonl.gz")
                    .measure(self, name, LanguageTag(language) ?? .english, in: folder.path)
            }
            if parts.contains(.agreement) { lines += agreement(index, points, name) }
            if parts.contains(.search) { lines += search(index, points, name) }
            if parts.contains(.nearby) { lines += nearby(index, points, name) }
            if parts.contains(.rates) { lines += rates(index, points, name, LanguageTag(language) ?? .english) }
        }
        return lines + [MachineLoad.measurement("streets.load.after")]
    }

    private static var data: String {
        (ProcessInfo.processInfo.environment["LOCATIONKIT_TEST_DATA"] ?? "../shared/data") + "/osm"
    }

    private func size(
        of index: StreetIndex, _ extract: String, _ name: String, _ seconds: Double
    ) throws -> [Measurement] {
        let bytes = try FileManager.default.attributesOfItem(atPath: extract)[.size] as? Int ?? 0
        let size = index.information.size
        return [
            Measurement("streets.\(name).import", unit: "s", ours: seconds, note: "by the clock, once"),
            Measurement(
                "streets.\(name).size", unit: "MB", ours: Double(size) / 1e6, note: "the .pbf has \(bytes) bytes"
            ).goal("at most 3 times the .pbf", isMet: size <= 3 * bytes),
        ]
    }

    // MARK: Agreement

    func agreement(_ index: StreetIndex, _ points: [RecordedPoint], _ name: String) -> [Measurement] {
        var same: [AddressPart: (same: Int, all: Int)] = [:]
        var classes: [AddressPart: [String: Int]] = [:]
        var examples: [String: String] = [:]
        for point in points {
            let ours = index.placemark(at: point.coordinate, languages: [])
            for part in AddressPart.allCases {
                guard let theirs = point[part] else { continue }
                let own = ours.flatMap { part.value(of: $0) }
                same[part, default: (0, 0)].all += 1
                if own == theirs {
                    same[part, default: (0, 0)].same += 1
                    continue
                }
                let disagreement = "\(point.kind), theirs \(point.thing), ours \(Self.thing(ours))"
                classes[part, default: [:]][disagreement, default: 0] += 1
                let key = "\(part) \(disagreement)"
                if examples[key] == nil {
                    let distance = ours?.place.map { ResultTable.number($0.distance) + " m" } ?? "-"
                    examples[key] =
                        "\(point.coordinate.latitude) \(point.coordinate.longitude): theirs \(theirs), ours \(own ?? "-") at \(distance)"
                }
            }
        }
        return AddressPart.allCases.compactMap { part in
            guard let counts = same[part] else { return nil }
            for (disagreement, count) in (classes[part] ?? [:]).sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
            {
                BenchmarkCommand.say(
                    "\(name), \(part): \(count) × \(disagreement), such as \(examples["\(part) \(disagreement)"] ?? "")"
                )
            }
            let share = 100 * Double(counts.same) / Double(counts.all)
            return Measurement(
                "streets.\(name).\(part)", unit: "%", ours: share,
                note: "the same as Nominatim at \(counts.same) of \(counts.all) points"
            ).goal("at least \(part.goal) %", isMet: share >= part.goal)
        }
    }

    /// A part of an address that is compared.
    enum AddressPart: String, CaseIterable {
        case street, number, city

        var goal: Double {
            switch self {
            case .street: 95
            case .number: 92
            case .city: 97
            }
        }

        func value(of placemark: Placemark) -> String? {
            switch self {
            case .street: placemark.thoroughfare
            case .number: placemark.subThoroughfare
            case .city: placemark.locality
            }
        }
    }

    private static func thing(_ placemark: Placemark?) -> String {
        guard let placemark else { return "nothing" }
        return placemark.precision.rawValue + (placemark.areasOfInterest.isEmpty ? "" : " with a name")
    }

    // MARK: Rates

    private func rates(
        _ index: StreetIndex, _ points: [RecordedPoint], _ name: String, _ language: LanguageTag
    ) -> [Measurement] {
        let languages = [language, .english]
        var found = 0
        func ask(_ point: RecordedPoint) {
            if index.placemark(at: point.coordinate, languages: languages) != nil { found += 1 }
        }
        for point in points { ask(point) }
        var rates: [Double] = []
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = Clocks.processor
            for _ in 0..<5 { for point in points { ask(point) } }
            rates.append(Double(5 * points.count) / (Double(Clocks.processor - start) / 1e9))
            for point in points {
                let start = Clocks.monotonic
                ask(point)
                times.append(Double(Clocks.monotonic - start) / 1e3)
            }
        }
        let (rate, time) = (Samples(rates), Samples(times))
        return [
            Measurement(
                "streets.\(name).rate", unit: "/s", ours: rate.median,
                note: "whole placemarks, names in a language, one core; median of \(rate.count), noise "
                    + "\(ResultTable.number(100 * rate.noise)) %"
            ).goal("at least 20000/s", isMet: rate.median >= 20_000),
            Measurement(
                "streets.\(name).p50", unit: "µs", ours: time.median, note: "of \(time.count), by the clock"),
            Measurement(
                "streets.\(name).p99", unit: "µs", ours: time.quantile(0.99), note: "of \(time.count), by the clock"
            ).goal("at most 200 µs", isMet: time.quantile(0.99) <= 200),
        ]
    }
}

// MARK: - Search

extension StreetsBenchmark {
    /// Metres from a recorded point within which the house is that Nominatim named there.
    private static let reach = 150.0

    /// Looks for the addresses that Nominatim named, as it writes them.
    private func search(_ index: StreetIndex, _ points: [RecordedPoint], _ name: String) -> [Measurement] {
        let addresses = points.compactMap { point in point.searchText.map { (point, $0) } }
        var found = 0
        var times: [Double] = []
        for (point, text) in addresses {
            let start = Clocks.monotonic
            let best = index.search(StreetQuery(text), limit: 1).first
            times.append(Double(Clocks.monotonic - start) / 1e3)
            let isThere = best.map { match in
                match.placemark.subThoroughfare == point[.number]
                    && match.placemark.coordinate.distance(to: point.coordinate) <= Self.reach
            }
            if isThere == true {
                found += 1
            } else {
                BenchmarkCommand.say("\(name): \(text): \(best?.placemark.addressString ?? "nothing")")
            }
        }
        guard !times.isEmpty else { return [] }
        let time = Samples(times)
        let seconds = times.reduce(0, +) / 1e6
        return [
            Measurement(
                "streets.\(name).search", unit: "%", ours: 100 * Double(found) / Double(times.count),
                note: "\(found) of \(times.count) addresses of Nominatim's answers first, within \(Int(Self.reach)) m"),
            Measurement(
                "streets.\(name).search.rate", unit: "/s", ours: Double(times.count) / seconds,
                note: "one core, by the clock; median \(ResultTable.number(time.median)) µs, p99 "
                    + "\(ResultTable.number(time.quantile(0.99))) µs"),
        ]
    }
}

// MARK: - Nearby

extension StreetsBenchmark {
    /// Asks for the nearest places of interest of kinds that are common, rare and absent, and for corners.
    private func nearby(_ index: StreetIndex, _ points: [RecordedPoint], _ name: String) -> [Measurement] {
        let absent = PlaceOfInterest.Kind(key: "amenity", value: "of no place")
        let kinds: [(String, PlaceOfInterest.Kind, Double)] = [
            ("bench", PlaceOfInterest.Kind(key: "amenity", value: "bench"), .infinity),
            ("pharmacy", .pharmacy, .infinity),
            ("absent", absent, .infinity), ("absent.2km", absent, 2_000),
        ]
        var lines: [Measurement] = []
        for (word, kind, radius) in kinds {
            let times = times(points) { index.nearest(kind, to: $0, within: radius, limit: 5).count }
            let time = Samples(times.times)
            lines.append(
                Measurement(
                    "streets.\(name).nearest.\(word)", unit: "µs", ours: time.median,
                    note: "\(times.found) places for \(points.count) points, at most 5 each, with addresses; p99 "
                        + "\(ResultTable.number(time.quantile(0.99))) µs"))
        }
        let times = times(points) { index.corner(at: $0) == nil ? 0 : 1 }
        let time = Samples(times.times)
        lines.append(
            Measurement(
                "streets.\(name).corner", unit: "µs", ours: time.median,
                note: "\(times.found) corners within 50 m of \(points.count) points; p99 "
                    + "\(ResultTable.number(time.quantile(0.99))) µs"))
        return lines
    }

    /// Microseconds by the clock for each point, after a first round, and how much was found.
    private func times(
        _ points: [RecordedPoint], _ ask: (Coordinate) -> Int
    ) -> (times: [Double], found: Int) {
        for point in points { _ = ask(point.coordinate) }
        var times: [Double] = []
        var found = 0
        for point in points {
            let start = Clocks.monotonic
            found += ask(point.coordinate)
            times.append(Double(Clocks.monotonic - start) / 1e3)
        }
        return (times, found)
    }
}
