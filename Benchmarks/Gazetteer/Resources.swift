import CPeer
import Glibc

/// What a program needed from its start to its end.
struct Resources {
    /// Seconds by the clock.
    var wall: Double
    /// Seconds of all processors.
    var processor: Double
    /// The most memory that was resident at once, in millions of bytes.
    var peakMemory: Double

    /// Runs a program to its end; what it prints is thrown away.
    ///
    /// - Throws: `BenchmarkError` when it cannot be started or fails.
    static func measure(_ arguments: [String]) throws(BenchmarkError) -> Resources {
        let copies = arguments.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        var result = cpeer_resources()
        let start = Clocks.monotonic
        let code = copies.withUnsafeBufferPointer { cpeer_measure($0.baseAddress!, &result) }
        let end = Clocks.monotonic
        if code != 0 { throw BenchmarkError("cannot start \(arguments.first ?? "")", errno: code) }
        guard result.status == 0 else {
            throw BenchmarkError("\(arguments.first ?? "") failed with the wait status \(result.status)")
        }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let usage = result.usage
        return Resources(
            wall: Double(end - start) / 1e9, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakMemory: Double(result.peak < 0 ? Int64(usage.ru_maxrss) : result.peak) * 1024 / 1e6)
    }
}
