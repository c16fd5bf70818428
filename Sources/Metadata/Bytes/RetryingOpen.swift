import Glibc
import Synchronization

/// Opens files, and waits for others to close theirs where no descriptor is left.
///
/// How long is the same for all threads: once none of them has got a descriptor for ``patience``, nobody waits, so that
/// ten thousand files do not take ten thousand times as long to be refused.
package enum RetryingOpen {
    /// For how long nobody gets a descriptor before the next who asks is refused, in milliseconds.
    package static let patience: Int64 = 2000
    /// After this time without anybody asking it is a new occasion.
    private static let memory: Int64 = 10_000

    /// What the threads of a process share, and how the time passes for them.
    package final class Occasion: Sendable {
        package static let shared = Occasion(
            now: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
            },
            pause: {
                var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
                nanosleep(&pause, nil)
            })

        /// When the first was refused since the last success, in milliseconds of the clock; 0 after a success.
        fileprivate let refusedSince = Atomic<Int64>(0)
        fileprivate let now: @Sendable () -> Int64
        fileprivate let pause: @Sendable () -> Void

        package init(now: @escaping @Sendable () -> Int64, pause: @escaping @Sendable () -> Void) {
            (self.now, self.pause) = (now, pause)
        }

        fileprivate var mayWait: Bool {
            let now = max(1, now())
            let since = refusedSince.load(ordering: .relaxed)
            if since == 0 || now - since > RetryingOpen.memory {
                refusedSince.store(now, ordering: .relaxed)
                return true
            }
            return now - since < RetryingOpen.patience
        }
    }

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

    /// What to do about such an error.
    package static let advice = "close files or end programs, or raise the limit of open files: ulimit -n"

    /// Repeats a system call for a descriptor as long as there is none, and patience.
    package static func attempt(_ occasion: Occasion = .shared, _ call: () -> Int32) -> Int32 {
        // The number ends the waiting of one who is never first while others are.
        for attempt in 1...1000 {
            let descriptor = call()
            let number = errno
            guard descriptor < 0, isLimit(number) else {
                if descriptor >= 0, occasion.refusedSince.load(ordering: .relaxed) != 0 {
                    occasion.refusedSince.store(0, ordering: .relaxed)
                }
                return descriptor
            }
            guard attempt < 1000, occasion.mayWait else {
                errno = number
                return descriptor
            }
            occasion.pause()
        }
        return -1
    }
}
