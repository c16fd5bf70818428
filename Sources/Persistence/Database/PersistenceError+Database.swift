internal import CSQLite
import Glibc

extension PersistenceError {
    /// The error for a code of SQLite's.
    ///
    /// - Parameters:
    ///   - code: The code, extended or not.
    ///   - handle: The database, whose message tells more.
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
        if code == CSQLITE_IOERR_SHORT_READ { return error(.corrupt, "put a copy in its place or move it away") }
        // The low byte is the kind of failure, the rest tells more of it.
        switch code & 0xFF {
        case CSQLITE_CORRUPT, CSQLITE_NOTADB: return error(.corrupt, "put a copy in its place or move it away")
        case CSQLITE_BUSY, CSQLITE_LOCKED, CSQLITE_PROTOCOL: return error(.locked, "see what holds it, and try again")
        case CSQLITE_FULL: return error(.system, "make room and try again, what was there before is kept", ENOSPC)
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
