public import Geocoding

extension World {
    /// Names in some languages: their tables are looked up once, for many answers, and each name is found once.
    public struct Names: Sendable {
        /// The gazetteer whose answers can be named.
        public let world: World
        private let naming: Naming
        private let places: NameMemory
        private let divisions: SharedNames
        private let countries: SharedNames

        init(world: World, naming: Naming) {
            self.world = world
            self.naming = naming
            places = NameMemory(count: world.layout.places.count)
            divisions = SharedNames(count: world.layout.divisions.count)
            countries = SharedNames(count: world.layout.countries.count)
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
            guard answer.divisionIndex != Answer.none else { return nil }
            let index = Int(answer.divisionIndex)
            return try divisions.name(index) { () throws(GeocodingError) in
                let division = try world.division(index)
                return try world.name(
                    NameKey(.division, index), main: division.englishName, naming: naming, home: world.home(division)
                )?.text
            }
        }

        /// The country.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func country(of answer: Answer) throws(GeocodingError) -> String? {
            let index = Int(answer.countryIndex)
            return try countries.name(index) { () throws(GeocodingError) in
                let country = try world.country(index)
                return try world.name(
                    NameKey(.country, index), main: country.englishName, naming: naming, home: country.language)?.text
            }
        }

        /// A place that a query found.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func name(of place: Place) throws(GeocodingError) -> String? {
            try name(place: place.index, division: place.divisionIndex)
        }

        private func name(place index: Int, of answer: Answer) throws(GeocodingError) -> String? {
            guard index >= 0, answer.divisionIndex != Answer.none else { return nil }
            return try name(place: index, division: Int(answer.divisionIndex))
        }

        private func name(place index: Int, division: Int) throws(GeocodingError) -> String? {
            if let known = places[index] { return try world.text(known) }
            let choice = try world.choice(
                NameKey(.place, index), main: world.settlement(index).name, naming: naming,
                home: world.home(world.division(division)))
            let text = try world.text(choice.reference)
            places.remember(choice.reference, at: index)
            return text
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
