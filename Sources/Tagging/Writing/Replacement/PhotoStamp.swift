public import Foundation
import Glibc
@_exported public import Storage

/// The state of a photo's file.
public typealias PhotoStamp = FileStamp

extension FileStamp {
    /// The present stamp of a file, also through symbolic links.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``TaggingError/Code/unreadable``.
    public init(of path: String) throws(TaggingError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        self.init(status)
    }

    /// The stamp that journals have for a file that did not exist.
    static let none = FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: 0)

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

    /// The present stamp of a file whose name may not be valid UTF-8.
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
