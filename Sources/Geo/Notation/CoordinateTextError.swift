/// Why a text names no point of the Earth.
public struct CoordinateTextError: Error, Hashable, Sendable {
    /// The kind of a failure.
    ///
    /// Compare with `==`; new kinds may be added.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The text is not a position at all: words, a single number, or more numbers than two angles have.
        public static let unrecognized = Code(name: "unrecognized")
        /// An angle is larger than there are, or has 60 minutes or seconds, or more.
        public static let outOfRange = Code(name: "out of range")
        /// One angle says its hemisphere and the other does not.
        public static let incomplete = Code(name: "incomplete")
        /// The text says two things that exclude each other, such as a minus sign and `S`, or two latitudes.
        public static let contradictory = Code(name: "contradictory")
        /// The letter `O`, which is west in some languages and east in others.
        public static let ambiguous = Code(name: "ambiguous")
    }

    /// The kind of failure.
    public let code: Code

    /// What is wrong, with the text and what to write instead.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension CoordinateTextError: CustomStringConvertible {
    /// The ``message``.
    public var description: String { message }
}
