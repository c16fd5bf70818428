import FoundationEssentials
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("GPS directories with texts in place of fractions")
struct GPSTextTests {
    private func photo(_ latitude: TIFFFixture.Value, _ reference: String?, _ other: PhotoFixture.Entries = []) throws
        -> PhotoMetadata
    {
        let letter: PhotoFixture.Entries = reference.map { [(1, .ascii($0))] } ?? []
        return try PhotoFixture.metadata(
            PhotoFixture.jpeg(
                exif: [],
                gps: letter + [(2, latitude), (3, .ascii("E")), (4, .ascii("11,00000,10,00000,58,28260"))] + other))
    }

    @Test(
        "Coordinates written as text are read with decimal commas or points and any separators",
        arguments: [
            ("52,00000,50,00000,34,01180", "N"), ("52,00000,50,00000,34,01180", "S"), ("52 50 34.0118", "N"),
            ("52,50,34.0118", "N"), ("52;50;34,0118", "S"), ("52,50.56686333", "N"), ("52,842781056", "S"),
            ("52.842781056N", nil), ("-52.842781056", nil), ("52° 50' 34.0118\" S", "S"), ("  52 50 34.0118  \0", "N"),
        ] as [(String, String?)])
    func decimalCommasAndPointsAreRead(_ text: String, _ reference: String?) throws {
        let found = try photo(.ascii(text), reference)
        let isSouth = reference == "S" || text.hasPrefix("-")
        let coordinate = try #require(found.location?.coordinate)
        #expect(abs(coordinate.latitude - (isSouth ? -52.842_781_056 : 52.842_781_056)) < 1e-8)
        #expect(abs(coordinate.longitude - 11.182_856_278) < 1e-8)
        #expect(found.warnings.isEmpty)
    }

    @Test(
        "Unreadable or contradictory coordinate text gives a warning and no position",
        arguments: [("52,84,00,11", "N"), ("north of here 52", "N"), ("52.84N", "S"), ("-52.84", "N")])
    func aTextThatCannotBeReadIsNamed(_ text: String, _ reference: String) throws {
        let found = try photo(.ascii(text), reference)
        #expect(found.location == nil)
        #expect(found.warnings.contains { $0.subject == .position })
    }

    @Test("Blank coordinates give neither position nor warning")
    func blanksAreNoPositionAndNoWarning() throws {
        let found = try photo(.ascii("         "), "N")
        #expect(found.location == nil && found.warnings.isEmpty)
    }

    @Test("Altitude, GPS time and date are also read as text")
    func altitudeAndTimeMayBeTextsToo() throws {
        let found = try photo(
            .ascii("52.5"), "N",
            [(6, .ascii("123,5")), (7, .ascii("06:30:15")), (0x1D, .ascii("2024: 5:11"))])
        #expect(found.location?.altitude == 123.5)
        #expect(found.location?.timestamp?.timeIntervalSince1970 == 1_715_409_015)
    }

    @Test(
        "An impossible GPS time gives a warning and no timestamp",
        arguments: [[(24, 1), (0, 1), (0, 1)], [(24, 1), (5, 1), (0, 1)], [(12, 1), (61, 1), (0, 1)]])
    func aTimeOfDayThatDoesNotExistIsNamed(_ time: [(Int, Int)]) throws {
        let late = try photo(.ascii("52.5"), "N", [(7, .rational(time)), (0x1D, .ascii("2024:05:10"))])
        #expect(late.location?.timestamp == nil)
        #expect(late.warnings.contains { $0.message.contains("time of day cannot be read") })
    }

    @Test("A position without hemisphere letters is north and east, with a warning")
    func aPositionWithoutLettersIsNorthAndEastWithAWarning() throws {
        let bare: TIFFFixture.Value = .rational([(33, 1)])
        let found = try PhotoFixture.metadata(PhotoFixture.jpeg(exif: [], gps: [(2, bare), (4, bare)]))
        #expect(found.location?.coordinate == Coordinate(latitude: 33, longitude: 33))
        #expect(found.warnings.map(\.subject) == [.hemispheres])
    }
}
