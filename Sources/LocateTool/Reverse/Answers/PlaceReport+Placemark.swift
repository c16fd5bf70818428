import Geo
import Geocoding

extension PlaceReport {
    /// What is printed of a placemark.
    init(_ placemark: Placemark) {
        self.init(
            coordinate: placemark.coordinate, provider: placemark.provider, precision: placemark.precision.rawValue,
            address: AddressReport(placemark), timeZone: placemark.timeZone,
            border: placemark.border.map(NearBorder.init), claims: placemark.claims,
            conflictingCountryCode: placemark.conflictingCountryCode, attribution: placemark.attribution)
        place = placemark.place.map { place in
            Place(
                names: NamedPlace(placemark, name: place.name), geonameId: place.geonameId,
                population: place.population, partOf: place.partOf, confidence: place.confidence,
                distance: place.distance)
        }
    }
}

extension AddressReport {
    /// The address of a placemark.
    init(_ placemark: Placemark) {
        let address = placemark.addressDictionary
        string = placemark.addressString
        lines = address.formattedAddressLines
        dictionary = address.entries.map { Entry(key: $0.key.rawValue, value: $0.value) }
    }
}
