import Glibc
import LKFormats

/// An error in getting positions.
///
/// ```swift
/// do {
///     let location = try await LocationManager.shared.currentLocation()
/// } catch let error where error.code == .timeout {
///     print(error.reason?.advice ?? error.message)
/// }
/// ```
public struct PositioningError: Error, Hashable, Sendable {
    /// The kind of error.
    ///
    /// New kinds may be added, so keep a `default` when switching.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public var rawValue: String
        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// Time ran out without a position; ``PositioningError/reason`` says why.
        public static let timeout = Code(rawValue: "timeout")
        /// No satellite was in view for the whole of `noSatelliteTimeout`.
        public static let noSatellites = Code(rawValue: "no-satellites")
        /// The source ended, as a recording does, without a position.
        public static let ended = Code(rawValue: "ended")
        /// The request was cancelled.
        public static let canceled = Code(rawValue: "canceled")
        /// The manager is disabled.
        public static let disabled = Code(rawValue: "disabled")
        /// A required program or library is not installed.
        public static let missing = Code(rawValue: "missing")
        /// The system refuses threads or descriptors.
        public static let unavailable = Code(rawValue: "unavailable")
        /// A file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// A file has the wrong format or is damaged.
        public static let malformed = Code(rawValue: "malformed")
        /// The private receiver of a simulation did not start or ended too early.
        public static let simulation = Code(rawValue: "simulation")

        /// Allows matching by code in `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PositioningError)?.code == code
        }
    }

    /// The kind of error.
    public var code: Code

    /// What happened, where, and what to do.
    public var message: String

    /// What to do: the end of ``message``, or what ``reason`` advises, which the message does not repeat; `nil` where there is nothing
    /// to advise.
    public internal(set) var advice: String?

    /// Why there is no fix, if that is the error.
    public var reason: LocationManager.NoFixReason?

    /// The `errno` value, if the system reported one.
    public var errno: Int32?

    /// The error beneath, such as that of a file that is played back; `nil` if there is none.
    public var underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, and where.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - reason: Why there is no fix, if that is the error.
    ///   - errno: The `errno` value, if the system reported one.
    ///   - underlying: The error beneath, if there is one.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, reason: LocationManager.NoFixReason? = nil,
        errno: Int32? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice ?? reason?.advice
        self.reason = reason
        self.errno = errno
        self.underlying = underlying
    }
}

extension PositioningError {
    /// Returns the error when the system refuses a thread or descriptor.
    static func unavailable(_ code: Int32) -> PositioningError {
        let reason = String(cString: strerror(code))
        return PositioningError(
            .unavailable, "the system has no threads or descriptors left for reading positions: \(reason)", errno: code)
    }
}

extension PositioningError: CustomStringConvertible {}

extension PositioningError: HashableError {
    package var details: [AnyHashable] { [advice, reason, errno] }
}
