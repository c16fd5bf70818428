import LKGeo
import LKGeocoding
import LKStorage
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("World: damaged files")
struct WorldDamageTests {
    private let bytes: [UInt8]

    init() throws { bytes = try SmallInput.bytes() }

    /// Asks for everything; errors are fine, traps are not.
    private func exercise(_ bytes: [UInt8]) -> GeocodingError? {
        do throws(GeocodingError) {
            let world = try World(bytes: bytes)
            for (latitude, longitude) in [(35.681236, 139.767125), (48.8566, 2.3522), (-16.5, 180), (90, 0), (0, 0)] {
                guard let point = Coordinate(latitude: latitude, longitude: longitude) else { continue }
                for languages in [[], [LanguageTag("ja"), LanguageTag("fr")].compactMap { $0 }] {
                    _ = try world.placemark(at: point, languages: languages).addressDictionary
                }
            }
            try query(world)
            _ = try world.information()
            try world.verify()
            return nil
        } catch {
            return error
        }
    }

    private func query(_ world: World) throws(GeocodingError) {
        guard let point = Coordinate(latitude: 48.8566, longitude: 2.3522),
            let globe = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        else { return }
        let names = try world.names(in: [.english])
        for answer in try world.lookup([point, point], threads: 1) {
            guard let answer else { continue }
            _ = try (names.settlement(of: answer), names.quarter(of: answer), names.division(of: answer))
        }
        for neighbour in try world.nearest(point, count: 5) { _ = try names.name(of: neighbour.place) }
        _ = try world.nearest(point, count: 5, minimumPopulation: 100)
        for place in try world.places(in: globe) { _ = try world.place(id: place.id) }
        for text in ["p", "Paris, Île-de-France", "東", "e, fj"] { _ = try world.search(name: text) }
    }

    @Test("The whole file is fine")
    func whole() { #expect(exercise(bytes) == nil) }

    @Test("Every truncation is an error")
    func truncated() {
        for length in Fixtures.cuts(0..<bytes.count) {
            #expect(exercise(Array(bytes[..<length])) != nil, "\(length) bytes")
        }
    }

    @Test("Every truncation whose header fits it is an error")
    func truncatedWithItsLength() {
        for length in Fixtures.cuts(40..<bytes.count) {
            var short = Array(bytes[..<length])
            for index in 0..<8 { short[16 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
            #expect(exercise(sealed(short)) != nil, "\(length) bytes")
        }
    }

    @Test("A version of the future is unsupported, not damaged")
    func version() {
        var future = bytes
        future[8] = 2
        #expect(exercise(future)?.code == .dataUnsupported)
    }

    @Test("Each flipped byte is found, and none traps")
    func flipped() {
        let optional = ["DLNG", "ALTN", "DIST"].map { tag in
            let start = bytes.indices.first { bytes[$0...].starts(with: Array(tag.utf8)) } ?? 0
            return start..<start + 4
        }
        for index in bytes.indices {
            var wrong = bytes
            wrong[index] ^= 0xFF
            // The checksum in the header is left wrong where it is what was flipped.
            let error = exercise((28..<32).contains(index) ? wrong : sealed(wrong))
            // Padding between sections is zero, belongs to nothing and may change. An optional section may be unknown.
            if optional.contains(where: { $0.contains(index) }) { continue }
            if wrong[index] != 0xFF { #expect(error != nil, "byte \(index)") }
        }
    }

    @Test("Random damage never traps, with the checksums of header and table made right")
    func random() {
        var generator = SeededGenerator(seed: 20_261_121)
        for _ in 0..<Fixtures.rounds(4_000) {
            var wrong = bytes
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                wrong[Int.random(in: 8..<wrong.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = exercise(sealed(wrong))
        }
        #expect(exercise(bytes) == nil)
    }

    @Test("A catalogue cut short or overwritten is refused or read, never a trap")
    func catalogs() {
        let catalog = SmallInput.catalog(SmallInput.japanese)
        #expect(MessageCatalog(bytes: catalog)?.messages == SmallInput.japanese)
        for length in Fixtures.cuts(0..<catalog.count - 1) {
            #expect(MessageCatalog(bytes: Array(catalog[..<length])) == nil)
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<Fixtures.rounds(4_000) {
            var wrong = catalog
            wrong[Int.random(in: 0..<wrong.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = MessageCatalog(bytes: wrong)
        }
    }
}
