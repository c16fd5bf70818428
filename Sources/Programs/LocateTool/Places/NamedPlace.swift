import LKGeocoding
import LKMetadata

/// The names in the object `place`, which is the same in the output of all commands.
struct NamedPlace: Equatable {
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

    /// Whether nothing is known.
    var isEmpty: Bool { self == NamedPlace() }

    /// Writes the members that are known.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("subLocality", subLocality)
        writer.member("city", city)
        writer.member("state", state)
        writer.member("country", country)
        writer.member("countryCode", countryCode)
    }

    /// The value of a key: `city`; `nil` if it is unknown.
    func value(of key: String) -> String? {
        switch key {
        case "name": name
        case "subLocality": subLocality
        case "city": city
        case "state": state
        case "country": country
        case "countryCode": countryCode
        default: nil
        }
    }

    /// The keys of the names.
    static let keys = [
        OutputKey("place.name", "name of the place", shorthand: "place"),
        OutputKey("place.subLocality", "part of the city"), OutputKey("place.city", "city, town or village"),
        OutputKey("place.state", "state, province or prefecture"), OutputKey("place.country", "country"),
        OutputKey("place.countryCode", "ISO 3166-1 code of the country"),
    ]
}

extension NamedPlace {
    /// The names that a photo has.
    init(_ place: PhotoPlace) {
        self.init(
            name: place.sublocation ?? place.city ?? place.state ?? place.country ?? place.countryCode,
            subLocality: place.sublocation, city: place.city, state: place.state, country: place.country,
            countryCode: place.countryCode)
    }

    /// The names of an answer: that of the settlement, without one the most detailed that is known.
    init(_ placemark: Placemark) {
        let name =
            placemark.place?.name ?? (placemark.isCorrected ? placemark.name : nil) ?? placemark.subLocality
            ?? placemark.locality ?? placemark.administrativeArea
            ?? placemark.country ?? placemark.isoCountryCode
        self.init(
            name: name, subLocality: placemark.subLocality, city: placemark.locality,
            state: placemark.administrativeArea, country: placemark.country, countryCode: placemark.isoCountryCode)
    }
}
