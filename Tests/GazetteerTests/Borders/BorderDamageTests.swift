import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("World: damaged borders")
struct BorderDamageTests {
    private static let places: [(Double, Double)] = [
        (0, 0), (5, 5), (5, 9.999), (5, 10.001), (0.3, 0.3), (9.7, 9.7), (-90, 0), (90, 180), (4.9, 9.95),
    ]

    private func file() throws -> [UInt8] {
        var borders = BorderWorld()
        let wave = (0...60).map { step -> (Double, Double) in
            let east: Double = step % 2 == 0 ? 10.05 : 9.95
            return (east, Double(step) / 6)
        }
        var west: [(Double, Double)] = [(0, 10), (0, 0)]
        west += wave
        var east: [(Double, Double)] = [(20, 10), (20, 0)].reversed()
        east += wave.reversed()
        borders.addZone(west, country: 0, zone: 0)
        borders.addZone(east, country: 1, zone: 1)
        borders.addDivision([(1, 1), (9, 1), (9, 9), (1, 9)], country: 0, division: 0)
        return try borders.bytes()
    }

    /// Asks at places around the borders; errors are fine, traps and endless walks are not.
    private func exercise(_ bytes: [UInt8]) {
        guard let world = try? World(bytes: bytes) else { return }
        for (latitude, longitude) in Self.places {
            guard let place = Coordinate(latitude: latitude, longitude: longitude) else { continue }
            _ = try? world.region(at: place)
            _ = try? world.border(near: place)
        }
    }

    @Test("Each flipped byte of the sections is an error or an answer, never a trap")
    func flipped() throws {
        let bytes = try file()
        let layout = try World(bytes: bytes).layout
        let map = BorderMap(bytes: UnsafeRawBufferPointer(start: nil, count: 0), layout: layout)
        var offsets = Array(map.regions.offset..<map.regions.offset + map.regions.length)
        offsets += Array(map.edges.offset..<map.edges.offset + map.edges.length)
        // Of the cells those that are asked for, and the quarters.
        for (latitude, longitude) in Self.places {
            let number = BorderMap.root(latitude: latitude, longitude: longitude).number
            offsets += (0..<4).map { map.cells.offset + 4 * number + $0 }
        }
        offsets += Array(
            map.cells.offset + 4 * BorderFormat.rootCells..<map.cells.offset + map.cells.length)
        #expect(offsets.count > 2_000)
        var wrong = bytes
        for offset in Fixtures.some(offsets) {
            for flip: UInt8 in [0xFF, 1, 4] {
                wrong[offset] ^= flip
                exercise(wrong)
                wrong[offset] = bytes[offset]
            }
        }
    }

    @Test("Random damage is an error or an answer")
    func random() throws {
        let bytes = try file()
        let layout = try World(bytes: bytes).layout
        let map = BorderMap(bytes: UnsafeRawBufferPointer(start: nil, count: 0), layout: layout)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<Fixtures.rounds(1_500) {
            var wrong = bytes
            for (latitude, longitude) in Self.places {
                let cell = map.cells.offset + 4 * BorderMap.root(latitude: latitude, longitude: longitude).number
                let value = UInt32.random(in: 0...UInt32.max, using: &generator)
                // A third far outside, a third among the real numbers, the others as they were.
                let number = value % 3 == 0 ? value : value % 3 == 1 ? value % 4_096 : nil
                guard let number else { continue }
                for byte in 0..<4 { wrong[cell + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)) }
            }
            exercise(wrong)
        }
    }

    @Test("A section that is missing or too short is named on opening")
    func sections() throws {
        let bytes = try file()
        let sections = try World(bytes: bytes).layout.all
        for missing in ["BREG", "BGRD", "BEDG"] {
            let kept = sections.compactMap { tag, section -> (section: GazetteerSection, bytes: [UInt8])? in
                guard tag != missing, let known = GazetteerSection(rawValue: tag) else { return nil }
                return (known, Array(bytes[section.offset..<section.offset + section.length]))
            }
            #expect(throws: GeocodingError.self) { try World(bytes: SectionFile.bytes(kept)) }
        }
        for length in [0, 4, 4 * (BorderFormat.rootCells - 1)] {
            let short = sections.compactMap { tag, section -> (section: GazetteerSection, bytes: [UInt8])? in
                guard let known = GazetteerSection(rawValue: tag) else { return nil }
                let end = known == .cells ? length : section.length
                return (known, Array(bytes[section.offset..<section.offset + end]))
            }
            #expect(throws: GeocodingError.self) { try World(bytes: SectionFile.bytes(short)) }
        }
    }
}
