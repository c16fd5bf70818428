extension Placemark {
    /// How near a point is to another country, and whether its own is beyond doubt.
    public struct Border: Hashable, Sendable {
        /// Metres along the ground to the nearest border between two countries.
        public var distance: Double
        /// The country across the border, ISO 3166-1 alpha-2; `nil` where nobody governs.
        public var isoCountryCode: String?
        /// That country's name.
        public var country: String?
        /// Whether the border is farther away than it may be drawn wrong, and nobody else claims the point.
        public var isCertain: Bool

        /// A border.
        public init(distance: Double, isoCountryCode: String?, country: String?, isCertain: Bool) {
            self.distance = distance
            self.isoCountryCode = isoCountryCode
            self.country = country
            self.isCertain = isCertain
        }
    }
}
