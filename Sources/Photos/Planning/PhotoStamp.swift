package import FoundationEssentials
import Glibc
@_exported public import LKStorage

/// The state of a photo's file.
package typealias PhotoStamp = FileStamp

extension FileStamp {
    /// Reads the stamp of a file.
    ///
    /// - Parameter path: The file; symbolic links are followed.
    /// - Throws: ``TaggingError/Code/unreadable``.
    package init(of path: String) throws(TaggingError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        self.init(status)
    }

    /// Reads the stamp of a file whose name may not be valid UTF-8.
    ///
    /// - Parameter url: The file; symbolic links are followed.
    /// - Throws: ``TaggingError/Code/unreadable``.
    package init(of url: URL) throws(TaggingError) {
        var status = stat()
        let result = url.withUnsafeFileSystemRepresentation { path in path.map { stat($0, &status) } ?? -1 }
        guard result == 0 else {
            let number = errno
            throw TaggingError(
                code: .unreadable, message: "\(url.shownPath) cannot be read: \(String(cString: strerror(number)))",
                path: url.shownPath, errno: number)
        }
        self.init(status)
    }
}
