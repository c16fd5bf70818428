extension Placemark {
    /// Street and number as one text.
    ///
    /// The number follows the street, which most countries do; the countries' own orders come with the address templates.
    public var street: String? {
        guard let thoroughfare else { return nil }
        return subThoroughfare.map { "\(thoroughfare) \($0)" } ?? thoroughfare
    }

    /// The address on one line, in the order of the language asked for; empty when nothing is known.
    ///
    /// Japanese, Chinese and Korean go from the country down to the house, and leave the country out at home:
    /// 東京都千代田区. All others go up: Chiyoda, Tokyo, Japan. A name that repeats the one before it is said once.
    public var addressString: String {
        let order = AddressOrder(language: language)
        return order.joined(parts(order, withCountry: !order.isAtHome(isoCountryCode)))
    }

    /// The address as lines, one or two of them, the country on its own; empty when nothing is known.
    public var addressLines: [String] {
        let order = AddressOrder(language: language)
        let local = order.joined(parts(order, withCountry: false))
        guard let country, !order.isAtHome(isoCountryCode), country != local else {
            return local.isEmpty ? [] : [local]
        }
        if local.isEmpty { return [country] }
        return order.startsWithCountry ? [country, local] : [local, country]
    }

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
        dictionary[.state] = administrativeArea
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

    /// The known names in the language's order.
    private func parts(_ order: AddressOrder, withCountry: Bool) -> [String] {
        var parts: [String] = []
        var area = administrativeArea
        var city = locality
        if let locality, let administrativeArea {
            // A division without a name in the language beside a city that has one: Париж, Франция.
            if administrativeArea.isLatin && !locality.isLatin { area = nil }
            // 北京市 is the city.
            if administrativeArea == locality + "市" { city = nil }
            // A city that is a country of its own is named once: Hong Kong, and not the district of its centre before it.
            if locality == country { if administrativeArea.contains(locality) { area = nil } else { city = nil } }
        }
        // Without a street the city is what a reader looks for: 東京都千代田区, and not whose quarter is nearest.
        let quarter = street == nil && locality != nil ? nil : subLocality
        for part in [street, quarter, city, area, withCountry ? country : nil] {
            if let part, part != parts.last { parts.append(part) }
        }
        return order.startsWithCountry ? parts.reversed() : parts
    }
}

extension String {
    /// Whether it begins in Latin letters.
    fileprivate var isLatin: Bool {
        unicodeScalars.first { $0.properties.isAlphabetic }.map { $0.value < 0x250 || 0x1E00...0x1EFF ~= $0.value }
            ?? false
    }
}
