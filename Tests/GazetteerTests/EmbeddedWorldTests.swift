import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

/// The gazetteer in the program, asked at well-known points.
@Suite("World: the embedded gazetteer")
struct EmbeddedWorldTests {
    private func address(_ latitude: Double, _ longitude: Double, _ language: String) throws -> String {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let languages = [try #require(LanguageTag(language))]
        return try GazetteerInUse.world().placemark(at: point, languages: languages).addressString
    }

    @Test("Is whole")
    func whole() throws {
        let world = try GazetteerInUse.world()
        try world.verify()
        let information = try world.information()
        #expect(information.settlements > 200_000)
        // Chinese is in two scripts, and was in one.
        let languages = Set(information.languages.map { $0.prefix(2) })
        #expect(languages.isSuperset(of: ["en", "ja", "zh", "ko", "fr", "de", "es", "ru", "ar"]))
        #expect(information.sources.count >= 2)
    }

    @Test(
        "Names cities in English",
        arguments: [
            (35.681236, 139.767125, "Chiyoda, Tokyo, Japan"), (48.8566, 2.3522, "Paris, Île-de-France Region, France"),
            (52.5200, 13.4050, "Berlin, Germany"), (40.7128, -74.0060, "New York City, New York, United States"),
            (51.5074, -0.1278, "London, England, United Kingdom"), (40.4168, -3.7038, "Madrid, Spain"),
            (41.9028, 12.4964, "Rome, Lazio, Italy"), (48.2082, 16.3738, "Vienna, Austria"),
            (52.2297, 21.0122, "Warsaw, Masovian Voivodeship, Poland"), (47.4979, 19.0402, "Budapest, Hungary"),
            (37.9838, 23.7275, "Athens, Attica, Greece"), (38.7223, -9.1393, "Lisbon, Lisbon District, Portugal"),
            (53.3498, -6.2603, "Dublin, Leinster, Ireland"), (55.6761, 12.5683, "Copenhagen, Capital Region, Denmark"),
            (59.3293, 18.0686, "Stockholm, Stockholm County, Sweden"), (59.9139, 10.7522, "Oslo, Norway"),
            (60.1699, 24.9384, "Helsinki, Uusimaa, Finland"), (50.8503, 4.3517, "Brussels, Brussels Capital, Belgium"),
            (46.9480, 7.4474, "Bern, Canton of Bern, Switzerland"), (45.4215, -75.6972, "Ottawa, Ontario, Canada"),
            (19.4326, -99.1332, "Mexico City, Mexico"),
            (-34.6037, -58.3816, "Buenos Aires, Buenos Aires F.D., Argentina"),
            (-35.2809, 149.1300, "Canberra, Australian Capital Territory, Australia"),
            (-1.2921, 36.8219, "Nairobi, Nairobi Area, Kenya"), (37.5665, 126.9780, "Seoul, South Korea"),
            (13.7563, 100.5018, "Bangkok, Thailand"), (1.2903, 103.8519, "Singapore"),
            (38.9072, -77.0369, "Washington, District of Columbia, United States"),
            (55.7558, 37.6173, "Moscow, Russia"),
            (42.6629, 21.1655, "Pristina, Pristina Districte, Kosovo"),
        ])
    func english(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try address(latitude, longitude, "en") == expected)
    }

    @Test(
        "Names cities in Japanese",
        arguments: [
            (35.681236, 139.767125, "東京都千代田区"), (35.6938, 139.7036, "東京都新宿区"), (34.6937, 135.5023, "大阪府大阪市"),
            (35.0116, 135.7681, "京都府京都市"), (43.0618, 141.3545, "北海道札幌市"), (48.8566, 2.3522, "フランス パリ"),
            (48.2082, 16.3738, "オーストリア ウィーン"), (39.9042, 116.4074, "中国北京市"), (37.5665, 126.9780, "韓国 ソウル特別市"),
            (40.7128, -74.0060, "アメリカ合衆国 ニューヨーク州 ニューヨーク"),
        ])
    func japanese(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try address(latitude, longitude, "ja_JP.UTF-8") == expected)
    }

    @Test(
        "Names cities in further languages",
        arguments: [
            (25.0330, 121.5654, "zh-TW", "台灣台北市"), (52.5200, 13.4050, "fr", "Berlin, Allemagne"),
            (48.1372, 11.5755, "de", "München, Bayern, Deutschland"), (37.5665, 126.9780, "ko", "서울특별시"),
        ])
    func others(latitude: Double, longitude: Double, language: String, expected: String) throws {
        #expect(try address(latitude, longitude, language) == expected)
    }

    @Test("Names the same ward all about Tokyo Station, however the receiver wanders", arguments: 0..<12)
    func wandering(step: Int) throws {
        let station = try #require(Coordinate(latitude: 35.681236, longitude: 139.767125))
        let point = try #require(station.destination(bearing: 30 * Double(step), distance: 5))
        #expect(try address(point.latitude, point.longitude, "en") == "Chiyoda, Tokyo, Japan")
    }

    @Test(
        "Names the ward of Tokyo, and not its quarter",
        arguments: [
            (35.72953, 139.71091, "東京都豊島区"), (35.70460, 139.62010, "東京都杉並区"), (35.65498, 139.79620, "東京都江東区"),
            (35.66285, 139.73140, "東京都港区"), (35.67138, 139.76500, "東京都中央区"), (35.71477, 139.79666, "東京都台東区"),
        ])
    func wards(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try address(latitude, longitude, "ja") == expected)
    }

    @Test("Names nothing in the open sea", arguments: [(0.0, 179.999), (30, -40), (-50, 100), (90, 0)])
    func sea(latitude: Double, longitude: Double) throws {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let placemark = try GazetteerInUse.world().placemark(at: point, languages: [.english])
        #expect(placemark.precision == .none)
        #expect(placemark.addressString == "")
    }

    @Test("Names no settlement at the South Pole, at most the continent")
    func southPole() throws {
        let world = try GazetteerInUse.world()
        let pole = try #require(Coordinate(latitude: -90, longitude: 0))
        let placemark = try world.placemark(at: pole, languages: [.english])
        #expect(placemark.place == nil)
        #expect(placemark.isoCountryCode == (world.hasBorders ? "AQ" : nil))
        #expect(placemark.addressString == (world.hasBorders ? "Antarctica" : ""))
    }

    @Test("Answers on both sides of the antimeridian alike")
    func antimeridian() throws {
        let west = try address(-16.8, -179.999, "en")
        #expect(west.hasSuffix("Fiji"))
        #expect(try address(-16.8, 179.999, "en") == west)
    }

    /// Points around settlements picked at random, and a tenth of them anywhere.
    private func scattered(_ count: Int, in world: World) throws -> [Coordinate] {
        var generator = SeededGenerator(seed: 20_261_125)
        return try (0..<count).map { number in
            let centre =
                number % 10 == 0
                ? nil
                : world.settlementCoordinate(
                    Int.random(in: 0..<world.settlementCount, using: &generator))
            let latitude = centre?.latitude ?? Double.random(in: -90...90, using: &generator)
            let longitude = centre?.longitude ?? Double.random(in: -180...180, using: &generator)
            return try #require(
                Coordinate(
                    latitude: min(max(latitude + Double.random(in: -0.1...0.1, using: &generator), -90), 90),
                    longitude: longitude + Double.random(in: -0.1...0.1, using: &generator)))
        }
    }

    @Test("Answers in batches of any size as it does one by one")
    func batches() throws {
        let world = try GazetteerInUse.world()
        var points = try scattered(Fixtures.isThorough ? 300_000 : 3_000, in: world)
        // Near each other, so that their searches have most of the way to the settlements in common.
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<500 {
            let latitude = Double.random(in: 35...35.6, using: &generator)
            let longitude = Double.random(in: 139.4...140, using: &generator)
            points.append(try #require(Coordinate(latitude: latitude, longitude: longitude)))
        }
        let single = try points.map { try world.lookup($0) }
        #expect(try world.lookup(points, threads: 1) == single)
        #expect(try world.lookup(points, threads: 2) == single)
        for size in [1, 7, 8, 9, 16, 17, 1_000] {
            #expect(try world.lookup(Array(points.prefix(size)), threads: 1) == Array(single.prefix(size)))
            #expect(try world.lookup(Array(points.suffix(size)), threads: 1) == Array(single.suffix(size)))
        }
        let keys = try #require(try world.placeNameKeys(at: points))
        #expect(try keys == points.map { try #require(try world.placeNameKey(at: $0)) })
    }
}
