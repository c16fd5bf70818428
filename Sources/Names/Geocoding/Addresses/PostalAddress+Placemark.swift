public import LKGeo

extension PostalAddress {
    /// Creates the address of a placemark, headed by the sight, shop or building at the point.
    public init(_ placemark: Placemark) {
        self.init()
        keepsCountryName = true
        self[.attention] = placemark.heading
        self[.houseNumber] = placemark.subThoroughfare
        self[.road] = placemark.thoroughfare
        self[.suburb] = placemark.subLocality
        self[.city] = placemark.locality
        self[.county] = placemark.postalCounty
        self[.state] = placemark.administrativeArea
        self[.postcode] = placemark.postalCode
        self[.country] = placemark.country
        self[.countryCode] = placemark.isoCountryCode
    }
}

extension Placemark {
    /// Creates a placemark from an address.
    ///
    /// - Parameters:
    ///   - address: The address; of several components for the same part the more specific one is used.
    ///   - coordinate: The point.
    ///   - provider: The name of the provider of the address.
    public init(_ address: PostalAddress, coordinate: Coordinate, provider: String) {
        self.init(coordinate: coordinate, provider: provider)
        var parts = address
        for (component, names) in PostalAddress.Component.otherNames where parts[component] == nil {
            guard component != .neighbourhood, let name = names.first(where: { parts[$0] != nil }) else { continue }
            parts[component] = parts[name]
        }
        thoroughfare = parts[.road]
        subThoroughfare = parts[.houseNumber]
        subLocality = parts.first(
            .suburb, .cityDistrict, PostalAddress.Component("borough"), .quarter, .neighbourhood)
        locality = parts.first(.city, .town, .village, .municipality, .hamlet)
        // For a village in a town or a hamlet in a village, the smaller one is the sub-locality.
        if subLocality == nil, let smaller = parts.first(.hamlet, .village), smaller != locality {
            subLocality = smaller
        }
        subAdministrativeArea = parts.first(.county, .stateDistrict)
        administrativeArea = parts.first(.state, .region)
        postalCode = parts[.postcode]
        country = parts[.country]
        isoCountryCode = parts[.countryCode]?.uppercased()
        let thing = parts.entries.first { !$0.component.isKnown }?.value
        let place = street ?? subLocality ?? locality ?? administrativeArea ?? country
        if let thing = thing ?? parts[.house] { areasOfInterest = [thing] }
        name = areasOfInterest.first ?? place
        precision = finestPrecision
    }

    /// The finest precision that the components reach.
    var finestPrecision: Precision {
        // Some villages have house numbers but no street names.
        if subThoroughfare != nil { return .house }
        if thoroughfare != nil { return .street }
        if locality != nil || subLocality != nil { return .locality }
        if administrativeArea != nil { return .region }
        return country == nil ? .none : .country
    }
}

extension PostalAddress {
    /// Creates the address from a dictionary with the address book's keys.
    ///
    /// ```swift
    /// AddressFormatter(style: .postal).lines(for: PostalAddress(placemark.addressDictionary))
    /// ```
    ///
    /// `Street` is used if street and number are not given separately, and `Name` if no other key has the same text.
    /// `SubAdministrativeArea` is omitted beside a city without street and postcode, as in a placemark's own lines.
    public init(_ dictionary: AddressDictionary) {
        self.init()
        keepsCountryName = true
        let known = dictionary.entries.filter { $0.key != .name }.map(\.value)
        if let name = dictionary[.name], !known.contains(name) { self[.attention] = name }
        self[.houseNumber] = dictionary[.subThoroughfare]
        self[.road] = dictionary[.thoroughfare]
        if let street = dictionary[.street], self[.road] == nil {
            self[.road] = street
            self[.houseNumber] = nil
        }
        self[.suburb] = dictionary[.subLocality]
        self[.city] = dictionary[.city]
        let isPlaceAlone = self[.road] == nil && dictionary[.zip] == nil && self[.city] != nil
        self[.county] = isPlaceAlone ? nil : dictionary[.subAdministrativeArea]
        self[.state] = dictionary[.state]
        self[.postcode] = dictionary[.zip]
        if let zip = dictionary[.zip], let more = dictionary[.postCodeExtension] { self[.postcode] = "\(zip)-\(more)" }
        self[.country] = dictionary[.country]
        self[.countryCode] = dictionary[.countryCode]
    }
}
