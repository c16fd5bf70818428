public import Foundation
import Glibc

/// Identity and state of a file: while the stamp is the same, the file has not changed.
public struct PhotoStamp: Sendable, Hashable {
    /// The file system.
    public var device: UInt64
    /// The file's number there.
    public var inode: UInt64
    /// How many bytes it has.
    public var size: Int64
    /// When the content was changed, in nanoseconds since 1970.
    public var modified: Int64
    /// When content, name or rights were changed, in nanoseconds since 1970.
    public var changed: Int64

    /// Makes a stamp from what the system said.
    ///
    /// - Parameters:
    ///   - device: The file system.
    ///   - inode: The file's number there.
    ///   - size: How many bytes it has.
    ///   - modified: When the content was changed, in nanoseconds since 1970.
    ///   - changed: When content, name or rights were changed, in nanoseconds since 1970.
    public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// The present stamp of a file, also through symbolic links.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``TaggingError/Code/unreadable``.
    public init(of path: String) throws(TaggingError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// The stamp that journals have for a file that did not exist.
    static let none = PhotoStamp(device: 0, inode: 0, size: 0, modified: 0, changed: 0)

    /// Whether it is the same file with the same content, perhaps under another name: renaming changes ``changed``.
    func isContent(of other: PhotoStamp) -> Bool {
        (device, inode, size, modified) == (other.device, other.inode, other.size, other.modified)
    }

    /// The time of modification as the system wants it.
    var modificationTime: timespec {
        let (quotient, rest) = Int(modified).quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0
            ? timespec(tv_sec: quotient - 1, tv_nsec: rest + 1_000_000_000) : timespec(tv_sec: quotient, tv_nsec: rest)
    }

    /// Beyond what 64 bits hold, before 1677 and after 2262, the number only tells whether the time is the same.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Refuses a file whose time of modification a journal could not keep, so that undo would give it another.
    ///
    /// - Parameters:
    ///   - status: What the system says of the file.
    ///   - path: The file for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func checkTime(of status: stat, _ path: String) throws(TaggingError) {
        let seconds = Int64(status.st_mtim.tv_sec)
        let limits = Int64.min / 1_000_000_000..<Int64.max / 1_000_000_000
        guard !limits.contains(seconds) else { return }
        var (time, parts) = (status.st_mtim.tv_sec, tm())
        gmtime_r(&time, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(Int(parts.tm_year) + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        throw TaggingError(
            code: .unwritable,
            message: "the time of modification of \(path), \(date), is "
                + (seconds < 0 ? "before 1678" : "after 2261") + " and could not be kept; set another with touch first",
            path: path)
    }
}

extension PhotoStamp {
    /// The present stamp of a file whose name may be no UTF-8.
    ///
    /// - Parameter url: The file, also through symbolic links.
    /// - Throws: ``TaggingError/Code/unreadable``.
    public init(of url: URL) throws(TaggingError) {
        var status = stat()
        let result = url.withUnsafeFileSystemRepresentation { path in path.map { stat($0, &status) } ?? -1 }
        guard result == 0 else {
            let number = errno
            throw TaggingError(
                code: .unreadable, message: "\(url.path) cannot be read: \(String(cString: strerror(number))).",
                path: url.path, errno: number)
        }
        self.init(status)
    }
}
