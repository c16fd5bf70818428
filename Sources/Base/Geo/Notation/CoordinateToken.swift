/// A part of a position in text: a number, a unit, a hemisphere letter.
enum CoordinateToken: Equatable {
    /// Whether an angle is a latitude or a longitude.
    enum Axis: Equatable { case latitude, longitude }

    /// A letter or word for a hemisphere.
    enum Hemisphere: Character {
        case north = "N"
        case south = "S"
        case east = "E"
        case west = "W"

        var axis: Axis { self == .north || self == .south ? .latitude : .longitude }
        var isNegative: Bool { self == .south || self == .west }
    }

    case number(Double, isWhole: Bool)
    /// A mark or word for a unit: 0 for degrees, 1 for minutes, 2 for seconds.
    case unit(Int)
    /// A colon between the parts of an angle.
    case colon
    /// A comma between two angles.
    case separator
    case sign(isNegative: Bool)
    case hemisphere(Hemisphere)

    /// The longest text accepted, in characters.
    private static let maximumLength = 200

    private static let marks: [Unicode.Scalar: CoordinateToken] = [
        "°": .unit(0), "º": .unit(0), "˚": .unit(0), "'": .unit(1), "′": .unit(1), "’": .unit(1), "‘": .unit(1),
        "´": .unit(1), "ʹ": .unit(1), "\"": .unit(2), "″": .unit(2), "”": .unit(2), "“": .unit(2), "ʺ": .unit(2),
        "˝": .unit(2), ":": .colon, ",": .separator, "-": .sign(isNegative: true), "−": .sign(isNegative: true),
        "+": .sign(isNegative: false), "度": .unit(0), "分": .unit(1), "秒": .unit(2),
    ]

    /// Words that may be followed directly by a number.
    private static let ideographs: [(String, CoordinateToken)] = [
        ("北緯", .hemisphere(.north)), ("北纬", .hemisphere(.north)), ("南緯", .hemisphere(.south)),
        ("南纬", .hemisphere(.south)), ("東経", .hemisphere(.east)), ("東經", .hemisphere(.east)),
        ("东经", .hemisphere(.east)), ("西経", .hemisphere(.west)), ("西經", .hemisphere(.west)),
        ("西经", .hemisphere(.west)),
    ]

    private static let words: [String: CoordinateToken] = {
        var words: [String: CoordinateToken] = [
            "d": .unit(0), "deg": .unit(0), "degree": .unit(0), "degrees": .unit(0), "min": .unit(1), "sec": .unit(2),
        ]
        let hemispheres: [(Hemisphere, [String])] = [
            (.north, ["n", "north", "nord", "norte", "noord"]),
            (.south, ["s", "south", "sud", "süd", "sur", "sul", "zuid"]),
            (.east, ["e", "east", "est", "ost", "este", "leste", "oost"]),
            (.west, ["w", "west", "ouest", "oeste", "ovest"]),
        ]
        for (hemisphere, names) in hemispheres {
            for name in names { words[name] = .hemisphere(hemisphere) }
        }
        return words
    }()

    /// Splits a text into tokens.
    ///
    /// - Parameters:
    ///   - text: A position, or one angle.
    ///   - allowsDecimalComma: Whether a comma between two digits belongs to a number.
    /// - Returns: The tokens; `nil` when the text has a character or word that positions do not have.
    /// - Throws: ``Coordinate/TextError/Code/ambiguous``.
    static func tokens(
        of text: String, allowsDecimalComma: Bool
    ) throws(Coordinate.TextError) -> [CoordinateToken]? {
        guard text.utf8.count <= maximumLength else { return nil }
        var rest = text.unicodeScalars[...]
        var tokens: [CoordinateToken] = []
        while let scalar = rest.first {
            if scalar.properties.isWhitespace {
                rest.removeFirst()
            } else if let mark = marks[scalar] {
                rest.removeFirst()
                // Two minute marks are a typewriter's second mark.
                if mark == .unit(1), tokens.last == .unit(1) {
                    tokens[tokens.count - 1] = .unit(2)
                } else {
                    tokens.append(mark)
                }
            } else if isDigit(scalar) || scalar == "." {
                guard let number = takeNumber(&rest, allowsDecimalComma: allowsDecimalComma) else { return nil }
                tokens.append(number)
            } else {
                guard let word = try takeWord(&rest, in: text) else { return nil }
                tokens.append(word)
            }
        }
        return tokens
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Reads digits with at most one decimal point or comma; no exponent, since `E` could mean east.
    private static func takeNumber(
        _ rest: inout String.UnicodeScalarView.SubSequence, allowsDecimalComma: Bool
    ) -> CoordinateToken? {
        var digits = ""
        var isWhole = true
        while let scalar = rest.first {
            if isDigit(scalar) {
                digits.unicodeScalars.append(scalar)
            } else if scalar == "." || scalar == "," && allowsDecimalComma && !digits.isEmpty {
                guard isWhole, let next = rest.dropFirst().first, isDigit(next) else {
                    // A comma not followed by a digit separates two angles.
                    if scalar == "," { break }
                    return nil
                }
                digits += digits.isEmpty ? "0." : "."
                isWhole = false
            } else {
                break
            }
            rest.removeFirst()
        }
        return Double(digits).map { .number($0, isWhole: isWhole) }
    }

    private static func takeWord(
        _ rest: inout String.UnicodeScalarView.SubSequence, in text: String
    ) throws(Coordinate.TextError) -> CoordinateToken? {
        for (word, token) in ideographs where rest.starts(with: word.unicodeScalars) {
            rest.removeFirst(word.unicodeScalars.count)
            return token
        }
        let letters = rest.prefix { $0.properties.isAlphabetic && marks[$0] == nil }
        rest = rest.dropFirst(letters.count)
        let word = String(String.UnicodeScalarView(letters)).lowercased()
        if word == "o", text.unicodeScalars.contains(where: isDigit) {
            throw Coordinate.TextError(
                code: .ambiguous,
                message: "\"\(text)\" has O, which is west in French and Spanish, and east in German",
                advice: "write W or E")
        }
        return words[word]
    }
}
