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

    /// The entry a placemark was made from; `nil` where it has no name or no coordinate.
    func place(_ name: String?, at own: Coordinate?) -> Placemark.Place? {
        guard let name, let own else { return nil }
        return Placemark.Place(name: name, distance: asked?.distance(to: own) ?? 0)
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
