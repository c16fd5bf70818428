import LKFormats
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

/// All of a street index, read record by record by its specification and not by the reader under test.
struct IndexDump {
    struct Street {
        var names: [String: String]
        var rank: StreetClass?
        var postcode: String
        var lines: [[OSMPoint]]
        var isSquare: Bool
    }

    struct House {
        var kind: Int
        var id: Int64
        var number: String
        /// The name of the street on site; `nil` for none.
        var street: String?
        var place: String
        var postcode: String
        /// Province, city, suburb, quarter, neighbourhood, block; empty for none.
        var locality: [String]
        var interest: (key: String, value: String, names: [String: String])?
        var rings: [(points: [OSMPoint], isInner: Bool)]
        var flags: HouseFlags
        var position: OSMPoint
    }

    struct Area {
        var names: [String: String]
        var code: String
        var rings: [(points: [OSMPoint], isInner: Bool)]
        var level: Int
        var kind: Int
        var settlement: Int
        var country: String
    }

    struct Settlement {
        var names: [String: String]
        var kind: Int
        var population: Int
        var position: OSMPoint
    }

    let bytes: [UInt8]
    let summary: StreetImport.Summary
    private(set) var streets: [Street] = []
    private(set) var houses: [House] = []
    private(set) var areas: [Area] = []
    private(set) var settlements: [Settlement] = []
    private(set) var meta: [String] = []
    private(set) var sections: [String: SectionedFile.Section] = [:]

    init(_ bytes: [UInt8], _ summary: StreetImport.Summary) throws {
        (self.bytes, self.summary) = (bytes, summary)
        let file = try bytes.withUnsafeBytes { try SectionedFile($0, StreetFormat.kind) }
        for (tag, section) in file.sections {
            let sum = bytes.withUnsafeBytes { file in
                CRC32.of(
                    UnsafeRawBufferPointer(rebasing: file[section.offset..<section.offset + section.length]))
            }
            #expect(sum == section.checksum, "\(tag)")
            sections[tag] = section
        }
        #expect(Set(sections.keys) == Set(StreetSection.allCases.map(\.rawValue)))
        #expect(summary.size == bytes.count)
        meta = slice("META").split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        let streetNames = (0..<count("STRT")).map { names(u32("STRT", $0, 0)) }
        for index in 0..<count("STRT") {
            let (first, packed) = (u32("STRT", index, 20), u32("STRT", index, 24))
            var street = Street(
                names: streetNames[index], rank: StreetClass(rawValue: UInt8(packed >> 24)),
                postcode: text(u32("STRT", index, 28)), lines: [], isSquare: false)
            for piece in first..<first + packed & 0xFF_FFFF {
                #expect(u32("PIEC", piece, 0) == index)
                let counts = u32("PIEC", piece, 8)
                if counts >> 16 == 1 {
                    street.isSquare = true
                    street.lines += rings(u32("PIEC", piece, 4), counts & 0xFFFF).map(\.points)
                } else {
                    #expect(counts >> 16 == 0)
                    street.lines.append(points(u32("PIEC", piece, 4), counts & 0xFFFF))
                }
            }
            streets.append(street)
        }
        for index in 0..<count("HOUS") { houses.append(house(index, streetNames)) }
        for index in 0..<count("AREA") {
            let packed = u32("AREA", index, 32)
            areas.append(
                Area(
                    names: names(u32("AREA", index, 0)), code: text(u32("AREA", index, 4)),
                    rings: rings(u32("AREA", index, 24), u32("AREA", index, 28)), level: packed & 0xFF,
                    kind: packed >> 8 & 0xFF, settlement: packed >> 16 & 0xFF, country: text(u32("AREA", index, 36))))
        }
        for index in 0..<count("SETL") {
            settlements.append(
                Settlement(
                    names: names(u32("SETL", index, 0)), kind: u32("SETL", index, 4),
                    population: u32("SETL", index, 8), position: point("SETL", index, 12)))
        }
        #expect(sections["TFRT"]?.length == BoxTree.size(of: count("PIEC") + count("HOUS")))
        #expect(sections["TARE"]?.length == BoxTree.size(of: count("AREA")))
        #expect(sections["TSET"]?.length == BoxTree.size(of: count("SETL")))
    }

    private func house(_ index: Int, _ streets: [[String: String]]) -> House {
        let identity = UInt64(u32("HOUS", index, 0)) | UInt64(u32("HOUS", index, 4)) << 32
        let (street, locality, interest) = (u32("HOUS", index, 12), u32("HOUS", index, 24), u32("HOUS", index, 28))
        let none = Int(StreetFormat.none)
        return House(
            kind: Int(identity >> 62), id: Int64(bitPattern: identity << 2) >> 2, number: text(u32("HOUS", index, 8)),
            street: street == none ? nil : streets[street][""], place: text(u32("HOUS", index, 16)),
            postcode: text(u32("HOUS", index, 20)),
            locality: locality == none ? [] : (0..<6).map { text(u32("LOCA", locality, 4 * $0)) },
            interest: interest == none
                ? nil
                : (
                    text(u32("INTR", interest, 0)), text(u32("INTR", interest, 4)), names(u32("INTR", interest, 8))
                ),
            rings: rings(u32("HOUS", index, 32), u32("HOUS", index, 36) & 0xFF_FFFF),
            flags: HouseFlags(rawValue: UInt8(u32("HOUS", index, 36) >> 24)), position: point("HOUS", index, 40))
    }

    /// The houses with a number.
    subscript(number: String) -> [House] { houses.filter { $0.number == number } }

    /// The place of interest of a name.
    func interest(_ name: String) throws -> House {
        try #require(houses.first { $0.interest?.names[""] == name })
    }

    func area(_ name: String) throws -> Area { try #require(areas.first { $0.names[""] == name }) }

    func count(_ tag: String) -> Int { sections[tag]?.count ?? 0 }

    func slice(_ tag: String) -> ArraySlice<UInt8> {
        guard let section = sections[tag] else { return [] }
        return bytes[section.offset..<section.offset + section.length]
    }

    private func u32(_ tag: String, _ record: Int, _ offset: Int) -> Int {
        let section = sections[tag] ?? .init()
        precondition((0..<section.count).contains(record), "\(tag) \(record)")
        let start = section.offset + record * section.recordSize + offset
        return (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }

    private func point(_ tag: String, _ record: Int, _ offset: Int) -> OSMPoint {
        OSMPoint(
            latitude: Int32(truncatingIfNeeded: u32(tag, record, offset)),
            longitude: Int32(truncatingIfNeeded: u32(tag, record, offset + 4)))
    }

    private func points(_ first: Int, _ count: Int) -> [OSMPoint] {
        (first..<first + count).map { point("PNTS", $0, 0) }
    }

    private func rings(_ first: Int, _ count: Int) -> [(points: [OSMPoint], isInner: Bool)] {
        (first..<first + count).map { ring in
            let packed = u32("RING", ring, 4)
            return (points(u32("RING", ring, 0), packed & 0x7FFF_FFFF), packed >> 31 == 1)
        }
    }

    private func text(_ offset: Int) -> String {
        var rest = slice("STRS").dropFirst(offset)
        var (length, shift) = (0, 0)
        while let byte = rest.popFirst() {
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { break }
        }
        return String(decoding: rest.prefix(length), as: UTF8.self)
    }

    private func names(_ index: Int) -> [String: String] {
        var names: [String: String] = [:]
        for entry in 0..<u32("NAMS", index, 0) {
            let language = u32("NAMS", index + 1 + 2 * entry, 0)
            let tag = slice("LANG").dropFirst(16 * language).prefix(16).prefix { $0 != 0 }
            names[String(decoding: tag, as: UTF8.self)] = text(u32("NAMS", index + 2 + 2 * entry, 0))
        }
        return names
    }
}
