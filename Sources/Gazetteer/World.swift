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
    /// - Throws: `GeocodingError` when the file is missing or wrong; the embedded one does not stand in for it.
    public static func open(environment: [String: String]) throws(GeocodingError) -> World {
        if let path = environment[environmentVariable], !path.isEmpty { return try World(path: path) }
        return try embedded()
    }

    func damaged(_ what: String) -> GeocodingError {
        GeocodingError(.dataDamaged, "\(origin) is damaged: \(what); build or fetch it again")
    }
}
