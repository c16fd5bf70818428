import Synchronization

/// When reports of epochs first arrived somewhere, on the monotonic clock.
final class ArrivalTimes: Sendable {
    private let times = Mutex<[Int: Int64]>([:])

    /// Notes that a report of an epoch has come; later ones of the same epoch do not count.
    func note(_ key: Int, at time: Int64) { times.withLock { if $0[key] == nil { $0[key] = time } } }

    /// All that was noted, by the epoch's key.
    var all: [Int: Int64] { times.withLock { $0 } }
}
