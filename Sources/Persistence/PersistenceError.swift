/// What went wrong while keeping or reading something.
///
/// "There is nothing under this key" is no error where the answer is optional.
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
