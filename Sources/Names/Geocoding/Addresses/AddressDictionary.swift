/// An address under the keys of the address book, each present only when known.
///
/// ```swift
/// let address = placemark.addressDictionary
/// print(address[.city] ?? "", address[.countryCode] ?? "")  // Chiyoda JP
/// print(address)  // ["Name": "Chiyoda", "City": "Chiyoda", "State": "Tokyo", "Country": "Japan", ...]
/// ```
///
/// Encodes as a JSON object with these keys: `{"City":"...","CountryCode":"JP",...}`. `Docs/PlaceTagging.md` has a
/// table of the keys.
public struct AddressDictionary: Hashable, Sendable {
    /// The keys with a single text as value, in the order of output.
    public enum Key: String, CaseIterable, CodingKey, Sendable {
        /// The most detailed name: a house, a street, a place.
        case name = "Name"
        /// Street and number as one text.
        case street = "Street"
        /// The street alone.
        case thoroughfare = "Thoroughfare"
        /// The number alone.
        case subThoroughfare = "SubThoroughfare"
        /// Quarter, suburb.
        case subLocality = "SubLocality"
        /// City, town, village.
        case city = "City"
        /// County, district.
        case subAdministrativeArea = "SubAdministrativeArea"
        /// State, province, prefecture.
        case state = "State"
        /// Postal code.
        case zip = "ZIP"
        /// The part after the dash of a US ZIP code.
        case postCodeExtension = "PostCodeExtension"
        /// Country, in the language requested.
        case country = "Country"
        /// ISO 3166-1 alpha-2, and XK for Kosovo.
        case countryCode = "CountryCode"
    }

    private var values: [Key: String] = [:]

    /// The address as lines, as on an envelope; empty when unknown.
    public var formattedAddressLines: [String] = []

    /// Creates an empty address.
    public init() {}

    /// Accesses the text for a key; setting an empty text or `nil` removes it.
    public subscript(key: Key) -> String? {
        get { values[key] }
        set { values[key] = newValue?.isEmpty == false ? newValue : nil }
    }

    /// The known keys with their values, in the order of `Key.allCases`.
    public var entries: [(key: Key, value: String)] {
        Key.allCases.compactMap { key in values[key].map { (key, $0) } }
    }

    /// Whether the address has neither texts nor lines.
    public var isEmpty: Bool { values.isEmpty && formattedAddressLines.isEmpty }
}

extension AddressDictionary: ExpressibleByDictionaryLiteral {
    /// Creates an address from a literal: `[.city: "Chiyoda", .countryCode: "JP"]`; for a repeated key the last text is
    /// used.
    public init(dictionaryLiteral elements: (Key, String)...) { for (key, value) in elements { self[key] = value } }
}

// Like every CodingKey it would have a default description, but `Key(stringValue: "City", intValue: nil)` is
// unreadable.
extension AddressDictionary.Key {
    /// The key as printed and encoded: `City`.
    public var description: String { rawValue }

    /// The key as printed and encoded.
    public var debugDescription: String { rawValue }
}

extension AddressDictionary: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The known keys and values in the form of a dictionary's description, in the order of ``Key``, with the lines
    /// last.
    ///
    /// `["City": "Chiyoda", "Country": "Japan", "FormattedAddressLines": ["Chiyoda", "Japan"]]`
    public var description: String {
        var parts = entries.map { "\($0.key.rawValue.debugDescription): \($0.value.debugDescription)" }
        if !formattedAddressLines.isEmpty {
            let lines = formattedAddressLines.map(\.debugDescription).joined(separator: ", ")
            parts.append("\(LinesKey.formattedAddressLines.rawValue.debugDescription): [\(lines)]")
        }
        return parts.isEmpty ? "[:]" : "[\(parts.joined(separator: ", "))]"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Keys and values, for `dump` and debuggers.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = entries.map { ($0.key.rawValue, $0.value) }
        if !formattedAddressLines.isEmpty {
            children.append((LinesKey.formattedAddressLines.rawValue, formattedAddressLines))
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension AddressDictionary: Codable {
    private enum LinesKey: String, CodingKey { case formattedAddressLines = "FormattedAddressLines" }

    /// Decodes the keys that are present; ignores unknown ones.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in Key.allCases { self[key] = try container.decodeIfPresent(String.self, forKey: key) }
        let lines = try decoder.container(keyedBy: LinesKey.self)
        formattedAddressLines = try lines.decodeIfPresent([String].self, forKey: .formattedAddressLines) ?? []
    }

    /// Encodes the keys that are known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in entries { try container.encode(value, forKey: key) }
        guard !formattedAddressLines.isEmpty else { return }
        var lines = encoder.container(keyedBy: LinesKey.self)
        try lines.encode(formattedAddressLines, forKey: .formattedAddressLines)
    }
}

extension Placemark {
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
