internal import Formats
internal import Geo
internal import Geocoding

/// What all answers of geocoding services are made into placemarks with.
struct WebAnswer {
    /// The name of the provider.
    var provider: String

    /// The point that was asked for; `nil` in a search, where every placemark has its own.
    var asked: Coordinate?

    /// The languages that were asked for.
    var languages: [LanguageTag]

    /// What has to be said of OpenStreetMap's data where a service does not say it itself.
    static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

    /// A placemark with the parts of an address, at the point that was asked for.
    ///
    /// - Parameters:
    ///   - address: The parts.
    ///   - own: The coordinate of the service's object.
    /// - Returns: `nil` when neither point is known.
    func placemark(_ address: PostalAddress, at own: Coordinate?) -> Placemark? {
        guard let coordinate = asked ?? own else { return nil }
        var placemark = Placemark(address, coordinate: coordinate, provider: provider)
        placemark.language = languages.first
        placemark.attribution = Self.attribution
        return placemark
    }

    /// Whether an object can be that of a point: its box or, without one, its coordinate is near.
    ///
    /// Nominatim looks no farther than 0.006 degrees from an object, which itself may be kilometres long. The middle of an area
    /// may be farther away: the largest municipalities have a radius of some hundred kilometres, states of some thousand.
    ///
    /// - Parameters:
    ///   - placemark: What was made of the object; `nil` for one without a name.
    ///   - own: The object's coordinate.
    ///   - point: The point that was asked for.
    /// - Returns: Whether it can; `false` for an object of which nothing is known.
    static func isNear(_ placemark: Placemark?, at own: Coordinate?, to point: Coordinate) -> Bool {
        if let bounds = placemark?.bounds, let around = BoundingBox(center: point, radius: 2_000) {
            return around.intersects(bounds)
        }
        let reach: Double =
            switch placemark?.precision {
            case .house, .street, .place: 5_000
            case .locality: 500_000
            case .region: 3_000_000
            case .country: 10_000_000
            case .some(.none), nil: 1_000_000
            }
        return own.map { $0.distance(to: point) < reach } ?? false
    }

    /// The entry a placemark was made from; `nil` if it has no name or no coordinate.
    func place(_ name: String?, at own: Coordinate?) -> Placemark.Place? {
        guard let name, let own else { return nil }
        return Placemark.Place(name: name, distance: asked?.distance(to: own) ?? 0, coordinate: own)
    }

    /// A country's code in capitals; `nil` for what is none, and where the codes of its divisions name another country.
    ///
    /// A wrong country would be worse than none: it decides the order of the address.
    static func countryCode(_ text: String?, divisions: [String] = []) -> String? {
        guard let code = text?.uppercased(), code.utf8.count == 2,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            divisions.allSatisfy({ $0.uppercased().hasPrefix(code + "-") })
        else { return nil }
        return code
    }
}

extension JSONValue {
    /// A text, or a number by its digits, trimmed and without control characters; `nil` when nothing is left.
    ///
    /// Names go to terminals, where a control character is an order, and one that turns the direction hides what is written.
    var text: String? {
        switch self {
        case .string(let text): return text.cleanedName
        case .number(let digits): return digits
        default: return nil
        }
    }

    /// A finite number, also one that is written as a text.
    var double: Double? {
        guard let text, text.utf8.count <= 64, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// A whole number, also one that is written as a text.
    var int: Int? { text.flatMap { Int($0) } }
}
