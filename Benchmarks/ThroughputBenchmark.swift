/// Processor time for 10,000 reports a second, against a plain loop over gps_unpack on the same stream.
struct ThroughputBenchmark {
    /// Reports a second.
    var rate = 10_000
    /// How long each reader reads, in seconds.
    var seconds = 1
    /// How often each reads; they take turns.
    var rounds = 20

    func run() throws(BenchmarkError) -> [Measurement] {
        // A tenth of the reports are of the sky.
        let fixes = rate * seconds * 9 / 10
        var (ours, theirs, ratios, rates): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for round in 0..<rounds {
            // Neither always comes first.
            let first = try measure(round % 2 == 0 ? .ours : .peer, fixes)
            let second = try measure(round % 2 == 0 ? .peer : .ours, fixes)
            let (our, their) = round % 2 == 0 ? (first, second) : (second, first)
            ours.append(our.nanoseconds / 1000)
            theirs.append(their.nanoseconds / 1000)
            ratios.append(our.nanoseconds / their.nanoseconds)
            rates += [our.rate, their.rate]
        }
        let spread = Samples(ratios)
        let note =
            "processor time per fix; \(rounds) rounds, ratios \(ResultTable.number(spread.quantile(0)))..."
            + "\(ResultTable.number(spread.quantile(1))), at least \(Int(Samples(rates).quantile(0))) reports/s"
        // The median of the rounds' ratios and not the ratio of medians: a round's two halves suffer the same neighbours.
        var result = Measurement("throughput", unit: "µs", ours: Samples(ours).median, note: note)
            .against("C loop", Samples(theirs).median)
            .goal("ratio at most 1.5", isMet: spread.median <= 1.5)
        result.ratio = spread.median
        return [result]
    }

    private func measure(_ reader: Reader, _ fixes: Int) throws(BenchmarkError) -> Reader.Result {
        try reader.measure(fixes: fixes, rate: rate)
    }
}

/// Resident memory after a tenth of a million reports and after all of them.
struct MemoryBenchmark {
    /// Fixes in all; with the reports of the sky a million.
    var fixes = 900_000

    func run() throws(BenchmarkError) -> [Measurement] {
        let result = try Reader.memory.measure(fixes: fixes, rate: nil)
        guard result.memory.count >= 10 else { throw BenchmarkError("the reader does not know its memory") }
        let (early, middle, late) = (result.memory[0], result.memory[4], result.memory[9])
        // A page here and there is the allocator's business; a leak of one byte a report would be 900 kB.
        let growth = late - early
        let note =
            "grew by \(Int(growth)) kB in \(fixes * 9 / 10) fixes, \(Int(late - middle)) kB of it in the second half; "
            + "\(Int(result.rate)) reports/s"
        return [
            Measurement("memory", unit: "kB", ours: late, note: note)
                .against("after a tenth", early)
                .goal("growth at most 512 kB", isMet: growth <= 512)
        ]
    }
}
