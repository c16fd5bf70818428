import Foundation
import LKFormats
import LKGeo
import LKGeocoding
import Testing

@testable import LKGazetteer

/// Outside the suite, which it decides about.
private let hasRealBorders =
    (try? World.open(environment: ProcessInfo.processInfo.environment))?.hasBorders ?? false

/// Well-known places in the gazetteer of this program, or the one that `LOCATIONKIT_DATA` names.
@Suite("World: real borders", .enabled(if: hasRealBorders, "the gazetteer was built without borders"))
struct RealBordersTests {
    private let world: World

    init() throws { world = try World.open(environment: ProcessInfo.processInfo.environment) }

    private func region(_ latitude: Double, _ longitude: Double) throws -> World.Region {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try #require(try world.region(at: place))
    }

    private func country(_ latitude: Double, _ longitude: Double) throws -> String {
        try region(latitude, longitude).country.map(world.countryCode) ?? "sea"
    }

    @Test(
        "Enclaves",
        arguments: [
            ("Baarle-Hertog", 51.4384, 4.9295, "BE"), ("Baarle-Nassau", 51.4445, 4.9285, "NL"),
            ("Llívia", 42.4641, 1.9815, "ES"), ("Campione d'Italia", 45.9699, 8.9713, "IT"),
            ("Büsingen", 47.6973, 8.6910, "DE"), ("San Marino", 43.936, 12.447, "SM"),
            ("Vatican City", 41.902, 12.453, "VA"), ("St Peter's is not Rome", 41.9022, 12.4539, "VA"),
            ("Castel Sant'Angelo", 41.9031, 12.4663, "IT"), ("Maseru", -29.31, 27.48, "LS"),
            ("Lesotho's mountains", -29.5, 28.2, "LS"), ("Nahwa", 25.2755, 56.2735, "AE"),
            ("Madha", 25.285, 56.333, "OM"), ("Musandam", 26.18, 56.25, "OM"), ("Kaliningrad", 54.7, 20.5, "RU"),
            ("Nakhchivan", 39.21, 45.41, "AZ"), ("Ceuta", 35.889, -5.32, "ES"), ("Gibraltar", 36.14, -5.35, "GI"),
            ("Monaco", 43.738, 7.424, "MC"), ("Oecusse", -9.2, 124.36, "TL"), ("Cabinda", -5.55, 12.2, "AO"),
        ])
    func enclaves(name: String, latitude: Double, longitude: Double, code: String) throws {
        #expect(try country(latitude, longitude) == code, "\(name)")
    }

    @Test("Every line between cells, and the nearest numbers beside it, belong to a cell")
    func besideLines() throws {
        func around(_ line: Double) -> [Double] {
            [line, line.nextDown, line.nextUp, line.nextDown.nextDown, line - 1e-14, line + 1e-14]
        }
        var count = 0
        // Each line of whole degrees, and of shares of a degree at places far apart.
        for row in -90...90 {
            for latitude in around(Double(row)) + around(Double(row) + 0.125) where latitude.magnitude <= 90 {
                for column in stride(from: -180 + (row + 90) % 12, through: 180, by: 12) {
                    for longitude in around(Double(column)) where longitude.magnitude <= 180 {
                        _ = try region(latitude, longitude)
                        count += 1
                    }
                }
            }
        }
        #expect(count > 300_000)
        // Just west of 180° is not just east of it: Fiji's Taveuni and the sea before it.
        #expect(try country(-16.8, 179.95) == country(-16.8, 179.95.nextUp))
        #expect(try region(66, 180.0.nextDown).index == region(66, 179.999_999).index)
    }

    private static let claimed: [(String, Double, Double, String, String)] = [
        ("Pristina", 42.66, 21.16, "XK", "RS"), ("Belgrade", 44.81, 20.46, "RS", ""),
        ("Kyrenia", 35.33, 33.32, "CY", "?"), ("Limassol", 34.68, 33.04, "CY", ""),
        ("Guadeloupe", 16.24, -61.53, "GP", ""), ("Martinique", 14.61, -61.07, "MQ", ""),
        ("Réunion", -20.88, 55.45, "RE", ""), ("Cayenne", 4.92, -52.31, "GF", ""),
        ("Mayotte", -12.78, 45.23, "YT", ""), ("Longyearbyen", 78.22, 15.65, "SJ", ""),
        ("Jan Mayen", 70.95, -8.7, "SJ", ""), ("Bonaire", 12.15, -68.27, "BQ", ""),
        ("Hong Kong", 22.30, 114.17, "HK", ""), ("Macau", 22.19, 113.545, "MO", ""),
        ("Taipei", 25.03, 121.56, "TW", ""), ("Simferopol", 44.95, 34.1, "UA", "RU"),
        ("Sukhumi", 43.0, 41.02, "GE", "RU"), ("Laayoune", 27.15, -13.2, "EH", "MA"),
        ("Hargeisa", 9.56, 44.06, "SO", "?"), ("Ramallah", 31.9, 35.2, "PS", ""),
        ("Ariel", 32.105, 35.185, "PS", "IL"),
        ("Gaza", 31.5, 34.46, "PS", ""), ("Tel Aviv", 32.08, 34.78, "IL", ""),
        ("Guantánamo Bay", 19.92, -75.15, "CU", "US"), ("Hanoi", 21.03, 105.85, "VN", ""),
        ("Saigon", 10.8, 106.7, "VN", ""), ("Bangkok", 13.75, 100.5, "TH", ""),
        ("Jerusalem's old city", 31.7767, 35.2342, "IL", "PS"), ("Ben Yehuda Street", 31.7815, 35.2175, "IL", ""),
        ("Mount Scopus", 31.7925, 35.2430, "IL", ""), ("Siachen", 35.4, 77.1, "IN", "PK"),
        ("Sevastopol", 44.6, 33.53, "UA", "RU"), ("Abyei", 9.6, 28.43, "SS", "SD"),
        ("Stanley", -51.7, -57.85, "FK", "AR"), ("West Falkland", -51.8, -60, "FK", "AR"),
        ("Grytviken", -54.28, -36.51, "GS", "AR"), ("Mariehamn", 60.1, 19.94, "AX", ""),
        ("Sheikh Jarrah", 31.794, 35.231, "IL", "PS"), ("Silwan", 31.769, 35.238, "IL", "PS"),
        ("Gilo", 31.7335, 35.187, "IL", "PS"), ("Ramot", 31.816, 35.192, "IL", "PS"),
        ("Knesset", 31.7767, 35.2054, "IL", ""), ("Ramat Rachel", 31.7398, 35.2178, "IL", ""),
        ("Katzrin", 32.9925, 35.6905, "IL", "SY"), ("Majdal Shams", 33.269, 35.77, "IL", "SY"),
        ("Quneitra", 33.1257, 35.824, "SY", ""), ("Kiryat Shmona", 33.2073, 35.5721, "IL", ""),
        ("Ein Gev", 32.783, 35.64, "IL", ""), ("Tiberias", 32.7922, 35.5312, "IL", ""),
        ("Srinagar", 34.0837, 74.7973, "IN", "PK"), ("Leh", 34.1526, 77.5771, "IN", "PK"),
        ("Amritsar", 31.634, 74.8723, "IN", ""), ("Manali", 32.2432, 77.1892, "IN", ""),
        ("Muzaffarabad", 34.37, 73.471, "PK", "IN"), ("Gilgit", 35.9208, 74.3144, "PK", "IN"),
        ("Islamabad", 33.6844, 73.0479, "PK", ""), ("Lahore", 31.5497, 74.3436, "PK", ""),
        ("Aksai Chin", 35.1, 79.5, "CN", "IN"), ("Shaksgam", 36.1, 76.6, "CN", "IN"),
        ("Kashgar", 39.47, 75.99, "CN", ""), ("Hotan", 37.1, 79.93, "CN", ""),
        ("Tiraspol", 46.8403, 29.6433, "MD", "?"), ("Rîbniţa", 47.768, 29.01, "MD", "?"),
        ("Camenca", 48.03, 28.7, "MD", "?"), ("Chişinău", 47.0105, 28.8638, "MD", ""),
    ]

    @Test("Where codes differ from sovereigns, and who else claims a place", arguments: claimed)
    func codes(name: String, latitude: Double, longitude: Double, code: String, claim: String) throws {
        #expect(try country(latitude, longitude) == code, "\(name)")
        let found =
            switch try region(latitude, longitude).claim {
            case .none: ""
            case .uncoded: "?"
            case .country(let index): try world.countryCode(index)
            }
        #expect(found == claim, "\(name)")
    }

    private static let coasts: [(String, Double, Double, String)] = [
        ("Tromsø harbour", 69.655, 18.99, "NO"), ("the Hudson at Manhattan", 40.72, -74.02, "US"),
        ("Venice's lagoon", 45.42, 12.35, "IT"), ("Tokyo Bay", 35.6, 139.85, "JP"), ("Malé", 4.175, 73.509, "MV"),
        ("Funafuti", -8.52, 179.2, "TV"), ("Taveuni, west", -16.85, 179.97, "FJ"),
        ("Taveuni, east", -16.85, -179.95, "FJ"), ("at 180°", -16.8, 180, "FJ"), ("at -180°", -16.8, -180, "FJ"),
        ("Chukotka", 66.0, -175, "RU"), ("Wrangel Island", 71.2, -179.4, "RU"), ("Adak", 51.88, -176.65, "US"),
        ("Easter Island", -27.15, -109.43, "CL"), ("Tristan da Cunha", -37.07, -12.31, "SH"),
        ("Pitcairn", -25.07, -130.1, "PN"), ("Kerguelen", -49.35, 70.2, "TF"), ("the South Pole", -90, 0, "AQ"),
        ("the North Pole", 90, 0, "sea"), ("0, 0", 0, 0, "sea"), ("Point Nemo", -48.8767, -123.3933, "sea"),
        ("the Atlantic", 30, -40, "sea"), ("the Channel's middle", 50.1, -1.5, "sea"),
        // Nobody's land: neither Egypt nor Sudan claims it. Beside it both have what they hold.
        ("Bir Tawil", 21.869, 33.748, "sea"), ("north of it", 22.05, 33.748, "EG"),
        ("south of it", 21.6, 33.748, "SD"),
        ("Halaib", 22.22, 36.64, "EG"), ("Abu Simbel", 22.337, 31.626, "EG"), ("Wadi Halfa", 21.8, 31.35, "SD"),
    ]

    @Test("Islands, harbours, the open sea, the antimeridian and the poles", arguments: coasts)
    func shores(name: String, latitude: Double, longitude: Double, code: String) throws {
        #expect(try country(latitude, longitude) == code, "\(name)")
    }

    @Test(
        "Water is where no shape of land is",
        arguments: [
            ("the Hudson at Manhattan", 40.70, -74.03, true), ("Tokyo Bay", 35.55, 139.9, true),
            ("Vostok", -78.46, 106.84, false),
            ("Lake Geneva's shore", 46.52, 6.63, false), ("Madrid", 40.4168, -3.7038, false),
            ("the Sahara", 23.0, 5.0, false), ("off Nice", 43.6, 7.3, true), ("Somaliland", 9.56, 44.06, false),
            ("Nairobi, whose shapes say nothing", -1.286, 36.817, false),
        ])
    func water(name: String, latitude: Double, longitude: Double, isWater: Bool) throws {
        #expect(try region(latitude, longitude).isWater == isWater, "\(name)")
    }

    @Test(
        "Antarctica is not part of a country, and far islands have their own codes",
        arguments: [
            ("Frei", -62.20, -58.96, "AQ"), ("Esperanza", -63.397, -56.997, "AQ"), ("Concordia", -75.1, 123.35, "AQ"),
            ("Sanae", -71.5, -2, "AQ"), ("McMurdo", -77.846, 166.67, "AQ"), ("Ushuaia", -54.8, -68.3, "AR"),
            ("Grytviken", -54.28, -36.51, "GS"), ("Bouvet", -54.42, 3.36, "BV"), ("Johnston", 16.73, -169.53, "UM"),
            ("Navassa", 18.40, -75.011, "UM"), ("Jérémie", 18.65, -74.12, "HT"), ("Tromelin", -15.89, 54.52, "TF"),
            ("Macau", 22.2, 113.546, "MO"), ("Gongbei", 22.2217, 113.553, "CN"),
        ])
    func farAway(name: String, latitude: Double, longitude: Double, code: String) throws {
        #expect(try country(latitude, longitude) == code, "\(name)")
    }

    @Test("Every settlement is in some country, and nearly all in their own")
    func settlements() throws {
        var (astray, foreign, unclaimed) = (0, 0, 0)
        for index in 0..<world.settlementCount {
            let place = try #require(world.settlementCoordinate(index))
            let region = try #require(try world.region(at: place))
            let offset = world.layout.positions.offset + index * world.layout.positions.recordSize
            let own = try world.division(Int(world.bytes.uint16(offset + 14))).country
            if region.country == nil { astray += 1 }
            if region.country != own {
                foreign += 1
                if region.claim != .country(own) { unclaimed += 1 }
            }
        }
        // Measured: 2 at sea, 100 of 234,908 elsewhere; mistakes of the settlements' data are among them.
        #expect(astray <= 20)
        #expect(foreign <= world.settlementCount / 500)
        #expect(unclaimed <= world.settlementCount / 500)
    }

    @Test("Near a border the answer says how near, what is across, and that it is not certain")
    func nearness() throws {
        // The bridge of Kehl over the Rhine.
        let bridge = try #require(Coordinate(latitude: 48.5735, longitude: 7.8030))
        let border = try #require(try world.border(near: bridge))
        #expect(border.distance < 500 && !border.isCertain)
        #expect(try border.neighbourCode != country(48.5735, 7.8030))
        let madrid = try #require(Coordinate(latitude: 40.4168, longitude: -3.7038))
        #expect(try world.border(near: madrid) == nil)
        let geneva = try #require(Coordinate(latitude: 46.2044, longitude: 6.1432))
        let certain = try #require(try world.border(near: geneva))
        #expect(certain.isCertain && certain.distance > 2_000 && certain.distance < 8_000)
        #expect(certain.neighbourCode == "FR")
    }
}
