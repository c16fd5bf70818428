import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

@Suite("World: borders decide, then distance")
struct LookupTests {
    private let world: World

    init() throws { world = try World(bytes: LookupWorld.bytes()) }

    private func answer(_ latitude: Double, _ longitude: Double) throws -> World.Answer? {
        try world.lookup(#require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    /// Country, division, settlement and zone, as they are told.
    private func told(_ latitude: Double, _ longitude: Double) throws -> String {
        guard let answer = try answer(latitude, longitude) else { return "sea" }
        let division = answer.divisionIndex == World.Answer.none ? nil : Int(answer.divisionIndex)
        let code = try division.flatMap { try world.divisionCode($0) }
        let settlement = try answer.settlementID.flatMap { try world.place(id: $0)?.name }
        let quarter = try answer.quarterID.flatMap { try world.place(id: $0)?.name }
        let parts = [try world.countryCode(of: answer), code, settlement, quarter, try world.timeZone(of: answer)]
        return parts.map { $0 ?? "-" }.joined(separator: " ")
    }

    @Test("A settlement on the other side of a border is not named, be it as near and big as it may")
    func acrossBorder() throws {
        #expect(try told(10, 19.999) == "FR 22 Western - Test/FR")
        #expect(try told(10, 20.001) == "JP 40 Eastern - Test/JP")
    }

    @Test("Nor is one of another division of the country")
    func acrossDivisions() throws {
        #expect(try told(10, 9.99) == "FR 11 Left - Test/FR")
        #expect(try told(10, 10.01) == "FR 22 Right - Test/FR")
    }

    @Test("But at its very edge: lines of divisions are only that exact")
    func strays() throws {
        #expect(try told(15, 9.99) == "FR 22 Edge - Test/FR")
        #expect(Catchment.maximumStrayDistance == 700)
        // 640 m and 750 m.
        #expect(try told(15, 9.989) == "FR 22 Edge - Test/FR")
        #expect(try told(15, 9.988) == "FR 11 Inner - Test/FR")
    }

    @Test("A city whose division is not drawn has its catchment in the shape it lies in")
    func misplacedCity() throws {
        #expect(try told(12.03, 14) == "FR 33 Capital - Test/FR")
        #expect(try told(12.05, 14) == "FR 33 Capital - Test/FR")
        // 560 m from Suburb: nearer for its reach than Capital, 6.1 km off.
        #expect(try told(12.055, 14) == "FR 22 Suburb - Test/FR")
    }

    @Test("A city in its own division does not reach over the line")
    func cityAtLine() throws {
        #expect(try told(5, 9.999) == "FR 11 Big - Test/FR")
        // 2.8 km from Big, 1.7 km from Hamlet.
        #expect(try told(5, 10.005) == "FR 22 Hamlet - Test/FR")
    }

    @Test("A settlement of another country is not a stray")
    func noStrayAbroad() throws {
        // 660 m from Eastern.
        #expect(try told(10, 19.9995) == "FR 22 Western - Test/FR")
    }

    @Test("A region without division has that of the country's nearest settlement")
    func withoutDivision() throws {
        #expect(try told(10, 19.8) == "FR 22 Western - Test/FR")
        #expect(try told(0.05, 5) == "FR 11 Port - Test/FR")
    }

    @Test("A quarter is named beside its city, the nearest of several")
    func quarter() throws {
        #expect(try told(5.031, 5) == "FR 11 City Quarter Test/FR")
        #expect(try told(5.035, 5) == "FR 11 City Inside Test/FR")
    }

    @Test("A town of its own keeps its name beside a city, as near as a quarter is")
    func townBesideCity() throws {
        #expect(try told(4.97, 5) == "FR 11 Town - Test/FR")
        // Two kilometres on, the city is nearer for its reach.
        #expect(try told(4.99, 5).hasPrefix("FR 11 City "))
    }

    @Test("A placemark says which city its quarter is part of, and how certain that is")
    func partOf() throws {
        func place(_ latitude: Double) throws -> Placemark.Place? {
            let point = try #require(Coordinate(latitude: latitude, longitude: 5))
            return try world.placemark(at: point, languages: [.english]).place
        }
        let quarter = try #require(try place(5.031))
        #expect(quarter.name == "City" && quarter.geonameId == 9)
        #expect(quarter.partOf == "City" && quarter.confidence == 0.95)
        // Metres to the city's own coordinate, as for every point of the city.
        #expect(abs(quarter.distance - 3_447) < 5)
        let town = try #require(try place(4.97))
        #expect(town.name == "Town" && town.partOf == nil && town.confidence == 0.9)
        let village = try #require(try place(0.01))
        #expect(village.name == "Port" && village.partOf == nil && village.confidence == nil)
    }

    @Test("A settlement that is part of nothing in the file is reported as damage, and does not trap")
    func wrongPart() throws {
        var bytes = try LookupWorld.bytes()
        let section = world.layout.belonging
        for record in 0..<section.count {
            // The index 0xFFFFFE, which the file does not have.
            let start = section.offset + 4 * record
            bytes.replaceSubrange(start..<start + 3, with: [0xFE, 0xFF, 0xFF])
        }
        let damaged = try World(bytes: bytes)
        let point = try #require(Coordinate(latitude: 5.031, longitude: 5))
        #expect(throws: GeocodingError.self) { try damaged.lookup(point) }
    }

    @Test("Lines that name no settlement, city and share are refused", arguments: ["9 10", "9\t10\t101", "9\t9\t50"])
    func lines(line: String) throws {
        #expect(throws: GeocodingError.self) { try SmallInput.bytes(belonging: line + "\n") }
        #expect(try World(bytes: SmallInput.bytes()).part(0) == PartRecord(city: nil, confidence: 0))
    }

    @Test("Water farther than 5 km from a settlement's edge has a country, but no settlement; land is named for 25 km")
    func water() throws {
        #expect(World.maximumShoreDistance == 5_000)
        #expect(try told(-0.03, 5) == "FR 11 Port - Test/FR")
        // 5.0 km and 5.6 km from the edge, which is 317 m from the middle.
        #expect(try told(-0.0375, 5) == "FR 11 Port - Test/FR")
        #expect(try told(-0.0435, 5) == "FR 11 - - Test/FR")
        #expect(try told(0.2, 5) == "FR 11 Port - Test/FR")
        #expect(try told(0.26, 5) == "FR 11 - - Test/FR")
    }

    @Test("Far from every settlement the region's country and division are named alone")
    func nothingNear() throws {
        #expect(try told(18, 5) == "FR 11 - - Test/FR")
        #expect(try told(10, 75) == "FJ - - - Test/FJ")
        let point = try #require(Coordinate(latitude: 10, longitude: 75))
        let placemark = try world.placemark(at: point, languages: [.english])
        #expect(placemark.precision == .country)
        #expect(placemark.addressString == "Fiji")
        #expect(placemark.timeZone == "Test/FJ")
    }

    @Test("The open sea has no answer", arguments: [(-50.0, 100.0), (10, 50), (-90, 0), (90, 0), (10, -179)])
    func sea(latitude: Double, longitude: Double) throws {
        #expect(try told(latitude, longitude) == "sea")
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try world.placemark(at: point, languages: [.english]).precision == .none)
        #expect(try world.placeNameKey(at: point).map { $0.key >> 63 } == 1)
    }

    @Test("But it has a time zone, and only points of the same zone are called the same")
    func zoneAtSea() throws {
        #expect(try told(-50, 110) == "sea")
        let point = try #require(Coordinate(latitude: -50, longitude: 110))
        let other = try #require(Coordinate(latitude: -50, longitude: 100))
        let placemark = try world.placemark(at: point, languages: [.english])
        #expect(placemark.precision == .none && placemark.timeZone == "Test/JP" && placemark.addressString.isEmpty)
        #expect(placemark.attribution == world.attribution)
        #expect(try world.timeZone(at: point) == "Test/JP")
        #expect(try world.timeZone(at: other) == nil)
        #expect(try world.placeNameKey(at: point)?.key != world.placeNameKey(at: other)?.key)
    }

    @Test("Who else claims a region is told")
    func claims() throws {
        let claimed = try #require(try answer(10, 9.99))
        let own = try #require(try answer(10, 30))
        #expect(try world.claims(of: claimed) == ["FJ"])
        #expect(try world.claims(of: own).isEmpty)
    }

    @Test("A batch gives the same answers, and points with one name key are called the same")
    func nameKeys() throws {
        var generator = SeededGenerator(seed: 11)
        var points: [Coordinate] = []
        for city in LookupWorld.cities {
            for spread in [0.01, 0.1, 0.5, 2] {
                for _ in 0..<100 {
                    let point = Coordinate(
                        latitude: city.at.0 + Double.random(in: -spread...spread, using: &generator),
                        longitude: city.at.1 + Double.random(in: -spread...spread, using: &generator))
                    points.append(try #require(point))
                }
            }
        }
        var numbers: [UInt64: [Int]] = [:]
        var keys: [[Int]: UInt64] = [:]
        var names: [UInt64: [String?]] = [:]
        let batch = try world.lookup(points, threads: 2)
        for (point, answer) in zip(points, batch) {
            #expect(try world.lookup(point) == answer)
            let nameKey = try #require(try world.placeNameKey(at: point))
            #expect(nameKey.distance == answer?.distance)
            let number = [
                answer?.settlementID ?? -1, answer?.quarterID ?? -1, Int(answer?.countryIndex ?? .max),
                Int(answer?.divisionIndex ?? .max), Int(answer?.zoneIndex ?? .max), Int(answer?.regionIndex ?? .max),
            ]
            #expect(numbers.updateValue(number, forKey: nameKey.key) ?? number == number)
            #expect(keys.updateValue(nameKey.key, forKey: number) ?? nameKey.key == nameKey.key)
            let placemark = try world.placemark(at: point, languages: [.english])
            let name: [String?] = [
                placemark.country, placemark.isoCountryCode, placemark.administrativeArea, placemark.locality,
                placemark.subLocality, placemark.timeZone, placemark.claims.joined(), "\(placemark.precision)",
            ]
            #expect(names.updateValue(name, forKey: nameKey.key) ?? name == name)
        }
        #expect(keys.count > 12)
    }
}
