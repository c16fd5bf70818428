import LKGeo

/// A place that was found by name or address.
public struct PlaceMatch: Sendable {
    /// What a place is.
    public enum Kind: String, Sendable {
        case country, state, settlement, quarter, place, street, house
    }

    /// The place with its address, at its own position.
    public var placemark: Placemark
    /// The name that matched, as the data spells it; `nil` if a web service does not say.
    public var matchedName: String?
    /// How much of the name matched; `nil` if a web service does not say.
    public var match: NameMatch?
    /// Whether the text has a house number that the street does not have, so that the street is the answer.
    public var lacksNumber: Bool
    /// Metres from the point to be near; `nil` without one.
    public var distance: Double?

    /// Creates a match.
    public init(
        placemark: Placemark, matchedName: String? = nil, match: NameMatch? = nil, lacksNumber: Bool = false,
        distance: Double? = nil
    ) {
        self.placemark = placemark
        self.matchedName = matchedName
        self.match = match
        self.lacksNumber = lacksNumber
        self.distance = distance
    }

    /// The kind of the place, by the precision of its address; `nil` if that is `none`.
    public var kind: Kind? {
        let isInterest = placemark.name != nil && placemark.name == placemark.areasOfInterest.first
        return switch placemark.precision {
        case .house: isInterest ? .place : .house
        case .street: isInterest ? .place : .street
        case .place: .place
        case .locality: placemark.subLocality == nil ? .settlement : .quarter
        case .region: .state
        case .country: .country
        case .none: nil
        }
    }
}

extension PlaceMatch {
    /// How well a name matches the search text, best first.
    public enum NameMatch: UInt8, Comparable, Sendable {
        /// The whole name.
        case whole
        /// The name's first words: "Frankfurt" in Frankfurt am Main.
        case words
        /// The name's first letters: "Frankf".
        case letters

        /// Returns whether the left match is better.
        public static func < (left: NameMatch, right: NameMatch) -> Bool { left.rawValue < right.rawValue }
    }
}
