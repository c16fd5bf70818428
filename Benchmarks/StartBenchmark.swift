import Glibc

/// From the start of a process to its end with an answer: what a script pays that names one place.
struct StartBenchmark {
    /// The tool, built in release.
    let tool: String
    /// How often each program is run.
    var runs = 100

    func run() throws(BenchmarkError) -> [Measurement] {
        guard access(tool, X_OK) == 0 else { throw BenchmarkError("\(tool) is missing; build the product locate") }
        let reverse = [tool, "reverse", "--language", "en", "35.681236", "139.767125"]
        let version = [tool, "--version"]
        // Once each before counting, so that all find their files in memory.
        for command in [reverse, version] { _ = try Self.milliseconds(command) }
        guard try Program(reverse).finish().contains("Tokyo") else {
            throw BenchmarkError("locate reverse does not know Tokyo")
        }
        var (ours, bare): ([Double], [Double]) = ([], [])
        for _ in 0..<runs {
            ours.append(try Self.milliseconds(reverse))
            bare.append(try Self.milliseconds(version))
        }
        return results(Samples(ours), Samples(bare), libraries: try libraries())
    }

    private func results(_ ours: Samples, _ bare: Samples, libraries: Int) -> [Measurement] {
        let note = "median of \(runs), p99 \(ResultTable.number(ours.quantile(0.99))) ms, noise \(percent(ours.noise))"
        return [
            Measurement("start.reverse", unit: "ms", ours: ours.median, note: note)
                .goal("at most 10 ms", isMet: ours.median <= 10),
            Measurement("start.version", unit: "ms", ours: bare.median, note: "locate --version alone"),
            Measurement("start.libraries", unit: "lines", ours: Double(libraries), note: "that ldd lists of locate"),
        ]
    }

    private func percent(_ share: Double) -> String { "\(ResultTable.number(share * 100)) %" }

    private func libraries() throws(BenchmarkError) -> Int {
        try Program(["ldd", tool]).finish().split(separator: "\n").count
    }

    /// How long a command takes that must print something.
    static func milliseconds(_ command: [String]) throws(BenchmarkError) -> Double {
        let start = Clocks.monotonic
        let answer = try Program(command).finish()
        let end = Clocks.monotonic
        guard !answer.isEmpty else { throw BenchmarkError("\(command.joined(separator: " ")) printed nothing") }
        return Double(end - start) / 1e6
    }
}
