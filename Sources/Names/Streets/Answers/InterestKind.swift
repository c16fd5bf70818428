/// A kind of place of interest, by the tags that OpenStreetMap has for it.
///
/// ```swift
/// let kinds = [InterestKind.pharmacy, InterestKind(key: "shop", value: "bakery")]
/// for place in streets.nearest(kinds, to: point, within: 2_000) { print(place.name ?? "-", place.distance) }
/// ```
///
/// Keys and values are those of [Map features](https://wiki.openstreetmap.org/wiki/Map_features). An index keeps one tag for
/// each place: of several keys the first in the order `emergency`, `historic`, `military`, `aeroway`, `aerialway`, `amenity`,
/// `club`, `craft`, `healthcare`, `leisure`, `office`, `shop`, `tourism`, `man_made`, `railway`, `highway`, `building`. A castle
/// that is a hotel is found as `historic=castle`. `Docs/Formats/Streets.md` says which objects are places of interest at all.
public struct InterestKind: Hashable, Sendable {
    /// One tag.
    public struct Tag: Hashable, Sendable, CustomStringConvertible {
        /// The key: `amenity`.
        public var key: String
        /// The value: `pharmacy`; `nil` stands for all values.
        public var value: String?

        /// Makes a tag; without a value it stands for all values of the key.
        public init(key: String, value: String? = nil) { (self.key, self.value) = (key, value) }

        /// `amenity=pharmacy`, or `shop=*` for all values.
        public var description: String { "\(key)=\(value ?? "*")" }
    }

    /// The tags that places of this kind have; each place has one of them.
    public var tags: [Tag]

    /// Makes a kind of places that have one of some tags.
    public init(tags: [Tag]) { self.tags = tags }

    /// Makes a kind by one tag; without a value it stands for all values of the key: `InterestKind(key: "shop")`.
    public init(key: String, value: String? = nil) { tags = [Tag(key: key, value: value)] }

    /// Makes a kind by several values of one key.
    private init(_ key: String, _ values: String...) { tags = values.map { Tag(key: key, value: $0) } }

    fileprivate static func + (left: InterestKind, right: InterestKind) -> InterestKind {
        InterestKind(tags: left.tags + right.tags)
    }
}

// MARK: - Kinds by name

extension InterestKind {
    /// Stations and stops of trains, metros and trams.
    public static let station = trainStation + tramStop
    /// Stations and halts of trains and metros: `railway=station|halt`.
    public static let trainStation = InterestKind("railway", "station", "halt")
    /// Tram stops: `railway=tram_stop`.
    public static let tramStop = InterestKind("railway", "tram_stop")
    /// Entrances of metro stations: `railway=subway_entrance`.
    public static let subwayEntrance = InterestKind("railway", "subway_entrance")
    /// Bus stations: `amenity=bus_station`.
    public static let busStation = InterestKind("amenity", "bus_station")
    /// Bus stops with a name, as an index keeps no others: `highway=bus_stop`.
    public static let busStop = InterestKind("highway", "bus_stop")
    /// Stations of cable cars and chairlifts: `aerialway=station`.
    public static let cableCar = InterestKind("aerialway", "station")
    /// Ferry terminals: `amenity=ferry_terminal`.
    public static let ferryTerminal = InterestKind("amenity", "ferry_terminal")
    /// Airports and airfields: `aeroway=aerodrome`.
    public static let airport = InterestKind("aeroway", "aerodrome")
    /// Taxi stands: `amenity=taxi`.
    public static let taxi = InterestKind("amenity", "taxi")

    /// Pharmacies: `pharmacy` of `amenity` and `healthcare`.
    public static let pharmacy = InterestKind("amenity", "pharmacy") + InterestKind("healthcare", "pharmacy")
    /// Hospitals: `hospital` of `amenity` and `healthcare`.
    public static let hospital = InterestKind("amenity", "hospital") + InterestKind("healthcare", "hospital")
    /// Doctors and clinics: `amenity=doctors|clinic`, `healthcare=doctor|clinic`.
    public static let doctor =
        InterestKind("amenity", "doctors", "clinic") + InterestKind("healthcare", "doctor", "clinic")
    /// Defibrillators: `emergency=defibrillator`.
    public static let defibrillator = InterestKind("emergency", "defibrillator")
    /// Police stations: `amenity=police`.
    public static let police = InterestKind("amenity", "police")

    /// Mountain huts, with or without a warden: `tourism=alpine_hut|wilderness_hut`.
    public static let hut = InterestKind("tourism", "alpine_hut", "wilderness_hut")
    /// Shelters, those of bus stops too: `amenity=shelter`.
    public static let shelter = InterestKind("amenity", "shelter")
    /// Sites for tents and caravans: `tourism=camp_site|caravan_site`.
    public static let campSite = InterestKind("tourism", "camp_site", "caravan_site")
    /// Hotels, guest houses, hostels and motels, by `tourism`.
    public static let hotel = InterestKind("tourism", "hotel", "guest_house", "hostel", "motel")
    /// Viewpoints: `tourism=viewpoint`.
    public static let viewpoint = InterestKind("tourism", "viewpoint")
    /// Drinking water: `amenity=drinking_water|water_point`.
    public static let drinkingWater = InterestKind("amenity", "drinking_water", "water_point")
    /// Public toilets: `amenity=toilets`.
    public static let toilets = InterestKind("amenity", "toilets")

    /// Filling stations: `amenity=fuel`.
    public static let fuel = InterestKind("amenity", "fuel")
    /// Charging stations for vehicles: `amenity=charging_station`.
    public static let chargingStation = InterestKind("amenity", "charging_station")
    /// Car parks: `amenity=parking`.
    public static let parking = InterestKind("amenity", "parking")

    /// Supermarkets: `shop=supermarket`.
    public static let supermarket = InterestKind("shop", "supermarket")
    /// Convenience stores: `shop=convenience`.
    public static let convenienceStore = InterestKind("shop", "convenience")
    /// Bakeries: `shop=bakery`.
    public static let bakery = InterestKind("shop", "bakery")
    /// Restaurants: `amenity=restaurant`.
    public static let restaurant = InterestKind("amenity", "restaurant")
    /// Cafés: `amenity=cafe`.
    public static let cafe = InterestKind("amenity", "cafe")
    /// Cash machines that are mapped by themselves, not those of a bank: `amenity=atm`.
    public static let atm = InterestKind("amenity", "atm")
    /// Banks: `amenity=bank`.
    public static let bank = InterestKind("amenity", "bank")
    /// Post offices: `amenity=post_office`.
    public static let postOffice = InterestKind("amenity", "post_office")
}

// MARK: - Among the places of a file

/// Which of some kinds a place is of; each pair of texts of a file is compared once.
struct InterestMatcher {
    private let kinds: [InterestKind]
    private let index: StreetIndex
    /// By the texts of key and value, the number of the kind; -1 for none.
    private var known: [UInt64: Int] = [:]

    init(_ kinds: [InterestKind], in index: StreetIndex) {
        self.kinds = kinds
        self.index = index
    }

    /// The first kind that a record of `INTR` is of; `nil` if there is none.
    mutating func kind(ofInterest number: Int) -> InterestKind? {
        guard let record = index.layout.interests[number] else { return nil }
        let (key, value) = (record.uint32(0), record.uint32(4))
        let pair = UInt64(key) << 32 | UInt64(value)
        if let found = known[pair] { return found < 0 ? nil : kinds[found] }
        let found = kinds.firstIndex { kind in
            kind.tags.contains { index.textBytes(key).elementsEqual($0.key.utf8) && isOne(of: value, $0.value) }
        }
        known[pair] = found ?? -1
        return found.map { kinds[$0] }
    }

    /// Whether a value, or one of several with semicolons between them, is the wanted one.
    private func isOne(of value: UInt32, _ wanted: String?) -> Bool {
        guard let wanted else { return true }
        return index.textBytes(value).split(separator: UInt8(ascii: ";")).contains { stated in
            stated.drop { $0 == UInt8(ascii: " ") }.elementsEqual(wanted.utf8)
        }
    }
}
