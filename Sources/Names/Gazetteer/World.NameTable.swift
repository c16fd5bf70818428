import Glibc
import LKFormats
package import LKGeo
package import LKGeocoding
import Synchronization

extension World {
    /// The names of answers as UTF-8 in the gazetteer's own bytes, for tables of millions of rows: naming a row allocates
    /// nothing.
    ///
    /// The names are those of ``World/placemark(at:languages:)``. What was found for a settlement is remembered.
    package final class NameTable: Sendable {
        /// The gazetteer, which owns all bytes that this table returns.
        package let world: World
        private let naming: Naming
        private let settlements: SettlementNameMemory
        private let divisions: NameMemory
        private let countries: NameMemory
        private let zones: NameMemory
        private let districts: NameMemory

        /// Creates a table of the names of a gazetteer in some languages.
        ///
        /// - Parameters:
        ///   - world: The gazetteer.
        ///   - languages: In order of preference; empty for each place's own language.
        /// - Throws: `GeocodingError` with `dataDamaged`.
        package init(world: World, languages: [LanguageTag]) throws(GeocodingError) {
            self.world = world
            naming = try world.naming(for: languages)
            settlements = SettlementNameMemory(count: world.layout.places.count)
            divisions = NameMemory(count: world.layout.divisions.count)
            countries = NameMemory(count: world.layout.countries.count)
            zones = NameMemory(count: world.layout.zones.count)
            districts = NameMemory(count: world.layout.districts.count)
        }
    }

    /// The names of an answer, as byte offsets in `STRS`; 0 for none.
    package struct NameReferences: Sendable {
        package var country: UInt32 = 0
        package var state: UInt32 = 0
        package var city: UInt32 = 0
        package var quarter: UInt32 = 0

        /// Creates references without names.
        package init() {}

        /// How far down the names reach.
        package var precision: Placemark.Precision { city != 0 ? .locality : state != 0 ? .region : .country }
    }

    /// Runs pieces of work on several threads, the calling one among them; returns when all are done.
    package static func run(pieces: Int, workers: Int, work: @escaping @Sendable (Int) -> Void) {
        WorkerPool.run(pieces: pieces, workers: workers, work: work)
    }
}

extension World.NameTable {
    /// Prefetches what ``references(of:)`` reads.
    @inline(__always)
    package func prefetchNames(of answer: World.Answer) {
        settlements.prefetch(Int(answer.settlementIndex))
        if answer.quarterIndex >= 0 { settlements.prefetch(Int(answer.quarterIndex)) }
    }

    /// Prefetches a text.
    @inline(__always)
    package func prefetchText(_ reference: UInt32) { world.bytes.prefetch(world.layout.texts.offset + Int(reference)) }

    /// Returns the names of an answer.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func references(of answer: World.Answer) throws(GeocodingError) -> World.NameReferences {
        var names = World.NameReferences()
        names.country = try country(Int(answer.countryIndex))
        let settlement = Int(answer.settlementIndex)
        if settlement >= 0 {
            let found = try self.settlement(settlement, of: answer)
            names.state = found.state
            names.city = found.name
            if found.name != 0, answer.quarterIndex >= 0 {
                let quarter = try self.settlement(Int(answer.quarterIndex), of: answer).name
                // A city and its old town may have the same name in a language.
                if try !isEqual(quarter, found.name) { names.quarter = quarter }
            }
        } else {
            names.state = try division(of: answer)
        }
        return names
    }

    /// Returns the UTF-8 bytes of a text; empty for 0.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    @inline(__always)
    package func bytes(_ reference: UInt32) throws(GeocodingError) -> UnsafeRawBufferPointer {
        try world.textBytes(reference)
    }

    /// Finds where texts end that are copied one directly after the other.
    ///
    /// - Parameters:
    ///   - references: The texts; 0 for none.
    ///   - ends: Receives where each text ends.
    ///   - position: Where the first text begins.
    /// - Returns: Where the last text ends.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func measureTexts(
        _ references: UnsafeBufferPointer<UInt32>, ends: UnsafeMutablePointer<Int32>, from position: Int
    ) throws(GeocodingError) -> Int {
        let (bytes, texts) = (world.bytes, world.layout.texts)
        var position = position
        for number in references.indices {
            let reference = Int(references[number])
            if reference != 0 {
                guard reference < texts.length else { throw world.damaged("a name begins outside its section") }
                let length = Int(bytes[texts.offset &+ reference])
                guard length < texts.length &- reference else {
                    throw world.damaged("a name ends outside its section")
                }
                position &+= length
            }
            ends[number] = Int32(truncatingIfNeeded: position)
        }
        return position
    }

    /// How many bytes more than the texts ``copyTexts(_:to:)`` may write.
    package static let copyMargin = 16

    /// Copies texts, one directly after the other.
    ///
    /// - Parameters:
    ///   - references: The texts.
    ///   - ends: Where each text ends, as measured: the file itself may have changed since then.
    ///   - position: Where the first text begins.
    ///   - destination: Memory for all of them and ``copyMargin``.
    package func copyTexts(
        _ references: UnsafeBufferPointer<UInt32>, ends: UnsafePointer<Int32>, from position: Int,
        to destination: UnsafeMutableRawPointer
    ) {
        let bytes = world.bytes
        var destination = destination
        var begin = Int32(truncatingIfNeeded: position)
        for number in references.indices where references[number] != 0 {
            let start = world.layout.texts.offset &+ Int(references[number]) &+ 1
            let length = Int(ends[number] &- begin)
            begin = ends[number]
            // Most names are short, and a copy of a known size is one instruction.
            if length <= Self.copyMargin, start &+ Self.copyMargin <= bytes.count {
                let text = bytes.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
                destination.storeBytes(of: text, as: SIMD16<UInt8>.self)
            } else {
                destination.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped + start, byteCount: length)
            }
            destination += length
        }
    }

    /// Returns the county or district of an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - names: Its names.
    /// - Returns: The reference; 0 if it has none, or one with its state's name.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func county(of answer: World.Answer, _ names: World.NameReferences) throws(GeocodingError) -> UInt32 {
        guard names.city != 0 else { return 0 }
        // Queens is one county; New York City spans five.
        var district = answer.quarterIndex < 0 ? 0 : try self.district(Int(answer.quarterIndex))
        if district == 0 { district = try self.district(Int(answer.settlementIndex)) }
        return try isEqual(district, names.state) ? 0 : district
    }

    /// Returns a number that is equal for answers with equal names, within one file; `nil` in files with too many settlements
    /// for 64 bits.
    ///
    /// It is that of ``World/placeNameKey(at:near:)``, for points that are not on the open sea.
    package func key(of answer: World.Answer) -> UInt64? {
        guard world.layout.positions.count < 1 << 22 else { return nil }
        let region = UInt64(answer.regionIndex)
        guard answer.settlementIndex >= 0 else {
            return 1 << 62 | UInt64(answer.divisionIndex) << 32 | UInt64(answer.zoneIndex) << 16 | region
        }
        return UInt64(answer.settlementIndex) << 39 | UInt64(answer.quarterIndex + 1) << 16 | region
    }

    /// Returns the two letters of a country's code.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func countryCode(of answer: World.Answer) throws(GeocodingError) -> UnsafeRawBufferPointer {
        let offset = try offset(Int(answer.countryIndex), in: world.layout.countries, "country")
        let letters = UnsafeRawBufferPointer(rebasing: world.bytes[offset..<offset + 2])
        guard letters[0] < 0x80, letters[1] < 0x80 else { throw world.damaged("a country's code is not in ASCII") }
        return letters
    }

    /// Returns the time zone of an answer; 0 if it has none.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func timeZone(of answer: World.Answer) throws(GeocodingError) -> UInt32 {
        answer.zoneIndex == World.Answer.none ? 0 : try timeZone(Int(answer.zoneIndex))
    }

    /// Returns the time zone of a point on the open sea; 0 if the gazetteer does not know it.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func timeZone(atSea coordinate: Coordinate) throws(GeocodingError) -> UInt32 {
        guard let zone = try world.region(at: coordinate)?.zone else { return 0 }
        return try timeZone(zone)
    }

    /// Returns the inhabitants of the city; `nil` when unknown.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func population(of answer: World.Answer) throws(GeocodingError) -> Int? {
        guard answer.settlementIndex >= 0 else { return nil }
        let population = try world.settlement(Int(answer.settlementIndex)).population
        return population > 0 ? population : nil
    }

    /// Returns the position of the city; `nil` without one.
    package func coordinate(of answer: World.Answer) -> Coordinate? {
        let index = Int(answer.settlementIndex)
        return index >= 0 && index < world.layout.positions.count ? world.search.vector(at: index).coordinate : nil
    }

    /// Returns the probability that the city is that of the point; `nil` when unknown.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func confidence(of answer: World.Answer) throws(GeocodingError) -> Double? {
        try answer.settlementIndex < 0 ? nil : world.belonging(of: answer).confidence
    }
}

extension World.NameTable {
    private func offset(
        _ index: Int, in section: WorldLayout.Section, _ what: String
    ) throws(GeocodingError) -> Int {
        guard index >= 0, index < section.count else { throw world.damaged("\(what) \(index) does not exist") }
        return section.offset + index * section.recordSize
    }

    private func isEqual(_ one: UInt32, _ other: UInt32) throws(GeocodingError) -> Bool {
        if one == other { return true }
        let (one, other) = (try world.textBytes(one), try world.textBytes(other))
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
            return one.count == other.count
        }
        return memcmp(start, otherStart, one.count) == 0
    }

    /// Checks a text before it is given to programs that rely on UTF-8.
    private func checked(_ reference: UInt32) throws(GeocodingError) -> UInt32 {
        let bytes = try world.textBytes(reference)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw world.damaged("a name is not UTF-8") }
        return reference
    }

    private func country(_ index: Int) throws(GeocodingError) -> UInt32 {
        if let known = countries[index] { return known }
        let country = try world.country(index)
        let choice = try world.choice(
            NameKey(.country, index), main: country.englishName, naming: naming, home: country.language)
        countries.remember(try checked(choice.reference), at: index)
        return choice.reference
    }

    private func division(of answer: World.Answer) throws(GeocodingError) -> UInt32 {
        guard answer.divisionIndex != World.Answer.none else { return 0 }
        let index = Int(answer.divisionIndex)
        if let known = divisions[index] { return known }
        let division = try world.division(index)
        let choice = try world.choice(
            NameKey(.division, index), main: division.englishName, naming: naming, home: world.home(division))
        divisions.remember(try checked(choice.reference), at: index)
        return choice.reference
    }

    private func settlement(
        _ index: Int, of answer: World.Answer
    ) throws(GeocodingError) -> (name: UInt32, state: UInt32) {
        // A name depends on the language of its division.
        let key = (UInt32(answer.countryIndex) + 1) << 16 | UInt32(answer.divisionIndex)
        if let known = settlements.names(at: index, for: key) { return known }
        let division = try world.division(of: answer)
        let home =
            if let division { try world.home(division) } else {
                try world.country(Int(answer.countryIndex)).language
            }
        let settlement = try world.settlement(index)
        let name = try checked(
            world.choice(NameKey(.place, index), main: settlement.name, naming: naming, home: home).reference)
        var state = try self.division(of: answer)
        // Moscow is in the division Moscow: if only the city has a name in the language, use it for the division.
        if name != 0, let division, settlement.name == division.englishName, try isEqual(state, settlement.name) {
            let area = try world.name(
                NameKey(.division, division.index), main: division.englishName, naming: naming, home: home)
            let own = try world.name(NameKey(.place, index), main: settlement.name, naming: naming, home: home)
            if own?.language != area?.language { state = name }
        }
        settlements.remember(name: name, state: state, at: index, for: key)
        return (name, state)
    }

    private func district(_ settlement: Int) throws(GeocodingError) -> UInt32 {
        let district = try world.settlement(settlement).district
        guard district != 0, world.layout.districts.count > 0 else { return 0 }
        if let known = districts[district] { return known }
        let name = try checked(world.bytes.uint32(offset(district, in: world.layout.districts, "district")))
        districts.remember(name, at: district)
        return name
    }

    private func timeZone(_ index: Int) throws(GeocodingError) -> UInt32 {
        if let known = zones[index] { return known }
        let name = try checked(world.bytes.uint32(offset(index, in: world.layout.zones, "time zone")))
        zones.remember(name, at: index)
        return name
    }
}

/// A lock-free memory of the names of settlements and their divisions: 16 bytes for each, in zeroed memory that the kernel
/// allocates on first use.
// Unchecked because of the pointer, whose words are accessed atomically.
private final class SettlementNameMemory: @unchecked Sendable {
    private let words: UnsafeMutablePointer<Atomic<UInt32>>?
    private let count: Int

    /// Words of a record: key, name, division's name, unused.
    private static let length = 4
    /// The key of a record that another thread is writing; no country has it.
    private static let busy: UInt32 = 1

    init(count: Int) {
        // All zero bytes are a valid initial state of an atomic word.
        words = calloc(count * Self.length, MemoryLayout<UInt32>.size)?
            .bindMemory(to: Atomic<UInt32>.self, capacity: count * Self.length)
        self.count = words == nil ? 0 : count
    }

    deinit { free(words) }

    @inline(__always)
    func prefetch(_ index: Int) {
        guard let words, index >= 0, index < count else { return }
        UnsafeRawBufferPointer(start: words, count: 0).prefetch(index * Self.length * MemoryLayout<UInt32>.size)
    }

    @inline(__always)
    func names(at index: Int, for key: UInt32) -> (name: UInt32, state: UInt32)? {
        guard let words, index >= 0, index < count else { return nil }
        let record = words + index * Self.length
        guard record[0].load(ordering: .acquiring) == key else { return nil }
        return (record[1].load(ordering: .relaxed), record[2].load(ordering: .relaxed))
    }

    /// Stores names; those of another division, which are rare, are not stored.
    func remember(name: UInt32, state: UInt32, at index: Int, for key: UInt32) {
        guard let words, index >= 0, index < count else { return }
        let record = words + index * Self.length
        guard record[0].compareExchange(expected: 0, desired: Self.busy, ordering: .relaxed).exchanged else { return }
        record[1].store(name, ordering: .relaxed)
        record[2].store(state, ordering: .relaxed)
        record[0].store(key, ordering: .releasing)
    }
}
