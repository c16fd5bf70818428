import FoundationEssentials
import Testing

@testable import LocateTool

@Suite struct RecordPrinterTests {
    private let keys = [
        OutputKey("path", ""), OutputKey("latitude", ""), OutputKey("longitude", ""), OutputKey("place.name", ""),
        OutputKey("place.countryCode", ""), OutputKey("companions", ""), OutputKey("isSet", ""),
    ]

    private func printed(_ form: OutputFormat, count: Int = 1) throws -> String {
        try written { output in
            let printer = RecordPrinter(form, keys: keys, output: output)
            for _ in 0..<count {
                try printer.print { writer in
                    writer.member("path", "a, \"b\".jpg")
                    writer.member("latitude", 35.6812361, decimals: 9)
                    writer.member("longitude", -0.5, decimals: 9)
                    writer.key("place")
                    writer.object { $0.member("countryCode", "JP") }
                    writer.member("companions", ["a.cr2", "a\u{1B}.mov"])
                    writer.member("isSet", true)
                }
            }
            try printer.finish()
        }
    }

    @Test("JSON is one object a line")
    func json() throws {
        let text = try printed(.json, count: 2)
        #expect(text.split(separator: "\n").count == 2)
        #expect(
            text.hasPrefix(
                #"{"path":"a, \"b\".jpg","latitude":35.6812361,"longitude":-0.5,"place":{"countryCode":"JP"}"#))
    }

    @Test("CSV has a header, also of nothing, and a column for each key")
    func csv() throws {
        let header = "path,latitude,longitude,place,country_code,companions,is_set\n"
        #expect(try printed(.csv, count: 0) == header)
        #expect(
            try printed(.csv)
                == header + "\"a, \"\"b\"\".jpg\",35.6812361,-0.5,,JP,\"a.cr2,a\u{1B}.mov\",true\n")
    }

    @Test("TSV has the same columns, with tabs between them and no quotes")
    func tsv() throws {
        let header = "path\tlatitude\tlongitude\tplace\tcountry_code\tcompanions\tis_set\n"
        #expect(try printed(.tsv, count: 0) == header)
        #expect(
            try printed(.tsv)
                == header + "a, \"b\".jpg\t35.6812361\t-0.5\t\tJP\ta.cr2,a\u{1B}.mov\ttrue\n")
    }

    @Test("GeoJSON is whole, longitude first, also of nothing")
    func geojson() throws {
        let beginning = #"{"type":"FeatureCollection","features":["#
        #expect(try printed(.geojson, count: 0) == beginning + "]}\n")
        let text = try printed(.geojson, count: 2)
        #expect(
            text.hasPrefix(
                beginning + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.5,35.6812361]},"#
                    + #""properties":{"path":"a, \"b\".jpg","place":{"countryCode":"JP"},"#))
        #expect(text.hasSuffix("}}]}\n") && text.components(separatedBy: #"}},{"type":"Feature""#).count == 2)
    }

    @Test("A template has six decimals of positions, no controls, and nothing for what is unknown")
    func template() throws {
        let text = "%path|%latitude|%longitude|%place.name|%place.countryCode|%companions|%isSet"
        let template = try OutputTemplate(text, keys: keys, of: "locate photos list")
        #expect(
            try printed(.template(template))
                == "a, \"b\".jpg|35.681236|-0.500000||JP|a.cr2,a\u{FFFD}.mov|true\n")
        #expect(try printed(.template(template), count: 0) == "")
    }

    @Test("One form is asked for at a time, and an unknown one is refused with the words there are")
    func options() throws {
        func form(_ tokens: String...) throws(ToolError) -> OutputFormat {
            try ParsedArguments(tokens, for: .photosList).outputFormat(for: .records, keys: keys, of: .photosList)
        }
        #expect(try form() == .text && form("--json") == .json && form("--format", "csv") == .csv)
        #expect(try form("--format=geojson") == .geojson && form("--json", "--format", "json") == .json)
        #expect(throws: ToolError.self) { try form("--json", "--format", "csv") }
        #expect(throws: ToolError.self) { try form("--json", "--template", "%path") }
        #expect(throws: ToolError.self) { try form("--format", "csv", "--template", "%path") }
        let words = OutputFormat.words(for: .records).joined(separator: ", ")
        #expect(throws: ToolError.usage("--format cvs: expected one of \(words); did you mean csv?")) {
            try form("--format", "cvs")
        }
        #expect(throws: ToolError.usage("--template does not know %pth; did you mean %path?")) {
            try form("--template", "%pth")
        }
    }
}
