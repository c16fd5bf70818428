import Gazetteer

/// Places found by the beginning of their name in any language.
struct SearchBenchmark {
    let world: World
    var rounds = 5

    func run() throws(BenchmarkError) -> [Measurement] {
        let queries = ["Paris, Texas", "san fra", "東京", "Sao Paulo", "springfield, il", "Москва", "a"]
        var medians: [Double] = []
        for query in queries {
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = Clocks.processor
                do { _ = try world.search(name: query) } catch { throw BenchmarkError("\(error)") }
                times.append(Double(Clocks.processor - start) / 1e6)
            }
            medians.append(Samples(times).median)
        }
        return [
            Measurement(
                "gazetteer.search", unit: "ms", ours: Samples(medians).median,
                note: "a name in any language, slowest \(ResultTable.number(medians.max() ?? 0))")
        ]
    }
}
