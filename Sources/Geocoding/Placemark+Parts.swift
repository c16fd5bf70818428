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

        /// Describes an entry.
        public init(name: String, geonameId: Int? = nil, population: Int? = nil, distance: Double) {
            self.name = name
            self.geonameId = geonameId
            self.population = population
            self.distance = distance
        }
    }
}
