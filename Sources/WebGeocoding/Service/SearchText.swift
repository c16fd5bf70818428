internal import Geocoding

/// What a search is for.
enum SearchText {
    /// The longest text in bytes; servers refuse long addresses in ways that tell nobody why.
    static let longest = 1_000

    /// Checks a text before it is sent.
    ///
    /// - Parameter text: What to look for.
    /// - Returns: The same on one line.
    /// - Throws: `GeocodingError.Code.requestInvalid` when it has no letter or digit, or is too long.
    static func checked(_ text: String) throws(GeocodingError) -> String {
        guard let clean = JSONValue.string(text).text, clean.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw GeocodingError(
                .requestInvalid, "there is no letter or digit to search for; give a name or an address")
        }
        guard clean.utf8.count <= longest else {
            throw GeocodingError(
                .requestInvalid, "the text to search for is longer than \(longest) bytes; give a name or an address")
        }
        return clean
    }
}
