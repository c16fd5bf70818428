import LKFormats

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
        /// The file, or what would be written, has no position that can be used: no point of a track or route, and no waypoint.
        public static let empty = Code(name: "empty")
        /// A part of the file exceeds a limit that protects memory.
        public static let tooLarge = Code(name: "too large")
        /// The content is well-formed but uses a refused feature, such as XML entities.
        public static let refused = Code(name: "refused")
        /// The format is read here, but not written.
        public static let readOnly = Code(name: "read-only")
        /// The bytes could not be written; see ``TrackFormatError/errno``.
        public static let unwritable = Code(name: "unwritable")
        /// What was stated about the file, as ``TrackFormat/Hints``, is not for its format or does not fit it.
        public static let inapplicable = Code(name: "inapplicable")
        /// The file to be written exists, and is not one that may be replaced.
        public static let exists = Code(name: "exists")
        /// An element came too late for the format, or after the end.
        public static let misplaced = Code(name: "misplaced")
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, in which file and line, and what to do.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// The system's error number, if a system call failed.
    public let errno: Int32?

    /// The error beneath, such as that of a track log; `nil` if there is none.
    public let underlying: (any Error)?

    /// What its user could state to make the file readable; `nil`: nothing.
    public var missing: TrackFormat.Hints.Kind?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened, in which file and line.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - errno: The system's error number, if a system call failed.
    ///   - underlying: The error beneath, if there is one.
    public init(
        code: Code, message: String, advice: String? = nil, errno: Int32? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.errno = errno
        self.underlying = underlying
    }

    /// Creates an error from another one; the message is complete.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: The message, which ends with the advice.
    ///   - advice: The advice in it; `nil` for none.
    ///   - errno: The system's error number, if a system call failed.
    ///   - underlying: The other error.
    package init(
        code: Code, complete message: String, advice: String?, errno: Int32? = nil, underlying: any Error
    ) {
        (self.code, self.message, self.advice) = (code, message, advice)
        (self.errno, self.underlying) = (errno, underlying)
    }
}

extension TrackFormatError: CustomStringConvertible {}

extension TrackFormatError: HashableError {
    package var details: [AnyHashable] { [advice, errno, missing] }
}

/// The parts of a file that a reader skipped.
public struct TrackWarnings: Hashable, Sendable {
    /// A skipped part of a file.
    public struct Warning: Hashable, Sendable {
        /// The line of the file, counted from 1; 0 for the file as a whole.
        public let line: Int

        /// What is wrong.
        public let message: String

        /// Creates a warning.
        package init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    /// A remark about a file as a whole that is no loss: which of two receivers is read, that times are unknown.
    public struct Note: Hashable, Sendable {
        /// A clause without a full stop, which follows the name of the file.
        public let message: String

        /// What its user could state to get more of the file; `nil`: nothing.
        public let missing: TrackFormat.Hints.Kind?

        /// Creates a remark.
        package init(_ message: String, missing: TrackFormat.Hints.Kind? = nil) {
            self.message = message
            self.missing = missing
        }
    }

    /// The first 100 warnings.
    public package(set) var first: [Warning]

    /// The number of warnings.
    public package(set) var count: Int

    /// Remarks about the file as a whole that are no loss, such as a missing date.
    public package(set) var notes: [Note] = []

    /// Whether nothing was skipped; there may still be ``notes``.
    public var isEmpty: Bool { count == 0 }

    /// Creates an empty value.
    package init() { (first, count) = ([], 0) }

    package init(first: [Warning], count: Int, notes: [Note] = []) {
        (self.first, self.count, self.notes) = (first, count, notes)
    }

    /// Creates the warnings of a reader so far; they are complete at the end of the file.
    package init(_ reader: any TrackReading) {
        first = reader.warnings
        count = reader.warningCount
        notes = reader.notes
    }
}

extension TrackWarnings {
    /// Returns the warnings as text, one line for each of the first 100, and a count of the others.
    ///
    /// - Parameter path: The file.
    /// - Returns: Lines such as `walk.csv:7: "yesterday" is not a valid time`.
    package func lines(path: String) -> [String] {
        var lines = first.map { warning in
            // The error of a damaged file names the file and the line itself.
            if warning.line == 0 {
                return warning.message.hasPrefix(path) ? warning.message : "\(path): \(warning.message)"
            }
            return "\(path):\(warning.line): \(warning.message)"
        }
        let more = count - first.count
        if more > 0 { lines.append("\(path): \(more) more points or values could not be used") }
        return lines
    }
}

/// Collects warnings: counts all, keeps the first.
struct WarningList {
    private(set) var first: [TrackWarnings.Warning] = []
    private(set) var count = 0

    mutating func add(_ line: Int, _ message: String) {
        count += 1
        if first.count < 100 { first.append(TrackWarnings.Warning(line: line, message: message)) }
    }
}
