import Glibc
import Threads

/// An advisory lock between processes and threads; given back when the value goes, or the process does.
///
/// The corresponding C function is `flock`. The lock is a file of its own, because the files it guards are replaced.
package struct FileLock: ~Copyable {
    private let descriptor: Int32
    private let place: Place?

    /// Where a lock is that goes with its holder.
    private struct Place {
        var folder: Int32
        var name: String
    }

    deinit {
        if let place {
            // Only its holder removes it, and one that waited for it sees that it is gone.
            if Self.isStill(descriptor, place.name, in: place.folder) { unlinkat(place.folder, place.name, 0) }
            close(place.folder)
        }
        // Closing alone would leave it to a child of this process that has not come to its exec yet.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// How many others may hold it at the same time.
    package enum Mode: Sendable {
        /// Together with other readers.
        case shared
        /// Alone.
        case exclusive
    }

    /// Waits for the lock.
    ///
    /// Blocks the thread, usually for less than a millisecond. A process that was stopped while it held the lock must not
    /// hang all others, so there is a limit.
    ///
    /// - Parameters:
    ///   - name: The lock's file, made where it is missing.
    ///   - folder: Where it is.
    ///   - mode: Alone, or together with other readers.
    ///   - isRemoved: Whether the file is removed when the lock is given back; else it stays.
    ///   - limit: How long to wait; 10 s when left out.
    ///   - isGivenUp: Asked at least each 20 ms whether to wait no longer.
    /// - Throws: ``PersistenceError/Code/locked`` when somebody else holds it for longer, or it was given up,
    ///   ``PersistenceError/Code/system``.
    package init(
        _ name: String, in folder: borrowing Folder, _ mode: Mode = .exclusive, isRemoved: Bool = false,
        limit: Duration = .seconds(10), isGivenUp: () -> Bool = { false }
    ) throws(PersistenceError) {
        var descriptor = try Self.acquire(name, in: folder, mode, limit: limit, isGivenUp)
        // What its holder has removed meanwhile locks nothing. Some file systems number a file anew each time.
        for _ in 0..<100 where !Self.isStill(descriptor, name, in: folder.descriptor) {
            close(descriptor)
            descriptor = try Self.acquire(name, in: folder, mode, limit: limit, isGivenUp)
        }
        self.descriptor = descriptor
        let copy = isRemoved ? fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0) : -1
        place = copy < 0 ? nil : Place(folder: copy, name: name)
    }

    /// Whether a name is still that of an open file.
    private static func isStill(_ descriptor: Int32, _ name: String, in folder: Int32) -> Bool {
        var (mine, there) = (stat(), stat())
        guard fstat(descriptor, &mine) == 0, fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        return mine.st_dev == there.st_dev && mine.st_ino == there.st_ino
    }

    private static func acquire(
        _ name: String, in folder: borrowing Folder, _ mode: Mode, limit: Duration,
        _ isGivenUp: () -> Bool
    ) throws(PersistenceError) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW
        var descriptor = openat(folder.descriptor, name, flags)
        if descriptor < 0, errno == ENOENT {
            descriptor = openat(folder.descriptor, name, flags | O_CREAT | O_EXCL, 0o600)
            if descriptor >= 0 {
                // Made by root, it would keep the folder's owner from writing.
                folder.giveToOwner(descriptor)
            } else if errno == EEXIST {
                descriptor = openat(folder.descriptor, name, flags)
            }
        }
        guard descriptor >= 0 else { throw folder.refusal(errno, "lock", name) }
        let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        let end = MonotonicInstant.now + limit
        // flock has no limit of its own; the waits grow from 50 microseconds to 20 milliseconds.
        var pause: UInt32 = 50
        while flock(descriptor, operation) != 0 {
            let number = errno
            if number == EINTR { continue }
            let isOver = MonotonicInstant.now >= end
            guard number == EWOULDBLOCK, !isOver, !isGivenUp() else {
                close(descriptor)
                let path = folder.path(of: name)
                guard number == EWOULDBLOCK else { throw .system(number, cannot: "lock", path) }
                throw PersistenceError(
                    .locked,
                    isOver
                        ? "another process holds \(path) for more than \(limit); see what it waits for"
                        : "another process holds \(path), and this one is about to end")
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        return descriptor
    }
}
