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
