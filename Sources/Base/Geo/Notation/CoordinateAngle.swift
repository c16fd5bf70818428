/// One angle of a position in text: its magnitude, and its hemisphere if the text names one.
struct CoordinateAngle {
    /// The hemisphere that the text names.
    let hemisphere: CoordinateToken.Hemisphere?
    /// Degrees, with minutes and seconds added.
    private let magnitude: Double
    private let isNegative: Bool

    /// Whether it is a latitude or a longitude, according to its hemisphere letter.
    var axis: CoordinateToken.Axis? { hemisphere?.axis }

    /// Creates an angle from its tokens.
    ///
    /// - Parameters:
    ///   - tokens: The angle's tokens.
    ///   - text: The text that errors quote.
    /// - Throws: ``Coordinate/TextError``.
    init(_ tokens: ArraySlice<CoordinateToken>, of text: String) throws(Coordinate.TextError) {
        var rest = tokens
        var letters: [CoordinateToken.Hemisphere] = []
        if case .hemisphere(let letter)? = rest.first {
            letters.append(letter)
            rest.removeFirst()
        }
        if case .hemisphere(let letter)? = rest.last {
            letters.append(letter)
            rest.removeLast()
        }
        guard letters.count < 2 else {
            throw Coordinate.TextError(
                code: .contradictory,
                message: "an angle of \"\(text)\" has both \(letters[0].rawValue) and \(letters[1].rawValue)")
        }
        hemisphere = letters.first
        var sign: Bool?
        if case .sign(let isNegative)? = rest.first {
            sign = isNegative
            rest.removeFirst()
        }
        if let sign, let letter = letters.first {
            throw Coordinate.TextError(
                code: .contradictory,
                message: "an angle of \"\(text)\" has both \(sign ? "a minus" : "a plus") sign and \(letter.rawValue); "
                    + "write one of them")
        }
        isNegative = sign ?? letters.first?.isNegative ?? false
        magnitude = try Self.magnitude(rest, text)
    }

    /// Returns the signed angle in degrees.
    ///
    /// - Throws: ``Coordinate/TextError/Code/outOfRange``.
    func degrees(_ axis: CoordinateToken.Axis, in text: String) throws(Coordinate.TextError) -> Double {
        let (name, maximum) = axis == .latitude ? ("latitude", 90.0) : ("longitude", 180.0)
        guard magnitude <= maximum else {
            let maximumDegrees = Int(maximum)
            let hint = axis == .latitude && magnitude <= 180 && hemisphere == nil ? "; latitude comes first" : ""
            throw Coordinate.TextError(
                code: .outOfRange,
                message: "the \(name) of \"\(text)\" is not within -\(maximumDegrees) to \(maximumDegrees)\(hint)")
        }
        return isNegative ? -magnitude : magnitude
    }

    /// Adds up degrees, minutes and seconds, each with or without its mark.
    private static func magnitude(
        _ tokens: ArraySlice<CoordinateToken>, _ text: String
    ) throws(Coordinate.TextError) -> Double {
        let names = ["degrees", "minutes", "seconds"]
        var rest = tokens
        var parts: [Double] = []
        var isWhole = true
        while case .number(let value, let isWholeValue)? = rest.first {
            rest.removeFirst()
            guard isWhole else {
                throw Coordinate.TextError(
                    code: .contradictory,
                    message: "\(names[parts.count - 1]) of \"\(text)\" have a fraction, so that nothing can follow them"
                )
            }
            isWhole = isWholeValue
            var unit = parts.count
            switch rest.first {
            case .unit(let written)?:
                unit = written
                rest.removeFirst()
            case .colon?:
                rest.removeFirst()
                // A colon must stand between two numbers.
                guard !rest.isEmpty else { throw Coordinate.Parser.unrecognized(text) }
            default: break
            }
            // Minutes may be omitted, degrees may not.
            guard unit >= parts.count, unit < names.count, !(parts.isEmpty && unit > 0) else {
                throw Coordinate.Parser.unrecognized(text)
            }
            while parts.count < unit { parts.append(0) }
            // Programs round 59.96 to 60.0.
            guard unit == 0 || value < 60 || value == 60 && !isWhole else {
                throw Coordinate.TextError(
                    code: .outOfRange, message: "the \(names[unit]) of \"\(text)\" are not less than 60")
            }
            parts.append(value)
        }
        guard !parts.isEmpty, rest.isEmpty else { throw Coordinate.Parser.unrecognized(text) }
        let (minutes, seconds) = (parts.count > 1 ? parts[1] : 0, parts.count > 2 ? parts[2] : 0)
        return parts[0] + (minutes + seconds / 60) / 60
    }
}
