import Foundation
import Glibc

/// The clocks that measure; both in nanoseconds.
enum Clocks {
    /// Time that passes, the same for all processes of this machine.
    static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

    /// Processor time that this process has used, all threads together.
    static var processor: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Waits until ``monotonic`` shows `time`.
    static func sleep(until time: Int64) {
        var wanted = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wanted, nil) == EINTR {}
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// How much of this process's memory is resident.
enum ResidentMemory {
    /// Kilobytes, exactly: the counters of `statm` lag by up to 64 pages per thread.
    static var kilobytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Rss:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
