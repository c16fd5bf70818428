internal import Formats

/// The numbers of the file format, `Docs/Formats/Streets.md`, shared by the writer and the reader.
enum StreetFormat {
    static let kind = SectionedFile.Kind(magic: "LKSTREET", version: 2)
    /// In place of an index where there is none.
    static let none = UInt32.max
    /// Points of a piece.
    ///
    /// Short pieces have small rectangles; measured, 16 to 64 are equally fast within the noise.
    static let pieceLength = 32
    /// The bit of a ring's count that marks a hole.
    static let hole: UInt32 = 1 << 31
    /// The bit of a piece's flags that marks an area.
    static let areaPiece: UInt16 = 1
    /// Counts of pieces and rings have this many bits; class and flags are above them.
    static let countBits: UInt32 = 24
    /// Of a house's identity, where the kind is.
    static let kindBits: UInt64 = 62
    /// Where the data is from, as its licence asks for.
    static let attribution = "© OpenStreetMap contributors"
    static let licence = "ODbL 1.0"
    /// In place of the kind of a settlement where there is none.
    static let noSettlement = UInt8.max
}

/// The sections of the file, with the size of a record.
enum StreetSection: String, CaseIterable {
    case texts = "STRS"
    case names = "NAMS"
    case languages = "LANG"
    case points = "PNTS"
    case rings = "RING"
    case streets = "STRT"
    case pieces = "PIEC"
    case houses = "HOUS"
    case localities = "LOCA"
    case interests = "INTR"
    case areas = "AREA"
    case settlements = "SETL"
    case frontTree = "TFRT"
    case areaTree = "TARE"
    case settlementTree = "TSET"
    /// Where the houses of each street begin in ``houseList``.
    case houseRuns = "NUMF"
    case houseList = "NUMS"
    case words = "WORD"
    /// The subjects that each word is in the name of.
    case postings = "POST"
    case meta = "META"

    var recordSize: Int {
        switch self {
        case .texts, .frontTree, .areaTree, .settlementTree, .meta: 1
        case .names, .houseRuns, .houseList, .postings: 4
        case .points, .rings: 8
        case .pieces, .interests, .words: 12
        case .languages: 16
        case .settlements: 20
        case .localities: 24
        case .streets: 32
        case .areas: 40
        case .houses: 48
        }
    }
}

/// What ``StreetSection/houses`` says of a house's shape and origin.
struct HouseFlags: OptionSet {
    let rawValue: UInt8
    static let isBuilding = HouseFlags(rawValue: 1)
    /// Its number follows from those of its neighbours.
    static let isInterpolated = HouseFlags(rawValue: 2)
    /// The address is that of the building around it.
    static let hasInheritedAddress = HouseFlags(rawValue: 4)
    /// The street is the nearest one, since no address names a street.
    static let hasGuessedStreet = HouseFlags(rawValue: 8)
    /// A building with a name and without address.
    static let isNamedBuilding = HouseFlags(rawValue: 16)
    /// Land with an address, such as a garden.
    static let isLand = HouseFlags(rawValue: 32)
}

/// What a record of ``StreetSection/areas`` is.
enum AreaRecordKind: UInt8 {
    case administrative, postal, settlement
}
