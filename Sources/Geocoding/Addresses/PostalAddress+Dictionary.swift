extension PostalAddress {
    /// The address of a dictionary with the address book's keys.
    ///
    /// ```swift
    /// AddressFormatter(style: .postal).lines(for: PostalAddress(placemark.addressDictionary))
    /// ```
    ///
    /// `Street` counts where street and number are not known apart, and `Name` where it says something that nothing else says.
    /// `SubAdministrativeArea` is left out beside a city without street and postcode, as in a placemark's own lines.
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
