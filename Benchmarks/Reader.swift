import CPeer
import Dispatch
import Foundation
import Glibc
import LKGeo
import LKPositioning
import LocationKit
import Synchronization

/// A process of its own that reads a stream of reports and tells what that cost it: this program in another role.
enum Reader: String {
    /// `GPSDSource`, `LocationManager` and one observer of its notifications.
    case ours
    /// The same, and how much memory is resident after each tenth of the fixes.
    case memory
    /// The plain loop in C.
    case peer

    /// What a reader found out about itself.
    struct Result {
        /// Processor time per fix in nanoseconds.
        var nanoseconds: Double
        /// Resident memory in kilobytes after each tenth of the fixes; empty where it was not asked for.
        var memory: [Double]
        /// Reports a second.
        var rate: Double
    }

    /// The option that chooses this role; not for people.
    static let option = "--reader"

    /// Runs a reader in a process of its own on a stream of that many fixes and `rate` reports a second.
    func measure(fixes: Int, rate: Int?) throws(BenchmarkError) -> Result {
        let server = try ReportServer()
        let arguments = ["/proc/self/exe", Self.option, rawValue, String(server.port), String(fixes - 1)]
        let (rate, text) = try server.serve(fixes: fixes, rate: rate, try Program(arguments))
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count >= 2, numbers[0] > 0 else { throw BenchmarkError("the reader \(rawValue) said: \(text)") }
        return Result(nanoseconds: numbers[1] / numbers[0], memory: Array(numbers[2...]), rate: rate)
    }

    /// Does the reading; the life of the other process.
    ///
    /// - Parameters:
    ///   - port: Where the reports come from.
    ///   - fixes: How many to read after the first.
    func read(port: UInt16, fixes: Int) -> Never {
        // Nobody may be left to end it.
        alarm(300)
        switch self {
        case .ours, .memory:
            let counter = FixCounter(fixes: fixes, measuresMemory: self == .memory)
            print(counter.run(port: port))
        case .peer:
            var result = cpeer_result()
            let status = cpeer_read(port, Int64(fixes), &result)
            guard status == 0 else { exit(1) }
            print(result.fixes, result.nanoseconds)
        }
        exit(0)
    }
}

/// Follows the output of `gpspipe -w` on a thread of its own and notes when the first fix of each epoch came.
final class PipeFollower: Sendable {
    let arrivals = ArrivalTimes()

    /// Reads from `descriptor` until its end; the descriptor stays the caller's.
    func follow(_ descriptor: Int32) {
        let descriptor = dup(descriptor)
        let thread = Thread { @Sendable [self] in
            var rest: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { break }
                let now = Clocks.monotonic
                rest += chunk[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    if let key = Self.key(of: String(decoding: rest[..<end], as: UTF8.self)) {
                        arrivals.note(key, at: now)
                    }
                    rest.removeSubrange(...end)
                }
            }
            close(descriptor)
        }
        thread.start()
    }

    /// Milliseconds since midnight of a TPV's time.
    private static func key(of line: String) -> Int? {
        guard line.hasPrefix(#"{"class":"TPV""#), let start = line.range(of: #""time":""#)?.upperBound else {
            return nil
        }
        // 2026-01-31T12:34:56.789Z
        let clock = line[start...].prefix { $0 != "\"" }.dropFirst(11).dropLast()
        let parts = clock.split { $0 == ":" || $0 == "." }.compactMap { Int($0) }
        guard parts.count == 4 else { return nil }
        return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
    }
}

/// Counts the notifications of a manager, as a program that follows a receiver gets them.
final class FixCounter: Sendable {
    private struct State {
        var seen = -1
        var start: Int64 = 0
        var latitudes = 0.0
        var memory: [Int] = []
        var report = ""
    }

    private let fixes: Int
    private let measuresMemory: Bool
    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - fixes: How many to count after the first.
    ///   - measuresMemory: Whether to look at the memory on the way, which costs time.
    init(fixes: Int, measuresMemory: Bool) {
        self.fixes = fixes
        self.measuresMemory = measuresMemory
    }

    /// Counts, and tells the fixes, the nanoseconds of processor time and the memory after each tenth.
    func run(port: UInt16) -> String {
        let manager = LocationManager(source: GPSDSource(GPSDSource.Endpoint(host: "127.0.0.1", port: port)))
        manager.desiredAccuracy = 0
        manager.timeout = nil
        let observer = NotificationCenter.default.addObserver(
            forName: LocationManager.didUpdateLocation, object: manager, queue: nil
        ) { [self] in count($0) }
        manager.startUpdating()
        done.wait()
        NotificationCenter.default.removeObserver(observer)
        return state.withLock { $0.report }
    }

    private func count(_ notification: Notification) {
        guard let location = notification.locationSnapshot?.location else { return }
        state.withLock { state in
            state.seen += 1
            state.latitudes += location.coordinate.latitude
            if state.seen == 0 { state.start = Clocks.processor }
            if measuresMemory, state.seen > 0, state.seen % (fixes / 10) == 0 {
                state.memory.append(ResidentMemory.kilobytes)
            }
            guard state.seen == fixes, state.latitudes > 0 else { return }
            let used = Clocks.processor - state.start
            state.report = ([state.seen, Int(used)] + state.memory).map(String.init).joined(separator: " ")
            done.signal()
        }
    }
}
