import Glibc
import LKThreads

/// An advisory lock between processes and threads; released with the value, or when the process ends.
///
/// The corresponding C function is `flock`. The lock has its own file, because the files it guards are replaced.
package struct FileLock: ~Copyable {
    private let descriptor: Int32

    deinit {
        // Closing alone would leave the lock with a child of this process that has not reached its exec yet.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether others may hold the lock at the same time.
    package enum Mode: Sendable {
        /// Together with other readers.
        case shared
        /// Alone.
        case exclusive
    }

    /// Creates a lock and waits until it is acquired.
    ///
    /// Blocks the thread, usually for less than a millisecond. The limit keeps a process that was stopped while holding
    /// the lock from blocking all others.
    ///
    /// - Parameters:
    ///   - name: The lock's file; created if missing and never removed.
    ///   - folder: The folder of the lock's file.
    ///   - mode: Alone, or together with other readers.
    ///   - timeout: How long to wait; 10 s by default.
    ///   - isGivenUp: Called at least every 20 ms; returns whether to stop waiting.
    /// - Throws: ``StorageError/Code/locked`` when another process or thread holds the lock for longer or
    ///   `isGivenUp` returns true, ``StorageError/Code/system``.
    package init(
        _ name: String, in folder: borrowing Folder, _ mode: Mode = .exclusive, timeout: Duration = .seconds(10),
        isGivenUp: () -> Bool = { false }
    ) throws(StorageError) {
        descriptor = try Self.acquire(name, in: folder, mode, timeout: timeout, isGivenUp)
    }

    private static func acquire(
        _ name: String, in folder: borrowing Folder, _ mode: Mode, timeout: Duration,
        _ isGivenUp: () -> Bool
    ) throws(StorageError) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW
        var descriptor = openat(folder.descriptor, name, flags)
        if descriptor < 0, errno == ENOENT {
            descriptor = openat(folder.descriptor, name, flags | O_CREAT | O_EXCL, 0o600)
            if descriptor >= 0 {
                // A lock file created by root would keep the folder's owner from writing.
                folder.giveToOwner(descriptor)
            } else if errno == EEXIST {
                descriptor = openat(folder.descriptor, name, flags)
            }
        }
        guard descriptor >= 0 else { throw folder.refusal(errno, "lock", name) }
        let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        let end = MonotonicInstant.now + timeout
        // flock has no time limit; the polling interval grows from 50 microseconds to 20 milliseconds.
        var pause: UInt32 = 50
        while flock(descriptor, operation) != 0 {
            let number = errno
            if number == EINTR { continue }
            let isOver = MonotonicInstant.now >= end
            guard number == EWOULDBLOCK, !isOver, !isGivenUp() else {
                close(descriptor)
                let path = folder.path(of: name)
                guard number == EWOULDBLOCK else { throw .system(number, cannot: "lock", path) }
                throw StorageError(
                    .locked,
                    isOver
                        ? "another process holds \(path) for more than \(timeout)"
                        : "another process holds \(path), and this one is about to end",
                    advice: isOver ? "see what it waits for" : nil)
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        return descriptor
    }
}
