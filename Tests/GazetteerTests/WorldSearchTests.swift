import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

@Suite("World: search by name")
struct WorldSearchTests {
    private let world: World

    init() throws { world = try GazetteerInUse.world() }

    @Test(
        "Finds the place that is meant",
        arguments: Fixtures.some([
            ("Paris", 2_988_507), ("paris, texas", 4_717_560), ("Paris, TX", 4_717_560), ("Paris, US", 4_717_560),
            ("San Francisco, US", 5_391_959), ("san francisco, california, usa", 5_391_959),
            ("SAO PAULO", 3_448_439), ("lodz", 3_093_133), ("Łódź", 3_093_133), ("東京", 1_850_147),
            ("Москва", 524_901), ("москва", 524_901), ("القاهرة", 360_630), ("München", 2_867_714),
            ("munchen", 2_867_714), ("Köln, Deutschland", 2_886_242), ("Frankfurt", 2_925_533),
            ("new york c", 5_128_581), ("  Berlin ,, Germany", 2_950_159), ("Wien, Österreich", 2_761_369),
            ("서울특별시", 1_835_848), ("Αθήνα", 264_371), ("αθηνα", 264_371), ("Paris Texas", 4_717_560),
            ("paris tx", 4_717_560), ("San Francisco California USA", 5_391_959), ("Wien Österreich", 2_761_369),
            ("Ｔｏｋｙｏ", 1_850_147), ("ＰＡＲＩＳ，ＴＸ", 4_717_560), ("nyc", 5_128_581), ("NYC, US", 5_128_581),
            ("N.Y.C.", 5_128_581), ("sf", 5_391_959), ("Rio", 3_451_190), ("rio brazil", 3_451_190),
            ("Рио", 3_451_190), ("リオ", 3_451_190),
            ("York", 2_633_352), ("London", 2_643_743), ("London Ontario", 6_058_560),
        ]))
    func finds(text: String, id: Int) throws {
        #expect(try world.search(name: text).first?.place?.id == id)
    }

    @Test("Ranks whole names before first words before first letters, then by people, unless they are tiny")
    func ranks() throws {
        let results = try world.search(name: "springfield", limit: 200)
        #expect(results.count > 20)
        let order = results.filter { $0.place != nil }.map { result in
            let people = result.place?.population ?? 0
            // First words of a name in another language count less.
            let words = result.name == result.place?.name ? people : people / 5
            let weight = result.match == .whole ? 50 * max(people, 1_000) : result.match == .words ? words : people
            return (result.match == .letters ? 1 : 0, -weight)
        }
        for (left, right) in zip(order, order.dropFirst()) { #expect(left <= right) }
        #expect(Set(results.map(\.subject)).count == results.count)
        #expect(results.first?.match == .whole)
        #expect(try world.search(name: "springfield", limit: 3) == Array(results.prefix(3)))
        let inIllinois = try world.search(name: "Springfield, IL", limit: 10)
        #expect(inIllinois.map(\.place?.divisionCode).prefix(1) == ["IL"])
        #expect(inIllinois.allSatisfy { $0.place?.divisionCode == "IL" || $0.place?.countryCode == "IL" })
    }

    @Test("A country's code is found by its whole name, in any language, or an abbreviation")
    func countryCodes() throws {
        let codes = [
            ("Germany", "DE"), ("deutschland", "DE"), ("Frankreich", "FR"), ("日本", "JP"), ("UK", "GB"),
            ("U.S.A.", "US"), ("Georgia", "GE"), ("Luxembourg", "LU"), ("Germ", nil), ("Paris", nil),
            ("Bavaria", nil), ("Paris, France", nil), ("", nil), (",", nil),
        ]
        for (name, code) in codes { #expect(try world.countryCode(named: name) == code, "\(name)") }
    }

    @Test(
        "Finds countries and divisions, in the middle of their land",
        arguments: Fixtures.some(
            [
                ("Texas", "US", "TX", 31.25, -99.25), ("California", "US", "CA", 37.25, -119.75),
                ("california usa", "US", "CA", 37.25, -119.75), ("Bayern", "DE", "02", 49, 11.5),
                ("Bavaria", "DE", "02", 49, 11.5), ("Georgia, US", "US", "GA", 32.75, -83.5),
                ("France", "FR", nil, 46.5, 2.5), ("Frankreich", "FR", nil, 46.5, 2.5), ("フランス", "FR", nil, 46.5, 2.5),
                ("Liechtenstein", "LI", nil, 47.14, 9.55), ("Georgia", "GE", nil, 42, 43.5),
                ("USA", "US", nil, 45, -113),
                ("U.K.", "GB", nil, 54, -2.5), ("Fiji", "FJ", nil, -17.8, 178), ("Россия", "RU", nil, 62, 97),
            ] as [(String, String, String?, Double, Double)]))
    func areas(text: String, country: String, division: String?, latitude: Double, longitude: Double) throws {
        let result = try #require(try world.search(name: text, limit: 1).first)
        let area = try #require(result.area)
        #expect(area.countryCode == country && area.divisionCode == division)
        #expect(area.kind == (division == nil ? .country : .division))
        let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(area.coordinate.distance(to: middle) < (country == "RU" || country == "US" ? 800_000 : 120_000))
        let region = try #require(try world.region(at: area.coordinate))
        #expect(try region.country.map(world.countryCode) == country)
        #expect(!region.isWater)
        let placemark = try world.placemark(of: result, languages: [.english])
        #expect(placemark.precision == (division == nil ? .country : .region))
        #expect(placemark.isoCountryCode == country && placemark.name != nil)
    }

    @Test(
        "A city comes before the state of its name, and a state before villages",
        arguments: [
            ("New York", 5_128_581), ("São Paulo", 3_448_439), ("Tokyo", 1_850_147), ("Madrid", 3_117_735),
        ])
    func cityBeforeState(text: String, id: Int) throws {
        let results = try world.search(name: text, limit: 5)
        #expect(results.first?.place?.id == id)
        #expect(results.contains { $0.area?.kind == .division })
    }

    @Test(
        "Finds big cities by names whose language the data does not say",
        arguments: [("Cracow", 3_094_802), ("Saigon", 1_566_083), ("Peking", 1_816_670), ("Munich", 2_867_714)])
    func exonyms(text: String, id: Int) throws {
        #expect(try world.search(name: text).first?.place?.id == id)
    }

    @Test("Near a point the nearest of a name come first, and say how far they are")
    func near() throws {
        let dallas = try #require(Coordinate(latitude: 32.78, longitude: -96.8))
        let results = try world.search(name: "Paris", limit: 5, near: dallas)
        #expect(results.first?.place?.id == 4_717_560)
        #expect(results.count == 5)
        let distances = results.map { $0.distance ?? .infinity }
        #expect(distances == distances.sorted())
        #expect(abs((distances.first ?? 0) - 151_000) < 3_000)
        for result in results where result.place != nil {
            let truth = result.coordinate.distance(to: dallas)
            #expect(abs((result.distance ?? 0) - truth) < 0.006 * truth + 10)
        }
        let state = try #require(try world.search(name: "Texas", limit: 30, near: dallas).first { $0.area != nil })
        #expect((100_000...500_000).contains(state.distance ?? 0))
        #expect(try world.search(name: "Paris").allSatisfy { $0.distance == nil })
    }

    @Test("Says the name that matched, in its own spelling")
    func names() throws {
        let result = try #require(try world.search(name: "パリ").first)
        #expect(result.name == "パリ")
        #expect(result.place?.name == "Paris")
    }

    @Test(
        "Finds nothing for nothing",
        arguments: [
            "", " ", ",", ", US", "...", "Xyzzyxplugh", "Paris, Atlantis", "Paris Atlantis", "Paris x y z x y z",
            "\u{FFFD}",
        ])
    func nothing(text: String) throws {
        #expect(try world.search(name: text).isEmpty)
        #expect(try world.search(name: "Paris", limit: 0).isEmpty)
        #expect(try world.search(name: "Paris", limit: -1).isEmpty)
    }

    @Test("Finds every name of the file that it is asked for")
    func all() throws {
        let ids = [1_850_147, 2_988_507, 524_901, 3_448_439, 360_630, 1_816_670, 745_044, 2_643_743, 5_128_581]
        for id in Fixtures.isThorough ? ids : Array(ids.prefix(1)) {
            let place = try #require(try world.place(id: id))
            for language in ["en", "fr", "ja", "ru", "ar", "ko", "el", "th", "he"] {
                guard let table = try Tag8(language).flatMap({ try world.table($0) }) else { continue }
                let reference = world.reference(NameKey(.place, place.index), in: table)
                guard let name = try world.text(reference), !name.contains(",") else { continue }
                let found = try world.search(name: name, limit: 1_000)
                #expect(found.contains { $0.place?.id == id && $0.match == .whole }, "\(language) \(name)")
            }
        }
    }
}
