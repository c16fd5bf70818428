import Glibc
import Persistence

extension TaggingError {
    /// The error for a system call that failed on a file.
    ///
    /// - Parameters:
    ///   - number: `errno` right after the call.
    ///   - code: What that means for the photo.
    ///   - action: What was tried: "read", "replace".
    ///   - path: The file or folder.
    /// - Returns: The error, with advice where there is some.
    static func system(_ number: Int32, _ code: Code, _ action: String, _ path: String) -> TaggingError {
        let advice =
            switch number {
            case ENOSPC, EDQUOT: "; make room and try again"
            case EACCES, EPERM: "; run this as a user who may, or change the permissions"
            case EROFS: "; copy it to where it can be written"
            case EFBIG: "; the limit of this process on the size of files is too small"
            case ENOENT: "; it was moved or removed meanwhile"
            default: ""
            }
        return TaggingError(
            code: code, message: "cannot \(action) \(path): \(systemErrorText(number))\(advice)", path: path,
            errno: number)
    }

    /// Whether more room on the disk would help.
    var isLackOfRoom: Bool { errno == ENOSPC || errno == EDQUOT }
}
