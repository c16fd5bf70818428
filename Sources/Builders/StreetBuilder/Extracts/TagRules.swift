import LKStreets

/// What the tags of an object mean for addresses.
///
/// Keys and values are those of the OpenStreetMap wiki: [Key:addr](https://wiki.openstreetmap.org/wiki/Key:addr),
/// [Key:highway](https://wiki.openstreetmap.org/wiki/Key:highway),
/// [Map features](https://wiki.openstreetmap.org/wiki/Map_features).
enum TagRules {}

extension StreetClass {
    private static let values: [String: StreetClass] = [
        "motorway": .motorway, "trunk": .trunk, "primary": .primary, "secondary": .secondary, "tertiary": .tertiary,
        "unclassified": .unclassified, "residential": .residential, "living_street": .livingStreet,
        "pedestrian": .pedestrian, "service": .service, "footway": .footway, "path": .path, "steps": .steps,
        "track": .track, "cycleway": .cycleway,
    ]
    /// Values of `highway` that are not streets: planned and former ones, and objects at the side of a street.
    private static let excluded: Set<String> = [
        "no", "proposed", "construction", "abandoned", "razed", "disused", "platform", "bus_stop", "crossing",
        "elevator",
        "rest_area", "services", "turning_circle", "traffic_signals", "street_lamp", "emergency_bay", "corridor",
    ]

    /// Creates the class of a street, or returns `nil` if the tags are not of a street.
    init?(_ tags: OSMTags) {
        guard let value = tags["highway"], !Self.excluded.contains(value) else { return nil }
        let plain = value.hasSuffix("_link") ? String(value.dropLast(5)) : value
        self = Self.values[plain] ?? .other
    }
}

/// The address that an object states.
struct AddressTags: Hashable {
    /// The house number as stated, or its substitute.
    var number: String?
    var street: String?
    /// The settlement or quarter that numbers its houses without streets.
    var place: String?
    var postcode: String?
    var province: String?
    var city: String?
    var suburb: String?
    /// Japan: 町 or 大字, 丁目 and 番地; the number is then 号.
    var quarter: String?
    var neighbourhood: String?
    var block: String?
    /// Whether the address is that of land, such as a garden.
    var isLand: Bool

    /// Reads the keys that begin with `addr:`; returns `nil` if none of them states a number, street, place or block.
    init?(_ tags: OSMTags) {
        guard tags.contains(where: { $0.key.starts(with: "addr:".utf8) }) else { return nil }
        street = tags["addr:street"]
        place = tags["addr:place"]
        postcode = tags["addr:postcode"] ?? tags["postal_code"]
        province = tags["addr:province"]
        city = tags["addr:city"]
        suburb = tags["addr:suburb"]
        quarter = tags["addr:quarter"]
        neighbourhood = tags["addr:neighbourhood"]
        block = tags["addr:block_number"]
        isLand = tags["building"] == nil && LandTags.isLand(tags) && InterestTags(tags) == nil
        number = tags["addr:housenumber"].flatMap(Self.number) ?? Self.conscription(tags) ?? tags["addr:housename"]
        guard number != nil || street != nil || place != nil || block != nil else { return nil }
    }

    /// Returns a number for printing: as stated, without spaces around it and around separators.
    ///
    /// Nominatim prints `12a-14;16` unchanged, too: which of the numbers is meant cannot be known.
    static func number(_ stated: String) -> String? {
        var number = ""
        for character in stated {
            switch character {
            case " ", "\t", "\u{A0}":
                if number.last != " " { number.append(" ") }
            case ";", ",":
                while number.last == " " { number.removeLast() }
                number.append(character)
            default:
                // A space after a separator has no meaning.
                if number.last == " ", number.dropLast().last == ";" || number.dropLast().last == "," {
                    number.removeLast()
                }
                number.append(character)
            }
        }
        number = String(number.drop { $0 == " " || $0 == ";" || $0 == "," })
        while let last = number.last, last == " " || last == ";" || last == "," { number.removeLast() }
        return number.isEmpty ? nil : number
    }

    /// Returns a house number of Czechia or Slovakia: that of the settlement, followed by that of the street after a
    /// slash.
    private static func conscription(_ tags: OSMTags) -> String? {
        guard let conscription = tags["addr:conscriptionnumber"] else { return tags["addr:streetnumber"] }
        return tags["addr:streetnumber"].map { "\(conscription)/\($0)" } ?? conscription
    }
}

/// Tags of land rather than of an object on it: woods, fields, gardens.
enum LandTags {
    private static let leisure: Set<String> = ["park", "nature_reserve", "garden", "common"]

    /// Returns whether the tags describe land.
    static func isLand(_ tags: OSMTags) -> Bool {
        if let value = tags["landuse"] ?? tags["natural"] ?? tags["waterway"], value != "no" { return true }
        return tags["leisure"].map(leisure.contains) ?? false
    }
}

/// What a place of interest is, by the key and the value that make it one.
struct InterestTags: Hashable {
    let key: String
    let value: String

    /// The keys that make a place of interest, the more telling first.
    ///
    /// Those and the exceptions below are what Nominatim's answers show to be nearer than a street: parks, nature reserves
    /// and most natural things are not.
    private static let keys: [StaticString] = [
        "emergency", "historic", "military", "aeroway", "aerialway", "amenity", "club", "craft", "healthcare",
        "leisure",
        "office", "shop", "tourism", "man_made", "railway", "natural",
    ]
    /// Values that name no place to go to, or one that is an area of the town rather than a point in it.
    private static let excluded: [String: Set<String>] = [
        "emergency": ["fire_hydrant", "yes", "designated", "service"],
        "amenity": ["parking_space", "parking_entrance", "waste_disposal", "hunting_stand", "grave_yard"],
        "leisure": ["park", "nature_reserve", "garden", "common"], "aerialway": ["pylon"], "historic": ["yes"],
        "military": ["yes"], "healthcare": ["yes"], "tourism": ["yes"],
    ]
    /// Values that are places of interest only with a name.
    private static let onlyNamed: [String: Set<String>] = [
        "leisure": ["swimming_pool"], "man_made": ["works", "dyke", "adit"],
    ]
    /// Of these keys only some values are places of interest.
    private static let included: [String: Set<String>] = [
        "railway": ["station", "halt", "tram_stop", "subway_entrance", "train_station_entrance"],
        "man_made": [
            "tower", "water_tower", "pier", "bridge", "lighthouse", "watermill", "tunnel", "works", "dyke", "adit",
        ],
        "natural": ["tree", "spring", "cave_entrance", "geyser", "hot_spring", "rock", "stone"],
    ]
    /// Returns whether a tag makes a place of interest only together with a name and without a stronger tag: a beach
    /// that is an attraction is a beach.
    private static func isWeak(_ key: String, _ value: String) -> Bool {
        key == "historic" || key == "healthcare" || key == "tourism" && value == "attraction"
    }

    /// Creates the place of interest that the tags describe, or returns `nil` if they describe none.
    init?(_ tags: OSMTags) {
        let isNamed = tags["name"] != nil
        for key in Self.keys {
            guard let value = tags[key], value != "no" else { continue }
            let name = "\(key)"
            if Self.excluded[name]?.contains(value) == true { continue }
            if let included = Self.included[name], !included.contains(value) { continue }
            if !isNamed, name == "natural" || Self.onlyNamed[name]?.contains(value) == true { continue }
            if Self.isWeak(name, value), !isNamed || LandTags.isLand(tags) { continue }
            self.key = name
            self.value = value
            return
        }
        guard let value = tags["highway"],
            ["elevator", "bus_stop", "platform"].contains(value)
                || isNamed && ["rest_area", "services"].contains(value)
        else { return nil }
        key = "highway"
        self.value = value
    }

    private init(key: String, value: String) { (self.key, self.value) = (key, value) }

    /// Returns the tags of a building as a place of interest, or `nil` unless it has a name.
    static func namedBuilding(_ tags: OSMTags) -> InterestTags? {
        guard tags["name"] != nil, let value = tags["building"], value != "no" else { return nil }
        return InterestTags(key: "building", value: value)
    }
}
