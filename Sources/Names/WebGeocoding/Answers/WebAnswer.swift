import LKFormats
import LKGeo
import LKGeocoding

/// Makes placemarks from the answers of any geocoding service.
struct WebAnswer {
    /// The name of the provider.
    var provider: String

    /// The requested point; `nil` in a search, where every placemark has its own.
    var asked: Coordinate?

    /// The requested languages.
    var languages: [LanguageTag]

    /// The attribution of OpenStreetMap's data, for services that do not return it.
    static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

    /// Returns a placemark with the components of an address, at the requested point.
    ///
    /// - Parameters:
    ///   - address: The components.
    ///   - own: The coordinate of the service's object.
    /// - Returns: `nil` when neither point is known.
    func placemark(_ address: PostalAddress, at own: Coordinate?) -> Placemark? {
        guard let coordinate = asked ?? own else { return nil }
        var placemark = Placemark(address, coordinate: coordinate, provider: provider)
        placemark.language = languages.first
        placemark.attribution = Self.attribution
        return placemark
    }

    /// Returns whether an object may belong to a point: its box or, without one, its coordinate is near.
    ///
    /// Nominatim searches within 0.006 degrees of an object, which itself may be kilometres long. The centre of an area
    /// may be farther away: the largest municipalities have a radius of a few hundred kilometres, states of a few
    /// thousand.
    ///
    /// - Parameters:
    ///   - placemark: The object's placemark; `nil` if it has no name.
    ///   - own: The object's coordinate.
    ///   - point: The requested point.
    /// - Returns: `false` also for an object without a placemark and coordinate.
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

    /// Returns the entry that a placemark was made from; `nil` if it has no name or no coordinate.
    func place(_ name: String?, at own: Coordinate?) -> Placemark.Place? {
        guard let name, let own else { return nil }
        return Placemark.Place(name: name, distance: asked?.distance(to: own) ?? 0, coordinate: own)
    }

    /// Returns a country's code in capitals; `nil` if it is invalid, or the codes of its divisions belong to another
    /// country.
    ///
    /// A wrong country would be worse than none, since it determines the order of the address.
    static func countryCode(_ text: String?, divisions: [String] = []) -> String? {
        guard let code = text?.uppercased(), code.utf8.count == 2,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            divisions.allSatisfy({ $0.uppercased().hasPrefix(code + "-") })
        else { return nil }
        return code
    }
}

extension JSONValue {
    /// A string as a cleaned name, or the digits of a number; `nil` when nothing is left.
    var text: String? {
        switch self {
        case .string(let text): return text.cleanedName
        case .number(let digits): return digits
        default: return nil
        }
    }

    /// A finite number, possibly written as a string.
    var double: Double? {
        guard let text, text.utf8.count <= 64, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// An integer, possibly written as a string.
    var int: Int? { text.flatMap { Int($0) } }
}
