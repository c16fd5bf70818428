extension GeocodingCache {
    /// Where answers are kept, how long, and how many.
    public struct Configuration: Sendable {
        /// Where they are kept.
        public enum Place: Hashable, Sendable {
            /// `addresses.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// A file of this path, which is made where it is missing.
            case file(String)
            /// In memory alone.
            case memory
        }

        /// Where answers are kept; `standard` when left out.
        public var place = Place.standard
        /// How long an answer is good; 90 days when left out.
        public var lifetime = Duration.seconds(90 * 86_400)
        /// How long it is good that nothing is there; 7 days when left out.
        public var emptyLifetime = Duration.seconds(7 * 86_400)
        /// How many answers are kept in memory; 4096 when left out, some 4 MB.
        public var memoryLimit = 4096
        /// How large the file may grow in bytes; 64 MiB when left out.
        ///
        /// What was not used for the longest time goes first.
        public var fileLimit = 64 << 20
        /// Called once for each thing that keeps the file from being used, with what was done; never again for the same.
        ///
        /// On the cache's own thread. Naming places goes on, with the answers in memory.
        public var onProblem: (@Sendable (String) -> Void)?

        /// The configuration that is described at each property.
        public init() {}

        /// One for a file.
        public init(file path: String) { place = .file(path) }
    }
}
