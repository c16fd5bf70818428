import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// Settlements that are left out, and what is said of them.
@Suite("World: settlements held out")
struct HoldOutTests {
    @Test("Are the share that was asked for, the same for a seed and others for another")
    func share() {
        let first = (0..<50_000).filter { HoldOut(seed: 1, share: 0.2).leavesOut(UInt32($0)) }
        let second = (0..<50_000).filter { HoldOut(seed: 2, share: 0.2).leavesOut(UInt32($0)) }
        // Five standard deviations of the binomial distribution.
        #expect(abs(first.count - 10_000) < 450 && abs(second.count - 10_000) < 450)
        #expect(first == (0..<50_000).filter { HoldOut(seed: 1, share: 0.2).leavesOut(UInt32($0)) })
        #expect(abs(Set(first).intersection(second).count - 2_000) < 250)
    }

    @Test("Count as wrong in another country, in another division, and nowhere")
    func tally() throws {
        let world = try World(bytes: SmallInput.bytes())
        func city(_ latitude: Double, _ longitude: Double, _ country: String, _ division: String) -> GeoNamesFolder.City
        {
            GeoNamesFolder.City(
                geonameid: 1, name: "", latitude: latitude, longitude: longitude, countrycode: country, population: 0,
                timezone: "", admin1code: division, alternatenames: [])
        }
        let result = try WorldBuilder.answers(
            of: world,
            for: [
                city(35.68, 139.75, "JP", "40"), city(35.69, 139.76, "JP", "19"), city(48.85, 2.35, "JP", "40"),
                city(48.85, 2.35, "FR", "11"), city(48.85, 2.35, "FR", ""), city(0, -30, "FR", "11"),
            ])
        #expect(result["JP"].asked == 3 && result["JP"].wrongCountry == 1 && result["JP"].wrongDivision == 2)
        #expect(result["FR"].asked == 3 && result["FR"].withDivision == 2 && result["FR"].wrongDivision == 1)
        #expect(result.total.asked == 6 && result.total.wrongCountry == 2 && result.total.wrongDivision == 3)
        #expect(result.worst(1) == ["JP"])
    }
}
