public import Geo

extension Placemark {
    /// How far down an address reaches, the finest first.
    public enum Precision: String, CaseIterable, Codable, Sendable {
        /// Down to the house number.
        case house
        /// Down to the street.
        case street
        /// A named place: a sight, a station, a shop.
        case place
        /// A city, town, village or quarter.
        case locality
        /// A state, province or prefecture.
        case region
        /// A country.
        case country
        /// Nothing is known here: open sea, nobody's land.
        case none
    }

    /// The entry of a provider's data that a name was taken from.
    public struct Place: Hashable, Sendable {
        /// The place's name, in the language asked for.
        public var name: String

        /// The place's number at GeoNames.
        public var geonameId: Int?

        /// People who live there.
        public var population: Int?

        /// Metres from the point that was asked for to the place's own coordinate.
        public var distance: Double

        /// The place's own coordinate, where the provider says it.
        public var coordinate: Coordinate?

        /// The city that the quarter which the point lies in is part of, where the provider knows it to be: the same as ``name``.
        public var partOf: String?

        /// How certain it is that ``name`` is the city of the point rather than another one, 0 to 1.
        public var confidence: Double?

        /// Describes an entry.
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

    /// The language of each name: where the one asked for has none, another stands in.
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

        /// Nothing is known yet.
        public init() {}

        /// Whether the names are in more than one language; scripts and regions do not count.
        public var isMixed: Bool {
            let known = [subLocality, locality, administrativeArea, country].compactMap { $0?.canonical.language }
            return known.contains { $0 != known[0] }
        }
    }
}
