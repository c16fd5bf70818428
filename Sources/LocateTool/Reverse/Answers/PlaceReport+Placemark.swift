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
        let settlement = placemark.place
        let names = NamedPlace(placemark)
        // In open country the state and the country are known.
        guard !names.isEmpty else { return }
        place = Place(
            names: names, geonameId: settlement?.geonameId, population: settlement?.population,
            partOf: settlement?.partOf, confidence: settlement?.confidence, distance: settlement?.distance,
            isCorrected: placemark.isCorrected)
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
