internal import CWorld
internal import Formats
public import Geocoding
internal import Synchronization

internal import Glibc

extension World {
    /// Names in the requested languages.
    ///
    /// Looks up the languages' tables once, and each name once.
    public struct Names: Sendable {
        /// The gazetteer whose answers are named.
        public let world: World
        private let naming: Naming
        private let places: NameMemory
        /// The names of divisions and countries for columns, which need no `String`.
        private let areas: (divisions: NameMemory, countries: NameMemory)
        private let divisions: SharedNames
        private let countries: SharedNames

        init(world: World, naming: Naming) {
            self.world = world
            self.naming = naming
            places = NameMemory(count: world.layout.places.count)
            areas = (
                NameMemory(count: world.layout.divisions.count), NameMemory(count: world.layout.countries.count)
            )
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
            try world.text(reference(place: index, division: division))
        }

        /// Returns the offset of a settlement's name in `STRS`, 0 for none.
        private func reference(place index: Int, division: Int) throws(GeocodingError) -> UInt32 {
            if let known = places[index] { return known }
            let choice = try world.choice(
                NameKey(.place, index), main: world.settlement(index).name, naming: naming,
                home: world.home(world.division(division)))
            // Not kept if it is damaged.
            _ = try world.textBytes(choice.reference)
            places.remember(choice.reference, at: index)
            return choice.reference
        }

        private func reference(division index: Int) throws(GeocodingError) -> UInt32 {
            if let known = areas.divisions[index] { return known }
            let division = try world.division(index)
            let choice = try world.choice(
                NameKey(.division, index), main: division.englishName, naming: naming, home: world.home(division))
            areas.divisions.remember(choice.reference, at: index)
            return choice.reference
        }

        private func reference(country index: Int) throws(GeocodingError) -> UInt32 {
            if let known = areas.countries[index] { return known }
            let country = try world.country(index)
            let choice = try world.choice(
                NameKey(.country, index), main: country.englishName, naming: naming, home: country.language)
            areas.countries.remember(choice.reference, at: index)
            return choice.reference
        }

        /// What a column names.
        package enum Part: CaseIterable, Sendable { case settlement, quarter, division, country }

        /// Names of many answers, one after the other: the layout of a column of Arrow.
        package struct Column: Equatable, Sendable {
            /// The names, UTF-8.
            package var bytes: [UInt8]
            /// The offset of each name in ``bytes``, and their end.
            ///
            /// A missing name is empty.
            package var offsets: [Int32]
        }

        /// The most answers in a column: the offsets of so many names of 255 bytes fit into 31 bits.
        package static let mostInColumn = 1 << 23

        /// Returns the names of many answers, copied from the file without making a `String` of each.
        ///
        /// - Parameters:
        ///   - part: What to name.
        ///   - answers: At most ``mostInColumn``.
        /// - Returns: A name for each answer.
        /// - Throws: `GeocodingError` with `dataDamaged`.
        package func column(_ part: Part, of answers: [Answer?]) throws(GeocodingError) -> Column {
            precondition(answers.count <= Self.mostInColumn, "too many answers for a column")
            var references: [UInt32] = []
            references.reserveCapacity(answers.count)
            for (number, answer) in answers.enumerated() {
                if part == .settlement, number + Self.lead < answers.count, let next = answers[number + Self.lead] {
                    places.prefetch(Int(next.settlementIndex))
                }
                references.append(
                    try answer.map { answer throws(GeocodingError) in try reference(part, of: answer) } ?? 0)
            }
            var offsets: [Int32] = [0]
            offsets.reserveCapacity(answers.count + 1)
            var end = 0
            for (number, reference) in references.enumerated() {
                // Names are far apart in the file.
                if number + Self.lead < references.count {
                    world.bytes.prefetch(world.layout.texts.offset &+ Int(references[number + Self.lead]))
                }
                end += try world.textBytes(reference).count
                offsets.append(Int32(truncatingIfNeeded: end))
            }
            var failure: GeocodingError?
            let bytes = [UInt8](unsafeUninitializedCapacity: end) { bytes, count in
                for (number, reference) in references.enumerated() where reference != 0 {
                    do throws(GeocodingError) {
                        let text = try world.textBytes(reference)
                        let place = UnsafeMutableRawBufferPointer(bytes)[Int(offsets[number])...]
                        UnsafeMutableRawBufferPointer(rebasing: place).copyMemory(from: text)
                    } catch {
                        failure = error
                    }
                }
                count = failure == nil ? end : 0
            }
            if let failure { throw failure }
            return Column(bytes: bytes, offsets: offsets)
        }

        /// How many answers ahead to prefetch.
        private static let lead = 8

        @inline(__always)
        private func reference(_ part: Part, of answer: Answer) throws(GeocodingError) -> UInt32 {
            switch part {
            case .settlement, .quarter:
                let index = Int(part == .settlement ? answer.settlementIndex : answer.quarterIndex)
                guard index >= 0, answer.divisionIndex != Answer.none else { return 0 }
                return try reference(place: index, division: Int(answer.divisionIndex))
            case .division:
                return answer.divisionIndex == Answer.none ? 0 : try reference(division: Int(answer.divisionIndex))
            case .country: return try reference(country: Int(answer.countryIndex))
            }
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

    /// Prefetches a slot.
    @inline(__always)
    func prefetch(_ slot: Int) { cworld_prefetch(words.map { $0 + max(slot, 0) }) }

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
