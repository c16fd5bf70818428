import Glibc

extension PersistenceError {
    /// The error for a system call that failed on `path`.
    ///
    /// - Parameters:
    ///   - number: `errno` right after the call.
    ///   - action: What was tried: "write", "open".
    ///   - path: The file or folder.
    /// - Returns: The error, with advice where there is some.
    package static func system(_ number: Int32, cannot action: String, _ path: String) -> PersistenceError {
        var message = "cannot \(action) \(path): \(systemErrorText(number))"
        switch number {
        case ENOSPC, EDQUOT: message += "; make room and try again, what was there before is kept"
        case EACCES, EPERM: message += "; make it accessible for this user, or choose another folder"
        case EROFS: message += "; choose a folder that can be written to"
        default: break
        }
        return PersistenceError(.system, message, systemError: number)
    }
}
