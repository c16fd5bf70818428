/// How long after a receiver's sentence a program has the position: our notification against a line of `gpspipe -w`.
struct LatencyBenchmark {
    /// Pairs of rounds; in each pair the clients connect once in one order and once in the other.
    var pairs = 2

    func run() throws(BenchmarkError) -> [Measurement] {
        var delays: [LatencyRound.Delay] = []
        var expected = 0
        for number in 0..<(2 * pairs) {
            let round = LatencyRound(isPeerFirst: number % 2 == 0)
            delays += try round.run()
            expected += round.epochs
        }
        // Both must have seen nearly all: a client that loses epochs could be as fast as it likes.
        guard delays.count * 100 >= expected * 95 else {
            throw BenchmarkError("only \(delays.count) of \(expected) epochs reached both clients")
        }
        let ours = Samples(delays.map(\.ours))
        let peer = Samples(delays.map(\.peer))
        let beyond = Samples(delays.map { $0.ours - $0.peer })
        let note =
            "\(delays.count) of \(expected) epochs; beyond gpspipe on the same epoch: median "
            + "\(ResultTable.number(beyond.median)) ms, p99 \(ResultTable.number(beyond.quantile(0.99))) ms"
        return [
            Measurement("latency.median", unit: "ms", ours: ours.median, note: note).against("gpspipe -w", peer.median),
            // The stricter reading of "2 ms and gpspipe's own p99 beyond gpspipe".
            Measurement(
                "latency.p99", unit: "ms", ours: ours.quantile(0.99),
                note: "noise \(ResultTable.number(ours.noise * 100)) %"
            )
            .against("gpspipe -w", peer.quantile(0.99))
            .goal("at most 2 ms above", isMet: ours.quantile(0.99) <= peer.quantile(0.99) + 2),
        ]
    }
}
