/// Why photos cannot be listed or watched, or why one of them cannot be read.
///
/// ```swift
/// do { try await library.reload() } catch PhotosError.Code.missing { print("plug in the disk") }
/// ```
public struct PhotosError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public var rawValue: String
        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such folder.
        public static let missing = Code(rawValue: "missing")
        /// The system does not let it be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// It is no folder.
        public static let notAFolder = Code(rawValue: "not-a-folder")
        /// A file that was named is neither a photo nor a video.
        public static let notAPhoto = Code(rawValue: "not-a-photo")
        /// The file has a photo's form and is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// The system watches no more folders.
        public static let watchLimit = Code(rawValue: "watch-limit")
        /// The catalog cannot be used; photos are listed without it, slower.
        public static let catalog = Code(rawValue: "catalog")
        /// Everybody who waited for the work has left.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The system refused: no thread or descriptor is to be had.
        public static let system = Code(rawValue: "system")

        /// Lets a `catch` pattern name a kind.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? PhotosError)?.code == code }
    }

    /// What kind of thing went wrong.
    public var code: Code
    /// What happened, with the file or folder, and what can be done about it.
    public var message: String
    /// The file or folder; bytes that are no UTF-8 are replaced.
    public var path: String
    /// The system's error number, where it refused.
    public var systemError: Int32?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - message: A sentence for people, with the file or folder.
    ///   - path: The file or folder.
    ///   - systemError: The system's error number.
    public init(_ code: Code, _ message: String, path: String, systemError: Int32? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.systemError = systemError
    }

    /// The message.
    public var description: String { message }
}
