import LKFormats
import LKGeo

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// A small world with borders, in which each rule of the look-up has its place.
///
/// France is the square of 0° to 20° east and north with the sea to its south, Japan lies to the east of it, and an empty
/// Fiji farther on. France has the division 11 in the west and 22 in the east; a strip along its edges is in none.
enum LookupWorld {
    static let cities: [SmallInput.City] = [
        (1, "Left", (10, 9.95), "FR", "11", 1_000, []), (2, "Right", (10, 10.05), "FR", "22", 1_000, []),
        (3, "Western", (10, 19.9), "FR", "22", 800, []), (4, "Eastern", (10, 20.005), "JP", "40", 5_000_000, []),
        (5, "Port", (0.01, 5), "FR", "11", 1_000, []), (6, "Inner", (15, 9.9), "FR", "11", 1_000, []),
        // Coded with the division beyond the line, as happens along lines that are not exact.
        (7, "Edge", (15, 9.995), "FR", "22", 1_000, []), (8, "Far", (10, 61), "FJ", "", 1_000, []),
        // A city with a quarter, a quarter of that, and a town of its own as near.
        (9, "City", (5, 5), "FR", "11", 1_000_000, []), (10, "Quarter", (5.03, 5), "FR", "11", 20_000, []),
        (15, "Inside", (5.035, 5), "FR", "11", 600, []), (16, "Town", (4.97, 5), "FR", "11", 20_000, []),
        // A city whose division is not drawn: it lies in the shape of 22. Beside it a village of that.
        (11, "Capital", (12, 14), "FR", "33", 1_000_000, []), (12, "Suburb", (12.06, 14), "FR", "22", 600, []),
        // A city just this side of a line between divisions, and a hamlet beyond.
        (13, "Big", (5, 9.98), "FR", "11", 1_000_000, []), (14, "Hamlet", (5, 10.02), "FR", "22", 600, []),
    ]

    static let belonging = "9\t0\t97\n10\t9\t95\n15\t9\t80\n16\t0\t90\n"

    /// Built once: every test reads it.
    static func bytes() throws -> [UInt8] { try built.get() }

    private static let built = Result { try build() }

    private static func build() throws -> [UInt8] {
        var map = BorderWorld()
        map.addZone(box(0, 0, 20, 20), country: 1, zone: 1, claim: .country(0))
        map.addZone(box(20, 0, 40, 20), country: 2, zone: 2)
        map.addZone(box(60, 0, 80, 20), country: 0, zone: 0)
        map.addZone(box(0, -10, 20, 0), country: 1, zone: 1)
        // A part of the high sea with a time zone.
        map.addZone(box(105, -60, 120, -40), country: nil, zone: 2)
        let settlements = try SmallInput.bytes(cities: cities, belonging: belonging)
        let plain = try World(bytes: settlements)
        func division(_ code: String) throws -> UInt16 {
            let index = try (0..<plain.layout.divisions.count).first { try plain.divisionCode($0) == code }
            return UInt16(index ?? 0)
        }
        map.addDivision(box(1, 1, 10, 19), country: 1, division: try division("11"))
        map.addDivision(box(10, 1, 19, 19), country: 1, division: try division("22"))
        // Land whose division no shape tells; south of the coast no shape is, which makes it water.
        for edge in [box(0, 0, 20, 1), box(0, 19, 20, 20), box(0, 1, 1, 19), box(19, 1, 20, 19)] {
            map.addDivision(edge, country: 1, division: nil)
        }
        return try BorderWorld.file(adding: map.sections(), to: settlements)
    }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
        [(west, south), (east, south), (east, north), (west, north)]
    }
}
