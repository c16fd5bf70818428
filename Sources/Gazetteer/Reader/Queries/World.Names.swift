public import Geocoding

extension World {
    /// Names in some languages: their tables are looked up once, for many answers.
    public struct Names: Sendable {
        /// The gazetteer whose answers can be named.
        public let world: World
        private let naming: Naming

        init(world: World, naming: Naming) {
            self.world = world
            self.naming = naming
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
            guard let division = try world.division(of: answer) else { return nil }
            return try world.name(
                NameKey(.division, division.index), main: division.englishName, naming: naming, home: world.home(division)
            )?.text
        }

        /// The country.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func country(of answer: Answer) throws(GeocodingError) -> String? {
            let country = try world.country(Int(answer.countryIndex))
            return try world.name(
                NameKey(.country, country.index), main: country.englishName, naming: naming, home: country.language
            )?.text
        }

        /// A place that a query found.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func name(of place: Place) throws(GeocodingError) -> String? {
            try name(place.index, world.division(place.divisionIndex))
        }

        private func name(place index: Int, of answer: Answer) throws(GeocodingError) -> String? {
            guard index >= 0, let division = try world.division(of: answer) else { return nil }
            return try name(index, division)
        }

        private func name(_ place: Int, _ division: Division) throws(GeocodingError) -> String? {
            try world.name(
                NameKey(.place, place), main: world.settlement(place).name, naming: naming, home: world.home(division)
            )?.text
        }
    }

    /// The division of an answer; `nil` where none is known.
    func division(of answer: Answer) throws(GeocodingError) -> Division? {
        answer.divisionIndex == Answer.none ? nil : try division(Int(answer.divisionIndex))
    }

    /// The language of a division's local names.
    func home(_ division: Division) throws(GeocodingError) -> Tag8 {
        division.language.rawValue != 0 ? division.language : try country(division.country).language
    }

    /// Prepares to name answers in the first of the languages that has a name for each part.
    ///
    /// - Parameter languages: Most wanted first; empty gives every name in the place's own language.
    /// - Returns: What gives the names.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func names(in languages: [LanguageTag]) throws(GeocodingError) -> Names {
        try Names(world: self, naming: naming(for: languages))
    }
}
