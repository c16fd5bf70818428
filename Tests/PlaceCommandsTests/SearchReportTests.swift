import CommandTestSupport
import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite struct SearchReportTests {
    private func search(_ text: String, _ language: String = "en", limit: Int = 10) throws -> [SearchReport] {
        let languages = try #require(LanguageTag.list(language))
        return try ToolGeocoder(languages: languages).search(text, limit: limit).map { SearchReport($0) }
    }

    @Test(
        "Names in any script and spelling are found, the most populous place first",
        arguments: [
            ("東京", "JP", 1_850_147), ("sao paulo", "BR", 3_448_439), ("Paris, Texas", "US", 4_717_560),
            ("MUENCHEN", "DE", 2_867_714), ("القاهرة", "EG", 360_630),
        ])
    func found(text: String, country: String, id: Int) throws {
        let best = try #require(search(text).first)
        #expect(best.found.placemark.isoCountryCode == country)
        #expect(best.found.placemark.place?.geonameId == id)
    }

    @Test("Templates know what a match can have, and nothing that only a point has")
    func keywords() {
        let known = Set(SearchReport.table.templateKeys.map(\.name))
        #expect(known.isSuperset(of: ["latitude", "place.city", "timeZone", "precision"]))
        #expect(known.isDisjoint(with: ["border", "border.distance", "corner", "place.distance", "place.corrected"]))
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
        let report = SearchReport(PlaceMatch(placemark: placemark, matchedName: "Tooown", match: .letters))
        let expected: String = #"""
            {"latitude":1.5,"longitude":-2,"name":"Town","kind":"settlement","matchedName":"Tooown","match":"letters","geonameId":7,\#
            "countryCode":"LD","provider":"test","precision":"locality","address":{"string":"Town","lines":["Town"],\#
            "dictionary":{"Name":"Town","City":"Town","CountryCode":"LD","FormattedAddressLines":["Town"]}}}
            """#
        #expect(report.json == expected)
        // On a narrow terminal the name and the position stay, and of the notes the distance the longest.
        var near = report
        near.found.distance = 1234
        #expect(near.text(columns: 200, style: .plain) == near.text)
        #expect(near.text(columns: 45, style: .plain) == "Town  1.500000, -2.000000  (1.2 km away)")
        #expect(near.text(columns: 20, style: .plain) == "Town  1.500000, -2.000000")
        #expect(near.text(columns: nil, style: TextStyle(isColored: true)).hasPrefix("\u{1B}[1;36mTown\u{1B}[0m  1.5"))
        #expect(report.text == "Town  1.500000, -2.000000  (found as Tooown)")
    }

    @Test("Countries and states are matches, and say what they are")
    func areas() throws {
        let texas = try #require(search("Texas", limit: 1).first)
        #expect(texas.text.hasPrefix("Texas, United States  31.") && texas.text.hasSuffix("  (state)"))
        #expect(texas.found.kind == .state && texas.found.placemark.precision == .region)
        let france = try #require(search("Frankreich", "de", limit: 1).first)
        #expect(france.text.hasPrefix("Frankreich  46.") && france.text.hasSuffix("  (country)"))
        #expect(france.json.contains(#""name":"Frankreich","kind":"country","matchedName":"Frankreich""#))
    }

    private func printed(_ tokens: [String], _ input: String? = nil) throws -> (text: String, code: ExitCode) {
        let options = try SearchOptions(try ParsedArguments(tokens, for: .search))
        var code = ExitCode.success
        let text = try written { output in
            if let input {
                let bytes = ByteStream(Array(input.utf8), chunkSize: 5)
                code = try SearchCommand.run(options, bytes, name: "names", output: output)
            } else {
                code = try SearchCommand.run(options, output: output)
            }
        }
        return (text, code)
    }

    @Test("Matches come in all forms of reverse")
    func forms() throws {
        let csv = try printed(["Texas", "--limit", "1", "--language", "en", "--format", "csv"]).text
            .split(separator: "\n")
        #expect(
            csv.first.map(String.init)
                == "latitude,longitude,name,kind,population,country_code,country,state,city,sub_locality,address,"
                + "precision,provider,distance_m")
        #expect(
            csv.last?.hasSuffix(#",Texas,state,,US,United States,Texas,,,"Texas, United States",region,world,"#) == true
        )
        let json = try printed(["Texas", "--limit", "1", "--language", "en", "--json"]).text
        #expect(try printed(["Texas", "--limit", "1", "--language", "en", "--format", "ndjson"]).text == json)
        let collection = try printed(["Texas", "--limit", "2", "--language", "en", "--format", "geojson"]).text
        #expect(
            collection.hasPrefix(
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point""#))
        #expect(collection.contains(#""properties":\#(json.dropLast())}"#) && collection.hasSuffix("]}\n"))
        let template = "%kind|%name|%addr.Country|%addr.CountryCode|%precision|%match|%distance"
        #expect(
            try printed(["Texas", "--limit", "1", "--language", "en", "--template", template]).text
                == "state|Texas|United States|US|region|whole|\n")
        let near = try printed([
            "Paris", "--near", "32.78,-96.8", "--limit=1", "--language=en", "--template=%name %distance",
        ])
        #expect(near.text.hasPrefix("Paris 15") && near.code == .success)
    }

    @Test("Each line of a file is a name, and one that is not found keeps its place")
    func lines() throws {
        let input = "Texas\n\n  Vaduz \r\nQqqqzzz\nParis, Texas"
        let text = try printed(["--input", "-", "--language", "en"], input)
        #expect(text.code == .partialFailure)
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[2].isEmpty && lines[4].isEmpty)
        #expect(lines[0].hasPrefix("Texas, ") && lines[1].hasPrefix("Vaduz, ") && lines[3].hasPrefix("Paris, Texas"))
        let json = try printed(["--input", "-", "--json", "--language", "en"], input).text.split(separator: "\n")
        #expect(json.count == 4 && json[1].hasPrefix(#"{"query":"Vaduz","latitude":47."#))
        #expect(json[2] == #"{"query":"Qqqqzzz","error":"no place is named \"Qqqqzzz\", and no name begins with it"}"#)
        let csv = try printed(["--input", "-", "--format", "csv", "--language", "en"], input).text.split(
            separator: "\n")
        #expect(
            csv.count == 5 && csv[0].hasPrefix("query,latitude,longitude,name,kind,")
                && csv[3] == "Qqqqzzz,,,,,,,,,,,,,,")
        let plain = csv.dropFirst().filter { !$0.contains("\"") }
        let counts = plain.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
        #expect(Set(counts) == [15])
        let collection = try printed(["--input", "-", "--format", "geojson", "--limit", "2"], "Qqqqzzz\n").text
        #expect(
            collection
                == #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"query":"Qqqqzzz","#
                + #""error":"no place is named \"Qqqqzzz\", and no name begins with it"}}]}"# + "\n")
    }

    @Test("Lines that are not valid UTF-8, and none at all, never trap")
    func damagedLines() throws {
        for bytes: [UInt8] in [[], [10], [0xFF, 10, 0x50], [0xC3], [0x22, 0x2C, 0x00, 10]] {
            let options = try SearchOptions(try ParsedArguments(["--input", "-", "--json"], for: .search))
            let text = try written { output in
                _ = try SearchCommand.run(options, ByteStream(bytes), name: "names", output: output)
            }
            for line in text.split(separator: "\n") { #expect(line.hasPrefix("{") && line.hasSuffix("}")) }
        }
    }

    @Test("Several words are one text, an empty one is a usage error")
    func options() throws {
        let options = try SearchOptions(
            try ParsedArguments(["Paris,", "--limit", "3", "Texas", "--json"], for: .search))
        #expect(options.text == "Paris, Texas")
        #expect(options.limit == 3)
        #expect(options.form == .json)
        #expect(options.near == nil)
        let near = try SearchOptions(try ParsedArguments(["Paris", "--near", "-33.5,150"], for: .search))
        #expect(near.near == Coordinate(latitude: -33.5, longitude: 150))
        let file = try SearchOptions(try ParsedArguments(["--input", "x", "--format", "geojson"], for: .search))
        #expect(file.input == "x" && file.limit == 1 && file.form == .geojson)
        for tokens in [
            [], [""], ["  "], ["x", "--limit", "0"], ["x", "--limit", "many"], ["x", "--language", "!"],
            ["x", "--near", "1"], ["x", "--near", "91,0"], ["x", "--near", "a,b"], ["x", "--input", "y"],
            ["x", "--template", "%nothing"], ["x", "--template", "%name", "--json"], ["x", "--format", "xml"],
        ] {
            #expect {
                try SearchOptions(try ParsedArguments(tokens, for: .search))
            } throws: {
                ($0 as? ToolError)?.code == .usage
            }
        }
    }
}
