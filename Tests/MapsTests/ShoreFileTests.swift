import Foundation
import LKFormats
import TestSupport
import Testing

@testable import LocationKitMaps

/// The file of coasts and lakes, whole and damaged.
@Suite("the file of coasts and lakes") struct ShoreFileTests {
    private static let kind = SectionedFile.Kind(magic: "LKSHORES", version: 1)

    /// Returns a file of one level with four squares, of which the north-eastern has the bytes.
    private static func file(_ square: [UInt8], height: UInt32 = 90, offsets: [UInt32]? = nil) -> [UInt8] {
        let index = offsets ?? [0, 0, 0, 0, UInt32(square.count)]
        func bytes(_ values: [UInt32]) -> [UInt8] {
            values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        }
        return SectionedFile.bytes(
            of: [("LVLS", 20, bytes([height, 180, 10, 75, 0])), ("IDX0", 4, bytes(index)), ("DAT0", 1, square)], kind)
    }

    /// A triangle of land, a lake in it, and no sound.
    private static let square: [UInt8] = {
        var bytes = PackedBytes()
        for ring in [[(10, 10), (200, 0), (0, 200)], [(30, 30), (20, 0), (0, 20)]] as [[(Int64, Int64)]] {
            bytes.append(count: 1)
            bytes.append(count: ring.count)
            for (east, north) in ring {
                bytes.append(signed: east)
                bytes.append(signed: north)
            }
        }
        bytes.append(count: 0)
        return bytes.bytes
    }()

    /// Reads all squares of a file.
    private static func shores(_ bytes: [UInt8]) throws -> [Shores] {
        let file = try ShoreFile(copying: bytes)
        return try (0..<2).flatMap { row in
            try (0..<2).map { column in try file.square(level: 0, row: row, column: column) }
        }
    }

    @Test("A square has its rings in degrees, and one without bytes, or outside the file, has none")
    func reading() throws {
        let file = try ShoreFile(copying: Self.file(Self.square))
        #expect(file.levels.map { [$0.height, $0.width, $0.rows, $0.columns, $0.tolerance] } == [[90, 180, 2, 2, 75]])
        let shores = try file.square(level: 0, row: 1, column: 1)
        #expect(shores.coasts == [[MapPoint(1, 1), MapPoint(21, 1), MapPoint(21, 21)]])
        #expect(shores.lakes == [[MapPoint(3, 3), MapPoint(5, 3), MapPoint(5, 5)]])
        #expect(shores.sounds.isEmpty)
        for (level, row, column) in [(0, 0, 0), (0, 2, 0), (0, 0, -1), (1, 0, 0), (-1, 0, 0)] {
            #expect(try file.square(level: level, row: row, column: column) == Shores())
        }
    }

    @Test("A file that is cut off anywhere, of another kind, or with wrong levels and offsets is reported as damaged")
    func truncation() throws {
        let whole = Self.file(Self.square)
        for count in 0..<whole.count {
            #expect(throws: MapError.self) { try Self.shores(Array(whole.prefix(count))) }
        }
        for bytes in [
            Self.file(Self.square, height: 0), Self.file(Self.square, height: 7), Self.file(Self.square, height: 45),
            Self.file(Self.square, offsets: [0, 0, 0, 0, 10_000]), Self.file(Self.square, offsets: [9, 0, 0, 0, 5]),
            Self.file(Self.square, offsets: [0, 0, 0, 5]),
        ] {
            #expect(throws: MapError.self) { try Self.shores(bytes) }
        }
        for count in 1..<Self.square.count {
            #expect(throws: MapError.self) { try Self.shores(Self.file(Array(Self.square.prefix(count)))) }
        }
    }

    @Test("Any bytes in a square give its rings or an error, and no point outside the square")
    func corruption() throws {
        var random = SeededGenerator(seed: 43)
        for _ in 0..<Fixtures.rounds(20_000) {
            var square = Self.square
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                square[Int.random(in: square.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let shores = try? Self.shores(Self.file(square)) else { continue }
            for shore in shores {
                for point in (shore.coasts + shore.lakes + shore.sounds).joined() {
                    #expect((0...180).contains(point.x) && (0...90).contains(point.y))
                }
            }
        }
    }
}
