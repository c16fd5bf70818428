public import Geocoding

extension PlaceTagger {
    /// How photos get the names of their places.
    public struct Configuration: Sendable, Hashable {
        /// The languages of the names, most wanted first; empty asks for the place's own language.
        public var languages: [LanguageTag] = []

        /// Whether names that a photo has are replaced, also those that a person wrote.
        public var replaces = false

        /// Whether the names also become keywords.
        public var addsKeywords = false

        /// The default: names in the place's own language, for photos without any.
        public init() {}
    }
}
