public import Geocoding
internal import Synchronization

/// The world's settlements with their names, in one file that is mapped or embedded and read in place: opening it costs microseconds.
///
/// ```swift
/// let world = try World.open(environment: ProcessInfo.processInfo.environment)
/// let placemark = try world.placemark(at: station, languages: [LanguageTag("ja")!])
/// print(placemark.addressString)  // 東京都千代田区
/// ```
public final class World: Sendable {
    /// The variable that names a gazetteer file to use in place of the embedded one.
    public static let environmentVariable = "LOCATIONKIT_DATA"

    /// The settlement is called the place's locality up to this many metres from its edge.
    ///
    /// Farther out only country and division are named.
    public static let localityLimit = 25_000.0

    /// The same on water: the settlement ashore is meant in its harbour, not on the high sea.
    public static let shoreLimit = 5_000.0

    /// The division is that of the country's nearest settlement up to this many metres, where a border says only the country.
    ///
    /// As far as the islands of Alaska are from each other.
    public static let divisionLimit = 400_000.0

    /// In a file without borders nothing at all is named farther than this many metres from a settlement.
    public static let limit = 100_000.0

    /// Where the file came from: its path, or the words "the embedded gazetteer".
    public let origin: String

    let storage: WorldBytes
    let layout: WorldLayout
    /// The searches of settlements and borders, made once: each look-up uses both.
    let search: SettlementSearch
    let borders: BorderMap
    /// The naming of the last list of languages asked for.
    let lastNaming = Mutex<Naming?>(nil)
    /// The languages of divisions and countries met so far: reading a tag costs more than finding a name.
    let homeLanguages = Mutex<[UInt64: LanguageTag]>([:])

    var bytes: UnsafeRawBufferPointer { storage.bytes }

    init(storage: WorldBytes, origin: String) throws(GeocodingError) {
        self.storage = storage
        self.origin = origin
        layout = try WorldLayout(storage.bytes, name: origin)
        search = SettlementSearch(bytes: storage.bytes, layout: layout)
        borders = BorderMap(bytes: storage.bytes, layout: layout)
    }

    /// Maps a gazetteer file.
    ///
    /// - Throws: `GeocodingError` with `dataUnreadable`, `dataDamaged` or `dataUnsupported`. Only header and section
    ///   table are read; `verify()` reads everything.
    public convenience init(path: String) throws(GeocodingError) {
        try self.init(storage: WorldBytes(path: path), origin: path)
    }

    /// Copies a gazetteer from memory.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` or `dataUnsupported`.
    public convenience init(bytes: [UInt8]) throws(GeocodingError) {
        try self.init(storage: WorldBytes(copying: bytes), origin: "the gazetteer in memory")
    }

    /// The gazetteer inside the program.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` when the program was built with a wrong file.
    public static func embedded() throws(GeocodingError) -> World {
        try World(storage: WorldBytes.embedded(), origin: "the embedded gazetteer")
    }

    /// The gazetteer that `LOCATIONKIT_DATA` names, or else the embedded one.
    ///
    /// - Throws: `GeocodingError` when the file is missing or wrong; the embedded one does not replace it.
    public static func open(environment: [String: String]) throws(GeocodingError) -> World {
        if let path = environment[environmentVariable], !path.isEmpty { return try World(path: path) }
        return try embedded()
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
        /// Index into `DIST`, 0 for none.
        var district: Int
    }

    /// The division of an answer; `nil` where none is known.
    func division(of answer: Answer) throws(GeocodingError) -> Division? {
        answer.divisionIndex == Answer.none ? nil : try division(Int(answer.divisionIndex))
    }

    /// The language of a division's local names.
    func home(_ division: Division) throws(GeocodingError) -> Tag8 {
        division.language.rawValue != 0 ? division.language : try country(division.country).language
    }

    /// The byte offset of a record; checks its index.
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

    /// The name of a settlement's second-level division, in Latin script; `nil` if the file does not contain it.
    func district(of settlement: Settlement) throws(GeocodingError) -> String? {
        // Files of older builders lack this section and have zeros in the records.
        guard settlement.district != 0, layout.districts.count > 0 else { return nil }
        return try text(bytes.uint32(offset(settlement.district, in: layout.districts, "district")))
    }

    /// The text at a byte offset in `STRS`; `nil` for offset 0, the empty text.
    func text(_ reference: UInt32) throws(GeocodingError) -> String? {
        guard reference != 0 else { return nil }
        return String(decoding: try textBytes(reference), as: UTF8.self)
    }

    /// The UTF-8 bytes of the text at a byte offset in `STRS`.
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
    /// The city that a settlement is part of.
    ///
    /// In files without `PART`, every settlement stands alone, with unknown confidence.
    ///
    /// - Parameter settlement: Index into `PLAC`.
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

    /// Whether an answer's quarter is part of its settlement, and how certain the settlement is.
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
