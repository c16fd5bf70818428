import Geo

/// Latitude and longitude as a person types them.
enum CoordinateText {
    /// What is wrong with a pair of numbers, as part of a sentence.
    struct Problem: Error, Equatable { var text: String }

    /// The two numbers in `35.68 139.76`, `35.68,139.76` or `35.68, 139.76`; `nil` when there are not exactly two.
    static func numbers(in words: [String]) -> (Substring, Substring)? {
        let text = words.joined(separator: " ")
        let parts = text.split { $0 == "," || $0.isWhitespace }
        // `35,68 139,76` has decimal commas, and which is which cannot be told.
        guard parts.count == 2, text.count(where: { $0 == "," }) <= 1 else { return nil }
        guard ParsedArguments.number(parts[0]) != nil, ParsedArguments.number(parts[1]) != nil else { return nil }
        return (parts[0], parts[1])
    }

    /// The coordinate that two texts name.
    static func coordinate(
        latitude: some StringProtocol, longitude: some StringProtocol
    ) throws(Problem) -> Coordinate {
        guard let north = ParsedArguments.number(latitude) else {
            throw Problem(text: "latitude \"\(latitude)\" is not a number")
        }
        guard let east = ParsedArguments.number(longitude) else {
            throw Problem(text: "longitude \"\(longitude)\" is not a number")
        }
        return try coordinate(latitude: north, longitude: east)
    }

    /// The coordinate that two numbers name; longitudes of one turn either way are taken, what is beyond is a mistake.
    static func coordinate(latitude: Double, longitude: Double) throws(Problem) -> Coordinate {
        guard (-90...90).contains(latitude) else {
            let hint = (-90...90).contains(longitude) ? "; is it the longitude? latitude comes first" : ""
            throw Problem(text: "latitude \(NumberText.shortest(latitude, decimals: 9)) is not within -90 to 90\(hint)")
        }
        guard (-360...360).contains(longitude),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else {
            throw Problem(text: "longitude \(NumberText.shortest(longitude, decimals: 9)) is not within -180 to 180")
        }
        return coordinate
    }
}
