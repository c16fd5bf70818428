import Glibc
import Synchronization

/// Tells readers of a file whether what they know still holds.
final class SettingsPulse: Sendable {
    /// How old what readers see may be, in nanoseconds.
    ///
    /// Looking at the file 20 times a second costs nothing that can be measured.
    private static let staleness: Int64 = 50_000_000

    /// Counts what readers see; a property whose number is the same need not look further.
    let generation = Atomic<UInt64>(1)
    /// When somebody last looked at the file.
    private let looked = Atomic<Int64>(.min)

    /// Whether nobody has looked yet.
    var isNew: Bool { looked.load(ordering: .acquiring) == .min }

    /// Whether it is time to look at the file; of several threads one hears yes.
    func isDue() -> Bool {
        let last = looked.load(ordering: .relaxed)
        let now = Self.now
        guard now &- last > Self.staleness else { return false }
        return looked.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    }

    /// Says that somebody looked.
    func mark() { looked.store(Self.now, ordering: .releasing) }

    /// Says that readers see something else now.
    func advance() { generation.wrappingAdd(1, ordering: .releasing) }

    /// The coarse clock is read without a system call, in 10 ns.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
