import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets

/// A small index, damaged everywhere: each question has an answer, none, or an error.
@Suite("StreetIndex: damaged files")
struct StreetDamageTests {
    private let map: MapDrawing
    private let bytes: [UInt8]
    private let sections: [SectionedFile.Section]

    init() throws {
        var map = MapDrawing()
        map.boundary(
            2, "Liechtenstein", (-9_000, -9_000, 9_000, 9_000), ["ISO3166-1": "LI", "name:en": "Liechtenstein"])
        map.boundary(8, "Vaduz", (-3_000, -3_000, 3_000, 3_000), ["ISO3166-2": "LI-11"])
        map.node(10, 10, ["place": "town", "name": "Vaduz", "name:ru": "Вадуц"])
        map.node(800, 10, ["place": "village", "name": "Ebenholz"])
        for row in 0..<4 {
            let y = Double(row) * 60
            map.street("Street \(row)", y: y, ["name:en": "Street No. \(row)"])
            for number in 1..<6 {
                map.building(
                    Double(number) * 80, y + 15,
                    ["addr:street": "Street \(row)", "addr:housenumber": "\(number)", "addr:postcode": "9490"])
            }
            map.node(85, y + 16, ["amenity": "cafe", "name": "Café \(row)"])
            map.building(490, y + 20, ["amenity": "cafe"])
        }
        let corners = (0..<4).map { map.node(300, Double($0) * 60) }
        map.way(of: corners, ["highway": "residential", "name": "Avenue"])
        for corner in corners {
            map.way(of: [corner, map.node(400, 90)], ["highway": "path", "name": "Path"])
        }
        self.map = map
        bytes = try map.bytes()
        sections = try StreetIndex(bytes: bytes).layout.all.map(\.section)
    }

    private static let languages: [[LanguageTag]] = [[], [.english], [LanguageTag("ru")!, LanguageTag("ja")!]]

    /// Whether the file opens; asks it at some points.
    @discardableResult private func exercise(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> Bool {
        guard let index = try? StreetIndex(bytes: bytes) else { return false }
        for _ in 0..<3 {
            let point = map.at(.random(in: -50...550, using: &generator), .random(in: -50...250, using: &generator))
            let languages = Self.languages.randomElement(using: &generator) ?? []
            _ = index.placemark(at: point, languages: languages)
            _ = index.nearest(
                [.cafe, PlaceOfInterest.Kind(key: "building")], to: point, limit: 5, languages: languages)
            _ = index.corner(at: point, within: 200, languages: languages)
            if let box = BoundingBox(covering: [point, map.at(0, 0)]) {
                for line in index.lines(in: [box], limit: 40, languages: languages) where line.points.count < 2 {
                    Issue.record("a line of \(line.points.count) points")
                }
            }
        }
        for text in ["street 3, vaduz 9490", "cafe 1", "stre 2"] { _ = index.search(StreetQuery(text), limit: 3) }
        _ = index.information
        return true
    }

    /// Makes the header's checksum right again, so that what is behind it is read.
    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 32 else { return bytes }
        let table = min(bytes.count, 32 + 32 * sections.count)
        var sum = CRC32()
        bytes.withUnsafeBytes { file in
            sum.update(UnsafeRawBufferPointer(rebasing: file[..<28]))
            sum.update(UnsafeRawBufferPointer(rebasing: file[32..<max(32, table)]))
        }
        var sealed = bytes
        for index in 0..<4 { sealed[28 + index] = UInt8(truncatingIfNeeded: sum.value >> UInt32(8 * index)) }
        return sealed
    }

    /// An offset of which each section has as many.
    private func offset(_ generator: inout SeededGenerator) -> Int {
        guard Int.random(in: 0..<12, using: &generator) > 0,
            let section = sections.filter({ $0.length > 0 }).randomElement(using: &generator)
        else { return Int.random(in: 8..<32 + 32 * sections.count, using: &generator) }
        return section.offset + Int.random(in: 0..<section.length, using: &generator)
    }

    @Test("The whole file is fine")
    func whole() throws {
        let index = try StreetIndex(bytes: bytes)
        try index.verify()
        let placemark = try #require(index.placemark(at: map.at(85, 16), languages: [.english]))
        #expect(placemark.subThoroughfare == "1" && placemark.thoroughfare == "Street No. 0")
        #expect(placemark.areasOfInterest == ["Café 0"] && placemark.locality == "Vaduz")
        #expect(index.nearest(.cafe, to: map.at(85, 16)).count == 8)
        #expect(index.corner(at: map.at(300, 10))?.streets == ["Avenue", "Path"])
    }

    @Test("Files with flipped bits and numbers at their ends never trap or hang")
    func flipped() {
        var generator = SeededGenerator(seed: 18)
        var wrong = bytes
        var opened = 0
        let rounds = Fixtures.isThorough ? 24_000 : 1_000
        for _ in 0..<rounds {
            var offsets: [Int] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let offset = offset(&generator)
                if Bool.random(using: &generator) {
                    wrong[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    offsets.append(offset)
                } else {
                    let value: UInt8 = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
                    let first = offset & ~3
                    for place in first..<min(first + 4, wrong.count)
                    where Bool.random(using: &generator) || place == offset {
                        wrong[place] = value
                        offsets.append(place)
                    }
                }
            }
            if exercise(sealed(wrong), &generator) { opened += 1 }
            for offset in offsets { wrong[offset] = bytes[offset] }
        }
        // Most damage is in the records, which are not read when the file is opened.
        #expect(opened > rounds / 2)
        #expect(wrong == bytes)
    }

    @Test("A file of any other length is an error, with its header made right as well")
    func truncated() throws {
        for length in Fixtures.cuts(0..<bytes.count) {
            let short = Array(bytes[..<length])
            #expect(throws: GeocodingError.self) { try StreetIndex(bytes: short) }
            guard length >= 32 else { continue }
            var fitting = short
            for index in 0..<8 { fitting[16 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
            #expect(throws: GeocodingError.self) { try StreetIndex(bytes: sealed(fitting)) }
        }
    }

    @Test("The checksums of the sections find every flipped bit")
    func verified() {
        var generator = SeededGenerator(seed: 5)
        let parts = sections.map { $0.offset..<$0.offset + $0.length }
        generator.flipBits(of: parts, in: bytes) { wrong in
            #expect(throws: GeocodingError.self) { try StreetIndex(bytes: wrong).verify() }
        }
    }
}
