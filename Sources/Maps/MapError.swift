/// Why a map could not be made.
public struct MapError: Error, Hashable, Sendable, CustomStringConvertible {
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
    }

    /// The kind of failure.
    public let code: Code

    /// What happened and what to do, as a sentence without a capital letter and full stop.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened.
    ///   - advice: What to do; it becomes the end of the message.
    public init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = advice.map { "\(message); \($0)" } ?? message
        self.advice = advice
    }

    /// The ``message``.
    public var description: String { message }
}
