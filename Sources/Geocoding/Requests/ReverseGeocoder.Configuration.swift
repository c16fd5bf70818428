extension ReverseGeocoder {
    /// Whose answer counts.
    public enum Policy: String, CaseIterable, Sendable {
        /// All are asked, one after the other, those on this machine first, until one knows the house; the finest address wins.
        ///
        /// So no service on the web is asked for a point that this machine knows to the house.
        case finest
        /// They are asked in their order until one has an answer.
        case first
        /// As `finest`, and nobody on the web is asked.
        case offlineOnly
    }

    /// Who is asked, and how.
    public struct Configuration: Sendable {
        /// Who is asked, in this order; nobody when left out.
        public var providers: [any GeocodingProvider] = []
        /// Whose answer counts; `finest` when left out.
        public var policy = Policy.finest
        /// How long a question may take altogether; 10 s when left out.
        ///
        /// When it is over, what is known by then is the answer, and an error when that is nothing.
        public var timeout = Duration.seconds(10)
        /// The side of the cells in degrees whose points are the same to a service on the web; 0.0001 (11 m) when left out.
        ///
        /// Such questions at the same time are asked once, and later ones are answered from the cache.
        public var cell = 1e-4
        /// Where answers of services on the web are kept; `GeocodingCache.shared` when left out, `nil` for nowhere.
        public var cache: GeocodingCache? = .shared

        /// A user's own names of places, which outrank those of the providers; `nil`, for none, when left out.
        ///
        /// They are laid over the answers to points, and are never kept in the cache. What is found by its name stays as it is.
        public var corrections: PlaceCorrections?

        /// The configuration that is described at each property.
        public init() {}

        /// One with some providers.
        public init(_ providers: [any GeocodingProvider], policy: Policy = .finest) {
            self.providers = providers
            self.policy = policy
        }
    }
}
