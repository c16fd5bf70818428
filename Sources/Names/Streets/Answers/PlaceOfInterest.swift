public import LKGeo
public import LKGeocoding

/// A place of interest near a point.
public struct PlaceOfInterest: Hashable, Sendable {
    /// The name, in the first of the languages that has one; `nil` if there is none, as for most toilets.
    public var name: String?
    /// The first requested kind that it matches.
    public var kind: Kind
    /// The tag that the index has for it: `amenity=pharmacy`.
    public var tag: Kind.Tag
    /// The position; for a building or another area, its centroid.
    public var coordinate: Coordinate
    /// Metres on the ground, on the WGS 84 ellipsoid: to the outline of a building or another area, 0 inside.
    public var distance: Double
    /// Its address.
    ///
    /// The street of a place that states none is the nearest one.
    public var placemark: Placemark
    /// The kind and number of the object in OpenStreetMap, which identify it across indexes.
    let identity: UInt64
}

extension PlaceOfInterest {
    /// A kind of place of interest, by the tags that OpenStreetMap has for it.
    ///
    /// ```swift
    /// let kinds = [PlaceOfInterest.Kind.pharmacy, PlaceOfInterest.Kind(key: "shop", value: "bakery")]
    /// for place in provider.nearest(kinds, to: point, within: 2_000) { print(place.name ?? "-", place.distance) }
    /// ```
    ///
    /// Keys and values are those of [Map features](https://wiki.openstreetmap.org/wiki/Map_features). An index keeps one tag for
    /// each place: of several keys the first in the order `emergency`, `historic`, `military`, `aeroway`, `aerialway`, `amenity`,
    /// `club`, `craft`, `healthcare`, `leisure`, `office`, `shop`, `tourism`, `man_made`, `railway`, `highway`, `building`. A castle
    /// that is a hotel is found as `historic=castle`. `Docs/Formats/Streets.md` says which objects are places of interest at all.
    public struct Kind: Hashable, Sendable {
        /// One tag.
        public struct Tag: Hashable, Sendable, CustomStringConvertible {
            /// The key: `amenity`.
            public var key: String
            /// The value: `pharmacy`; `nil` stands for all values.
            public var value: String?

            /// Creates a tag; without a value it stands for all values of the key.
            public init(key: String, value: String? = nil) { (self.key, self.value) = (key, value) }

            /// `amenity=pharmacy`, or `shop=*` for all values.
            public var description: String { "\(key)=\(value ?? "*")" }
        }

        /// The tags that places of this kind have; each place has one of them.
        public var tags: [Tag]

        /// Creates a kind of places that have at least one of the tags.
        public init(tags: [Tag]) { self.tags = tags }

        /// Creates a kind from one tag; without a value it stands for all values of the key: `Kind(key: "shop")`.
        public init(key: String, value: String? = nil) { tags = [Tag(key: key, value: value)] }

        /// Creates a kind from several values of one key.
        private init(_ key: String, _ values: String...) { tags = values.map { Tag(key: key, value: $0) } }

        fileprivate static func + (left: Kind, right: Kind) -> Kind {
            Kind(tags: left.tags + right.tags)
        }
    }
}

// MARK: - Kinds by name

extension PlaceOfInterest.Kind {
    /// Stations and stops of trains, metros and trams.
    public static let station = trainStation + tramStop
    /// Stations and halts of trains and metros: `railway=station|halt`.
    public static let trainStation = PlaceOfInterest.Kind("railway", "station", "halt")
    /// Tram stops: `railway=tram_stop`.
    public static let tramStop = PlaceOfInterest.Kind("railway", "tram_stop")
    /// Entrances of metro stations: `railway=subway_entrance`.
    public static let subwayEntrance = PlaceOfInterest.Kind("railway", "subway_entrance")
    /// Bus stations: `amenity=bus_station`.
    public static let busStation = PlaceOfInterest.Kind("amenity", "bus_station")
    /// Bus stops with a name, as an index keeps no others: `highway=bus_stop`.
    public static let busStop = PlaceOfInterest.Kind("highway", "bus_stop")
    /// Stations of cable cars and chairlifts: `aerialway=station`.
    public static let cableCar = PlaceOfInterest.Kind("aerialway", "station")
    /// Ferry terminals: `amenity=ferry_terminal`.
    public static let ferryTerminal = PlaceOfInterest.Kind("amenity", "ferry_terminal")
    /// Airports and airfields: `aeroway=aerodrome`.
    public static let airport = PlaceOfInterest.Kind("aeroway", "aerodrome")
    /// Taxi stands: `amenity=taxi`.
    public static let taxi = PlaceOfInterest.Kind("amenity", "taxi")

    /// Pharmacies: `pharmacy` of `amenity` and `healthcare`.
    public static let pharmacy =
        PlaceOfInterest.Kind("amenity", "pharmacy") + PlaceOfInterest.Kind("healthcare", "pharmacy")
    /// Hospitals: `hospital` of `amenity` and `healthcare`.
    public static let hospital =
        PlaceOfInterest.Kind("amenity", "hospital") + PlaceOfInterest.Kind("healthcare", "hospital")
    /// Doctors and clinics: `amenity=doctors|clinic`, `healthcare=doctor|clinic`.
    public static let doctor =
        PlaceOfInterest.Kind("amenity", "doctors", "clinic") + PlaceOfInterest.Kind("healthcare", "doctor", "clinic")
    /// Defibrillators: `emergency=defibrillator`.
    public static let defibrillator = PlaceOfInterest.Kind("emergency", "defibrillator")
    /// Police stations: `amenity=police`.
    public static let police = PlaceOfInterest.Kind("amenity", "police")

    /// Mountain huts, with or without a warden: `tourism=alpine_hut|wilderness_hut`.
    public static let hut = PlaceOfInterest.Kind("tourism", "alpine_hut", "wilderness_hut")
    /// Shelters, those of bus stops too: `amenity=shelter`.
    public static let shelter = PlaceOfInterest.Kind("amenity", "shelter")
    /// Sites for tents and caravans: `tourism=camp_site|caravan_site`.
    public static let campSite = PlaceOfInterest.Kind("tourism", "camp_site", "caravan_site")
    /// Hotels, guest houses, hostels and motels, by `tourism`.
    public static let hotel = PlaceOfInterest.Kind("tourism", "hotel", "guest_house", "hostel", "motel")
    /// Viewpoints: `tourism=viewpoint`.
    public static let viewpoint = PlaceOfInterest.Kind("tourism", "viewpoint")
    /// Drinking water: `amenity=drinking_water|water_point`.
    public static let drinkingWater = PlaceOfInterest.Kind("amenity", "drinking_water", "water_point")
    /// Public toilets: `amenity=toilets`.
    public static let toilets = PlaceOfInterest.Kind("amenity", "toilets")

    /// Filling stations: `amenity=fuel`.
    public static let fuel = PlaceOfInterest.Kind("amenity", "fuel")
    /// Charging stations for vehicles: `amenity=charging_station`.
    public static let chargingStation = PlaceOfInterest.Kind("amenity", "charging_station")
    /// Car parks: `amenity=parking`.
    public static let parking = PlaceOfInterest.Kind("amenity", "parking")

    /// Supermarkets: `shop=supermarket`.
    public static let supermarket = PlaceOfInterest.Kind("shop", "supermarket")
    /// Convenience stores: `shop=convenience`.
    public static let convenienceStore = PlaceOfInterest.Kind("shop", "convenience")
    /// Bakeries: `shop=bakery`.
    public static let bakery = PlaceOfInterest.Kind("shop", "bakery")
    /// Restaurants: `amenity=restaurant`.
    public static let restaurant = PlaceOfInterest.Kind("amenity", "restaurant")
    /// Cafés: `amenity=cafe`.
    public static let cafe = PlaceOfInterest.Kind("amenity", "cafe")
    /// Cash machines mapped on their own, not as part of a bank: `amenity=atm`.
    public static let atm = PlaceOfInterest.Kind("amenity", "atm")
    /// Banks: `amenity=bank`.
    public static let bank = PlaceOfInterest.Kind("amenity", "bank")
    /// Post offices: `amenity=post_office`.
    public static let postOffice = PlaceOfInterest.Kind("amenity", "post_office")
}

// MARK: - Among the places of a file

/// Matches places with kinds; compares each pair of texts of a file once.
struct InterestMatcher {
    private let kinds: [PlaceOfInterest.Kind]
    private let index: StreetIndex
    /// By the texts of key and value, the number of the kind; -1 for none.
    private var known: [UInt64: Int] = [:]

    init(_ kinds: [PlaceOfInterest.Kind], in index: StreetIndex) {
        self.kinds = kinds
        self.index = index
    }

    /// Returns the first kind that a record of `INTR` matches; `nil` if there is none.
    mutating func kind(ofInterest number: Int) -> PlaceOfInterest.Kind? {
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

    /// Returns whether a value, or one of several separated by semicolons, is the wanted one.
    private func isOne(of value: UInt32, _ wanted: String?) -> Bool {
        guard let wanted else { return true }
        return index.textBytes(value).split(separator: UInt8(ascii: ";")).contains { stated in
            stated.drop { $0 == UInt8(ascii: " ") }.elementsEqual(wanted.utf8)
        }
    }
}
