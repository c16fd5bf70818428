/// An address as named components, under the keys that Nominatim and OpenCage use.
///
/// ```swift
/// let address = PostalAddress(["road": "Ellis St", "house_number": "1800", "city": "San Francisco", "state": "CA",
///     "postcode": "94115", "country": "United States", "country_code": "us"])
/// AddressFormatter().lines(for: address)
/// ```
///
/// Unknown keys are kept: for example, maps put a restaurant's name under `restaurant`, and the name heads the address.
public struct PostalAddress: Hashable, Sendable {
    /// The name of a component.
    public struct Component: RawRepresentable, Hashable, Sendable {
        /// The key, such as `house_number`.
        public let rawValue: String

        /// Creates a component with any key.
        public init(rawValue: String) { self.rawValue = rawValue }

        init(_ name: String) { self.init(rawValue: name) }
    }

    /// A component with its value.
    public struct Entry: Hashable, Sendable {
        /// The component.
        public var component: Component
        /// Its value, never empty.
        public var value: String
    }

    /// The components with their values, in the order given.
    public private(set) var entries: [Entry] = []

    /// Whether the country's name is in the reader's language and is printed unchanged.
    ///
    /// Map data has USA, US or the name of a territory, which formats replace by the country's standard name: United
    /// States of America. The address of a placemark or of a dictionary instead keeps its country's name, so that its
    /// lines, its string and its key `Country` agree.
    public var keepsCountryName = false

    /// Creates an empty address.
    public init() {}

    /// Creates an address from components by their keys, in alphabetical order.
    public init(_ components: [String: String]) {
        for (key, value) in components.sorted(by: { $0.key < $1.key }) { self[Component(key)] = value }
    }

    /// Accesses the value of a component; setting an empty text or `nil` removes it.
    public subscript(component: Component) -> String? {
        get { entries.first { $0.component == component }?.value }
        set {
            let index = entries.firstIndex { $0.component == component }
            switch (index, newValue?.isEmpty == false ? newValue : nil) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(component: component, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Whether the address has no components.
    public var isEmpty: Bool { entries.isEmpty }

    /// Returns the value of the first known component.
    func first(_ components: Component...) -> String? { components.lazy.compactMap { self[$0] }.first }
}

extension PostalAddress: Codable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes an object of strings and numbers; ignores members of other types.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            let text = try? container.decode(String.self, forKey: key)
            let number = try? container.decode(Int.self, forKey: key)
            self[Component(key.stringValue)] = text ?? number.map(String.init)
        }
    }

    /// Encodes an object of strings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for entry in entries { try container.encode(entry.value, forKey: Key(stringValue: entry.component.rawValue)) }
    }
}

extension PostalAddress.Component {
    /// The line above the address: a person, a department, the name of a place without a component of its own.
    public static let attention = Self("attention")
    /// The name of a building.
    public static let house = Self("house")
    /// The house number.
    public static let houseNumber = Self("house_number")
    /// The street.
    public static let road = Self("road")
    /// The smallest settlement.
    public static let hamlet = Self("hamlet")
    /// A village.
    public static let village = Self("village")
    /// A neighbourhood.
    public static let neighbourhood = Self("neighbourhood")
    /// A quarter of a town.
    public static let quarter = Self("quarter")
    /// A suburb.
    public static let suburb = Self("suburb")
    /// A district of a city.
    public static let cityDistrict = Self("city_district")
    /// A town.
    public static let town = Self("town")
    /// A city.
    public static let city = Self("city")
    /// The post town, if it differs from the town that contains the address.
    public static let postalCity = Self("postal_city")
    /// A municipality of several settlements.
    public static let municipality = Self("municipality")
    /// A county.
    public static let county = Self("county")
    /// The county's short form.
    public static let countyCode = Self("county_code")
    /// A district of a state.
    public static let stateDistrict = Self("state_district")
    /// A state, province or prefecture.
    public static let state = Self("state")
    /// The state's short form.
    public static let stateCode = Self("state_code")
    /// A region of a country.
    public static let region = Self("region")
    /// An island.
    public static let island = Self("island")
    /// The postal code.
    public static let postcode = Self("postcode")
    /// The post's sorting code beside the postal code, such as the French CEDEX.
    public static let sortingCode = Self("sorting_code")
    /// The country's name.
    public static let country = Self("country")
    /// The country's code: ISO 3166-1 alpha-2, and XK for Kosovo.
    public static let countryCode = Self("country_code")

    /// Whether a component of this name is an address component; other names are kinds of things, which head the
    /// address.
    var isKnown: Bool { Self.known.contains(self) || rawValue.hasPrefix("ISO3166") || rawValue.hasPrefix("ISO_3166") }

    /// The keys of all address components, in alphabetical order.
    package static let keys: [String] = known.map(\.rawValue).sorted()

    /// Whether this is an address component rather than the kind of a thing, such as `amenity`.
    package var isPartOfAddress: Bool { isKnown }

    /// Aliases of components, in order of preference.
    ///
    /// A component takes the value of its first alias that is present. The aliases are those that OpenStreetMap's
    /// geocoders return.
    static let otherNames: [(component: Self, names: [Self])] = [
        (.houseNumber, ["street_number", "housenumber"]),
        (.house, ["building", "public_building", "house_name"]),
        (
            .road,
            [
                "footway", "street", "street_name", "residential", "path", "pedestrian", "cycleway", "road_reference",
                "road_reference_intl", "square", "place",
            ]
        ),
        (.hamlet, ["locality", "croft", "isolated_dwelling"]),
        (
            .neighbourhood,
            [
                "suburb", "city_district", "district", "quarter", "borough", "residential", "commercial", "industrial",
                "houses", "subdivision", "allotments",
            ]
        ),
        (.city, ["township"]),
        (.municipality, ["local_administrative_area", "subcounty", "commune"]),
        (.county, ["county_code", "department"]),
        (.stateDistrict, ["district"]),
        (.postcode, ["partial_postcode", "postal_code", "zip"]),
        (.state, ["province", "state_code"]),
        (.island, ["archipelago"]),
        (.country, ["country_name"]),
    ].map { ($0, $1.map { Self($0) }) }

    /// Countries in which a district is a part of a town; elsewhere it is a part of a state.
    static let countriesOfSmallDistricts: Set<String> = ["BR", "CR", "ES", "NI", "PY", "RO", "TG", "TM", "XK"]

    private static let known: Set<Self> = {
        var known: Set<Self> = [
            .attention, .village, .quarter, .suburb, .cityDistrict, .town, .postalCity, .countyCode, .stateCode,
            .region,
            .sortingCode, .countryCode,
        ]
        for (component, names) in otherNames { known.formUnion([component] + names) }
        for name in [
            "continent", "area", "city_block", "political_union", "road_type", "water", "ISO_3166-2", "local_authority",
            "country_code_alpha3", "time_zone",
        ] { known.insert(Self(name)) }
        return known
    }()
}

extension PostalAddress {
    /// Why a letter may not arrive.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// A component that the country's post requires is missing.
        case missing(Component)
        /// The postcode is not valid in the country; with valid examples.
        case wrongPostcode(String, examples: [String])

        /// The problem as a sentence.
        public var description: String {
            switch self {
            case .missing(let component): "the \(component.rawValue) is missing"
            case .wrongPostcode(let postcode, let examples):
                "\(postcode) is not a postcode there" + (examples.first.map { "; one is \($0)" } ?? "")
            }
        }
    }
}
