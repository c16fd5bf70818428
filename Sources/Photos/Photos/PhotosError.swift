import Glibc
import LKFormats
import LKMetadata
import LKStorage

/// An error in listing, watching or reading photos.
///
/// ```swift
/// do { try await library.reload() } catch PhotosError.Code.missing { print("plug in the disk") }
/// ```
public struct PhotosError: Error, Sendable, CustomStringConvertible {
    /// The kind of error; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public var rawValue: String
        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// The folder does not exist.
        public static let missing = Code(rawValue: "missing")
        /// The system refuses to read it.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The path is not a folder.
        public static let notAFolder = Code(rawValue: "not-a-folder")
        /// A named file is neither a photo nor a video.
        public static let notAPhoto = Code(rawValue: "not-a-photo")
        /// The file is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// A date or position of a photo cannot be read, or is contradicted by a sidecar; the photo is listed with the
        /// rest.
        public static let doubtful = Code(rawValue: "doubtful")
        /// A symbolic link is not followed: another user made it and leads to a third user's file, or none is to be followed.
        public static let unfollowedLink = Code(rawValue: "unfollowed-link")
        /// The system's limit of watched folders is reached.
        public static let watchLimit = Code(rawValue: "watch-limit")
        /// The catalog is unavailable; photos are listed without it, which is slower.
        public static let catalog = Code(rawValue: "catalog")
        /// All tasks that waited for the work were cancelled.
        public static let canceled = Code(rawValue: "cancelled")
        /// The system refused a thread or descriptor.
        public static let system = Code(rawValue: "system")

        /// Allows matching by code in `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? PhotosError)?.code == code }
    }

    /// The kind of error.
    public var code: Code
    /// What happened, to which file or folder, and what to do.
    public var message: String
    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public internal(set) var advice: String?
    /// The file or folder; bytes that are not valid UTF-8 are replaced.
    public var path: String
    /// The `errno` value, if the system reported one.
    public var systemError: Int32?
    /// The error of another module that this one comes from: of the metadata, of storage.
    public internal(set) var underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, to which file or folder.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - path: The file or folder.
    ///   - systemError: The `errno` value.
    ///   - underlying: The error of another module that this one comes from.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, path: String, systemError: Int32? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.path = path
        self.systemError = systemError
        self.underlying = underlying
    }
}

extension PhotosError: Hashable {}

extension PhotosError: HashableError {
    package var details: [AnyHashable] { [advice, path, systemError] }
}

extension PhotosError {
    static func folder(_ path: RawPath, _ number: Int32) -> PhotosError {
        let (text, reason) = (path.text, String(cString: strerror(number)))
        switch number {
        case ENOENT:
            return missingFolder(text)
        case ENOTDIR:
            return PhotosError(
                .notAFolder, "\(text) is not a folder", advice: "name the folder that contains it", path: text,
                systemError: number)
        case EACCES, EPERM:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason))",
                advice: "give this user the right to read and enter it",
                path: text, systemError: number)
        case ENAMETOOLONG:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason))", advice: "name a folder in it, or shorten the names",
                path: text, systemError: number)
        case EMFILE, ENFILE:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason))", advice: RetryingOpen.advice,
                path: text, systemError: number)
        default:
            return PhotosError(
                .unreadable, "the folder \(text) cannot be read (\(reason))", advice: "check the disk", path: text,
                systemError: number)
        }
    }

    /// Returns the error for a folder that does not exist, as the user names it.
    package static func missingFolder(_ name: String) -> PhotosError { missing("folder", name) }

    private static func missing(_ kind: String, _ name: String) -> PhotosError {
        PhotosError(
            .missing, "the \(kind) \(name) does not exist", advice: "check the name, and whether its disk is mounted",
            path: name,
            systemError: ENOENT)
    }

    /// Returns the error for a folder that was not opened.
    static func folder(_ path: RawPath, _ refusal: TrustedPath.Refusal) -> PhotosError {
        refusal.link.map { unfollowed(path, $0) } ?? folder(path, refusal.number)
    }

    /// Returns the error for a path that was named and leads through a link that is not followed.
    static func unfollowed(_ path: RawPath, _ link: UntrustedLink) -> PhotosError {
        PhotosError(
            .unfollowedLink, link.reason(opening: path.text), advice: UntrustedLink.advice, path: path.text,
            systemError: EACCES)
    }

    /// Returns the error for a link in a folder that is listed.
    static func leftOut(_ path: RawPath, _ link: UntrustedLink) -> PhotosError {
        PhotosError(.unfollowedLink, "\(link.description); left out", path: path.text, systemError: EACCES)
    }

    /// Returns the error for a link in a folder that is listed without following links.
    static func leftOut(_ path: RawPath, target: String) -> PhotosError {
        PhotosError(
            .unfollowedLink, "\(path.text) is a symbolic link to \(target); left out", path: path.text,
            systemError: ELOOP)
    }

    /// Returns the error for a folder that became a link after it was listed, where no links are followed.
    static func exchanged(_ path: RawPath) -> PhotosError {
        PhotosError(
            .unfollowedLink, "\(path.text) was replaced by a symbolic link; left out", path: path.text,
            systemError: ELOOP)
    }

    /// Returns the error for a requested folder that disappeared while it was watched.
    static func goneWhileWatched(_ path: RawPath, isExpected: Bool) -> PhotosError {
        let advice = isExpected ? "it is watched again when it comes back" : "start again when it is back"
        return PhotosError(
            .missing, "the folder \(path.text) is not there any more and so is not watched", advice: advice,
            path: path.text,
            systemError: ENOENT)
    }

    /// Returns the error for an inaccessible file.
    static func file(_ path: RawPath, _ number: Int32) -> PhotosError {
        let (text, reason) = (path.text, String(cString: strerror(number)))
        let advice =
            switch number {
            case ENOENT, ELOOP: "it is a broken symbolic link; remove or repair it"
            case EMFILE, ENFILE: RetryingOpen.advice
            default: "check its permissions and the disk"
            }
        return PhotosError(
            .unreadable, "\(text) cannot be read (\(reason))", advice: advice, path: text, systemError: number)
    }

    /// Returns the error for a named file that does not exist.
    static func missingFile(_ path: RawPath) -> PhotosError { missing("file", path.text) }

    /// Returns the error for a named path that is not a photo.
    static func notAPhoto(_ path: RawPath) -> PhotosError {
        let kind = path.withCPath { path -> String? in
            guard let status = try? RetryingOpen.status(of: path) else { return nil }
            return switch status.st_mode & S_IFMT {
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            case S_IFCHR, S_IFBLK: "a device"
            default: nil
            }
        }
        let what =
            kind.map { "\($0), not a photo or video" }
            ?? (PhotoFileName.isUnread(path.name)
                ? "in a format that LocationKit does not read" : "neither a photo nor a video, nor the sidecar of one")
        return PhotosError(.notAPhoto, "\(path.text) is \(what)", path: path.text)
    }

    init(_ error: MetadataError, path: RawPath) {
        let isDamaged = error.code == .malformed || error.code == .empty || error.code == .unknownFormat
        let code: Code = isDamaged ? .damaged : .unreadable
        self.init(code, error.message, path: path.text, systemError: error.errno, underlying: error)
        advice = error.advice
    }

    /// Returns the warning about a date or position of a photo.
    static func doubtful(_ path: RawPath, _ doubt: String) -> PhotosError {
        PhotosError(.doubtful, "\(path.text): \(doubt)", path: path.text)
    }

    static func refusedThread(_ number: Int32) -> PhotosError {
        PhotosError(
            .system,
            "the system cannot start a thread (\(String(cString: strerror(number))))",
            advice: "end other programs, or raise the limit",
            path: "", systemError: number)
    }
}
