/// Why a place could not be named: what happened, where, and what to do about it.
///
/// A point that simply has no name (open sea) is not an error; its placemark is empty.
public struct GeocodingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; new kinds may be added, so compare instead of switching exhaustively.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, as it is printed.
        public let description: String

        /// A file of names is missing or cannot be read.
        public static let dataUnreadable = Code(description: "dataUnreadable")
        /// A file of names contradicts itself: cut short, overwritten or not of this format.
        public static let dataDamaged = Code(description: "dataDamaged")
        /// A file of names was made for another version of this library.
        public static let dataUnsupported = Code(description: "dataUnsupported")
        /// The material a file of names is built from is wrong.
        public static let inputInvalid = Code(description: "inputInvalid")
        /// A file of names cannot be written.
        public static let outputFailed = Code(description: "outputFailed")
        /// A template has an unknown keyword.
        public static let templateInvalid = Code(description: "templateInvalid")
        /// What was asked cannot be sent: no User-Agent of the caller's own for a public service, a text without letters.
        public static let requestInvalid = Code(description: "requestInvalid")
        /// A web service is out of reach: no network, no such host, refused, TLS fails.
        public static let serviceUnreachable = Code(description: "serviceUnreachable")
        /// A service did not answer in time, or all of the time allowed went by.
        public static let timedOut = Code(description: "timedOut")
        /// A service is overloaded or out of order (429, 5xx), also after a few more tries.
        public static let serviceOverloaded = Code(description: "serviceOverloaded")
        /// A service refuses the request (4xx): a wrong address, a key that is missing.
        public static let serviceRefused = Code(description: "serviceRefused")
        /// A service has blocked this program or this machine; asking on would make it worse.
        public static let serviceBlocked = Code(description: "serviceBlocked")
        /// A service's answer is none of its kind: HTML in place of JSON, JSON of another shape, too large.
        public static let answerInvalid = Code(description: "answerInvalid")
        /// The task or the request was cancelled.
        public static let cancelled = Code(description: "cancelled")

        /// Whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? GeocodingError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, where, and what to do, as one sentence.
    public let message: String

    /// The failure below this one, where there is one.
    public let underlying: (any Error)?

    /// Describes a failure.
    public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The message, followed by what is underneath.
    public var description: String {
        underlying.map { "\(message) (\($0))" } ?? message
    }
}

extension GeocodingError {
    /// The error of a cancelled question.
    static func cancelled() -> GeocodingError { GeocodingError(.cancelled, "the question for a place was cancelled") }

    /// The error of a question that ran out of time.
    static func timedOut() -> GeocodingError {
        GeocodingError(.timedOut, "no provider named the place within the time limit; allow more time, or try again")
    }
}
