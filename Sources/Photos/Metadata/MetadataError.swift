import LKFormats

/// Why a file's metadata cannot be read or changed.
///
/// Damage to a part of a file is not an error: readable values are returned, and ``PhotoMetadata/warnings`` describe
/// the damage.
public struct MetadataError: Error, Hashable, Sendable {
    /// The kind of failure.
    ///
    /// Compare with `==`; later versions may add kinds.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The code's name.
        public var description: String { name }

        /// The file does not exist, or was removed while it was read.
        public static let missing = Code(name: "missing")
        /// The system refused, for example because a permission is missing; see ``MetadataError/errno``.
        public static let unreadable = Code(name: "unreadable")
        /// It is a folder, a pipe, a socket or a device.
        public static let notAFile = Code(name: "not a file")
        /// The file has no bytes.
        public static let empty = Code(name: "empty")
        /// The content is not of a known format.
        public static let unknownFormat = Code(name: "unknown format")
        /// It begins like a known format, but a required part is missing.
        public static let malformed = Code(name: "malformed")

        /// Returns whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? MetadataError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, with which file, and what to do.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// The file, as it was named; bytes that are not valid UTF-8 are replaced.
    public let path: String

    /// The system's error number, if a system call failed.
    public let errno: Int32?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened, with the file.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - path: The file.
    ///   - errno: The system's error number, if there is one.
    public init(code: Code, message: String, advice: String? = nil, path: String, errno: Int32? = nil) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.path = path
        self.errno = errno
    }
}

extension MetadataError: CustomStringConvertible {}

extension MetadataError: HashableError {
    package var details: [AnyHashable] { [advice, path, errno] }
}
