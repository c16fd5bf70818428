package import Glibc
package import LKStorage
import Synchronization

/// Opens files, and retries until a file descriptor becomes available.
///
/// All threads share one deadline: once none has obtained a descriptor for ``timeout``, all fail immediately, so that
/// failing for ten thousand files does not take ten thousand times as long.
package enum RetryingOpen {
    /// How long no thread may obtain a descriptor before further attempts fail immediately, in milliseconds.
    package static let timeout: Int64 = 2000
    /// The time without an attempt after which the deadline restarts, in milliseconds.
    private static let memory: Int64 = 10_000

    /// The deadline shared by all threads, with their clock.
    package final class Deadline: Sendable {
        package static let shared = Deadline(
            now: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
            },
            pause: {
                var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
                nanosleep(&pause, nil)
            })

        /// When an attempt first failed since the last success, in milliseconds of the clock; 0 after a success.
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
            return now - since < RetryingOpen.timeout
        }
    }

    /// Opens a file or folder like ``TrustedPath``.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to `folder`; null-terminated.
    ///   - flags: The flags of the system call.
    ///   - folder: The descriptor of a folder; the working folder by default.
    ///   - followsLinks: Whether any symbolic link is followed.
    /// - Returns: The descriptor.
    /// - Throws: The link that is not followed, or the system's error.
    package static func open(
        _ path: UnsafePointer<CChar>, _ flags: Int32, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true
    ) throws(TrustedPath.Refusal) -> Int32 {
        var refusal = TrustedPath.Refusal(number: EMFILE)
        let descriptor = attempt {
            do throws(TrustedPath.Refusal) {
                return try TrustedPath.open(path, flags, in: folder, followsLinks: followsLinks)
            } catch {
                refusal = error
                errno = error.number
                return -1
            }
        }
        guard descriptor >= 0 else { throw refusal }
        return descriptor
    }

    /// Returns the status of a file or folder like ``TrustedPath``.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to `folder`; null-terminated.
    ///   - flags: `O_NOFOLLOW` for the status of a link itself.
    ///   - folder: The descriptor of a folder; the working folder by default.
    /// - Returns: The status.
    /// - Throws: The link that is not followed, or the system's error.
    package static func status(
        of path: UnsafePointer<CChar>, _ flags: Int32 = 0, in folder: Int32 = AT_FDCWD
    ) throws(TrustedPath.Refusal) -> stat {
        let file = try open(path, TrustedPath.reference | O_CLOEXEC | flags, in: folder)
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw TrustedPath.Refusal(number: errno) }
        return status
    }

    /// Returns whether an error number means that this process or the system has no free descriptors.
    package static func isLimit(_ number: Int32?) -> Bool { number == EMFILE || number == ENFILE }

    /// Advice for such an error.
    package static let advice = "close files or end programs, or raise the limit of open files: ulimit -n"

    /// Repeats a system call until it returns a descriptor or the deadline has passed.
    package static func attempt(_ deadline: Deadline = .shared, _ call: () -> Int32) -> Int32 {
        // Bounds the wait of a thread that never succeeds while others do.
        for attempt in 1...1000 {
            let descriptor = call()
            let number = errno
            guard descriptor < 0, isLimit(number) else {
                if descriptor >= 0, deadline.refusedSince.load(ordering: .relaxed) != 0 {
                    deadline.refusedSince.store(0, ordering: .relaxed)
                }
                return descriptor
            }
            guard attempt < 1000, deadline.mayWait else {
                errno = number
                return descriptor
            }
            deadline.pause()
        }
        return -1
    }
}
