public import FoundationEssentials
import LKFormats
public import LKGeocoding
import LKThreads

/// The world's settlements with their names, in a mapped or embedded file that is read in place: opening it takes
/// microseconds.
///
/// ```swift
/// let world = try World.open(environment: ProcessInfo.processInfo.environment)
/// let placemark = try world.placemark(at: station, languages: [LanguageTag("ja")!])
/// print(placemark.addressString)  // 東京都千代田区
/// ```
public final class World: Sendable {
    /// The environment variable that names a gazetteer file to use instead of the embedded one.
    public static let environmentVariable = "LOCATIONKIT_DATA"

    /// The maximum distance in metres from a settlement's edge at which it names a point.
    ///
    /// Farther out, only country and division are named.
    public static let maximumLocalityDistance = 25_000.0

    /// The same limit on water: a settlement names its harbour, but not the high sea.
    public static let maximumShoreDistance = 5_000.0

    /// The maximum distance in metres at which the division is that of the country's nearest settlement, if the border
    /// determines only the country.
    ///
    /// Chosen for the distances between the islands of Alaska.
    public static let maximumDivisionDistance = 400_000.0

    /// In a file without borders, points farther than this many metres from a settlement are not named.
    public static let maximumDistance = 100_000.0

    /// The origin of the file: its path, or the words "the embedded gazetteer".
    public let origin: String

    let storage: MappedFile
    let layout: WorldLayout
    /// The searches for settlements and borders, created once because each look-up uses both.
    let search: SettlementSearch
    let borders: BorderMap
    /// The naming for the last requested list of languages.
    let lastNaming = Lock<Naming?>(nil)
    /// The languages of divisions and countries seen so far: parsing a tag takes longer than finding a name.
    let homeLanguages = Lock<[UInt64: LanguageTag]>([:])
    /// The inhabitants of each division: adding them up takes longer than the rest of a search.
    let areaTotals = Lock<DivisionTotals?>(nil)

    var bytes: UnsafeRawBufferPointer { storage.bytes }

    init(storage: MappedFile, origin: String) throws(GeocodingError) {
        self.storage = storage
        self.origin = origin
        layout = try WorldLayout(storage.bytes, name: origin)
        search = SettlementSearch(bytes: storage.bytes, layout: layout)
        borders = BorderMap(bytes: storage.bytes, layout: layout)
    }

    /// Creates a gazetteer by mapping a file.
    ///
    /// - Throws: `GeocodingError` with `dataUnreadable`, `dataDamaged` or `dataUnsupported`. Only header and section
    ///   table are read; `verify()` reads everything.
    package convenience init(path: String) throws(GeocodingError) {
        try self.init(storage: MappedFile(world: path), origin: path)
    }

    /// Creates a gazetteer by mapping a file.
    ///
    /// - Parameter url: The file, as `locate data build-world` makes it.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `dataDamaged` or `dataUnsupported`. Only header and section
    ///   table are read; `verify()` reads everything.
    public convenience init(url: URL) throws(GeocodingError) { try self.init(path: url.filePath) }

    /// Creates a gazetteer by copying it from memory.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` or `dataUnsupported`.
    package convenience init(bytes: [UInt8]) throws(GeocodingError) {
        try self.init(storage: MappedFile(copying: bytes), origin: "the gazetteer in memory")
    }

    /// Returns the gazetteer embedded in the program.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` when the program was built with an invalid file.
    public static func embedded() throws(GeocodingError) -> World {
        try World(storage: MappedFile.embeddedWorld(), origin: "the embedded gazetteer")
    }

    /// Returns the gazetteer that `LOCATIONKIT_DATA` names, or the embedded one if the variable is not set.
    ///
    /// - Throws: `GeocodingError` when the file is missing or invalid; there is no fallback to the embedded one.
    public static func open(environment: [String: String]) throws(GeocodingError) -> World {
        if let path = environment[environmentVariable], !path.isEmpty { return try World(path: path) }
        return try embedded()
    }

    /// Returns whether another gazetteer reads the same bytes in memory, as all embedded ones do.
    package func hasSameData(as other: World) -> Bool {
        bytes.baseAddress == other.bytes.baseAddress && bytes.count == other.bytes.count
    }

    /// Checks that no other program has shortened the file since it was opened, in which case what was read may be
    /// wrong.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    @inline(__always)
    package func checkIntact() throws(GeocodingError) {
        if storage.isDamaged { throw damaged("another program shortened it while it was open") }
    }

    func damaged(_ what: String) -> GeocodingError {
        GeocodingError(.dataDamaged, "\(origin) is damaged: \(what); build or fetch it again")
    }
}

extension World {
    struct Country {
        var index: Int
        var code: String
        var englishName: UInt32
        var language: Tag8
    }

    struct Division {
        var index: Int
        var country: Int
        var englishName: UInt32
        /// The language of the local names; zero if only the country's is known.
        var language: Tag8
    }

    struct Settlement {
        var geonameId: Int
        var population: Int
        var name: UInt32
        var zone: Int
        /// The index in `DIST`, 0 for none.
        var district: Int
    }

    /// Returns the division of an answer; `nil` if none is known.
    func division(of answer: Answer) throws(GeocodingError) -> Division? {
        answer.divisionIndex == Answer.none ? nil : try division(Int(answer.divisionIndex))
    }

    /// Returns the language of a division's local names.
    func home(_ division: Division) throws(GeocodingError) -> Tag8 {
        division.language.rawValue != 0 ? division.language : try country(division.country).language
    }

    /// Returns the byte offset of a record after checking its index.
    private func offset(_ index: Int, in section: WorldLayout.Section, _ what: String) throws(GeocodingError) -> Int {
        guard index >= 0, index < section.count else { throw damaged("\(what) \(index) does not exist") }
        return section.offset + index * section.recordSize
    }

    func country(_ index: Int) throws(GeocodingError) -> Country {
        let offset = try offset(index, in: layout.countries, "country")
        let code = String(decoding: bytes[offset..<offset + 2], as: UTF8.self)
        return Country(
            index: index, code: code, englishName: bytes.uint32(offset + 4),
            language: Tag8(
                rawValue: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))))
    }

    func division(_ index: Int) throws(GeocodingError) -> Division {
        let offset = try offset(index, in: layout.divisions, "division")
        var language = Tag8(rawValue: 0)
        if index < layout.divisionLanguages.count {
            let offset = layout.divisionLanguages.offset + index * layout.divisionLanguages.recordSize
            language = Tag8(
                rawValue: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        return Division(
            index: index, country: Int(bytes.uint16(offset)), englishName: bytes.uint32(offset + 8), language: language)
    }

    func settlement(_ index: Int) throws(GeocodingError) -> Settlement {
        let offset = try offset(index, in: layout.places, "settlement")
        return Settlement(
            geonameId: Int(bytes.uint32(offset)), population: Int(bytes.uint32(offset + 4)),
            name: bytes.uint32(offset + 8), zone: Int(bytes.uint16(offset + 12)),
            district: Int(bytes.uint16(offset + 14)))
    }

    func zone(_ index: Int) throws(GeocodingError) -> String? {
        try text(bytes.uint32(offset(index, in: layout.zones, "time zone")))
    }

    /// Returns the name of a settlement's second-level division, in Latin script; `nil` if the file does not contain
    /// it.
    func district(of settlement: Settlement) throws(GeocodingError) -> String? {
        // In files of older builders this section is missing and the records contain zeros.
        guard settlement.district != 0, layout.districts.count > 0 else { return nil }
        return try text(bytes.uint32(offset(settlement.district, in: layout.districts, "district")))
    }

    /// Returns the text at a byte offset in `STRS`; `nil` for offset 0, the empty text.
    func text(_ reference: UInt32) throws(GeocodingError) -> String? {
        guard reference != 0 else { return nil }
        let text = String(decoding: try textBytes(reference), as: UTF8.self)
        try checkIntact()
        return text
    }

    /// Returns the UTF-8 bytes of the text at a byte offset in `STRS`.
    func textBytes(_ reference: UInt32) throws(GeocodingError) -> UnsafeRawBufferPointer {
        guard reference != 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let texts = layout.texts
        guard let start = Int(exactly: reference), start < texts.length else {
            throw damaged("a name begins outside its section")
        }
        let length = Int(bytes[texts.offset + start])
        guard length < texts.length - start else { throw damaged("a name ends outside its section") }
        let first = texts.offset + start + 1
        return UnsafeRawBufferPointer(rebasing: bytes[first..<first + length])
    }
}

extension World {
    /// Returns the city that contains a settlement.
    ///
    /// In files without `PART`, every settlement is independent, with unknown confidence.
    ///
    /// - Parameter settlement: The index in `PLAC`.
    /// - Returns: The record; its city is a valid index into `POSN`.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func part(_ settlement: Int) throws(GeocodingError) -> PartRecord {
        let section = layout.belonging
        guard settlement >= 0, settlement < section.count else { return PartRecord(city: nil, confidence: 0) }
        let record = PartRecord(rawValue: bytes.uint32(section.offset + settlement * section.recordSize))
        guard let city = record.city else { return record }
        guard city < layout.positions.count, city != settlement else {
            throw damaged("settlement \(settlement) is part of \(city)")
        }
        return record
    }

    /// Returns whether an answer's quarter is part of its settlement, and the confidence of the settlement.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: Whether the file lists the quarter as part of the settlement; the confidence, 0...1, `nil` if unknown.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func belonging(of answer: Answer) throws(GeocodingError) -> (isPart: Bool, confidence: Double?) {
        let quarter = try part(Int(answer.quarterIndex))
        let isPart = quarter.city.map { $0 == Int(answer.settlementIndex) } ?? false
        let record = isPart ? quarter : try part(Int(answer.settlementIndex))
        return (isPart, record.confidence == 0 ? nil : Double(record.confidence) / 100)
    }
}
