import Glibc
import Synchronization

/// Opens files, and retries until a file descriptor becomes available.
///
/// All threads share one deadline: once none has obtained a descriptor for ``patience``, all fail at once, so that
/// refusing ten thousand files does not take ten thousand times as long.
package enum RetryingOpen {
    /// How long no thread may obtain a descriptor before further attempts fail at once, in milliseconds.
    static let patience: Int64 = 2000
    /// After this time without an attempt the deadline starts anew, in milliseconds.
    private static let memory: Int64 = 10_000

    /// When the first was refused since the last success, in milliseconds of the monotonic clock; 0 after a success.
    private static let refusedSince = Atomic<Int64>(0)

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, with a zero byte at its end.
    ///   - flags: How, as the system call takes it.
    /// - Returns: The descriptor, or -1 with `errno` set.
    package static func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        attempt { Glibc.open(path, flags) }
    }

    /// Whether an error number says that no descriptor is left, of this process or of the system.
    package static func isLimit(_ number: Int32?) -> Bool { number == EMFILE || number == ENFILE }

    /// Advice for such an error.
    package static let advice = "close files or end programs, or raise the limit of open files: ulimit -n"

    /// Repeats a system call until it returns a descriptor or the deadline has passed.
    package static func attempt(_ call: () -> Int32) -> Int32 {
        // The limit ends the wait of a thread that never succeeds while others do.
        for attempt in 1...1000 {
            let descriptor = call()
            let number = errno
            guard descriptor < 0, isLimit(number) else {
                if descriptor >= 0, refusedSince.load(ordering: .relaxed) != 0 {
                    refusedSince.store(0, ordering: .relaxed)
                }
                return descriptor
            }
            guard attempt < 1000, mayWait() else {
                errno = number
                return descriptor
            }
            var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
            nanosleep(&pause, nil)
        }
        return -1
    }

    private static func mayWait() -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = max(1, Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        let since = refusedSince.load(ordering: .relaxed)
        if since == 0 || now - since > memory {
            refusedSince.store(now, ordering: .relaxed)
            return true
        }
        return now - since < patience
    }
}
