import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

/// A file with borders, settlements and names, damaged everywhere: each question is answered or is an error.
@Suite("World: damaged files with borders")
struct BorderedDamageTests {
    private let bytes: [UInt8]
    private let sections: [WorldLayout.Section]
    private static let points = [
        (10, 9.99), (10, 19.999), (15, 9.99), (-0.03, 5), (18, 5), (10, 75), (-50, 100), (90, 0), (5.031, 5),
    ].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }

    init() throws {
        bytes = try LookupWorld.bytes()
        sections = try World(bytes: bytes).layout.all.map(\.section)
    }

    /// Asks each question by itself, so that one error does not hide what the next would do.
    private func exercise(_ bytes: [UInt8], at points: [Coordinate] = Self.points) -> [GeocodingError] {
        var errors: [GeocodingError] = []
        func ask(_ question: () throws(GeocodingError) -> Void) {
            do throws(GeocodingError) { try question() } catch { errors.append(error) }
        }
        var opened: World?
        ask { () throws(GeocodingError) in opened = try World(bytes: bytes) }
        guard let world = opened else { return errors }
        for point in points {
            ask { () throws(GeocodingError) in
                guard let answer = try world.lookup(point) else { return }
                let names = try world.names(in: [.english])
                _ = try (names.settlement(of: answer), names.quarter(of: answer), names.country(of: answer))
                _ = try (names.division(of: answer), world.timeZone(of: answer), world.claims(of: answer))
            }
            ask { () throws(GeocodingError) in
                _ = try world.placemark(at: point, languages: []).addressDictionary
            }
            ask { () throws(GeocodingError) in _ = try world.border(near: point) }
            ask { () throws(GeocodingError) in _ = try world.placeNameKey(at: point) }
        }
        ask { () throws(GeocodingError) in _ = try world.lookup(points, threads: 1) }
        ask { () throws(GeocodingError) in _ = try world.nearest(points[0], count: 3) }
        ask { () throws(GeocodingError) in _ = try world.search(name: "e, fr") }
        ask { () throws(GeocodingError) in
            guard let box = BoundingBox(south: -1, west: 4, north: 20, east: 21) else { return }
            for place in try world.places(in: box) { _ = try world.place(id: place.id) }
        }
        return errors
    }

    @Test("The whole file is fine")
    func whole() throws {
        #expect(exercise(bytes).isEmpty)
        try World(bytes: bytes).verify()
    }

    /// Offsets of which each section has as many, of the many cells mostly those that are asked for.
    private func offset(_ generator: inout SeededGenerator) -> Int {
        guard let section = sections.filter({ $0.length > 0 }).randomElement(using: &generator),
            Int.random(in: 0..<20, using: &generator) > 0
        else { return Int.random(in: 8..<32 + 32 * sections.count, using: &generator) }
        if section.length > 4 * BorderFormat.rootCells - 1, Bool.random(using: &generator),
            let point = Self.points.randomElement(using: &generator)
        {
            let root = BorderMap.root(latitude: point.latitude, longitude: point.longitude).number
            return section.offset + 4 * root + Int.random(in: 0..<4, using: &generator)
        }
        return section.offset + Int.random(in: 0..<section.length, using: &generator)
    }

    /// Two of the points, so that there is time for many files.
    private func some(_ generator: inout SeededGenerator) -> [Coordinate] {
        Array(Self.points.shuffled(using: &generator).prefix(2))
    }

    @Test("Flipped bits are answers or errors, never traps, with the header's checksum made right")
    func flippedBits() throws {
        var generator = SeededGenerator(seed: 4)
        var (wrong, failed) = (bytes, 0)
        for _ in 0..<Fixtures.rounds(10_000) {
            let offset = offset(&generator)
            wrong[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            // The flips of a header are looked at with the right checksum and with the wrong one.
            let isHeader = offset < 32 + 32 * sections.count
            let damaged = isHeader && Bool.random(using: &generator) ? sealed(wrong) : wrong
            failed += exercise(damaged, at: some(&generator)).isEmpty ? 0 : 1
            wrong[offset] = bytes[offset]
        }
        // Names and populations may be anything; what points somewhere else is found.
        #expect(failed > (Fixtures.isThorough ? 200 : 100))
        #expect(exercise(wrong).isEmpty)
    }

    @Test("The checksums of the sections find every flipped bit")
    func verified() {
        var generator = SeededGenerator(seed: 5)
        let parts = sections.map { $0.offset..<$0.offset + $0.length }
        generator.flipBits(of: parts, in: bytes) { wrong in
            #expect(throws: GeocodingError.self) { try World(bytes: wrong).verify() }
        }
    }

    @Test("A file that ends in or beside any section is an error that says so, with its length made right as well")
    func truncated() throws {
        var lengths: Set<Int> = [0, 7, 8, 31, 32, 33, bytes.count - 1]
        for section in sections {
            let (start, end) = (section.offset, section.offset + section.length)
            lengths.formUnion([start - 1, start, start + 1, (start + end) / 2, end - 1])
        }
        for length in lengths.sorted() where length < bytes.count {
            let short = Array(bytes[..<length])
            #expect(exercise(short).first?.code == .dataDamaged, "\(length) bytes")
            guard length >= 32 else { continue }
            var fitting = short
            for index in 0..<8 { fitting[16 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
            #expect(exercise(sealed(fitting)).first?.code == .dataDamaged, "\(length) bytes, header made right")
        }
    }

    @Test("Several damaged bytes at once never trap")
    func random() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<Fixtures.rounds(2_000) {
            var wrong = bytes
            for _ in 0..<Int.random(in: 2...12, using: &generator) {
                wrong[offset(&generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = exercise(sealed(wrong), at: some(&generator))
        }
        #expect(exercise(bytes).isEmpty)
    }
}
