/// Why there is no answer from a server: what happened, with which address, and what to do about it.
///
/// A status such as 404 or 500 is an answer, not an error.
public struct HTTPError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; new kinds may be added, so compare instead of switching exhaustively.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, as it is printed.
        public let description: String

        /// The address is no URL, or of another scheme than `http` and `https`.
        public static let invalidURL = Code(description: "invalidURL")
        /// A header to send has characters that headers cannot have, such as the end of a line.
        public static let invalidHeader = Code(description: "invalidHeader")
        /// The host's name is not known, or no name server answers.
        public static let hostUnknown = Code(description: "hostUnknown")
        /// Nobody accepts connections there, or there is no way there.
        public static let unreachable = Code(description: "unreachable")
        /// The server's certificate is expired, foreign or signed by nobody trusted, or TLS failed otherwise.
        public static let untrusted = Code(description: "untrusted")
        /// The answer did not come, or not all of it, within the time limit.
        public static let timedOut = Code(description: "timedOut")
        /// The connection ended before the answer did.
        public static let closedEarly = Code(description: "closedEarly")
        /// The answer is no HTTP, or its compression is damaged.
        public static let malformed = Code(description: "malformed")
        /// The answer is larger than the limit.
        public static let tooLarge = Code(description: "tooLarge")
        /// The server redirects without end, or to another scheme.
        public static let redirectRefused = Code(description: "redirectRefused")
        /// The task or the transfer was cancelled, or the client was closed.
        public static let cancelled = Code(description: "cancelled")
        /// libcurl is not installed, or something of this machine is exhausted.
        public static let unavailable = Code(description: "unavailable")

        /// Whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? HTTPError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, with which address, and what to do, as one sentence.
    public let message: String

    /// What libcurl said of it, in its own words, which are part of the message too; `nil` where it said nothing fit to show.
    public let reason: String?

    /// Describes a failure.
    public init(_ code: Code, _ message: String, reason: String? = nil) {
        self.code = code
        self.message = message
        self.reason = reason
    }

    /// The message.
    public var description: String { message }
}

extension HTTPError {
    /// The document is not wanted any more.
    static func cancelled(_ address: WebAddress) -> Self {
        Self(.cancelled, "the transfer of \(address) was cancelled")
    }

    /// The client has been closed.
    static func closed(_ address: WebAddress) -> Self {
        Self(.cancelled, "the transfer of \(address) has ended, as its client was closed; use another client")
    }

    /// Something of this machine has come to its end; the reason says what to do.
    static func exhausted(_ address: WebAddress, _ reason: String) -> Self {
        Self(.unavailable, "\(address) cannot be fetched: \(reason)")
    }
}
