extension PostalAddress.Component {
    /// What stands above the address: a person, a department, the name of a place without a component of its own.
    public static let attention = Self("attention")
    /// The name of a house.
    public static let house = Self("house")
    /// The number in the street.
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
    /// The town that the post takes the address to, where it is not the one it lies in.
    public static let postalCity = Self("postal_city")
    /// A municipality of several places.
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
    /// What the post sorts by beside the postal code, such as the French CEDEX.
    public static let sortingCode = Self("sorting_code")
    /// The country's name.
    public static let country = Self("country")
    /// The country's code: ISO 3166-1 alpha-2, and XK for Kosovo.
    public static let countryCode = Self("country_code")

    /// Whether a component of this name is read; others are names of things, which head the address.
    var isKnown: Bool { Self.known.contains(self) || rawValue.hasPrefix("ISO3166") || rawValue.hasPrefix("ISO_3166") }

    /// The keys of all components that are read, in the order of the alphabet.
    package static let keys: [String] = known.map(\.rawValue).sorted()

    /// Whether this is a part of addresses, and not the kind of a thing that has one, such as `amenity`.
    package var isPartOfAddress: Bool { isKnown }

    /// Other names of components, those of greater weight first.
    ///
    /// A component takes the value of the first of its other names that is there. Facts of the tags that OpenStreetMap's
    /// geocoders hand out.
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

    /// Where a district is a part of a town; elsewhere it is one of a state.
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
