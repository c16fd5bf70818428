package import LKFormats

/// The numbers of the file format, `Docs/Formats/Streets.md`, shared by the writer and the reader.
package enum StreetFormat {
    package static let kind = SectionedFile.Kind(magic: "LKSTREET", version: 3)
    /// Stands for a missing index.
    package static let none = UInt32.max
    /// Points of a piece.
    ///
    /// Short pieces have small rectangles; measured, 16 to 64 are equally fast within the noise.
    package static let pieceLength = 32
    /// The bit of a ring's count that marks a hole.
    package static let hole: UInt32 = 1 << 31
    /// The bit of a piece's flags that marks an area.
    package static let areaPiece: UInt16 = 1
    /// Counts of pieces and rings have this many bits; class and flags are above them.
    package static let countBits: UInt32 = 24
    /// The bit of a house's identity at which the kind begins.
    package static let kindBits: UInt64 = 62
    /// The attribution that the licence of the data requires.
    package static let attribution = "© OpenStreetMap contributors"
    package static let licence = "ODbL 1.0"
    /// Stands for a missing kind of settlement.
    package static let noSettlement = UInt8.max
}

/// The sections of the file, with the size of a record.
package enum StreetSection: String, CaseIterable {
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
    /// The subjects whose names contain each word.
    case postings = "POST"
    case meta = "META"

    package var recordSize: Int {
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

/// What ``StreetSection/houses`` records about a house's shape and origin.
package struct HouseFlags: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let isBuilding = HouseFlags(rawValue: 1)
    /// Its number is interpolated from those of its neighbours.
    package static let isInterpolated = HouseFlags(rawValue: 2)
    /// The address is that of the building around it.
    package static let hasInheritedAddress = HouseFlags(rawValue: 4)
    /// The street is the nearest one, since no address names a street.
    package static let hasGuessedStreet = HouseFlags(rawValue: 8)
    /// A building with a name and without address.
    package static let isNamedBuilding = HouseFlags(rawValue: 16)
    /// Land with an address, such as a garden.
    package static let isLand = HouseFlags(rawValue: 32)
}

/// What a record of ``StreetSection/areas`` is.
package enum AreaRecordKind: UInt8 {
    case administrative, postal, settlement
}

/// The value of `place` of a settlement or quarter, in the order of the file format.
package enum SettlementKind: String, CaseIterable {
    case city, town, village, borough, suburb, quarter, neighbourhood, hamlet, cityBlock = "city_block"
    case isolatedDwelling = "isolated_dwelling", farm, island, islet, locality, square

    private static let inOrder = allCases

    /// Its number in the file.
    package var number: UInt8 { UInt8(Self.inOrder.firstIndex(of: self) ?? 0) }

    /// Creates the kind with a number in the file, which is its index in the order of the cases.
    init?(number: Int) {
        guard number >= 0, number < Self.inOrder.count else { return nil }
        self = Self.inOrder[number]
    }
}

/// A position in units of 1e-7 degrees, as OpenStreetMap keeps it.
package struct OSMPoint: Hashable {
    package var latitude: Int32
    package var longitude: Int32

    package static let zero = OSMPoint(latitude: 0, longitude: 0)

    @inlinable package init(latitude: Int32, longitude: Int32) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// The formats of extracts, from which an index is made, to distinguish them from an index.
package enum ExtractFormat {
    /// The number of leading bytes that identify a file's format.
    package static let signatureLength = 64

    /// Returns libosmium's name for the format of a file that begins with these bytes.
    package static func name(of start: ArraySlice<UInt8>) -> String? {
        if start.dropFirst(4).starts(with: Array("\n\tOSMHeader".utf8)) { return "pbf" }
        if start.starts(with: [0xFF, 0xE0]) || start.starts(with: [0xFF] + Array("\u{4}o5m2".utf8)) { return "o5m" }
        if start.starts(with: [0x1F, 0x8B]) { return "osm.gz" }
        if start.starts(with: Array("BZh".utf8)) { return "osm.bz2" }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
        return text.first { $0 > 0x20 } == UInt8(ascii: "<") ? "osm" : nil
    }
}
