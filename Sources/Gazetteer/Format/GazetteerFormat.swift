/// The numbers of the file format, `Docs/Formats/Gazetteer.md`, shared by the writer and the reader.
enum GazetteerFormat {
    static let magic: [UInt8] = Array("LKWORLD\0".utf8)
    static let version: UInt32 = 1
    static let headerSize = 32
    static let sectionEntrySize = 32
    static let sectionLimit = 64
    static let alignment = 64

    /// Units of a coordinate of `POSN` in one Earth radius.
    static let unit = 2_147_483_647.0
    /// Mean radius R1 of WGS 84 in metres (Moritz, Geodetic Reference System 1980).
    static let earthRadius = 6_371_008.8
    /// A node's box counts in steps of 65536 units.
    static let boxShift: Int32 = 16
    /// What the builder aims at; measured: 8, 16 and 32 are equally fast within the noise, and 16 has half the nodes of 8.
    static let leafAim = 16
    static let leafLimit = 64
    static let mixedCountries: UInt16 = 0xFFFF

    /// The tag under which each place's name in its own language is kept.
    static let localTag = "local"
}

/// The sections this version knows, with the size of a record.
enum GazetteerSection: String, CaseIterable {
    case texts = "STRS"
    case countries = "CTRY"
    case divisions = "STAT"
    case divisionLanguages = "DLNG"
    case districts = "DIST"
    case zones = "ZONE"
    case positions = "POSN"
    case places = "PLAC"
    case nodes = "NODE"
    case languages = "LANG"
    case names = "NAME"
    case otherNames = "ALTN"
    case belonging = "PART"
    case meta = "META"
    case regions = "BREG"
    case cells = "BGRD"
    case borderEdges = "BEDG"

    var recordSize: Int {
        switch self {
        case .texts, .meta: 1
        case .countries, .positions, .places, .nodes, .languages: 16
        case .divisions, .regions, .borderEdges: 12
        case .districts, .zones, .cells, .belonging: 4
        case .names, .otherNames, .divisionLanguages: 8
        }
    }
}

/// What a name belongs to: the kind in the upper two bits of `NAME`'s key, the index below.
struct NameKey: Hashable, Comparable {
    enum Kind: UInt32 { case place, division, country }

    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What it names; a fourth kind, which only a damaged file has, counts as a settlement's.
    var kind: Kind { Kind(rawValue: rawValue >> 30) ?? .place }

    /// Index of what it names in its section.
    var index: Int { Int(rawValue & 0x3FFF_FFFF) }

    init(_ kind: Kind, _ index: Int) {
        rawValue = kind.rawValue << 30 | UInt32(truncatingIfNeeded: index) & 0x3FFF_FFFF
    }

    static func < (left: NameKey, right: NameKey) -> Bool { left.rawValue < right.rawValue }
}
