/// Resident memory after a tenth of a million reports and after all of them.
struct MemoryBenchmark {
    /// Fixes in all; with the reports of the sky a million.
    var fixes = 900_000

    func run() throws(BenchmarkError) -> [Measurement] {
        let result = try Reader.memory.measure(fixes: fixes, rate: nil)
        // A page here and there is the allocator's business; a leak of one byte a report would be 900 kB.
        let growth = result.late - result.early
        let note = "grew by \(Int(growth)) kB in \(fixes * 9 / 10) fixes, \(Int(result.rate)) reports/s"
        return [
            Measurement("memory", unit: "kB", ours: result.late, note: note)
                .against("after a tenth", result.early)
                .goal("growth at most 512 kB", isMet: growth <= 512)
        ]
    }
}
