import LKFormats
import LKGeocoding
import LKStorage

/// Why a map could not be made.
public struct MapError: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: String, Sendable {
        /// There is no position to show.
        case nothingToShow
        /// The gazetteer is damaged.
        case dataDamaged
        /// A value is not what it should be, such as a URL of tiles.
        case invalid
        /// There is more than a page can show.
        case tooLarge
        /// The system has no more memory.
        case memory
        /// A library that this needs is not installed.
        case unavailable
        /// The file to be written exists, and is not one that may be replaced.
        case exists
        /// A file cannot be written.
        case unwritable
    }

    /// The kind of failure.
    public let code: Code

    /// What happened and what to do, as a sentence without a capital letter and full stop.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// The error beneath, such as that of the gazetteer; `nil` if there is none.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - underlying: The error beneath, if there is one.
    public init(_ code: Code, _ message: String, advice: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.underlying = underlying
    }

    /// Creates an error from a gazetteer error, with the same message.
    init(_ error: GeocodingError) {
        // What passed through the gazetteer's functions comes out as it was.
        if let error = error.underlying as? MapError {
            self = error
            return
        }
        (code, message, advice, underlying) = (.dataDamaged, error.message, error.advice, error)
    }

    /// Creates an error from an error of writing the file, with the same message.
    init(writing error: StorageError) {
        code = error.code == .exists ? .exists : .unwritable
        (message, advice, underlying) = (error.message, error.advice, error)
    }
}

extension MapError: DescribedError {}
