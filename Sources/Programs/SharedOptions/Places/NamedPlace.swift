package import LKCommandLine
package import LKGeocoding

/// The names in the object `place`, which is the same in the output of all commands.
package struct NamedPlace: Equatable {
    /// The most detailed of the names.
    var name: String?
    /// The part of the city.
    var subLocality: String?
    var city: String?
    /// The state, province or prefecture.
    var state: String?
    var country: String?
    /// ISO 3166-1; as a photo says it where that is something else.
    var countryCode: String?

    package init(
        name: String? = nil, subLocality: String? = nil, city: String? = nil, state: String? = nil,
        country: String? = nil, countryCode: String? = nil
    ) {
        self.name = name
        self.subLocality = subLocality
        self.city = city
        self.state = state
        self.country = country
        self.countryCode = countryCode
    }

    /// Whether nothing is known.
    var isEmpty: Bool { self == NamedPlace() }

    /// The fields of the names.
    package static let fields = fields(
        name: { (place: NamedPlace) in place.name }, subLocality: { $0.subLocality }, city: { $0.city },
        state: { $0.state }, country: { $0.country }, countryCode: { $0.countryCode })

    /// A name of what a record says of a place; `nil` if it is unknown.
    package typealias Part<Values> = @Sendable (Values) -> String?

    /// Returns the same fields of a record that has the names itself.
    package static func fields<Values>(
        name: @escaping Part<Values>, subLocality: @escaping Part<Values>, city: @escaping Part<Values>,
        state: @escaping Part<Values>, country: @escaping Part<Values>, countryCode: @escaping Part<Values>
    ) -> [OutputField<Values>] {
        [
            .text("place.name", "name of the place", shorthand: "place", name),
            .text("place.subLocality", "part of the city", subLocality),
            .text("place.city", "city, town or village", city),
            .text("place.state", "state, province or prefecture", state),
            .text("place.country", "country", country),
            .text("place.countryCode", "ISO 3166-1 code of the country", countryCode),
        ]
    }
}

extension NamedPlace {
    /// Creates the names of an answer: that of the settlement, otherwise the most detailed one known.
    package init(_ placemark: Placemark) {
        let name =
            placemark.place?.name ?? (placemark.isCorrected ? placemark.name : nil) ?? placemark.subLocality
            ?? placemark.locality ?? placemark.administrativeArea
            ?? placemark.country ?? placemark.isoCountryCode
        self.init(
            name: name, subLocality: placemark.subLocality, city: placemark.locality,
            state: placemark.administrativeArea, country: placemark.country, countryCode: placemark.isoCountryCode)
    }
}
