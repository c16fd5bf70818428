public import Geocoding

extension World {
    /// Names in some languages: their tables are looked up once, for many answers.
    public struct Names: Sendable {
        /// The gazetteer whose answers can be named.
        public let world: World
        private let wishes: [Wish]

        init(world: World, wishes: [Wish]) {
            self.world = world
            self.wishes = wishes
        }

        /// The city, town or village; `nil` without one.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func settlement(of answer: Answer) throws(GeocodingError) -> String? {
            try name(place: Int(answer.settlementIndex), of: answer)
        }

        /// The quarter or suburb; `nil` without one.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func quarter(of answer: Answer) throws(GeocodingError) -> String? {
            try name(place: Int(answer.quarterIndex), of: answer)
        }

        /// The state, province or prefecture; `nil` where it has no name.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func division(of answer: Answer) throws(GeocodingError) -> String? {
            let division = try world.division(Int(answer.divisionIndex))
            return try world.name(
                NameKey(.division, division.index), main: division.englishName, wishes: wishes,
                country: world.country(Int(answer.countryIndex)))
        }

        /// The country.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func country(of answer: Answer) throws(GeocodingError) -> String? {
            let country = try world.country(Int(answer.countryIndex))
            return try world.name(
                NameKey(.country, country.index), main: country.englishName, wishes: wishes, country: country)
        }

        /// A place that a query found.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func name(of place: Place) throws(GeocodingError) -> String? {
            let division = try world.division(place.divisionIndex)
            return try world.name(
                NameKey(.place, place.index), main: world.settlement(place.index).name, wishes: wishes,
                country: world.country(division.country))
        }

        private func name(place index: Int, of answer: Answer) throws(GeocodingError) -> String? {
            guard index >= 0 else { return nil }
            return try world.name(
                NameKey(.place, index), main: world.settlement(index).name, wishes: wishes,
                country: world.country(Int(answer.countryIndex)))
        }
    }

    /// Prepares to name answers in the first of the languages that has a name for each part.
    ///
    /// - Parameter languages: Most wanted first; empty gives every name in the place's own language.
    /// - Returns: What gives the names.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func names(in languages: [LanguageTag]) throws(GeocodingError) -> Names {
        try Names(world: self, wishes: wishes(for: languages))
    }
}
