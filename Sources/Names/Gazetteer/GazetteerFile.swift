import CLKWorld
import Glibc
package import LKFormats
import LKGeocoding

/// The byte ranges of a gazetteer's sections; their records are known to be inside the file.
struct WorldLayout {
    typealias Section = SectionedFile.Section

    private(set) var texts = Section()
    private(set) var countries = Section()
    private(set) var divisions = Section()
    /// Empty in files of older builders.
    private(set) var divisionLanguages = Section()
    /// Empty in files of older builders.
    private(set) var districts = Section()
    private(set) var zones = Section()
    private(set) var positions = Section()
    private(set) var places = Section()
    private(set) var nodes = Section()
    private(set) var languages = Section()
    private(set) var names = Section()
    /// Empty in files of older builders.
    private(set) var otherNames = Section()
    /// Empty in files of older builders.
    private(set) var belonging = Section()
    private(set) var meta = Section()
    /// Empty in a file without borders.
    private(set) var regions = Section()
    private(set) var cells = Section()
    private(set) var borderEdges = Section()

    /// The number of levels below the root.
    let depth: Int
    /// Every section of the file with its tag, including unknown ones.
    let all: [(tag: String, section: Section)]

    /// Reads the header and the section table.
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(GeocodingError) {
        func damaged(_ what: String) -> GeocodingError {
            GeocodingError(.dataDamaged, "\(name) is damaged: \(what)", advice: "build or fetch it again")
        }
        all = try SectionedFile(
            data: bytes, GazetteerFormat.kind, name: name, remedy: "build or fetch it again", update: "build it again"
        ).sections
        var found: [GazetteerSection: Section] = [:]
        for (tag, section) in all {
            guard let known = GazetteerSection(rawValue: tag) else { continue }
            let size = section.recordSize
            guard size == known.recordSize || size > known.recordSize && known.recordSize > 1,
                found.updateValue(section, forKey: known) == nil
            else {
                throw damaged("its section \(tag) is wrong")
            }
        }
        func section(_ section: GazetteerSection) throws(GeocodingError) -> Section {
            guard let found = found[section] else { throw damaged("its section \(section.rawValue) is missing") }
            return found
        }
        texts = try section(.texts)
        countries = try section(.countries)
        divisions = try section(.divisions)
        divisionLanguages = found[.divisionLanguages] ?? Section(recordSize: 8)
        districts = found[.districts] ?? Section(recordSize: 4)
        zones = try section(.zones)
        positions = try section(.positions)
        places = try section(.places)
        nodes = try section(.nodes)
        languages = try section(.languages)
        names = try section(.names)
        otherNames = found[.otherNames] ?? Section(recordSize: 8)
        belonging = found[.belonging] ?? Section(recordSize: 4)
        meta = try section(.meta)

        guard divisionLanguages.count == 0 || divisionLanguages.count == divisions.count else {
            throw damaged("the languages of its divisions do not fit them")
        }
        guard belonging.count == 0 || belonging.count == positions.count else {
            throw damaged("what its settlements are parts of does not fit them")
        }
        let borders = [GazetteerSection.regions, .cells, .borderEdges].compactMap { found[$0] }
        if borders.count == 3 {
            (regions, cells, borderEdges) = (borders[0], borders[1], borders[2])
            guard cells.count >= BorderFormat.rootCells, cells.recordSize == GazetteerSection.cells.recordSize,
                (1...Int(BorderFormat.none)).contains(regions.count)
            else { throw damaged("its borders do not cover the globe") }
        } else if !borders.isEmpty {
            throw damaged("a section of its borders is missing")
        }

        // A complete binary tree with small leaves: 2^(depth+1) - 1 nodes.
        depth = (nodes.count &+ 1).trailingZeroBitCount - 1
        guard nodes.count > 0, (nodes.count + 1).nonzeroBitCount == 1, depth <= 26,
            positions.count <= GazetteerFormat.maximumLeafSize << depth, positions.count < 1 << 30,
            positions.count == places.count
        else { throw damaged("its tree does not fit its settlements") }
    }
}

extension UnsafeRawBufferPointer {
    /// Reads an unaligned little-endian number at an offset that the caller has checked.
    package func uint16(_ offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
    package func uint32(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    package func uint64(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    package func int16(_ offset: Int) -> Int16 { Int16(bitPattern: uint16(offset)) }
    package func int32(_ offset: Int) -> Int32 { Int32(bitPattern: uint32(offset)) }

    /// Prefetches the bytes at an offset, so that a later read does not wait.
    ///
    /// The file is larger than the processor's caches: a random read takes as long as hundreds of instructions.
    @inline(__always)
    func prefetch(_ offset: Int) { cworld_prefetch(baseAddress.map { $0 + offset }) }
}

extension MappedFile {
    /// Returns the gazetteer embedded in the program.
    static func embeddedWorld() -> MappedFile {
        MappedFile(permanent: UnsafeRawBufferPointer(start: cworld_data(), count: cworld_size()))
    }

    /// Creates a mapping of a gazetteer file.
    convenience init(world path: String) throws(GeocodingError) {
        try self.init(data: path, kind: ".gazetteer", remedy: "build or fetch it again")
    }
}

/// Constants of the file format (`Docs/Formats/Gazetteer.md`), used by writer and reader.
package enum GazetteerFormat {
    package static let kind = SectionedFile.Kind(magic: "LKWORLD\0", version: 1)

    /// One Earth radius in units of `POSN`.
    package static let unit = 2_147_483_647.0
    /// Mean radius R1 of WGS 84 in metres (Moritz, Geodetic Reference System 1980).
    package static let earthRadius = 6_371_008.8
    /// The coordinates of a node's box are in steps of 65,536 units.
    package static let boxShift: Int32 = 16
    /// The number of settlements per leaf that the builder aims for.
    ///
    /// Measured: 8, 16 and 32 are equally fast, and 16 needs half as many nodes as 8.
    package static let leafAim = 16
    package static let maximumLeafSize = 64
    package static let mixedCountries: UInt16 = 0xFFFF

    /// The tag of the table with each place's name in its own language.
    package static let localTag = "local"
}

/// The sections that this version knows, with their record sizes.
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

/// The subject of a name: the kind in the upper two bits of `NAME`'s key, the index below.
package struct NameKey: Hashable, Comparable {
    package enum Kind: UInt32 { case place, division, country }

    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The kind; the unused fourth value, which occurs only in damaged files, counts as a settlement.
    package var kind: Kind { Kind(rawValue: rawValue >> 30) ?? .place }

    /// The index into the section of that kind.
    package var index: Int { Int(rawValue & 0x3FFF_FFFF) }

    package init(_ kind: Kind, _ index: Int) {
        rawValue = kind.rawValue << 30 | UInt32(truncatingIfNeeded: index) & 0x3FFF_FFFF
    }

    package static func < (left: NameKey, right: NameKey) -> Bool { left.rawValue < right.rawValue }
}

/// Constants of the border sections (`Docs/Formats/Gazetteer.md`), used by writer and reader.
package enum BorderFormat {
    package static let rows = 180
    package static let columns = 360
    package static let rootCells = rows * columns
    package static let maximumDepth = 8
    /// The side of a cell in units of an edge's coordinates.
    package static let side = 65_535.0
    /// A cell with more edges is quartered; value chosen with the benchmark `borders`.
    package static let leafAim = 24

    package static let none: UInt16 = 0xFFFF
    package static let uncoded: UInt16 = 0xFFFE
    /// Flag of a region: no land polygon covers it.
    package static let water: UInt16 = 1

    package enum CellKind: UInt32 { case region, leaf, quarters }
    package static let kindMask: UInt32 = 3
    /// Flag of a cell: a border between two countries runs through it.
    package static let hasBorder: UInt32 = 4
    package static let numberShift: UInt32 = 3
}

/// A record of `PART`: the city that contains a settlement, and the confidence.
package struct PartRecord: Equatable {
    /// The index of the city in `POSN`; `nil` for an independent settlement.
    package var city: Int?
    /// Per cent, 0 if unknown.
    package var confidence: Int

    private static let none: UInt32 = 0xFF_FFFF

    /// Creates the city of a settlement, with a confidence.
    ///
    /// - Parameters:
    ///   - city: The index of the city, `nil` for an independent settlement; indices beyond 24 bits count as `nil`.
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

    /// Creates a tag; returns `nil` when the text is longer than eight bytes.
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
