package import FoundationEssentials
import Glibc
import LKFormats
package import LKMetadata
package import LKStorage

/// Why photos, or one of them, cannot be planned, written, moved or restored.
///
/// ```swift
/// do { plan = try await folder.geotagging(from: [track]) } catch TaggingError.Code.unusable { print(error.message) }
/// ```
public struct TaggingError: Error, Sendable {
    /// The kind of a failure.
    ///
    /// Compare with `==`; new kinds may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The code's name.
        public var description: String { name }

        /// The file does not exist or cannot be read.
        public static let unreadable = Code(name: "unreadable")
        /// The file was changed since the change was planned or made.
        public static let changed = Code(name: "changed")
        /// The file cannot store the edit without losing other data.
        public static let unsafe = Code(name: "unsafe")
        /// The system refused to write.
        public static let unwritable = Code(name: "unwritable")
        /// The new content differs from the intended one; the file was not changed.
        public static let verification = Code(name: "verification")
        /// Another run is changing photos in the folder.
        public static let busy = Code(name: "busy")
        /// The journal is damaged.
        public static let journal = Code(name: "journal")
        /// What can be undone is in another folder, into which photos were sorted.
        public static let elsewhere = Code(name: "elsewhere")
        /// A track, a pattern, an offset or a zone is unusable, or the data of the world.
        public static let unusable = Code(name: "unusable")
        /// No provider names the places of photos.
        public static let unanswered = Code(name: "unanswered")
        /// The caller's task was cancelled.
        public static let canceled = Code(name: "cancelled")

        /// Returns whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? TaggingError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, with which file, and what to do, as one sentence without a full stop.
    public private(set) var message: String

    /// What to do: the end of ``message``; `nil` if there is nothing to advise, or if it is not known apart from the rest.
    public private(set) var advice: String?

    /// The path as given; bytes that are not valid UTF-8 are replaced.
    public private(set) var path: String

    /// The system's error number, where a system call failed.
    public let errno: Int32?

    /// The error of another module that this one comes from: of the library, of a track file, of a geocoder.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened, with the file.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - path: The file or folder.
    ///   - errno: The system's error number, if there is one.
    ///   - underlying: The error of another module that this one comes from.
    public init(
        code: Code, message: String, advice: String? = nil, path: String, errno: Int32? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.path = path
        self.errno = errno
        self.advice = advice
        self.underlying = underlying
    }

    /// Creates an error from that of another module, whose message has the advice at its end already.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened, with the file and the advice.
    ///   - advice: What to do, as in the message; `nil` for nothing.
    ///   - path: The file or folder.
    ///   - errno: The system's error number, if there is one.
    ///   - underlying: The error of the other module.
    package init(
        code: Code, stating message: String, advice: String?, path: String, errno: Int32? = nil,
        underlying: (any Error)? = nil
    ) {
        self.init(code: code, message: message, path: path, errno: errno, underlying: underlying)
        self.advice = advice
    }
}

extension TaggingError: Hashable, CustomStringConvertible {}

extension TaggingError: HashableError {
    package var details: [AnyHashable] { [path, errno] }
}

extension TaggingError {
    /// Returns the same error for another path of the file.
    package func named(_ other: String) -> TaggingError {
        var error = self
        (error.message, error.path) = (message.replacing(path, with: other), other)
        error.advice = advice?.replacing(path, with: other)
        return error
    }

    /// Returns the error for a file whose name cannot be recorded in a journal.
    ///
    /// - Parameter url: The file.
    /// - Returns: The error, with the name escaped.
    package static func notUTF8(_ url: URL) -> TaggingError {
        TaggingError(
            code: .unreadable, message: "the name of \(url.shownPath) is not valid UTF-8", advice: "rename it",
            path: url.shownPath)
    }
}

extension TaggingError {
    /// Returns the error for a system call that failed on a file.
    ///
    /// - Parameters:
    ///   - number: `errno` right after the call.
    ///   - code: The kind of failure.
    ///   - action: The attempted action: "read", "replace".
    ///   - path: The file or folder.
    /// - Returns: The error, with advice if there is any.
    package static func system(_ number: Int32, _ code: Code, _ action: String, _ path: String) -> TaggingError {
        let advice =
            switch number {
            case ENOSPC, EDQUOT: "make room and try again"
            case EACCES, EPERM: "run this as a user who may, or change the permissions"
            default: nil as String?
            }
        let circumstance =
            switch number {
            case EROFS: "it is write-protected"
            case EFBIG: "the limit of this process on the size of files is too small"
            case ENOENT: "it was moved or removed meanwhile"
            default: nil as String?
            }
        let rest = circumstance.map { "; \($0)" } ?? ""
        return TaggingError(
            code: code, message: "cannot \(action) \(path): \(systemErrorText(number))\(rest)", advice: advice,
            path: path,
            errno: number)
    }

    /// Returns the error for a path that was not opened.
    ///
    /// - Parameters:
    ///   - refusal: The link of another user on the way, or the system's error.
    ///   - code: The kind of failure, if it is the system's.
    ///   - action: The attempted action.
    ///   - path: The file or folder.
    /// - Returns: The error, which names the link if there is one.
    package static func refused(
        _ refusal: TrustedPath.Refusal, _ code: Code, _ action: String, _ path: String
    ) -> TaggingError {
        guard let link = refusal.link else { return .system(refusal.number, code, action, path) }
        return TaggingError(
            code: .unsafe, message: link.reason(opening: path), advice: UntrustedLink.advice, path: path,
            errno: refusal.number)
    }

    /// Returns the same error with additional advice.
    package func adding(advice other: String) -> TaggingError {
        var error = self
        error.message += advice == nil ? "; \(other)" : ", or \(other)"
        error.advice = advice.map { "\($0), or \(other)" } ?? other
        return error
    }

    /// Creates the error for a file whose metadata cannot be read.
    ///
    /// - Parameters:
    ///   - error: The error of the metadata.
    ///   - path: The file.
    package init(_ error: MetadataError, path: String) {
        self.init(
            code: .unreadable, stating: error.message, advice: error.advice, path: path, errno: error.errno,
            underlying: error)
    }

    /// Whether more disk space would help.
    package var isLackOfRoom: Bool { errno == ENOSPC || errno == EDQUOT }
}
