import Foundation
import LKGeocoding
import TestSupport
import Testing

@testable import LocationKitStreetImport

/// Blocks of PBF with far more elements than programs write.
@Suite("Crafted PBF") struct BoundedPBFTests {
    private static func number(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + number(value >> 7)
    }

    private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        Self.number(number << 3 | 2) + Self.number(bytes.count) + bytes
    }

    /// A block of the file; without a stated size its bytes are not compressed.
    private static func block(_ type: String, _ bytes: [UInt8], expandingTo size: Int? = nil) -> [UInt8] {
        let blob = size.map { number(2 << 3) + number($0) + field(3, bytes) } ?? field(1, bytes)
        let head = field(1, Array(type.utf8)) + number(3 << 3) + number(blob.count)
        return [0, 0, UInt8(head.count >> 8), UInt8(head.count & 255)] + head + blob
    }

    private static let header = block(
        "OSMHeader", field(4, Array("OsmSchema-V0.6".utf8)) + field(4, Array("DenseNodes".utf8)))

    private static func nodes(_ count: Int) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: count)
        let dense = field(1, [UInt8](repeating: 2, count: count)) + field(8, zeros) + field(9, zeros)
        return block("OSMData", field(1, field(1, [])) + field(2, field(2, dense)))
    }

    /// Empty fields.
    private static func pairs(_ tag: UInt8, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2 * count) { bytes, filled in
            for index in 0..<count { (bytes[2 * index], bytes[2 * index + 1]) = (tag, 0) }
            filled = 2 * count
        }
    }

    private func message(_ blocks: [[UInt8]]) throws -> String {
        let folder = TemporaryFolder()
        let path = folder.file("x.osm.pbf")
        try Data(Self.header + blocks.joined()).write(to: URL(filePath: path))
        let error = #expect(throws: GeocodingError.self) {
            try StreetImport.run(files: [path], to: folder.file("x.streets"))
        }
        #expect(error?.code == .inputInvalid)
        return error?.message ?? ""
    }

    @Test("A block that states a thousand times its size is refused before it is expanded, with its number")
    func expansion() throws {
        let bomb = Self.block("OSMData", [UInt8](repeating: 0, count: 30_000), expandingTo: 32 << 20)
        let text = try message([Self.nodes(1000), bomb])
        #expect(text.contains("block 2 expands to more than 100 times its size"), "\(text)")
        #expect(text.contains("download it again"))
    }

    @Test("A block with more objects, groups, strings or references than programs write is refused with its number")
    func elements() throws {
        let strings = Self.block("OSMData", Self.field(1, Self.pairs(10, 4_100_000)))
        let groups = Self.block("OSMData", Self.field(1, []) + Self.pairs(18, 4_100_000))
        let ways = Self.block(
            "OSMData", Self.field(1, []) + Self.field(2, Self.pairs(26, 600_000)))
        let references = Self.block(
            "OSMData",
            Self.field(1, []) + Self.field(2, Self.field(3, Self.field(8, [UInt8](repeating: 0, count: 4_100_000)))))
        for bad in [Self.nodes(600_000), strings, groups, ways, references] {
            let text = try message([Self.nodes(8000), bad])
            #expect(text.contains("block 2 contains more objects"), "\(text)")
        }
    }

    @Test("Blocks with fifty times the usual number of nodes are read")
    func large() throws {
        let text = try message([Self.nodes(400_000), Self.nodes(1)])
        #expect(text.contains("there is no street, house or place"), "\(text)")
    }
}
