import CLKSQLite
import Glibc
import LKFormats

/// An error while storing or reading data: a file, a database, an archive, a settings file.
///
/// A missing value is not an error where the result is optional.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; later versions may add kinds.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The code's name.
        public var description: String { name }

        /// No value is stored under the key.
        public static let missing = Code("missing")
        /// The stored data is damaged: truncated, overwritten, or not in the format that its name says.
        public static let corrupt = Code("corrupt")
        /// The stored data is intact, but has another type than the one requested.
        public static let wrongType = Code("wrongType")
        /// A newer version of this library, or of the caller's data, wrote the stored data.
        public static let newerVersion = Code("newerVersion")
        /// The key is empty, too long, or would leave the folder.
        public static let invalidKey = Code("invalidKey")
        /// The name of an output is taken by something that is not replaced: another file, a link, a folder, an input.
        public static let exists = Code("exists")
        /// The value cannot be encoded.
        public static let notEncodable = Code("notEncodable")
        /// Another process held the lock for too long.
        public static let locked = Code("locked")
        /// A system call failed: no permission, disk full, a folder instead of a file.
        public static let system = Code("system")
        /// The process was asked to end, so new work is refused.
        public static let stopping = Code("stopping")
        /// Another thread cancelled the work; none of it is stored.
        public static let interrupted = Code("interrupted")
        /// An administrator has fixed the setting's value for all users.
        public static let enforced = Code("enforced")
        /// The data violates a constraint of the database, such as a unique key.
        public static let conflict = Code("conflict")
    }

    /// The kind of error.
    public var code: Code
    /// What happened, to which file, and what to do.
    public var message: String
    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public package(set) var advice: String?
    /// The system's error number (`errno`), if a system call failed.
    public var systemError: Int32?
    /// The error beneath, such as the `DecodingError` of a value; `nil` if there is none.
    public var underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, with the file or key.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - systemError: The system's error number (`errno`), if there is one.
    ///   - underlying: The error beneath, if there is one.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, systemError: Int32? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.systemError = systemError
        self.underlying = underlying
    }

    /// Creates an error from another one; the message is complete.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: The message, which ends with the advice.
    ///   - advice: The advice in it; `nil` for none.
    ///   - underlying: The other error.
    package init(_ code: Code, complete message: String, advice: String?, underlying: any Error) {
        (self.code, self.message, self.advice, self.underlying) = (code, message, advice, underlying)
    }
}

extension StorageError: HashableError {
    package var details: [AnyHashable] { [advice, systemError] }
}

extension StorageError.Code {
    /// Returns whether an error is of this kind, for `catch` and `switch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? StorageError)?.code == code }
}

extension StorageError {
    /// Returns the error for an SQLite result code.
    ///
    /// - Parameters:
    ///   - code: The primary or extended result code.
    ///   - handle: The database, whose message has more detail.
    ///   - path: Its file.
    /// - Returns: The error, with SQLite's message, and advice if available.
    static func database(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> StorageError {
        guard code != CSQLITE_MISSING else {
            return StorageError(.system, "cannot open \(path): \(String(cString: csqlite_reason(code)))")
        }
        let reason = String(cString: handle.map { csqlite_message($0) } ?? csqlite_reason(code))
        let number = handle.map { csqlite_system_errno($0) } ?? 0
        func error(_ kind: Code, _ advice: String? = nil, _ fallback: Int32 = 0) -> StorageError {
            let number = number != 0 ? number : fallback
            let system = number != 0 && kind == .system ? " (\(systemErrorText(number)))" : ""
            return StorageError(
                kind, "\(path): \(reason)\(system)", advice: advice,
                systemError: kind == .system && number != 0 ? number : nil)
        }
        if code == CSQLITE_IOERR_SHORT_READ { return error(.corrupt, "replace it with a copy, or move it away") }
        // The low byte is the primary code; the rest is more specific.
        switch code & 0xFF {
        case CSQLITE_CORRUPT, CSQLITE_NOTADB: return error(.corrupt, "replace it with a copy, or move it away")
        case CSQLITE_BUSY, CSQLITE_LOCKED, CSQLITE_PROTOCOL: return error(.locked, "see what holds it, and try again")
        case CSQLITE_FULL: return error(.system, "make room and try again; what was there is unchanged", ENOSPC)
        case CSQLITE_READONLY: return error(.system, "make it writable for this user, or name another file", EROFS)
        case CSQLITE_CANTOPEN, CSQLITE_PERM: return error(.system, "make it accessible for this user", EACCES)
        case CSQLITE_NOMEM: return error(.system, nil, ENOMEM)
        case CSQLITE_IOERR: return error(.system, nil, EIO)
        case CSQLITE_INTERRUPT: return error(.interrupted)
        case CSQLITE_CONSTRAINT: return error(.conflict)
        case CSQLITE_TOOBIG: return error(.notEncodable)
        // No such table or column, or a column of another type.
        default: return error(.wrongType)
        }
    }
}

extension StorageError {
    /// Returns the error for a system call that failed on `path`.
    ///
    /// - Parameters:
    ///   - number: `errno` right after the call.
    ///   - action: The action that failed: "write", "open".
    ///   - path: The file or folder.
    /// - Returns: The error, with advice if available.
    package static func system(_ number: Int32, cannot action: String, _ path: String) -> StorageError {
        let advice: String? =
            switch number {
            case ENOSPC, EDQUOT: "make room and try again; what was there is unchanged"
            case EACCES, EPERM: "make it accessible for this user, or choose another folder"
            case EROFS: "choose a folder that can be written to"
            default: nil
            }
        return StorageError(
            .system, "cannot \(action) \(path): \(systemErrorText(number))", advice: advice, systemError: number)
    }

    /// Converts the refusal of an input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - refusal: Why it was not opened.
    /// - Returns: ``Code/missing`` for a file that does not exist, ``Code/system`` for all others.
    static func unopened(_ path: String, _ refusal: TrustedPath.Refusal) -> StorageError {
        if let link = refusal.link {
            return StorageError(
                .system, link.reason(opening: path), advice: UntrustedLink.advice, systemError: refusal.number)
        }
        guard refusal.number == ENOENT else { return .system(refusal.number, cannot: "open", path) }
        return StorageError(
            .missing, "\(path) does not exist", advice: "check the name", systemError: refusal.number)
    }
}

/// Returns the system's text for an error number, such as "No space left on device".
///
/// The corresponding C function is `strerror`, which is thread-safe in glibc since 2.32.
package func systemErrorText(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
