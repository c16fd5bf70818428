package import LKGeo

/// Parses latitude and longitude as typed by a user.
package enum CoordinateText {
    /// The error in a pair of numbers, as part of a sentence.
    package struct Problem: Error, Equatable {
        package var text: String

        package init(text: String) { self.text = text }
    }

    /// Parses a coordinate in decimal degrees or degrees, minutes and seconds; `nil` if the words do not look like one.
    ///
    /// - Throws: The error in words that look like a coordinate.
    package static func coordinate(in words: [String]) throws(Problem) -> Coordinate? {
        if let numbers = numbers(in: words) { return try coordinate(latitude: numbers.0, longitude: numbers.1) }
        do throws(Coordinate.TextError) {
            return try Coordinate.Parser().coordinate(words.joined(separator: " "))
        } catch {
            if error.code == .unrecognized { return nil }
            throw Problem(text: error.message)
        }
    }

    /// Parses a point and a radius in metres, as values of an option have them: `35.68,139.76,500`.
    ///
    /// - Throws: What is wrong with the value.
    package static func circle(_ text: String) throws(ValueProblem) -> Circle {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let radius = ParsedArguments.number(parts[2]), radius >= 0 else {
            throw .expected("latitude, longitude and a number of metres, such as 35.681236,139.767125,500")
        }
        do throws(Problem) {
            return Circle(center: try coordinate(latitude: parts[0], longitude: parts[1]), radius: radius)
        } catch {
            throw ValueProblem(text: error.text)
        }
    }

    /// A point and a radius.
    package struct Circle: Sendable {
        package var center: Coordinate
        /// In metres.
        package var radius: Double
    }

    /// Returns the two numbers in `35.68 139.76`, `35.68,139.76` or `35.68, 139.76`, or `nil` when there are not
    /// exactly two.
    package static func numbers(in words: [String]) -> (Substring, Substring)? {
        let text = words.joined(separator: " ")
        let parts = text.split { $0 == "," || $0.isWhitespace }
        // `35,68 139,76` has decimal commas, which is ambiguous.
        guard parts.count == 2, text.count(where: { $0 == "," }) <= 1 else { return nil }
        guard ParsedArguments.number(parts[0]) != nil, ParsedArguments.number(parts[1]) != nil else { return nil }
        return (parts[0], parts[1])
    }

    /// Parses a coordinate from two texts, with decimal commas if allowed.
    package static func coordinate(
        latitude: some StringProtocol, longitude: some StringProtocol, decimalComma: Bool = false
    ) throws(Problem) -> Coordinate {
        try coordinate(
            latitude: angle(latitude, isLatitude: true, decimalComma: decimalComma),
            longitude: angle(longitude, isLatitude: false, decimalComma: decimalComma))
    }

    /// Parses one angle, given as a number of degrees, or as degrees, minutes and seconds.
    package static func angle(
        _ text: some StringProtocol, isLatitude: Bool, decimalComma: Bool = false
    ) throws(Problem) -> Double {
        if let number = number(text, decimalComma: decimalComma) { return number }
        let parser = Coordinate.Parser(allowsDecimalComma: decimalComma)
        do throws(Coordinate.TextError) {
            return isLatitude ? try parser.latitude(text) : try parser.longitude(text)
        } catch {
            guard error.code == .unrecognized else { throw Problem(text: error.message) }
            let name = isLatitude ? "latitude" : "longitude"
            throw Problem(text: "\(name) \"\(text)\" is not a number\(hint(text))")
        }
    }

    /// Returns an angle with its hemisphere from another column or member.
    package static func angle(
        _ angle: Double, of text: some StringProtocol, letter: some StringProtocol, isLatitude: Bool
    ) throws(Problem) -> Double {
        guard let signed = HemisphereLetter.angle(angle, from: text, letter: letter, isLatitude: isLatitude) else {
            let name = isLatitude ? "latitude" : "longitude"
            throw Problem(text: "\"\(letter)\" is not the hemisphere of the \(name) \"\(text)\"")
        }
        return signed
    }

    /// Returns whether a text of a file without a header looks like an angle, whatever its range.
    package static func isAngle(_ text: some StringProtocol, decimalComma: Bool) -> Bool {
        if number(text, decimalComma: decimalComma) != nil { return true }
        if isTime(text) { return false }
        let parser = Coordinate.Parser(allowsDecimalComma: decimalComma)
        do throws(Coordinate.TextError) {
            _ = try parser.longitude(text)
        } catch {
            return error.code != .unrecognized
        }
        return true
    }

    /// Returns whether a text looks like a time of day as well: 10:30.
    package static func isTime(_ text: some StringProtocol) -> Bool {
        text.contains(":") && !text.contains(where: \.isLetter)
    }

    private static func number(_ text: some StringProtocol, decimalComma: Bool) -> Double? {
        ParsedArguments.number(text) ?? (decimalComma ? ParsedArguments.number(pointed(text)) : nil)
    }

    /// Explains decimal commas, which spreadsheets write in many countries.
    private static func hint(_ text: some StringProtocol) -> String {
        guard text.contains(","), ParsedArguments.number(pointed(text)) != nil else { return "" }
        return "; write it with a decimal point, or separate the columns by semicolons"
    }

    /// Returns the text with points in place of commas.
    static func pointed(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    }

    /// Returns the coordinate that two numbers name.
    package static func coordinate(latitude: Double, longitude: Double) throws(Problem) -> Coordinate {
        guard (-90...90).contains(latitude) else {
            let hint = (-90...90).contains(longitude) ? "; is it the longitude? latitude comes first" : ""
            throw Problem(text: "latitude \(text(latitude, beyond: 90)) is not within -90 to 90\(hint)")
        }
        guard (-180...180).contains(longitude),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else {
            // Some systems count eastwards from 0 to 360, but such a number is more often a mistake.
            let hint =
                (180...360).contains(longitude)
                ? "; if it counts from 0 to 360, it is \(NumberText.shortest(longitude - 360, decimals: 9))" : ""
            throw Problem(text: "longitude \(text(longitude, beyond: 180)) is not within -180 to 180\(hint)")
        }
        return coordinate
    }

    /// Returns the text of a number that is too large, with enough digits to show that.
    private static func text(_ number: Double, beyond maximum: Double) -> String {
        let rounded = NumberText.shortest(number, decimals: 9)
        return Double(rounded).map { $0.magnitude > maximum } == true ? rounded : "\(number)"
    }
}
