import CPeer
import Foundation
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

/// How busy the machine is: figures of a busy one are worth less.
enum MachineLoad {
    static func measurement(_ name: String) -> Measurement {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        let load = text.split(separator: " ").first.flatMap { Double($0) } ?? .nan
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return Measurement(name, unit: "", ours: load, note: "programs that ran in the last minute; \(cores) cores")
    }
}

/// A folder that goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws(BenchmarkError) {
        var template = Array((NSTemporaryDirectory() + "/locate-benchmark.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("cannot make a temporary folder", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A generator whose numbers are the same each time (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Normally distributed, of deviation 1 (Box and Muller, 1958).
    mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
