internal import CSQLite
import Glibc

/// What went wrong while keeping or reading something: a file, a database, an archive, a settings file.
///
/// "There is nothing under this key" is not an error if the answer is optional.
public struct PersistenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// There is nothing under this key.
        public static let missing = Code("missing")
        /// What is kept is damaged: cut off, overwritten, or never what its name says.
        public static let corrupt = Code("corrupt")
        /// What is kept is sound and of another type than the one asked for.
        public static let wrongType = Code("wrongType")
        /// What is kept was written by a newer version of this library or of the caller's data.
        public static let newerVersion = Code("newerVersion")
        /// The key is empty, too long, or would lead out of the folder.
        public static let invalidKey = Code("invalidKey")
        /// The value cannot be encoded.
        public static let notEncodable = Code("notEncodable")
        /// Another process holds the lock for too long.
        public static let locked = Code("locked")
        /// The system refused: no permission, disk full, a folder in the place of a file.
        public static let system = Code("system")
        /// The process was asked to end, so nothing new begins.
        public static let stopping = Code("stopping")
        /// Another thread ended the work; nothing of it is kept.
        public static let interrupted = Code("interrupted")
        /// What is to be kept breaks a rule of the database, such as a key that is there already.
        public static let conflict = Code("conflict")
    }

    /// What kind of thing went wrong.
    public var code: Code
    /// What happened, where, and what can be done about it.
    public var message: String
    /// The system's error number, where the system refused.
    public var systemError: Int32?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - message: A sentence for people, with the file or key.
    ///   - systemError: The system's error number (`errno`), where there is one.
    public init(_ code: Code, _ message: String, systemError: Int32? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// The message.
    public var description: String { message }

}

extension PersistenceError.Code {
    /// Whether an error is of this kind, for `catch` and `switch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? PersistenceError)?.code == code }
}

extension PersistenceError {
    /// The error for a code of SQLite's.
    ///
    /// - Parameters:
    ///   - code: The code, extended or not.
    ///   - handle: The database, whose message has more detail.
    ///   - path: Its file.
    /// - Returns: The error, with SQLite's own words and advice where there is some.
    static func database(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> PersistenceError {
        guard code != CSQLITE_MISSING else {
            return PersistenceError(.system, "cannot open \(path): \(String(cString: csqlite_reason(code)))")
        }
        let reason = String(cString: handle.map { csqlite_message($0) } ?? csqlite_reason(code))
        let number = handle.map { csqlite_system_errno($0) } ?? 0
        func error(_ kind: Code, _ advice: String = "", _ fallback: Int32 = 0) -> PersistenceError {
            let number = number != 0 ? number : fallback
            let system = number != 0 && kind == .system ? " (\(systemErrorText(number)))" : ""
            return PersistenceError(
                kind, "\(path): \(reason)\(system)" + (advice.isEmpty ? "" : "; \(advice)"),
                systemError: kind == .system && number != 0 ? number : nil)
        }
        if code == CSQLITE_IOERR_SHORT_READ { return error(.corrupt, "replace it with a copy, or move it away") }
        // The low byte is the kind of failure, the rest is more specific.
        switch code & 0xFF {
        case CSQLITE_CORRUPT, CSQLITE_NOTADB: return error(.corrupt, "replace it with a copy, or move it away")
        case CSQLITE_BUSY, CSQLITE_LOCKED, CSQLITE_PROTOCOL: return error(.locked, "see what holds it, and try again")
        case CSQLITE_FULL: return error(.system, "free some space and try again; the old content is kept", ENOSPC)
        case CSQLITE_READONLY: return error(.system, "make it writable for this user, or name another file", EROFS)
        case CSQLITE_CANTOPEN, CSQLITE_PERM: return error(.system, "make it accessible for this user", EACCES)
        case CSQLITE_NOMEM: return error(.system, "", ENOMEM)
        case CSQLITE_IOERR: return error(.system, "", EIO)
        case CSQLITE_INTERRUPT: return error(.interrupted)
        case CSQLITE_CONSTRAINT: return error(.conflict)
        case CSQLITE_TOOBIG: return error(.notEncodable)
        // No such table, no such column, a column of another type.
        default: return error(.wrongType)
        }
    }
}

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
        case ENOSPC, EDQUOT: message += "; free some space and try again; the old content is kept"
        case EACCES, EPERM: message += "; make it accessible for this user, or choose another folder"
        case EROFS: message += "; choose a folder that can be written to"
        default: break
        }
        return PersistenceError(.system, message, systemError: number)
    }
}

/// The system's own words for an error number, such as "No space left on device".
///
/// The corresponding C function is `strerror`, which glibc has made safe on every thread since 2.32.
package func systemErrorText(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
