import CommandTestSupport
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands

@Suite struct FormatCommandTests {
    private func format(_ input: String, _ arguments: String..., chunkSize: Int = 7) throws -> (String, ExitCode) {
        let (text, code, _) = try format(Array(input.utf8), arguments, chunkSize: chunkSize)
        return (text, code)
    }

    private func format(
        _ input: [UInt8], _ arguments: [String] = [], chunkSize: Int = 7, threads: Int = 0
    ) throws -> (text: String, code: ExitCode, notes: [String]) {
        let options = try FormatOptions(ParsedArguments(arguments[...], for: .format))
        var code = ExitCode.success
        var notes: [String] = []
        let text = try written { output in
            code = try FormatCommand.run(
                options, ByteStream(input, chunkSize: chunkSize), name: "in", output: output, threads: threads,
                note: { notes.append($0) })
        }
        return (text, code, notes)
    }

    private let two = """
        {"road":"Ellis St","house_number":1800,"city":"San Francisco","state":"CA","postcode":"94115","country_code":"us"}
        {"state":"東京都","city":"千代田区","road":"丸の内1丁目","house_number":"9番地1","country_code":"jp"}

        """

    @Test("Addresses are their lines, with an empty line between them")
    func text() throws {
        let (text, code) = try format(two)
        #expect(text == "1800 Ellis St\nSan Francisco, CA 94115\n\n東京都千代田区丸の内1丁目9番地1\n")
        #expect(code == .success)
    }

    @Test("JSON has lines and string, one object a line")
    func json() throws {
        let (text, _) = try format(two, "--json")
        #expect(
            text == """
                {"lines":["1800 Ellis St","San Francisco, CA 94115"],"string":"1800 Ellis St, San Francisco, CA 94115"}
                {"lines":["東京都千代田区丸の内1丁目9番地1"],"string":"東京都千代田区丸の内1丁目9番地1"}

                """)
    }

    @Test("Options choose the form")
    func options() throws {
        let input =
            #"{"road":"Rosenthaler Straße","house_number":"1","postcode":"10119","city":"Berlin","country":"#
            + #""Germany","country_code":"DE"}"#
        #expect(try format(input, "--no-country").0 == "Rosenthaler Straße 1\n10119 Berlin\n")
        #expect(try format(input, "--abbreviate").0 == "Rosenthaler Str. 1\n10119 Berlin\nGermany\n")
        #expect(try format(input, "--style=postal").0 == "Rosenthaler Straße 1\n10119 Berlin\nGERMANY\n")
        #expect(throws: ToolError.self) { try format(input, "--style=none") }
        #expect(throws: ToolError.self) { try format(input, "file") }
    }

    @Test("A line that cannot be used keeps its place, and the rest is done")
    func wrong() throws {
        let input = "nothing\n\n{\"city\":[1]}\n{}\n{\"city\":\"Kiel\",\"state\":null}"
        let (text, code) = try format(input)
        #expect(code == .partialFailure)
        #expect(text == "\n\n\nKiel\n")
        let lines = try format(input, "--json").0.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first == #"{"error":"it is not one JSON object"}"#)
        #expect(lines.last == #"{"lines":["Kiel"],"string":"Kiel"}"#)
    }

    @Test("Every beginning of a file gives addresses or problems, and never traps")
    func truncated() throws {
        for length in Fixtures.cuts(0..<two.utf8.count + 1) {
            _ = try format(String(decoding: two.utf8.prefix(length), as: UTF8.self), chunkSize: 64)
        }
    }

    @Test("An empty input is done at once")
    func empty() throws { #expect(try format("") == ("", .success)) }

    @Test(
        "A text that is none is named with its line, and nothing of it is printed",
        arguments: [
            (#"{"city":"\ud800"}"#, #"\ud800 is only half of a character"#),
            (#"{"city":"a\udc00"}"#, #"\udc00 is only half of a character"#),
            (#"{"city":"\ud83d\u0041"}"#, #"\ud83d is only half of a character"#),
            (#"{"house_number":true}"#, "house_number is neither text nor number"),
            (#"{"house_number":false,"road":"X"}"#, "house_number is neither text nor number"),
            (#"{"road":["X"]}"#, "road is neither text nor number"),
            (#"{"road":{"name":"X"}}"#, "road is neither text nor number"),
            (#"{"road":null}"#, "it has no components of an address"),
            (#"{"error":"Unable to geocode"}"#, "it is not an address, but says: Unable to geocode"),
            (#"{"error":{"code":400,"message":"No."}}"#, "it is not an address, but says: No."),
            (#"{"place_id":1,"display_name":"X"}"#, "it is an answer without components; ask with addressdetails=1"),
            ("[]", "it is a list without answers"), ("[1]", "the first answer is not a JSON object"),
            (#"{"type":"FeatureCollection","features":[]}"#, "it has no answer in it"),
            (#"{"address":{"string":"","lines":[],"dictionary":{}}}"#, "it has no components of an address"),
        ])
    func wrongText(line: String, problem: String) throws {
        let (text, code, notes) = try format(Array("{\"city\":\"Kiel\"}\n\(line)\n".utf8))
        #expect(code == .partialFailure)
        #expect(text == "Kiel\n\n")
        #expect(notes == ["in:2: \(problem)", "1 of 2 addresses could not be used"])
        #expect(try format(Array(line.utf8), ["--quiet"]).notes == ["in:1: \(problem)"])
    }

    @Test("Bytes that are no UTF-8 are named with their line")
    func noUTF8() throws {
        let (text, code, notes) = try format(Array("{\"city\":\"K".utf8) + [0xFF] + Array("iel\"}\n".utf8))
        #expect(code == .partialFailure)
        #expect(text == "")
        #expect(notes.first == "in:1: it is not UTF-8 text")
    }

    @Test("Control characters are dropped, other characters stay")
    func controls() throws {
        #expect(
            try format(#"{"city":"\u0000K\u001b[1miel\u0085\u007f","country":"\ud83c\uddf0\ud83c\uddeaX"}"#).0
                == "K[1miel\n🇰🇪X\n")
        #expect(try format(#"{"road":"A\nB","city":"C\tD","postcode":1}"#).0 == "A B\n1 C D\n")
        #expect(try format(#"{"city":"K\u0000"}"#, "--json").0 == #"{"lines":["K"],"string":"K"}"# + "\n")
    }

    @Test("A byte order mark and ends of lines of other systems do not matter", arguments: [1, 2, 64])
    func foreign(chunkSize: Int) throws {
        let input = [0xEF, 0xBB, 0xBF] + Array("{\"city\":\"Kiel\"}\r\n\r\n{\"city\":\"Ulm\"}\r\n".utf8)
        #expect(try format(input, chunkSize: chunkSize).text == "Kiel\n\nUlm\n")
    }

    @Test("What is too long for an address is a problem of its line, a line without end one of the file")
    func long() throws {
        let members = (0..<300).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(try format(Array("{\(members)}".utf8)).notes.first?.contains("more than 200 members") == true)
        let long = String(repeating: "a, ", count: 1_000_000)
        let (text, code, notes) = try format(
            Array("{\"road\":\"\(long)\"}\n{\"city\":\"Ulm\"}".utf8), chunkSize: 1 << 16)
        #expect(text == "\nUlm\n")
        #expect(code == .partialFailure)
        #expect(notes.first == "in:1: road is longer than 2000 bytes")
        let endless = [UInt8](repeating: UInt8(ascii: "a"), count: 17 << 20)
        #expect {
            try format(Array("{\"city\":\"Ulm\"}\n".utf8) + endless, chunkSize: 1 << 17)
        } throws: {
            ($0 as? ToolError)?.code == .dataError
        }
    }

    @Test("Deep nesting neither ends the process nor is text")
    func deep() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(try format("{\"city\":\(deep)}", chunkSize: 1 << 16).1 == .partialFailure)
        let objects = String(repeating: #"{"features":["#, count: 5_000) + String(repeating: "]}", count: 5_000)
        #expect(try format(objects, chunkSize: 1 << 16).1 == .partialFailure)
    }

    @Test(
        "Answers of geocoders are taken as they come",
        arguments: [
            #"{"place_id":1,"name":"Migroil","display_name":"x","address":{"amenity":"Migroil","house_number":"52","road":"#
                + #""Feldkircher Strasse","town":"Schaan","ISO3166-2-lvl8":"LI-07","county":"Oberland","postcode":"9494","#
                + #""country":"Liechtenstein","country_code":"li"},"boundingbox":["1","2"]}"#,
            #"{"type":"FeatureCollection","geocoding":{"version":"0.1.0"},"features":[{"type":"Feature","properties":"#
                + #"{"geocoding":{"osm_type":"way","type":"house","label":"x","name":"Migroil","housenumber":"52","#
                + #""postcode":"9494","street":"Feldkircher Strasse","city":"Schaan","county":"Oberland","#
                + #""country":"Liechtenstein","country_code":"li","admin":{"level8":"Schaan"}}}}]}"#,
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"#
                + #""properties":{"osm_type":"W","osm_id":306581807,"osm_key":"amenity","osm_value":"fuel","type":"house","#
                + #""postcode":"9494","housenumber":"52","countrycode":"LI","name":"Migroil","country":"Liechtenstein","#
                + #""city":"Schaan","street":"Feldkircher Strasse","county":"Oberland","extent":[9,47,9,47]}}]}"#,
            #"{"results":[{"components":{"_type":"fuel","_category":"x","ISO_3166-2":["LI-07"],"ISO_3166-1_alpha-2":"LI","#
                + #""fuel":"Migroil","house_number":"52","road":"Feldkircher Strasse","town":"Schaan","postcode":"9494","#
                + #""country":"Liechtenstein","country_code":"li"},"formatted":"x"}],"status":{"code":200}}"#,
            #"{"latitude":47.1,"address":{"string":"x","lines":["x"],"dictionary":{"Name":"Migroil","Street":"x","#
                + #""Thoroughfare":"Feldkircher Strasse","SubThoroughfare":"52","City":"Schaan","State":"Schaan","ZIP":"9494","#
                + #""Country":"Liechtenstein","CountryCode":"LI","FormattedAddressLines":["x"]}},"timeZone":"x"}"#,
            #"[{"address":{"Fuel":"Migroil","HouseNumber":52,"Street":"Feldkircher Strasse","Town":"Schaan","Zip":9494,"#
                + #""Country":"Liechtenstein","CountryCode":"li"}}, {"address":{}}]"#,
        ])
    func answers(line: String) throws {
        let (text, code, notes) = try format(Array(line.utf8))
        #expect(text == "Migroil\nFeldkircher Strasse 52\n9494 Schaan\nLiechtenstein\n")
        #expect(code == .success)
        #expect(notes == [])
    }

    @Test("An address with the address book's keys is printed as the ancestor printed it")
    func addressBook() throws {
        let input = #"""
            {"Thoroughfare":"Ellis St","SubThoroughfare":"1800","City":"San Francisco","State":"CA","ZIP":"94115",\#
            "PostCodeExtension":"4004","Country":"United States","CountryCode":"US"}
            {"Street":"1800 Ellis St","City":"San Francisco","State":"CA","ZIP":"94115","CountryCode":"US"}
            """#
        #expect(
            try format(input).0 == """
                1800 Ellis St
                San Francisco, CA 94115-4004
                United States

                1800 Ellis St
                San Francisco, CA 94115

                """)
    }

    @Test("A key that is nearly another is spoken of once, names of things never")
    func mistyped() throws {
        let line = #"{"hous_number":"1","road":"Weg","restaurant":"Adler","tourism":"x1","park":"x2","city":"Kiel"}"#
        let (text, code, notes) = try format(Array((line + "\n" + line + "\n").utf8))
        #expect(text.hasPrefix("1, Adler, x1, x2\nWeg\nKiel\n"))
        #expect(code == .success)
        #expect(notes == ["in:1: hous_number is not a component and heads the address; did you mean house_number?"])
        #expect(try format(Array(line.utf8), ["--quiet"]).notes == [])
    }

    @Test(
        "Keys are read however they are spelled",
        arguments: [
            "house_number", "houseNumber", "HouseNumber", "house-number", "House number", "housenumber",
            "street_number",
        ])
    func spelled(key: String) throws {
        let (text, _, notes) = try format(
            Array(#"{"\#(key)":5,"road":"Weg","postal_code":"24103","City":"Kiel"}"#.utf8))
        #expect(text == "Weg 5\n24103 Kiel\n")
        #expect(notes == [])
    }

    @Test("Several threads print the same as one", arguments: [[], ["--json"]])
    func threads(arguments: [String]) throws {
        var input = ""
        for number in 0..<2_000 {
            input += number % 50 == 7 ? "wrong\n" : #"{"road":"Weg","house_number":\#(number),"city":"Kiel"}"# + "\n"
        }
        let one = try format(Array(input.utf8), arguments, chunkSize: 1_000)
        let several = try format(Array(input.utf8), arguments, chunkSize: 1_000, threads: 3)
        #expect(one.text == several.text)
        #expect(one.notes == several.notes)
        #expect(one.notes.count == 41)
        #expect(several.code == .partialFailure)
    }

    @Test("Changed bytes give addresses or problems, and never trap")
    func flipped() throws {
        let bytes = Array(two.utf8)
        for index in Fixtures.cuts(bytes.indices) {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                let (text, _, _) = try format(changed, chunkSize: 1 << 10)
                #expect(!text.contains("\u{0}"))
            }
        }
    }
}
