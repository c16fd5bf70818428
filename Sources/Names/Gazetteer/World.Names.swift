import Glibc
import LKFormats
public import LKGeocoding
import Synchronization

extension World {
    /// Names in the requested languages.
    ///
    /// Looks up the languages' tables once, and each name once.
    public struct Names: Sendable {
        /// The gazetteer whose answers are named.
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

        /// Returns the name of the city, town or village; `nil` if the answer has none.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func settlement(of answer: Answer) throws(GeocodingError) -> String? {
            try name(place: Int(answer.settlementIndex), of: answer)
        }

        /// Returns the name of the quarter or suburb; `nil` if the answer has none.
        ///
        /// - Throws: `GeocodingError` with `dataDamaged`.
        public func quarter(of answer: Answer) throws(GeocodingError) -> String? {
            try name(place: Int(answer.quarterIndex), of: answer)
        }

        /// Returns the name of the state, province or prefecture; `nil` if it has no name.
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

        /// Returns the name of the country.
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

        /// Returns the name of a place from a search; `nil` if it has no name.
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

    /// Prepares the naming of answers: each component is named in the first of the languages that has a name.
    ///
    /// - Parameter languages: In order of preference; empty for each place's own language.
    /// - Returns: The names, for any number of answers.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func names(in languages: [LanguageTag]) throws(GeocodingError) -> Names {
        try Names(world: self, naming: naming(for: languages))
    }
}

/// A lock-free cache of the name reference of each place, for one list of languages.
///
/// Uses four bytes per place, in zeroed memory that the kernel allocates on first use. Without a lock, two threads may
/// look up the same name, with the same result.
// Unchecked because of the pointer, whose words are accessed atomically.
final class NameMemory: @unchecked Sendable {
    private let words: UnsafeMutablePointer<Atomic<UInt32>>?
    private let count: Int

    /// Marks a place without a name; 0 marks one that has not been looked up.
    private static let nameless = UInt32.max

    init(count: Int) {
        // All zero bytes are a valid initial state of an atomic word.
        words = calloc(count, MemoryLayout<UInt32>.size)?.bindMemory(to: Atomic<UInt32>.self, capacity: count)
        self.count = words == nil ? 0 : count
    }

    deinit { free(words) }

    /// Returns the reference of the name, 0 for a place without one; `nil` until it has been looked up.
    @inline(__always)
    subscript(slot: Int) -> UInt32? {
        guard let words, slot >= 0, slot < count else { return nil }
        let word = words[slot].load(ordering: .relaxed)
        return word == 0 ? nil : word == Self.nameless ? 0 : word
    }

    /// Stores a reference; 0 for a place without a name.
    func remember(_ reference: UInt32, at slot: Int) {
        guard let words, slot >= 0, slot < count else { return }
        words[slot].store(reference == 0 ? Self.nameless : reference, ordering: .relaxed)
    }
}

/// A cache of the names of divisions and countries, shared by many answers: each is created on first use.
// Unchecked because of the pointer, whose elements are written once, atomically.
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

    /// Returns the name in a slot; created on first use.
    @inline(__always)
    func name(
        _ slot: Int, make: () throws(GeocodingError) -> String?
    ) throws(GeocodingError) -> String? {
        guard slot >= 0, slot < count else { return try make() }
        if let known = texts[slot].load() { return known.text }
        return texts[slot].storeIfNil(Text(try make())).text
    }
}
