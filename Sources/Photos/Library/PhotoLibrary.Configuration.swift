extension PhotoLibrary {
    /// How a library works.
    public struct Configuration: Sendable {
        /// Where it is kept what was read.
        public enum Catalog: Hashable, Sendable {
            /// `photos.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// A file of this path, which is made where it is missing.
            case file(String)
            /// Nowhere: every file is read anew by each library, and there are no tokens.
            case none
        }

        /// Where it is kept what was read; `standard` when left out.
        ///
        /// It can be deleted at any time.
        public var catalog = Catalog.standard

        /// The configuration that is described at each property.
        public init() {}

        /// One with a catalog in a file.
        public init(catalog path: String) { catalog = .file(path) }
    }
}
