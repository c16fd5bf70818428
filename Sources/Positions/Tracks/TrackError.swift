import LKFormats
public import LKStorage

/// An error in recording or reading a track.
///
/// ```swift
/// do { let recorder = try TrackRecorder(url) } catch TrackError.Code.inUse { print("it is being recorded") }
/// ```
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public var rawValue: String
        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// The file does not exist.
        public static let missing = Code(rawValue: "missing")
        /// The file is not a track log.
        public static let notATrackLog = Code(rawValue: "not-a-track-log")
        /// The log was written by a newer version of this library.
        public static let newerVersion = Code(rawValue: "newer-version")
        /// The log is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// Another recorder or program has locked the log.
        public static let inUse = Code(rawValue: "in-use")
        /// The file was removed or replaced during recording.
        public static let removed = Code(rawValue: "removed")
        /// The system refused: the disk is full or read-only, or no thread can be started.
        public static let system = Code(rawValue: "system")
        /// The recording has ended already.
        public static let finished = Code(rawValue: "finished")

        /// Allows matching by code in `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? TrackError)?.code == code }
    }

    /// The kind of error.
    public var code: Code
    /// What happened, to which file, and what to do.
    public var message: String
    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public internal(set) var advice: String?
    /// The underlying error.
    public var underlying: StorageError?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, to which file.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - underlying: The underlying error, if any.
    public init(_ code: Code, _ message: String, advice: String? = nil, underlying: StorageError? = nil) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.underlying = underlying
    }
}

extension TrackError: HashableError {
    package var details: [AnyHashable] { [advice, underlying] }
}

extension TrackError {
    /// Creates an error from a database error.
    init(_ error: StorageError, path: String) {
        let code: Code =
            switch error.code {
            case .missing: .missing
            case .corrupt, .wrongType, .conflict: .damaged
            case .newerVersion: .newerVersion
            case .locked: .inUse
            default: .system
            }
        if code == .missing {
            self.init(code, "there is no track log \(path)", advice: "check the name", underlying: error)
        } else {
            self.init(code, error)
        }
    }

    /// Creates an error from a file error, with the same message.
    init(_ code: Code, _ error: StorageError) {
        self.init(code, error.message, underlying: error)
        advice = error.advice
    }
}
