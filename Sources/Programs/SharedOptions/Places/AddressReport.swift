package import LKCommandLine
package import LKGeocoding

/// An address as all commands print it.
package struct AddressReport: Equatable {
    /// One line; empty if there is no place.
    package var string = ""
    /// The lines of an envelope.
    package var lines: [String] = []
    /// The known keys of the address book with their values, in the order of the contract.
    package var dictionary: [Entry] = []

    package init(string: String = "", lines: [String] = [], dictionary: [Entry] = []) {
        self.string = string
        self.lines = lines
        self.dictionary = dictionary
    }

    /// A key and its value.
    package struct Entry: Equatable {
        package var key: String
        package var value: String
    }

    /// The keys with one value each, in the order of the contract, and what they mean.
    private static let keys: [(key: AddressDictionary.Key, meaning: String)] = [
        (.name, "name of the place"), (.street, "street and number"), (.thoroughfare, "street"),
        (.subThoroughfare, "number"), (.subLocality, "part of the town"), (.city, "town"),
        (.subAdministrativeArea, "county or district"), (.state, "state"), (.zip, "post code"),
        (.postCodeExtension, "post code extension"), (.country, "country"),
        (.countryCode, "ISO 3166-1 code of the country"),
    ]

    /// Returns the value of a key.
    package subscript(key: String) -> String? {
        // By index, so that no entry is copied on the way to the one that is meant.
        for index in dictionary.indices where dictionary[index].key == key { return dictionary[index].value }
        return nil
    }

    /// The field of the whole address.
    package static let line = OutputField<AddressReport>.text(
        "address.string", "the address on one line", shorthand: "address", column: "address"
    ) { $0.string }

    /// The fields of its parts; in JSON lines and dictionary are there even if nothing is known.
    package static let parts: [OutputField<AddressReport>] =
        [
            lines("address.lines", shorthand: "addr.lines") { $0.lines },
            OutputField("address.dictionary", "", scope: .members) { _ in .object },
        ]
        + keys.map { entry in
            let key = entry.key.rawValue
            return .text("address.dictionary." + key, entry.meaning, shorthand: "addr." + key) { $0[key] }
        } + [
            lines("address.dictionary.FormattedAddressLines", shorthand: "addr.FormattedAddressLines") {
                $0.lines.isEmpty ? nil : $0.lines
            }
        ]

    private static func lines(
        _ name: String, shorthand: String, _ lines: @escaping @Sendable (AddressReport) -> [String]?
    ) -> OutputField<AddressReport> {
        var field = OutputField<AddressReport>(name, "the lines of an envelope", shorthand: shorthand) {
            lines($0).map { .lines($0) }
        }
        field.key.hasLines = true
        return field
    }
}

extension AddressReport {
    /// Creates the address of a placemark.
    ///
    /// - Parameters:
    ///   - placemark: The place.
    ///   - string: Its address on one line; `nil` to make it.
    package init(_ placemark: Placemark, string: String? = nil) {
        let address = placemark.addressDictionary
        self.string = string ?? placemark.addressString
        lines = address.formattedAddressLines
        dictionary = address.entries.map { Entry(key: $0.key.rawValue, value: $0.value) }
    }
}
