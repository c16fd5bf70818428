/// An error in reading or writing a file of positions.
///
/// Damaged sentences and single bad points are not errors: readers skip and count them.
public struct TrackFormatError: Error, Hashable, Sendable {
    /// The kind of failure.
    ///
    /// Compare with `==`; later versions may add kinds.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The code's name.
        public var description: String { name }

        /// The content violates its format so that the rest cannot be interpreted.
        public static let malformed = Code(name: "malformed")
        /// The content is not in a supported format.
        public static let unrecognized = Code(name: "unrecognized")
        /// The file is missing or cannot be read; see ``TrackFormatError/errno``.
        public static let unreadable = Code(name: "unreadable")
        /// A part of the file exceeds a limit that protects memory.
        public static let tooLarge = Code(name: "too large")
        /// The content is well-formed but uses a refused feature, such as XML entities.
        public static let refused = Code(name: "refused")
        /// The format is read here, but not written.
        public static let readOnly = Code(name: "read-only")
        /// The bytes could not be written; see ``TrackFormatError/errno``.
        public static let unwritable = Code(name: "unwritable")
        /// What was stated about the file, as ``TrackHints``, is not for its format or does not fit it.
        public static let inapplicable = Code(name: "inapplicable")
        /// An element came too late for the format, or after the end.
        public static let misplaced = Code(name: "misplaced")
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, in which file and line, and what to do.
    public let message: String

    /// The system's error number, if a system call failed.
    public let errno: Int32?

    /// What its user could state to make the file readable; `nil`: nothing.
    public var missing: TrackHints.Kind?

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

/// A skipped part of a file.
public struct TrackWarning: Hashable, Sendable {
    /// The line of the file, counted from 1.
    public let line: Int

    /// What is wrong.
    public let message: String

    /// Makes a warning.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// The parts of a file that a reader skipped.
public struct TrackWarnings: Hashable, Sendable {
    /// The first 100 warnings.
    public var first: [TrackWarning]

    /// The number of warnings.
    public var count: Int

    /// Remarks about the file as a whole that are no loss, such as a missing date; see ``TrackReading/notes``.
    public var notes: [TrackNote] = []

    /// Makes an empty value.
    public init() { (first, count) = ([], 0) }

    package init(first: [TrackWarning], count: Int, notes: [TrackNote] = []) {
        (self.first, self.count, self.notes) = (first, count, notes)
    }

    /// Makes the warnings of a reader so far; they are complete at the end of the file.
    public init(_ reader: any TrackReading) {
        first = reader.warnings
        count = reader.warningCount
        notes = reader.notes
    }
}

/// Collects warnings: counts all, keeps the first.
struct WarningList {
    private(set) var first: [TrackWarning] = []
    private(set) var count = 0

    mutating func add(_ line: Int, _ message: String) {
        count += 1
        if first.count < 100 { first.append(TrackWarning(line: line, message: message)) }
    }
}
