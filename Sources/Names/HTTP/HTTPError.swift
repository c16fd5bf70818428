import LKFormats

/// Why a request failed: what happened, to which URL, and what to do.
///
/// A status such as 404 or 500 is a response, not an error.
package struct HTTPError: Error, Sendable, CustomStringConvertible {
    /// The kind of error; new kinds may be added, so compare instead of switching exhaustively.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        package let description: String

        /// The URL is invalid, or its scheme is not `http` or `https`.
        package static let invalidURL = Code(description: "invalidURL")
        /// A request header contains invalid characters, such as a line break.
        package static let invalidHeader = Code(description: "invalidHeader")
        /// The host name cannot be resolved.
        package static let hostUnknown = Code(description: "hostUnknown")
        /// The connection was refused, or there is no route.
        package static let unreachable = Code(description: "unreachable")
        /// The certificate is expired, for another host or from an untrusted CA, or TLS failed otherwise.
        package static let untrusted = Code(description: "untrusted")
        /// The response was not complete within the time limit.
        package static let timedOut = Code(description: "timedOut")
        /// The connection was closed before the response was complete.
        package static let closedEarly = Code(description: "closedEarly")
        /// The response is not valid HTTP, or its compression is damaged.
        package static let malformed = Code(description: "malformed")
        /// The response is larger than the limit.
        package static let tooLarge = Code(description: "tooLarge")
        /// The server redirects without end, or to another scheme.
        package static let redirectRefused = Code(description: "redirectRefused")
        /// The task or the transfer was cancelled, or the client was closed.
        package static let canceled = Code(description: "cancelled")
        /// libcurl is not installed, or system resources are exhausted.
        package static let unavailable = Code(description: "unavailable")

        /// Returns whether an error has this code, for `catch` and `switch`.
        package static func ~= (code: Code, error: any Error) -> Bool { (error as? HTTPError)?.code == code }
    }

    /// The kind of error.
    package let code: Code

    /// What happened, to which URL, and what to do.
    package let message: String

    /// libcurl's error text, which is also part of the message; `nil` if there is none to show.
    package let reason: String?

    /// Creates an error.
    package init(_ code: Code, _ message: String, reason: String? = nil) {
        self.code = code
        self.message = message
        self.reason = reason
    }
}

extension HTTPError: DescribedError {}

extension HTTPError {
    /// Returns the error of a cancelled transfer.
    static func canceled(_ address: WebAddress) -> Self {
        Self(.canceled, "the transfer of \(address) was cancelled")
    }

    /// Returns the error of a closed client.
    static func closed(_ address: WebAddress) -> Self {
        Self(.canceled, "the transfer of \(address) has ended, as its client was closed; use another client")
    }

    /// Returns the error for a request that waited too long for a connection.
    static func queuedTooLong(_ address: WebAddress, _ timeout: Duration) -> Self {
        Self(
            .timedOut,
            "\(address) was not requested within \(timeout), since earlier requests occupied all connections to the server; "
                + "try again later, or send fewer at once")
    }

    /// Returns the error for exhausted system resources; the reason includes what to do.
    static func exhausted(_ address: WebAddress, _ reason: String) -> Self {
        Self(.unavailable, "\(address) cannot be fetched: \(reason)")
    }
}
