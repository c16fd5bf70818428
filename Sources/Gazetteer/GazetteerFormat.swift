/// Constants of the file format (`Docs/Formats/Gazetteer.md`) that writer and reader share.
package enum GazetteerFormat {
    package static let magic: [UInt8] = Array("LKWORLD\0".utf8)
    package static let version: UInt32 = 1
    package static let headerSize = 32
    package static let sectionEntrySize = 32
    package static let sectionLimit = 64
    package static let alignment = 64

    /// One Earth radius in the units of `POSN`.
    package static let unit = 2_147_483_647.0
    /// Mean radius R1 of WGS 84 in metres (Moritz, Geodetic Reference System 1980).
    package static let earthRadius = 6_371_008.8
    /// The coordinates of a node's box are in steps of 65,536 units.
    package static let boxShift: Int32 = 16
    /// Settlements per leaf that the builder aims for.
    ///
    /// Measured: 8, 16 and 32 are equally fast, and 16 needs half the nodes of 8.
    package static let leafAim = 16
    package static let leafLimit = 64
    package static let mixedCountries: UInt16 = 0xFFFF

    /// The tag of the table with each place's name in its own language.
    package static let localTag = "local"
}

/// The sections this version knows, with the size of a record.
package enum GazetteerSection: String, CaseIterable {
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

    package var recordSize: Int {
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
package struct NameKey: Hashable, Comparable {
    package enum Kind: UInt32 { case place, division, country }

    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The kind; the unused fourth value, which only a damaged file has, counts as a settlement.
    package var kind: Kind { Kind(rawValue: rawValue >> 30) ?? .place }

    /// Index into the section of that kind.
    package var index: Int { Int(rawValue & 0x3FFF_FFFF) }

    package init(_ kind: Kind, _ index: Int) {
        rawValue = kind.rawValue << 30 | UInt32(truncatingIfNeeded: index) & 0x3FFF_FFFF
    }

    package static func < (left: NameKey, right: NameKey) -> Bool { left.rawValue < right.rawValue }
}

/// Constants of the border sections (`Docs/Formats/Gazetteer.md`) that writer and reader share.
package enum BorderFormat {
    package static let rows = 180
    package static let columns = 360
    package static let rootCells = rows * columns
    package static let depthLimit = 8
    /// A cell's side in units of an edge's coordinates.
    package static let side = 65_535.0
    /// A cell with more edges is quartered; chosen by the benchmark `borders`.
    package static let leafAim = 24

    package static let none: UInt16 = 0xFFFF
    package static let uncoded: UInt16 = 0xFFFE
    /// A region's flag: no land polygon covers it.
    package static let water: UInt16 = 1

    package enum CellKind: UInt32 { case region, leaf, quarters }
    package static let kindMask: UInt32 = 3
    /// A cell's flag: a border between two countries runs through it.
    package static let hasBorder: UInt32 = 4
    package static let numberShift: UInt32 = 3
}

/// A record of `PART`: the city that a settlement is part of, and how certain that is.
package struct PartRecord: Equatable {
    /// The index of the city in `POSN`; `nil` for a settlement of its own.
    package var city: Int?
    /// Per cent, 0 if unknown.
    package var confidence: Int

    private static let none: UInt32 = 0xFF_FFFF

    /// - Parameters:
    ///   - city: The index of the city, `nil` for a settlement of its own; indices beyond 24 bits count as `nil`.
    ///   - confidence: Per cent, 0...100.
    package init(city: Int?, confidence: Int) {
        self.city = city.flatMap { $0 < Int(Self.none) ? $0 : nil }
        self.confidence = min(max(confidence, 0), 100)
    }

    package init(rawValue: UInt32) {
        let city = rawValue & Self.none
        self.init(city: city == Self.none ? nil : Int(city), confidence: Int(rawValue >> 24))
    }

    package var rawValue: UInt32 {
        UInt32(truncatingIfNeeded: confidence) << 24 | (city.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none)
    }
}

/// A language tag of up to eight ASCII characters, packed into an integer that sorts like the text.
package struct Tag8: Hashable, Comparable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the text is longer than eight bytes.
    package init?(_ text: String) {
        var value: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard count < 8 else { return nil }
            value = value << 8 | UInt64(byte)
            count += 1
        }
        rawValue = count == 0 ? 0 : value << UInt64(8 * (8 - count))
    }

    package static func < (left: Tag8, right: Tag8) -> Bool { left.rawValue < right.rawValue }

    package var text: String {
        var text = ""
        for shift in stride(from: 56, through: 0, by: -8) {
            let byte = UInt8(truncatingIfNeeded: rawValue >> UInt64(shift))
            if byte == 0 { break }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }
}
