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

    /// The value of a template keyword: `address`, `addr.City`; `nil` for another keyword or an unknown value.
    func value(ofKeyword keyword: String) -> String? {
        if keyword == "address" { return string }
        return keyword.hasPrefix("addr.") ? self[String(keyword.dropFirst(5))] : nil
    }

    /// The template keywords that an address answers, with their meaning.
    static let keywordList: [(term: String, meaning: String)] =
        [("%address", "the address on one line")] + zip(keys, meanings).map { ("%addr." + $0, $1) }

    private static let meanings = [
        "name of the place", "street and number", "street", "number", "part of the town", "town", "county or district",
        "state", "post code", "post code extension", "country", "ISO 3166-1 code of the country",
    ]
}
