import CommandTestSupport
import FoundationEssentials
import LKGeo
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands

/// A record with a field of each kind.
private struct SampleRecord: OutputRecord {
    var coordinate: Coordinate?

    static let table = OutputTable<SampleRecord>([
        .text("path", "") { _ in "a, \"b\".jpg" },
        .degrees("latitude", "") { $0.coordinate?.latitude },
        .degrees("longitude", "") { $0.coordinate?.longitude },
        .text("place.name", "") { _ in nil },
        .text("place.countryCode", "") { _ in "JP" },
        OutputField("empty.object", "", scope: .members) { _ in .object },
        .list("companions", "") { _ in ["a.cr2", "a\u{1B}.mov"] },
        .flag("isSet", "") { _ in true },
    ])

    var entry: OutputEntry { OutputEntry(coordinate: coordinate) }
}

@Suite struct RecordPrinterTests {
    private let keys = SampleRecord.table.templateKeys

    private func printed(_ form: OutputFormat, count: Int = 1) throws -> String {
        let coordinate = try #require(Coordinate(latitude: 35.6812361, longitude: -0.5))
        return try written { output in
            let printer = RecordPrinter<SampleRecord>(form, output: output)
            for _ in 0..<count { try printer.print(SampleRecord(coordinate: coordinate)) }
            try printer.finish()
        }
    }

    @Test("JSON is one object a line")
    func json() throws {
        let text = try printed(.json, count: 2)
        #expect(text.split(separator: "\n").count == 2)
        #expect(
            text.hasPrefix(
                #"{"path":"a, \"b\".jpg","latitude":35.6812361,"longitude":-0.5,"place":{"countryCode":"JP"},"#
                    + #""empty":{"object":{}},"companions":["a.cr2","#))
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

    @Test("A record without a position is a feature without a geometry")
    func nowhere() throws {
        let text = try written { output in
            let printer = RecordPrinter<SampleRecord>(.geojson, output: output)
            try printer.print(SampleRecord())
            try printer.finish()
        }
        #expect(text.contains(#"[{"type":"Feature","geometry":null,"properties":{"path":"#))
    }

    @Test("Help and CSV list a key where its field says, and each name once")
    func listing() {
        let table = OutputTable<SampleRecord>([
            .text("last", "", listed: .last) { _ in nil }, .text("b", "", listed: .after("a")) { _ in nil },
            .text("c", "", listed: .after("a")) { _ in nil }, .text("a", "", shorthand: "d") { _ in nil },
            .text("d", "", scope: .templates) { _ in nil }, .text("hidden", "", scope: .silent) { _ in nil },
            .text("a", "") { _ in "second" },
        ])
        #expect(table.listedKeys.map(\.name) == ["a", "b", "c", "d", "last"])
        #expect(table.columns == ["a", "b", "c", "last"] && table.memberNames == ["last", "b", "c", "a"])
        #expect(table.templateKeys.map(\.name) == ["a", "b", "c", "d", "hidden", "last"])
        // The word is that of another key.
        #expect(table.listedKeys.allSatisfy { $0.shorthand == nil })
        #expect(JSONWriter.object { table.writeMembers(of: SampleRecord(), to: &$0) } == #"{"a":"second"}"#)
        var row: [UInt8] = []
        table.appendCells(of: SampleRecord(), .csv, to: &row)
        #expect(row == Array("second,,,".utf8))
    }

    @Test("Cells are in the order of their numbers, and keys without a number are no columns")
    func numbers() {
        let table = OutputTable<SampleRecord>([
            .text("x", "") { _ in "x" }, .text("y", "", csv: 2) { _ in "y" },
            .text("z", "", column: "other", csv: 1, scope: .silent) { _ in "z" },
        ])
        #expect(table.columns == ["other", "y"])
        var row: [UInt8] = []
        table.appendCells(of: SampleRecord(), .csv, to: &row)
        #expect(row == Array("z,y".utf8))
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
