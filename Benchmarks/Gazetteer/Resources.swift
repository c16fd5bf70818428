import Glibc

/// What a program needed from its start to its end.
struct Resources {
    /// Seconds by the clock.
    var wall: Double
    /// Seconds of all processors.
    var processor: Double
    /// The most memory that was resident at once, in millions of bytes.
    var peakMemory: Double

    /// Runs a program to its end.
    ///
    /// - Throws: `BenchmarkError` when it fails.
    static func measure(_ arguments: [String]) throws(BenchmarkError) -> Resources {
        let start = Clocks.monotonic
        let usage = try Program(arguments).finishMeasured()
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Resources(
            wall: Double(Clocks.monotonic - start) / 1e9, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakMemory: Double(usage.ru_maxrss) * 1024 / 1e6)
    }
}
