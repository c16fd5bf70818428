import Geocoding

/// An address as the tool prints it.
struct AddressReport: Equatable {
    /// One line; empty where there is no place.
    var string = ""
    /// The lines of an envelope.
    var lines: [String] = []
    /// The address book's keys that are known and their values, in the order of the contract.
    var dictionary: [Entry] = []

    /// A key and its value.
    struct Entry: Equatable {
        var key: String
        var value: String
    }

    /// The twelve keys with one value each, in the order of the contract.
    static let keys = AddressDictionary.Key.allCases.map(\.rawValue)

    /// The value of a key.
    subscript(key: String) -> String? { dictionary.first { $0.key == key }?.value }

    /// Writes the members `string`, `lines` and `dictionary` as one object.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("string", string)
            writer.member("lines", lines)
            writer.key("dictionary")
            writer.object { writer in
                for entry in dictionary { writer.member(entry.key, entry.value) }
                if !lines.isEmpty { writer.member("FormattedAddressLines", lines) }
            }
        }
    }

    /// The value of a key, such as `address.dictionary.City`; `nil` for one of something else or an unknown value.
    func value(of key: String) -> String? {
        switch key {
        case "address.string": string
        case "address.lines", "address.dictionary.FormattedAddressLines": lines.joined(separator: "\n")
        default: key.hasPrefix(Self.prefix) ? self[String(key.dropFirst(Self.prefix.count))] : nil
        }
    }

    private static let prefix = "address.dictionary."

    /// The keys of an address, with the words that templates have for them.
    static let outputKeys: [OutputKey] =
        [
            OutputKey("address.string", "the address on one line", shorthand: "address"),
            OutputKey("address.lines", "the lines of an envelope", shorthand: "addr.lines"),
        ] + zip(keys, meanings).map { OutputKey(prefix + $0, $1, shorthand: "addr." + $0) } + [
            OutputKey(
                prefix + "FormattedAddressLines", "the lines of an envelope", shorthand: "addr.FormattedAddressLines")
        ]

    private static let meanings = [
        "name of the place", "street and number", "street", "number", "part of the town", "town", "county or district",
        "state", "post code", "post code extension", "country", "ISO 3166-1 code of the country",
    ]
}
