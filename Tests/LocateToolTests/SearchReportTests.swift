import Gazetteer
import Geo
import Geocoding
import Testing

@testable import LocateTool

@Suite struct SearchReportTests {
    private func search(_ text: String, _ language: String = "en", limit: Int = 10) throws -> [SearchReport] {
        let languages = try #require(LanguageTag.list(language))
        return try PlaceLookup(languages: languages).search(text, limit: limit)
    }

    @Test(
        "Names in any script and spelling are found, the most populous place first",
        arguments: [
            ("東京", "JP", 1_850_147), ("sao paulo", "BR", 3_448_439), ("Paris, Texas", "US", 4_717_560),
            ("MUENCHEN", "DE", 2_867_714), ("القاهرة", "EG", 360_630),
        ])
    func found(text: String, country: String, id: Int) throws {
        let best = try #require(search(text).first)
        #expect(best.placemark.isoCountryCode == country)
        #expect(best.placemark.place?.geonameId == id)
    }

    @Test("A match is a line with names in the language asked for, coordinates and people")
    func text() throws {
        let milan = try #require(search("Mailand", "en", limit: 1).first)
        #expect(milan.text.hasPrefix("Milan, Lombardy, Italy  45.464270, 9.189510  (population 1"))
        #expect(milan.text.hasSuffix("; found as Mailand)"))
        #expect(try search("Mailand", "de", limit: 1).first?.text.hasPrefix("Mailand, Lombardei, Italien  ") == true)
        #expect(try search("San Francisco", limit: 3).count == 3)
    }

    @Test("A name that no place has, and one without letters, are nowhere", arguments: ["qqqqzzz", "...", ", US"])
    func nothing(text: String) throws {
        #expect(try search(text).isEmpty)
    }

    @Test("JSON has the members of reverse, in the contract's order")
    func json() throws {
        var placemark = Placemark(coordinate: try #require(Coordinate(latitude: 1.5, longitude: -2)), provider: "test")
        placemark.name = "Town"
        placemark.locality = "Town"
        placemark.isoCountryCode = "LD"
        placemark.precision = .locality
        placemark.place = .init(name: "Town", geonameId: 7, distance: 0)
        let report = SearchReport(placemark: placemark, matchedName: "Tooown", match: .letters)
        let expected: String = #"""
            {"latitude":1.5,"longitude":-2,"name":"Town","matchedName":"Tooown","match":"letters","geonameId":7,\#
            "countryCode":"LD","provider":"test","precision":"locality","address":{"string":"Town","lines":["Town"],\#
            "dictionary":{"Name":"Town","City":"Town","CountryCode":"LD","FormattedAddressLines":["Town"]}}}
            """#
        #expect(report.json == expected)
        #expect(report.text == "Town  1.500000, -2.000000  (found as Tooown)")
    }

    @Test("Several words are one text, an empty one is a usage error")
    func options() throws {
        let options = try SearchOptions(
            try ParsedArguments(["Paris,", "--limit", "3", "Texas", "--json"], for: .search))
        #expect(options.text == "Paris, Texas")
        #expect(options.limit == 3)
        #expect(options.json)
        for tokens in [[], [""], ["  "], ["x", "--limit", "0"], ["x", "--limit", "many"], ["x", "--language", "!"]] {
            #expect {
                try SearchOptions(try ParsedArguments(tokens, for: .search))
            } throws: {
                ($0 as? ToolError)?.code == .usage
            }
        }
    }
}
