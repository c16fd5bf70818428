extension Coordinate {
    /// Parses positions as people write them: decimal degrees, degrees and minutes, or degrees, minutes and seconds.
    ///
    /// ```swift
    /// let parser = Coordinate.Parser()
    /// try parser.coordinate("48°51'24\"N 2°21'08\"E")
    /// try parser.coordinate("N48 51.4 E002 21.1")
    /// try parser.coordinate("-33.8568, 151.2153")
    /// ```
    ///
    /// Unit marks may be typewriter or typographic ones, words such as `deg`, or colons, and may be omitted. A letter, or
    /// the word for it in some languages, names the hemisphere before or after an angle, and so identifies the latitude;
    /// without letters the latitude comes first and the sign gives the hemisphere. `O` is rejected: it is west in French
    /// and Spanish but east in German.
    public struct Parser: Sendable {
        /// Whether a comma between two digits is a decimal comma; `false` by default.
        ///
        /// Angles separated by a semicolon or tab may have a decimal comma in any case.
        public var allowsDecimalComma: Bool

        /// Creates a parser.
        public init(allowsDecimalComma: Bool = false) { self.allowsDecimalComma = allowsDecimalComma }

        /// Parses latitude and longitude, in either order if letters identify them.
        ///
        /// - Parameter text: Two angles separated by a comma, semicolon, tab or space; the separator may be omitted where
        ///   letters or marks divide the angles.
        /// - Returns: The point; a longitude of 180 degrees becomes -180.
        /// - Throws: ``Coordinate/TextError``; ``Coordinate/TextError/Code/unrecognized`` for text that is not a position.
        public func coordinate(_ text: some StringProtocol) throws(Coordinate.TextError) -> Coordinate {
            let text = String(text)
            let (first, second) = try halves(text)
            let (one, other) = (try CoordinateAngle(first, of: text), try CoordinateAngle(second, of: text))
            switch (one.axis, other.axis) {
            case (.latitude, .longitude), (nil, nil): return try coordinate(one, other, text)
            case (.longitude, .latitude): return try coordinate(other, one, text)
            case (.latitude, .latitude), (.longitude, .longitude):
                let both = one.axis == .latitude ? "latitudes" : "longitudes"
                throw Coordinate.TextError(code: .contradictory, message: "both angles of \"\(text)\" are \(both)")
            case (nil, .some(let axis)), (.some(let axis), nil): throw Self.incomplete(text, has: axis)
            }
        }

        /// Parses only a latitude, such as the field of a column: `48°51'24"N`, `-33.8568`.
        ///
        /// - Returns: Degrees north, -90...90.
        /// - Throws: ``Coordinate/TextError``.
        public func latitude(_ text: some StringProtocol) throws(Coordinate.TextError) -> Double {
            try angle(String(text), .latitude)
        }

        /// Parses only a longitude: `2 21 8 E`, `-70.5`.
        ///
        /// - Returns: Degrees east, -180...180.
        /// - Throws: ``Coordinate/TextError``.
        public func longitude(_ text: some StringProtocol) throws(Coordinate.TextError) -> Double {
            try angle(String(text), .longitude)
        }

        private func angle(_ text: String, _ axis: CoordinateToken.Axis) throws(Coordinate.TextError) -> Double {
            guard let tokens = try CoordinateToken.tokens(of: text, allowsDecimalComma: allowsDecimalComma),
                !tokens.isEmpty, !tokens.contains(.separator)
            else { throw Self.unrecognized(text, axis == .latitude ? "a latitude" : "a longitude") }
            let angle = try CoordinateAngle(tokens[...], of: text)
            if let letter = angle.hemisphere, letter.axis != axis {
                let (name, other) = axis == .latitude ? ("latitude", "longitudes") : ("longitude", "latitudes")
                throw Coordinate.TextError(
                    code: .contradictory, message: "\(name) \"\(text)\" has \(letter.rawValue), which is for \(other)")
            }
            return try angle.degrees(axis, in: text)
        }

        private func coordinate(
            _ latitude: CoordinateAngle, _ longitude: CoordinateAngle, _ text: String
        ) throws(Coordinate.TextError) -> Coordinate {
            let (north, east) = (try latitude.degrees(.latitude, in: text), try longitude.degrees(.longitude, in: text))
            guard let coordinate = Coordinate(latitude: north, longitude: east) else { throw Self.unrecognized(text) }
            return coordinate
        }

        private typealias Tokens = ArraySlice<CoordinateToken>

        /// Splits the tokens into those of the two angles.
        private func halves(_ text: String) throws(Coordinate.TextError) -> (Tokens, Tokens) {
            let parts = text.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == "\t" }
            if parts.count == 2 {
                let first = try CoordinateToken.tokens(of: String(parts[0]), allowsDecimalComma: true)
                let second = try CoordinateToken.tokens(of: String(parts[1]), allowsDecimalComma: true)
                guard let first, let second, !first.isEmpty, !second.isEmpty else { throw Self.unrecognized(text) }
                return (first[...], second[...])
            }
            guard parts.count == 1,
                let tokens = try CoordinateToken.tokens(of: text, allowsDecimalComma: allowsDecimalComma)
            else { throw Self.unrecognized(text) }
            let commas = tokens.indices.filter { tokens[$0] == .separator }
            if commas.count == 1 {
                let halves = (tokens[..<commas[0]], tokens[(commas[0] + 1)...])
                guard !halves.0.isEmpty, !halves.1.isEmpty else { throw Self.unrecognized(text) }
                return halves
            }
            guard commas.isEmpty, let split = try split(tokens, text) else { throw Self.unrecognized(text) }
            return (tokens[..<split], tokens[split...])
        }

        /// Returns the index at which the second angle begins when nothing separates the two.
        private func split(_ tokens: [CoordinateToken], _ text: String) throws(Coordinate.TextError) -> Int? {
            let letters = tokens.indices.filter { if case .hemisphere = tokens[$0] { true } else { false } }
            if letters.count == 2 { return letters[0] == 0 ? letters[1] : letters[0] + 1 }
            let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
            if let only = letters.first {
                guard letters.count == 1, numbers.count > 1, case .hemisphere(let letter) = tokens[only] else {
                    return nil
                }
                throw Self.incomplete(text, has: letter.axis)
            }
            let signs = tokens.indices.dropFirst().filter { if case .sign = tokens[$0] { true } else { false } }
            if signs.count == 1 { return signs[0] }
            guard signs.isEmpty else { return nil }
            let marks = tokens.indices.filter { tokens[$0] == .unit(0) }
            if marks.count == 2 { return marks[1] - 1 }
            // Without any mark, both angles have the same number of parts.
            guard marks.isEmpty, [2, 4, 6].contains(numbers.count) else { return nil }
            return numbers[numbers.count / 2]
        }

        private static func incomplete(_ text: String, has axis: CoordinateToken.Axis) -> Coordinate.TextError {
            let (other, letters) = axis == .latitude ? ("longitude", "E nor W") : ("latitude", "N nor S")
            return Coordinate.TextError(
                code: .incomplete, message: "the \(other) of \"\(text)\" has neither \(letters)")
        }

        static func unrecognized(
            _ text: String, _ what: String = "a latitude and longitude"
        ) -> Coordinate.TextError {
            let shown = text.count > 60 ? text.prefix(60) + "..." : text[...]
            return Coordinate.TextError(code: .unrecognized, message: "\"\(shown)\" is not \(what)")
        }
    }
}

extension Coordinate {
    /// Why a text is not a point on the Earth.
    public struct TextError: Error, Hashable, Sendable {
        /// The kind of failure.
        ///
        /// Compare with `==`; later versions may add kinds.
        public struct Code: Hashable, Sendable, CustomStringConvertible {
            private let name: String

            /// The code's name.
            public var description: String { name }

            /// The text is not a position at all: words, a single number, or more numbers than two angles have.
            public static let unrecognized = Code(name: "unrecognized")
            /// An angle is out of range, or has 60 or more minutes or seconds.
            public static let outOfRange = Code(name: "out of range")
            /// Only one of the angles names its hemisphere.
            public static let incomplete = Code(name: "incomplete")
            /// The text contradicts itself, such as with a minus sign and `S`, or with two latitudes.
            public static let contradictory = Code(name: "contradictory")
            /// The letter `O`, which means west in some languages and east in others.
            public static let ambiguous = Code(name: "ambiguous")
        }

        /// The kind of failure.
        public let code: Code

        /// What is wrong, with the text and the accepted form.
        public let message: String

        /// What to do: the end of ``message``; `nil` where the message says it all.
        public let advice: String?

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - code: The kind of failure.
        ///   - message: What is wrong, with the text and the accepted form.
        ///   - advice: What to do; it becomes the end of the message.
        public init(code: Code, message: String, advice: String? = nil) {
            self.code = code
            self.message = advice.map { "\(message); \($0)" } ?? message
            self.advice = advice
        }
    }
}

extension Coordinate.TextError: CustomStringConvertible {
    /// The ``message``.
    public var description: String { message }
}
