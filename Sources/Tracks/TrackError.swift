public import Storage

/// Why a track cannot be recorded or read.
///
/// ```swift
/// do { let recorder = try TrackRecorder(path: "walk.track") } catch TrackError.Code.inUse { print("it is being recorded") }
/// ```
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public var rawValue: String
        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such file.
        public static let missing = Code(rawValue: "missing")
        /// The file is something else than a track log.
        public static let notATrackLog = Code(rawValue: "not-a-track-log")
        /// The log was written by a newer version of this library.
        public static let newerVersion = Code(rawValue: "newer-version")
        /// The log is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// Another recorder writes the log, or another program holds it.
        public static let inUse = Code(rawValue: "in-use")
        /// While it was recorded the file was removed, or another was put in its place.
        public static let removed = Code(rawValue: "removed")
        /// The system refused: the disk is full, nothing may be written, no thread is to be had.
        public static let system = Code(rawValue: "system")
        /// The recording has ended already.
        public static let finished = Code(rawValue: "finished")

        /// Lets a `catch` pattern name a kind.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? TrackError)?.code == code }
    }

    /// What kind of thing went wrong.
    public var code: Code
    /// What happened, with the file, and what can be done about it.
    public var message: String
    /// What the layer below said.
    public var underlying: PersistenceError?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - message: A sentence for people, with the file.
    ///   - underlying: What the layer below said, where it is to blame.
    public init(_ code: Code, _ message: String, underlying: PersistenceError? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }
}

extension TrackError {
    /// An error of the database, in the words of tracks.
    init(_ error: PersistenceError, path: String) {
        let code: Code =
            switch error.code {
            case .missing: .missing
            case .corrupt, .wrongType, .conflict: .damaged
            case .newerVersion: .newerVersion
            case .locked: .inUse
            default: .system
            }
        let message = code == .missing ? "there is no track log \(path); check the name" : error.message
        self.init(code, message, underlying: error)
    }
}
