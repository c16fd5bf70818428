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
        /// A template has a keyword that nobody knows.
        public static let templateInvalid = Code(description: "templateInvalid")
        /// A service on the net is out of reach or refuses.
        public static let serviceUnreachable = Code(description: "serviceUnreachable")

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
