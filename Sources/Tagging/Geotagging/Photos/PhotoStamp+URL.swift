public import Foundation
import Glibc

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
