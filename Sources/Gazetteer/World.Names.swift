public import Geocoding
internal import Synchronization

internal import Glibc

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

    /// Prepares to name answers in the first of the languages that has a name for each part.
    ///
    /// - Parameter languages: Most wanted first; empty gives every name in the place's own language.
    /// - Returns: What gives the names.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func names(in languages: [LanguageTag]) throws(GeocodingError) -> Names {
        try Names(world: self, naming: naming(for: languages))
    }
}

/// Which text names what in one list of languages: looked up once for each place.
///
/// A few bytes each in memory that the system gives when it is touched. No lock: who comes second finds the word of the
/// first or finds out the same.
// Unchecked because of the pointer, whose words are read and written whole.
final class NameMemory: @unchecked Sendable {
    private let words: UnsafeMutablePointer<Atomic<UInt32>>?
    private let count: Int

    /// Marks a place without a name; 0 marks one that has not been looked up.
    private static let nameless = UInt32.max

    init(count: Int) {
        // All zero, which is what an atomic word begins with.
        words = calloc(count, MemoryLayout<UInt32>.size)?.bindMemory(to: Atomic<UInt32>.self, capacity: count)
        self.count = words == nil ? 0 : count
    }

    deinit { free(words) }

    /// The text's reference, 0 for none; `nil` when it has not been found out.
    @inline(__always)
    subscript(slot: Int) -> UInt32? {
        guard let words, slot >= 0, slot < count else { return nil }
        let word = words[slot].load(ordering: .relaxed)
        return word == 0 ? nil : word == Self.nameless ? 0 : word
    }

    /// Keeps what was found out.
    func remember(_ reference: UInt32, at slot: Int) {
        guard let words, slot >= 0, slot < count else { return }
        words[slot].store(reference == 0 ? Self.nameless : reference, ordering: .relaxed)
    }
}

/// The names of divisions and countries, which many answers share: created on first use.
// Unchecked because of the pointer, whose places are written once and whole.
final class SharedNames: @unchecked Sendable {
    private final class Text: Sendable {
        let text: String?
        init(_ text: String?) { self.text = text }
    }

    private let texts: UnsafeMutablePointer<AtomicLazyReference<Text>>
    private let count: Int

    init(count: Int) {
        texts = .allocate(capacity: count)
        for index in 0..<count { (texts + index).initialize(to: AtomicLazyReference()) }
        self.count = count
    }

    deinit {
        texts.deinitialize(count: count)
        texts.deallocate()
    }

    /// The name in a slot, created where it is missing.
    @inline(__always)
    func name(
        _ slot: Int, make: () throws(GeocodingError) -> String?
    ) throws(GeocodingError) -> String? {
        guard slot >= 0, slot < count else { return try make() }
        if let known = texts[slot].load() { return known.text }
        return texts[slot].storeIfNil(Text(try make())).text
    }
}
