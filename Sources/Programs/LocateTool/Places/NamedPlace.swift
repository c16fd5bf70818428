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

    /// The fields of the names.
    static let fields: [OutputField<NamedPlace>] = [
        .text("place.name", "name of the place", shorthand: "place") { $0.name },
        .text("place.subLocality", "part of the city") { $0.subLocality },
        .text("place.city", "city, town or village") { $0.city },
        .text("place.state", "state, province or prefecture") { $0.state },
        .text("place.country", "country") { $0.country },
        .text("place.countryCode", "ISO 3166-1 code of the country") { $0.countryCode },
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
