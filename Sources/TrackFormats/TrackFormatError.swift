/// Why a file of positions could not be read or written.
///
/// Damaged sentences and single bad points are no errors: they are skipped and counted by the readers.
public struct TrackFormatError: Error, Hashable, Sendable {
    /// The kind of a failure.
    ///
    /// Compare with `==`; new kinds may be added.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The content breaks its format so that nothing after the place can be understood.
        public static let malformed = Code(name: "malformed")
        /// The content is of no format that is read here.
        public static let unrecognized = Code(name: "unrecognized")
        /// The file is missing, may not be read, or the reading failed; see ``TrackFormatError/errno``.
        public static let unreadable = Code(name: "unreadable")
        /// A part of the file exceeds a limit that guards against exhausting memory.
        public static let tooLarge = Code(name: "too large")
        /// The content is well-formed but asks for what is refused, such as XML entities.
        public static let refused = Code(name: "refused")
        /// The format is read here, but not written.
        public static let readOnly = Code(name: "read-only")
        /// The bytes could not be handed over; see ``TrackFormatError/errno``.
        public static let unwritable = Code(name: "unwritable")
        /// An element came too late for the format, or after the end of the writing.
        public static let misplaced = Code(name: "misplaced")
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, in which file and line, and what to do.
    public let message: String

    /// The system's error number, where a system call failed.
    public let errno: Int32?

    /// Makes an error.
    public init(code: Code, message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }
}

extension TrackFormatError: CustomStringConvertible {
    /// The ``message``.
    public var description: String { message }
}

/// Something in a file that was skipped.
public struct TrackWarning: Hashable, Sendable {
    /// The line of the file, counted from 1.
    public let line: Int

    /// What is wrong there.
    public let message: String

    /// Something that was skipped.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// What a reader skipped.
public struct TrackWarnings: Hashable, Sendable {
    /// The first 100.
    public var first: [TrackWarning]

    /// How many there are.
    public var count: Int

    /// Nothing was skipped.
    public init() { (first, count) = ([], 0) }

    package init(first: [TrackWarning], count: Int) { (self.first, self.count) = (first, count) }

    /// Takes what a reader has skipped so far; all of it is known at the end of the file.
    public init(_ reader: any TrackReading) {
        first = reader.warnings
        count = reader.warningCount
    }
}

/// Gathers warnings: all are counted, the first are kept.
struct WarningList {
    private(set) var first: [TrackWarning] = []
    private(set) var count = 0

    mutating func add(_ line: Int, _ message: String) {
        count += 1
        if first.count < 100 { first.append(TrackWarning(line: line, message: message)) }
    }
}
