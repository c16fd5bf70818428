import Gazetteer
import Geo
import Geocoding

/// Naming places from the embedded gazetteer: whether the right one, and how many a second.
struct PlacesBenchmark {
    /// How many points each rate is measured with.
    var count = 1_000_000
    /// How often each rate is measured; the median counts.
    var rounds = 5

    func run() throws(BenchmarkError) -> [Measurement] {
        let world: World
        do { world = try World.embedded() } catch { throw BenchmarkError("\(error)") }
        let points = try PlacePoints(world)
        return try rates(world, points.scattered(count)) + SettlementRule(world: world, points: points).run()
    }

    private func rates(_ world: World, _ points: [Coordinate]) throws(BenchmarkError) -> [Measurement] {
        do {
            let single = try rate(points.count) { for point in points { _ = try world.lookup(point) } }
            let one = try rate(points.count) { _ = try world.lookup(points, threads: 1) }
            let all = try rate(points.count, byTheClock: true) { _ = try world.lookup(points) }
            let names = try world.names(in: [LanguageTag("ja")].compactMap { $0 })
            let named = try rate(points.count) {
                for point in points {
                    guard let answer = try world.lookup(point) else { continue }
                    _ = try names.settlement(of: answer)
                    _ = try names.division(of: answer)
                    _ = try names.country(of: answer)
                }
            }
            let some = points.prefix(100_000)
            let nearest = try rate(some.count) { for point in some { _ = try world.nearest(point, count: 10) } }
            let queries = ["Paris, Texas", "san fra", "東京", "Sao Paulo", "springfield, il", "Москва", "a"]
            let searches = try queries.map { query in
                try Samples(
                    (0..<rounds).map { _ in
                        let start = Clocks.processor
                        _ = try world.search(name: query)
                        return Double(Clocks.processor - start) / 1e6
                    }
                ).median
            }
            return [
                Measurement(
                    "places.search", unit: "ms", ours: Samples(searches).median,
                    note: "a name in any language, slowest \(ResultTable.number(searches.max() ?? 0))"),
                million("places.single", single, "points in random order, one thread", 1.2),
                million("places.batch.one", one, "as a batch, one thread", 2.5),
                million("places.batch.all", all, "as a batch, all cores", nil),
                million("places.named", named, "settlement, division and country in Japanese, one thread", 0.4),
                million("places.nearest", nearest, "the ten nearest places", nil),
            ]
        } catch { throw BenchmarkError("\(error)") }
    }

    private func million(_ name: String, _ rate: Samples, _ note: String, _ goal: Double?) -> Measurement {
        let line = Measurement(
            name, unit: "M/s", ours: rate.median / 1e6,
            note: "\(note); median of \(rate.count), best \(ResultTable.number(rate.quantile(1) / 1e6))")
        return goal.map { line.goal("at least \($0) M/s", isMet: rate.median >= $0 * 1e6) } ?? line
    }

    /// How many a second, in each round.
    ///
    /// By processor time, which other programs disturb least, where one thread works; by the clock where several do.
    private func rate(
        _ count: Int, byTheClock: Bool = false, _ body: () throws -> Void
    ) rethrows -> Samples {
        var rates: [Double] = []
        for _ in 0..<rounds {
            let start = byTheClock ? Clocks.monotonic : Clocks.processor
            try body()
            let end = byTheClock ? Clocks.monotonic : Clocks.processor
            rates.append(Double(count) / (Double(end - start) / 1e9))
        }
        return Samples(rates)
    }
}
