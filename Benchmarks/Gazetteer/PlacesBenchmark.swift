import LKGazetteer
import LKGeo
import LKGeocoding

/// How many points per second get their place, compared with PyPI packages on the same points.
///
/// Ours and each peer's take turns, and the median of the rounds counts: by processor time, which other programs
/// disturb least.
struct PlacesBenchmark {
    let world: World
    let points: [Coordinate]
    /// How often each rate is measured.
    var rounds = 5
    /// The batches that programs ask for, in points: those of Spark have 10,000.
    private static let batches = [1_000, 10_000, 100_000, 500_000]
    /// The same for the peers, which take seconds.
    var peerRounds = 3

    func run(_ peers: PythonPeers) throws(BenchmarkError) -> [Measurement] {
        do { return try rates(peers) } catch let error as BenchmarkError { throw error } catch {
            throw BenchmarkError("\(error)")
        }
    }

    private struct Rates {
        var ours: [String: [Double]] = [:]
        var peers: [String: [Double]] = [:]

        func median(_ name: String) -> Double { Samples(ours[name] ?? []).median }
        func peer(_ name: String) -> Double? { peers[name].map { Samples($0).median } }
    }

    private func rates(_ peers: PythonPeers) throws -> [Measurement] {
        let sorted = points.sorted {
            ($0.latitude.rounded(.down), $0.longitude) < ($1.latitude.rounded(.down), $1.longitude)
        }
        let files = peers.engines.isEmpty ? [] : [try peers.file(points), try peers.file(sorted)]
        let places =
            try files.isEmpty
            ? "" : peers.file((0..<world.settlementCount).compactMap { world.settlementCoordinate($0) })
        let names = try world.names(in: [LanguageTag("ja")].compactMap { $0 })
        let some = points.prefix(points.count / 10)
        var rates = Rates()
        for round in 0..<rounds {
            func ours(_ name: String, _ count: Int, byTheClock: Bool = false, _ body: () throws -> Void) rethrows {
                let start = byTheClock ? Clocks.monotonic : Clocks.processor
                try body()
                let end = byTheClock ? Clocks.monotonic : Clocks.processor
                rates.ours[name, default: []].append(Double(count) / (Double(end - start) / 1e9))
            }
            try ours("random", points.count) { for point in points { _ = try world.lookup(point) } }
            try ours("sorted", points.count) { _ = try world.lookup(sorted, threads: 1) }
            try ours("batch", points.count) { _ = try world.lookup(points, threads: 1) }
            for size in Self.batches where size < points.count {
                let batches = stride(from: 0, to: points.count, by: size).map {
                    Array(points[$0..<min($0 + size, points.count)])
                }
                try ours("batch.\(size)", points.count) {
                    for batch in batches { _ = try world.lookup(batch, threads: 1) }
                }
            }
            try ours("all", points.count, byTheClock: true) { _ = try world.lookup(points) }
            try ours("named", points.count) { try name(points, with: names) }
            try ours("border", points.count) {
                for point in points where try world.lookup(point) != nil { _ = try world.border(near: point) }
            }
            try ours("placemark", some.count) {
                for point in some { _ = try world.placemark(at: point, languages: [.english]) }
            }
            try ours("ten", some.count) { for point in some { _ = try world.nearest(point, count: 10) } }
            guard round < peerRounds else { continue }
            for engine in peers.engines {
                let rate = try peers.rate(engine, of: points.count, points: files[0], places: places)
                rates.peers[engine.rawValue, default: []].append(rate)
                for size in Self.batches where engine == .reverseGeocoder && size < points.count {
                    let rate = try peers.rate(engine, of: points.count, points: files[0], places: places, batch: size)
                    rates.peers["batch.\(size)", default: []].append(rate)
                }
                guard engine == .scipy else { continue }
                let faster = try peers.rate(engine, of: points.count, points: files[1], places: places)
                rates.peers["sorted", default: []].append(faster)
            }
        }
        return lines(rates)
    }

    private func name(_ points: [Coordinate], with names: World.Names) throws {
        for point in points {
            guard let answer = try world.lookup(point) else { continue }
            _ = try (names.settlement(of: answer), names.division(of: answer), names.country(of: answer))
        }
    }

    private func lines(_ rates: Rates) -> [Measurement] {
        /// Measured in this run, or else the figure of an earlier one.
        func line(
            _ name: String, _ what: String, _ note: String, _ goal: Double?, _ engine: PythonPeers.Engine,
            key: String, quoted: Double
        ) -> Measurement {
            let samples = Samples(rates.ours[name] ?? [])
            let peer = rates.peer(key)
            var line = Measurement(
                "gazetteer.\(what)", unit: "M/s", ours: samples.median / 1e6,
                note: "\(note); median of \(samples.count), noise \(ResultTable.number(100 * samples.noise)) %")
            line = line.against(engine.package + (peer == nil ? ", quoted" : ""), (peer ?? quoted) / 1e6)
            return goal.map { line.goal("at least \($0) M/s", isMet: samples.median >= $0 * 1e6) } ?? line
        }
        func random(_ name: String, _ what: String, _ note: String, _ goal: Double?) -> Measurement {
            line(name, what, note, goal, .reverseGeocoder, key: "reverse_geocoder", quoted: 0.70e6)
        }
        // Measured on one core; the peer's figures of other machines are in `Docs/Design/Measuring.md`.
        let quoted = [1_000: 0.42e6, 10_000: 0.45e6, 100_000: 0.50e6, 500_000: 0.55e6]
        let batches = Self.batches.filter { $0 < points.count }.map { size in
            line(
                "batch.\(size)", "answers.batch.\(size)", "in batches of \(size) points in random order, one core", nil,
                .reverseGeocoder, key: "batch.\(size)", quoted: quoted[size] ?? 0.5e6)
        }
        return batches + [
            line(
                "random", "answers", "country, division, settlement, zone in random order, one core", 1.2, .scipy,
                key: "scipy", quoted: 0.71e6),
            line(
                "sorted", "answers.sorted", "the same for sorted points, as a batch, one core", 2.5, .scipy,
                key: "sorted",
                quoted: 1.45e6),
            random("batch", "answers.batch", "the points in random order, as a batch, one core", nil),
            random("all", "answers.cores", "the same on all cores, by the clock", nil),
            random("named", "named", "with the names in Japanese, random order, one core", 0.4),
            line(
                "named", "named.second", "the same against the other package", nil, .reverseGeocode,
                key: "reverse_geocode", quoted: 0.51e6),
            random("border", "border", "with the nearest border and the country across it, one core", 0.5),
            random("placemark", "placemark", "whole placemarks in English, one core", nil),
            random("ten", "nearest.ten", "the ten nearest places with their names, one core", nil),
        ]
    }
}
