/// The fields of a stored placemark, by the byte each begins with.
enum PlacemarkField: UInt8 {
    case end = 0
    case coordinate = 1
    case name, thoroughfare, subThoroughfare, subLocality, locality, subAdministrativeArea, administrativeArea
    case postalCode, isoCountryCode, country, inlandWater, ocean, timeZone, attribution
    case provider, precision, language, areaOfInterest, claim
    case subLocalityLanguage, localityLanguage, administrativeAreaLanguage, countryLanguage
    case bounds
    case border, borderCountryCode, borderCountry
    case place, placeDistance, placeNumber, placePopulation, placeCoordinate, placePartOf, placeConfidence

    /// The form's version; a change of the fields is a new one.
    static let version: UInt8 = 1

    // Computed, since key paths cannot be kept in constants that threads share.
    static var texts: [(PlacemarkField, WritableKeyPath<Placemark, String?>)] {
        [
            (.name, \.name), (.thoroughfare, \.thoroughfare), (.subThoroughfare, \.subThoroughfare),
            (.subLocality, \.subLocality), (.locality, \.locality),
            (.subAdministrativeArea, \.subAdministrativeArea), (.administrativeArea, \.administrativeArea),
            (.postalCode, \.postalCode), (.isoCountryCode, \.isoCountryCode), (.country, \.country),
            (.inlandWater, \.inlandWater), (.ocean, \.ocean), (.timeZone, \.timeZone), (.attribution, \.attribution),
        ]
    }

    static var languages: [(PlacemarkField, WritableKeyPath<Placemark.NameLanguages, LanguageTag?>)] {
        [
            (.subLocalityLanguage, \.subLocality), (.localityLanguage, \.locality),
            (.administrativeAreaLanguage, \.administrativeArea), (.countryLanguage, \.country),
        ]
    }
}
