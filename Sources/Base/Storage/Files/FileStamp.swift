package import Glibc
import LKThreads

/// Identifies a file and its state: as long as the stamp is the same, so is the content.
package struct FileStamp: Hashable, Sendable {
    /// The file system.
    package var device: UInt64
    /// The inode number, unique in the file system.
    package var inode: UInt64
    /// The size in bytes.
    package var size: Int64
    /// When the content was changed, in nanoseconds since 1970.
    ///
    /// 64 bits reach from 1677 to 2262. Times outside are stored as the minimum or maximum, which means unknown.
    package var modified: Int64
    /// When content, name or permissions were changed, in nanoseconds since 1970.
    package var changed: Int64

    /// Creates a stamp from its numbers.
    ///
    /// - Parameters:
    ///   - device: The file system.
    ///   - inode: The inode number.
    ///   - size: The size in bytes.
    ///   - modified: When the content was changed, in nanoseconds since 1970.
    ///   - changed: When content, name or permissions were changed, in nanoseconds since 1970.
    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Creates a stamp from the result of `stat`.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, isTooMuch) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = product.addingReportingOverflow(Int64(time.tv_nsec))
        return isTooMuch || isBeyond ? (time.tv_sec < 0 ? .min : .max) : sum
    }

    /// Whether ``modified`` is known.
    package var hasModificationTime: Bool { modified != .min && modified != .max }

    /// ``modified`` as seconds since 1970 and the nanoseconds after them, 0 to 999,999,999.
    package var secondsModified: (seconds: Int, nanoseconds: Int) {
        let (quotient, rest) = Int(modified).quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? (quotient - 1, rest + 1_000_000_000) : (quotient, rest)
    }

    /// ``modified`` as a `timespec`.
    package var modificationTime: timespec {
        let (seconds, nanoseconds) = secondsModified
        return timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    }

    /// The file's identity, whatever its state.
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// Returns whether it is the same file with the same content, possibly renamed: renaming changes ``changed``.
    package func isSameContent(as other: FileStamp) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
    }

    /// Whether another write within the same tick of the file system's clock could leave the stamp unchanged.
    ///
    /// A replaced file may reuse the inode of an earlier version. File times tick at least every 10 ms, and a time in
    /// the future is never trusted.
    package var isYoung: Bool {
        let (age, isOverflow) = WallClock.nanoseconds.subtractingReportingOverflow(changed)
        return !isOverflow && age < 100_000_000
    }
}

/// Identifies a file or folder of this machine.
package struct FileIdentity: Hashable, Sendable {
    /// The file system.
    package var device: UInt64
    /// The inode number.
    package var inode: UInt64

    /// Creates an identity from its numbers.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// Creates the identity of what a path leads to; returns `nil` if there is nothing.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self = FileStamp(status).identity
    }

    /// Creates the identity of an open file; returns `nil` if it is not a regular one.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self = FileStamp(status).identity
    }
}
