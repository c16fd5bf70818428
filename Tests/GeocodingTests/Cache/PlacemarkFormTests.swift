import LKGeo
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("Stored placemarks") struct PlacemarkFormTests {
    private var full: Placemark {
        var placemark = Placemark(coordinate: .point(-35.5, 179.99), provider: "nominatim")
        for (index, (_, path)) in PlacemarkField.texts.enumerated() { placemark[keyPath: path] = "text \(index) 東京" }
        placemark.areasOfInterest = ["a", "", "b"]
        placemark.claims = ["CN", "XX"]
        placemark.bounds = BoundingBox(south: -36, west: 179, north: -35, east: -179)
        placemark.border = .init(distance: 12.5, isoCountryCode: "FR", country: nil, isCertain: true)
        placemark.language = LanguageTag("zh-Hant-TW")
        placemark.nameLanguages.country = .english
        placemark.nameLanguages.subLocality = LanguageTag("ja")
        placemark.precision = .street
        placemark.place = .init(name: "Ōme", geonameId: -1, population: 9, distance: 3, coordinate: .point(1, 2))
        return placemark
    }

    private func read(_ bytes: [UInt8]) -> [Placemark]? {
        bytes.withUnsafeBytes { PlacemarkReader.placemarks($0, to: "q") }
    }

    @Test("What was written is read again, whole or nearly empty") func roundTrip() {
        var spare = Placemark(coordinate: .origin, provider: "x")
        spare.place = .init(name: "", distance: .infinity)
        spare.bounds = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        for placemarks in [[], [full], [spare], [full, spare, full]] {
            #expect(read(PlacemarkWriter.bytes(placemarks, to: "q")) == placemarks)
        }
        #expect(PlacemarkWriter.bytes([], to: "q").count == 6)
        // The answer to another question is none to this one.
        #expect(read(PlacemarkWriter.bytes([full], to: "r")) == nil)
    }

    @Test("Every cut, every changed bit and anything added is refused") func damage() {
        let bytes = PlacemarkWriter.bytes([full, Placemark(coordinate: .origin, provider: "x")], to: "q")
        for length in bytes.indices { #expect(read(Array(bytes[..<length])) == nil) }
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                #expect(read(damaged) == nil)
            }
        }
        #expect(read(bytes + [0]) == nil)
    }

    @Test("Bytes whose checksum was made to fit are refused or read, and never trap") func forged() {
        let bytes = Array(PlacemarkWriter.bytes([full, full], to: "q").dropLast(4))
        var generator = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<Fixtures.rounds(20_000) {
            var forged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                forged[Int.random(in: 1..<forged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            forged.removeLast(Int.random(in: 0..<8, using: &generator))
            if read(PlacemarkWriter.sealed(forged, "q")) == nil { refused += 1 }
        }
        #expect(refused > Fixtures.rounds(20_000) / 4)
    }

    @Test("Every field but the end is written by some placemark") func fields() {
        let bytes = PlacemarkWriter.bytes([full], to: "q")
        for field in 1...PlacemarkField.placeCoordinate.rawValue { #expect(PlacemarkField(rawValue: field) != nil) }
        #expect(bytes.first == PlacemarkField.version)
    }
}
