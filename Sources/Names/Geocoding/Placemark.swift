import LKFormats
public import LKGeo

/// The names of a point: the components of its address in the requested language, with their precision and source.
///
/// ```swift
/// let placemark = try World.embedded().placemark(at: station, languages: [LanguageTag("ja")!])
/// print(placemark.addressString)  // 東京都千代田区
/// ```
public struct Placemark: Hashable, Sendable {
    /// The point that was named.
    public var coordinate: Coordinate

    /// The most detailed name.
    public var name: String?

    /// The street.
    public var thoroughfare: String?

    /// The house number.
    public var subThoroughfare: String?

    /// Whether ``subThoroughfare`` is not the number of a house that the data has, but follows from those of its neighbours.
    public var isInterpolated = false

    /// Whether ``locality`` is only the nearest settlement, in data that does not have its boundary.
    package var isLocalityNearest = false

    /// The corner that ``thoroughfare`` names in place of a street; `nil` unless corners were asked for and one is near.
    public internal(set) var corner: Corner?

    /// The quarter or suburb.
    public var subLocality: String?

    /// The city, town or village.
    public var locality: String?

    /// The county, province or district: the division below the state.
    public var subAdministrativeArea: String?

    /// Whether address lines omit ``subAdministrativeArea``: the gazetteer's districts are divisions rather than parts
    /// of addresses.
    package var omitsDistrict = false

    /// The state, province or prefecture.
    public var administrativeArea: String?

    /// The postal code.
    public var postalCode: String?

    /// The country: ISO 3166-1 alpha-2, and XK for Kosovo.
    public var isoCountryCode: String?

    /// The country's name.
    public var country: String?

    /// The lake or river at the point.
    public var inlandWater: String?

    /// The sea or ocean at the point.
    public var ocean: String?

    /// Sights and well-known places that contain the point.
    public var areasOfInterest: [String] = []

    /// The extent of the most detailed place, if the provider knows it.
    public var bounds: BoundingBox?

    /// The time zone's identifier in the tz database: `Asia/Tokyo`.
    public var timeZone: String?

    /// The nearest border between two countries; `nil` when there is none within 100 km or the provider does not know.
    public var border: Border?

    /// Other countries that claim or hold the point: ISO 3166-1 alpha-2, XX for one without a code.
    public var claims: [String] = []

    /// The country that this point is certainly in by borders on this machine, where a web service says another.
    ///
    /// ISO 3166-1 alpha-2. A service names the nearest thing it knows, which may be across the border; such a placemark
    /// comes after the one by the borders. `nil` if they agree, and where it is not known.
    public var conflictingCountryCode: String?

    /// The language that was asked for first, which decides the order of the parts; `nil` if none was.
    public var language: LanguageTag?

    /// The languages the names are really in, where the provider says so.
    public var nameLanguages = NameLanguages()

    /// How far down the address reaches.
    public var precision: Precision

    /// The name of the provider that answered.
    public var provider: String

    /// The attribution that the data's licence requires.
    public var attribution: String?

    /// The entry of the provider's data that gave the most detailed name.
    public var place: Place?

    /// Whether a user's own ``PlaceCorrections`` changed the names.
    public var isCorrected = false

    /// Creates a placemark without names.
    public init(coordinate: Coordinate, provider: String) {
        self.coordinate = coordinate
        self.provider = provider
        precision = .none
    }
}

extension Placemark: CustomStringConvertible {
    /// Name, settlement, state and country, as far as known, and the position:
    /// `Chiyoda, Tokyo, Japan (35.681236,139.767125)`.
    public var description: String {
        var names: [String] = []
        for case let name? in [name, locality, administrativeArea, country] where !names.contains(name) {
            names.append(name)
        }
        return names.isEmpty ? coordinate.description : "\(names.joined(separator: ", ")) (\(coordinate))"
    }
}

extension Placemark {
    /// The precision of an address, finest first.
    public enum Precision: String, CaseIterable, Codable, Sendable {
        /// The house number.
        case house
        /// The street.
        case street
        /// A named place: a sight, a station, a shop.
        case place
        /// A city, town, village or quarter.
        case locality
        /// A state, province or prefecture.
        case region
        /// A country.
        case country
        /// Nothing is known: open sea, unclaimed land.
        case none
    }

    /// The entry of a provider's data from which a name was taken.
    public struct Place: Hashable, Sendable {
        /// The settlement's name, in the language requested.
        public var name: String

        /// The GeoNames identifier.
        public var geonameId: Int?

        /// The number of inhabitants.
        public var population: Int?

        /// The distance in metres from the requested point to ``coordinate``; in a street index, to the house's outline or the
        /// street's line.
        public var distance: Double

        /// The settlement's own coordinate, if the provider reports it.
        public var coordinate: Coordinate?

        /// The city that contains the point's quarter, if the provider knows it for certain; equal to ``name``.
        public var partOf: String?

        /// The probability that ``name`` is the city of the point, 0 to 1.
        public var confidence: Double?

        /// Creates an entry.
        public init(
            name: String, geonameId: Int? = nil, population: Int? = nil, distance: Double, coordinate: Coordinate? = nil
        ) {
            self.name = name
            self.geonameId = geonameId
            self.population = population
            self.distance = distance
            self.coordinate = coordinate
        }
    }

    /// The language of each name; a name that does not exist in the requested language is in another.
    ///
    /// ```swift
    /// if placemark.nameLanguages.isMixed { print(placemark.nameLanguages.locality ?? .english) }
    /// ```
    public struct NameLanguages: Hashable, Sendable {
        /// The language of the quarter or suburb.
        public var subLocality: LanguageTag?

        /// The language of the city, town or village.
        public var locality: LanguageTag?

        /// The language of the state, province or prefecture.
        public var administrativeArea: LanguageTag?

        /// The language of the country's name.
        public var country: LanguageTag?

        /// Creates a value without languages.
        public init() {}

        /// Whether the names are in more than one language; differences in script or region do not count.
        public var isMixed: Bool {
            let known = [subLocality, locality, administrativeArea, country].compactMap { $0?.canonical.language }
            return known.contains { $0 != known[0] }
        }
    }
}

extension Placemark {
    /// The distance of a point from another country, and whether its own country is certain.
    public struct Border: Hashable, Sendable {
        /// The distance in metres to the nearest international border.
        public var distance: Double
        /// The country across the border, ISO 3166-1 alpha-2; `nil` for unclaimed land.
        public var isoCountryCode: String?
        /// That country's name.
        public var country: String?
        /// Whether the border is farther away than its possible error, and no other country claims the point.
        public var isCertain: Bool

        /// Creates a border.
        public init(distance: Double, isoCountryCode: String?, country: String?, isCertain: Bool) {
            self.distance = distance
            self.isoCountryCode = isoCountryCode
            self.country = country
            self.isCertain = isCertain
        }
    }
}

extension Placemark {
    /// Where two streets meet.
    public struct Corner: Hashable, Sendable {
        /// The names of the two streets; the one that is nearer to the point comes first.
        public var streets: [String]
        /// Where they meet.
        public var coordinate: Coordinate
        /// The distance in metres on the ground from the point to ``coordinate``.
        public var distance: Double

        /// Creates a corner.
        public init(streets: [String], coordinate: Coordinate, distance: Double) {
            (self.streets, self.coordinate, self.distance) = (streets, coordinate, distance)
        }

        /// Both names, as addresses have them: `Main Street & 5th Avenue`.
        public var name: String { streets.joined(separator: " & ") }
    }

    /// Names a corner in place of the street: `Main Street & 5th Avenue`.
    ///
    /// ``place`` and ``bounds`` stay those of the nearest street. A placemark with another precision than `street` stays as it is.
    public mutating func replaceStreet(by corner: Corner) {
        guard precision == .street, let street = thoroughfare else { return }
        if name == street { name = corner.name }
        thoroughfare = corner.name
        self.corner = corner
    }
}

extension String {
    /// An untrusted name with single spaces, trimmed and without any ``DisplayHazard``; `nil` when nothing is left.
    package var cleanedName: String? {
        var scalars = String.UnicodeScalarView()
        for scalar in displayable.unicodeScalars {
            if scalar == " ", scalars.isEmpty || scalars.last == " " { continue }
            scalars.append(scalar)
        }
        while scalars.last == " " { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }
}
