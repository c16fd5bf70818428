extension Placemark {
    /// Street and number as one text, in the country's order: 1800 Ellis St, Hauptstraße 5, 丸の内1丁目9番地1.
    public var street: String? { AddressFormatter().street(self) }

    /// The address on one line; empty when nothing is known.
    ///
    /// Down to a street or postcode it has the country's form. Of places alone, Japanese, Chinese and Korean go from the
    /// country down to the house, and leave the country out at home: 東京都千代田区. All others go up: Chiyoda, Tokyo, Japan.
    /// A name that repeats the one before it is said once.
    public var addressString: String { AddressFormatter().string(for: self) }

    /// The address as lines, the country on its own; empty when nothing is known.
    public var addressLines: [String] { AddressFormatter().lines(for: self) }

    /// The address under the keys of the address book.
    public var addressDictionary: AddressDictionary {
        var dictionary = AddressDictionary()
        dictionary[.name] = name
        dictionary[.street] = street
        dictionary[.thoroughfare] = thoroughfare
        dictionary[.subThoroughfare] = subThoroughfare
        dictionary[.subLocality] = subLocality
        dictionary[.city] = locality
        dictionary[.subAdministrativeArea] = subAdministrativeArea
        dictionary[.state] = AddressFormatter().state(of: self)
        dictionary[.zip] = postalCode
        if isoCountryCode == "US", let postalCode, let dash = postalCode.firstIndex(of: "-") {
            dictionary[.zip] = String(postalCode[..<dash])
            dictionary[.postCodeExtension] = String(postalCode[postalCode.index(after: dash)...])
        }
        dictionary[.country] = country
        dictionary[.countryCode] = isoCountryCode
        dictionary.formattedAddressLines = addressLines
        return dictionary
    }
}
