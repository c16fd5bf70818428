import CommandTestSupport
import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite("Forms of points in files") struct ReverseFormsTests {
    private func run(
        _ source: some PointSource, _ form: OutputFormat, separator: UInt8 = UInt8(ascii: ","),
        columns: [String] = [], isCSV: Bool = false
    ) throws -> String {
        var formatter = PlaceFormatter(form: form)
        formatter.layout.separator = separator
        formatter.layout.inputColumns = columns
        return try written { output in
            _ = try FileAnswerer(
                source, name: "in", places: HalfWorld(), formatter: formatter, output: output, note: { _ in },
                threads: 0
            ).run(isCSV: isCSV)
        }
    }

    private func csv(_ text: String, wantsAttributes: Bool = false, chunkSize: Int = 1) throws -> CSVPointSource {
        var source = CSVPointSource(
            stream(text, chunkSize: chunkSize), name: "in", wantsAttributes: wantsAttributes)
        try source.begin()
        return source
    }

    private func coordinates(_ text: String) throws -> [Coordinate?] {
        var source = try csv(text)
        return try points(&source).map { try? $0.position.get() }
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    @Test(
        "Semicolons and tabs separate columns as well, and numbers may have a decimal comma then",
        arguments: [
            "lat;lon\n35,5;139,25\n", "name;lon;lat\n\"a;b\";139,25;35,5\n", "35,5;139,25\n", "35.5;139.25\n",
            "lat\tlon\n35.5\t139,25\n", "35,5\t139,25\n", "\u{FEFF}lat;lon\r\n\"35,5\"; 139,25 \r\n",
            "\n\nlat;lon\n35,5;139,25",
            "note, long;lat;lon\nx, y;35,5;139,25\n", "lat\tlon\tname\n35,5\t139,25\ta;b\n",
        ])
    func separators(text: String) throws {
        #expect(try coordinates(text) == [coordinate(35.5, 139.25)])
    }

    @Test("A file that could be either is one of commas")
    func commas() throws {
        #expect(try coordinates("lat,lon,a;b\n1,2,x;y\n") == [coordinate(1, 2)])
        #expect(try csv("lat,lon,a;b\n1,2,x;y\n").separator == UInt8(ascii: ","))
        // A quote behind a semicolon is a character like any other.
        #expect(try coordinates("lat,lon,note\n1,2,x;\"y\n3,4,z\n") == [coordinate(1, 2), coordinate(3, 4)])
    }

    @Test("Rows keep their separator, which separates what is appended too", arguments: [";", "\t"])
    func appended(separator: String) throws {
        let text =
            ["id", "lat", "lon"].joined(separator: separator) + "\n"
            + ["1", "35,5", "139,25"].joined(separator: separator)
            + "\n" + ["2", "x"].joined(separator: separator) + "\n"
        let source = try csv(text)
        let output = try run(source, .csv, separator: source.separator, isCSV: true)
        let rows = [
            ["id", "lat", "lon"] + PlaceReport.table.columns,
            ["1", "35,5", "139,25", "LD", "Land", "", "Town", "", "Town, Land", "locality", "test", "12.3"],
            ["2", "x", ""] + PlaceReport.table.columns.map { _ in "" },
        ]
        #expect(output == rows.map { $0.joined(separator: separator) + "\n" }.joined())
    }

    @Test("TSV has a row on each line, whatever the rows of the input look like")
    func tsv() throws {
        let columns = PlaceReport.table.columns.joined(separator: "\t") + "\n"
        let town = "LD\tLand\t\tTown\t\tTown, Land\tlocality\ttest\t12.3\n"
        let nothing = String(repeating: "\t", count: 8) + "\n"
        func tsv(_ text: String) throws -> String {
            let source = try csv(text)
            return try run(source, .tsv, separator: source.separator, isCSV: true)
        }
        #expect(
            try tsv("lat,lon,\"a\tb\"\r\n1,2,\"x\n\"\"y\"\"\t\\\"\r\nx,\r\n")
                == "lat\tlon\ta\\tb\t" + columns + "1\t2\tx\\n\"y\"\\t\\\\\t" + town + "x\t\t\t" + nothing)
        #expect(try tsv("1;2\n") == "1\t2\t" + town)
        // Rows of TSV are kept with their escapes; those with quotes are CSV.
        #expect(
            try tsv("lat\tlon\tname\n1\t2\ta\\tb\n1\t2\t\"a\tb\"\n1\t2\n")
                == "lat\tlon\tname\t" + columns + "1\t2\ta\\tb\t" + town + "1\t2\ta\\tb\t" + town
                + "1\t2\t\t" + nothing)
        let points = JSONPointSource(stream(#"{"lat":1,"lon":2,"note":"a\tb\n\"c\""}"# + "\n"), name: "in")
        #expect(
            try run(points, .tsv, columns: ["lat", "lon", "note"])
                == "latitude\tlongitude\tlat\tlon\tnote\t" + columns + "1\t2\t1\t2\ta\\tb\\n\"c\"\t" + town)
    }

    @Test("Names with a separator in them are quoted")
    func quoted() {
        #expect(TableSyntax.csv(separator: UInt8(ascii: ";")).row(["a;b", "c,d"]) == "\"a;b\";c,d")
        #expect(TableSyntax.csv(separator: 9).row(["a\tb", "c"]) == "\"a\tb\"\tc")
    }

    @Test(
        "Columns may have degrees, minutes and seconds",
        arguments: [
            "lat,lon\n35°30'00\"N,139°15'00\"E\n", "lat,lon\n35 30 N,E139 15\n", "lat;lon\n35°30,0'N;139°15,0'E\n",
            "35°30'N,139°15'E\n", "35 30 0 N, 139 15 0 E\n", "35.5 139.25\n", "N35 30.0 E139 15.0\n",
            "35°30'N 139°15'E\n", "\"35.5, 139.25\"\n",
        ])
    func sexagesimal(text: String) throws {
        #expect(try coordinates(text) == [coordinate(35.5, 139.25)])
    }

    @Test("What is wrong with such a column is said with its line")
    func problems() throws {
        var source = try csv("lat,lon\n35°60'N,139°15'E\n139°15'E,35°30'N\n35°,139°15'O\n")
        let texts = try points(&source).map { point -> String in
            guard case .failure(let problem) = point.position else { return "" }
            return "\(point.line): \(problem.text)"
        }
        #expect(
            texts == [
                "2: the minutes of \"35°60'N\" are not less than 60",
                "3: latitude \"139°15'E\" has E, which is for longitudes",
                "4: \"139°15'O\" has O, which is west in French and Spanish, and east in German; write W or E",
            ])
        var pairs = try csv("1 2\n1\nx\n95 2\n1,2\n")
        #expect(try points(&pairs).map { (try? $0.position.get()) != nil } == [true, false, false, false, false])
    }

    @Test("Times of day are no positions", arguments: ["10:30,11:45\n", "10:30 11:45\n", "10:30;11:45\n"])
    func times(text: String) {
        #expect { try csv(text) } throws: { ($0 as? ToolError)?.code == .dataError }
    }

    @Test("Each beginning of such files gives points or an error, wherever chunks end")
    func truncated() throws {
        for text in ["id;lat;lon\r\n1;2,5;\"3;5\"\r\n\"a\nb\";-4,5;5\n", "48°30'N 2°30'E\n1 2\n", "1,5\t2,5\n3\t4"] {
            let bytes = Array(text.utf8)
            for length in 0...bytes.count {
                let found = [1, 3, 4096].map { chunkSize -> [Coordinate?]? in
                    var source = CSVPointSource(
                        ByteStream(Array(bytes.prefix(length)), chunkSize: chunkSize), name: "in", wantsAttributes: true
                    )
                    return try? points(&source).map { try? $0.position.get() }
                }
                #expect(found[0] == found[1] && found[1] == found[2])
            }
        }
    }

    @Test("Arrays of objects and of pairs are read, latitude first")
    func arrays() throws {
        let text = """
            [ {"lat":1,"lon":2,"id":"a"}, {"latitude":"-1","lng":"2°30'E","x":{"y":[1]}} ,
              [1.5, -2], ["48°30'N","2°W"], [1], [1,2,3], 7, null, {"lat":1}, [95, 2] ]

            """
        var source = JSONArrayPointSource(stream(text), name: "in")
        let found = try points(&source)
        #expect(
            found.prefix(4).map { try? $0.position.get() } == [
                coordinate(1, 2), coordinate(-1, 2.5), coordinate(1.5, -2), coordinate(48.5, -2),
            ])
        #expect(found.map(\.line) == [1, 1, 2, 2, 2, 2, 2, 2, 2, 2])
        let problems = found.dropFirst(4).map { point -> String in
            guard case .failure(let problem) = point.position else { return "" }
            return problem.text
        }
        let neither = "it is neither an object nor [latitude, longitude]"
        #expect(
            problems == [
                neither, neither, "it is not one JSON object", "it is not one JSON object", "it has no longitude",
                "latitude 95 is not within -90 to 90; is it the longitude? latitude comes first",
            ])
        let output = try run(JSONArrayPointSource(stream(text), name: "in"), .ndjson)
        #expect(output.hasPrefix(#"{"lat":1,"lon":2,"id":"a","latitude":1,"longitude":2,"provider":"test""#))
        #expect(output.split(separator: "\n").count == 10)
        #expect(try run(JSONArrayPointSource(stream(" [ ]\n"), name: "in"), .ndjson).isEmpty)
    }

    @Test(
        "What is not an array is an error with its line",
        arguments: [
            ("", "in:1: expected a JSON array"), ("{}", "in:1: expected a JSON array"),
            ("[[1,2],", "in:1: the file ends inside its array"), ("[[1,2]\n", "in:2: the file ends inside its array"),
            ("[[1,2]] x", "in:1: something follows the array"), ("[[1,2", "in:1: the file ends inside a value"),
        ])
    func wrongArrays(text: String, message: String) {
        #expect {
            var source = JSONArrayPointSource(stream(text), name: "in")
            _ = try points(&source)
        } throws: {
            ($0 as? ToolError)?.message.hasPrefix(message) == true && ($0 as? ToolError)?.code == .dataError
        }
    }

    @Test("Pairs one a line are points too")
    func pairs() throws {
        var source = JSONPointSource(stream("[1,2]\n [\"3\",4] \n[1\n"), name: "in")
        #expect(try points(&source).map { try? $0.position.get() } == [coordinate(1, 2), coordinate(3, 4), nil])
    }

    @Test("What the input calls as the output calls something keeps its value under another name")
    func sameNames() throws {
        let text = #"{"latitude":1,"longitude":2,"address":{"a":1},"place":"Home","input.place":3,"provider":"me"}"#
        let kept =
            #"{"input.address":{"a":1},"input.input.place":"Home","input.place":3,"input.provider":"me","latitude":1"#
        let lines = try run(JSONPointSource(stream(text + "\n"), name: "in"), .ndjson)
        #expect(lines.hasPrefix(kept))
        let feature =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"attribution":"mine"}}"#
        let collection = try run(
            GeoJSONPointSource(stream(feature), name: "in", wantsIdentifier: false), .geojson)
        #expect(collection.contains(#""properties":{"input.attribution":"mine","latitude":1,"#))
        let rows = try run(
            csv("lat;lon;City;address;city\n1;2;a;b;c\n"), .csv, separator: UInt8(ascii: ";"), isCSV: true)
        #expect(rows.hasPrefix("lat;lon;City;input.address;input.city;country_code;"))
        #expect(rows.hasSuffix("\n1;2;a;b;c;LD;Land;;Town;;Town, Land;locality;test;12.3\n"))
        // Where nobody can answer, the output has one name.
        let wrong = try run(JSONPointSource(stream(#"{"lat":95,"error":"x","place":1}"# + "\n"), name: "in"), .ndjson)
        #expect(wrong.hasPrefix(#"{"lat":95,"input.error":"x","place":1,"error":""#))
    }

    @Test("Members of JSON become columns of CSV, each once, whichever point has them")
    func members() throws {
        let text = """
            {"lat":1,"lon":2,"name":"a, \\"b\\"","tags":["x",1]}
            {"latitude":3,"longitude":4,"height":null,"name":true}
            nonsense
            {"latitude":"x","longitude":4,"country":"own"}

            """
        var first: any PointSource = JSONPointSource(stream(text), name: "in")
        let columns = try InputColumns.find(in: &first, name: "in")
        #expect(columns == ["lat", "lon", "name", "tags", "height", "input", "country"])
        let output = try run(JSONPointSource(stream(text), name: "in"), .csv, columns: columns)
        let place = "LD,Land,,Town,,\"Town, Land\",locality,test,12.3"
        let lines = output.split(separator: "\n").map(String.init)
        let expected: [String] = [
            "latitude,longitude,lat,lon,name,tags,height,input,input.country,"
                + PlaceReport.table.columns.joined(separator: ","),
            "1,2,1,2,\"a, \"\"b\"\"\",\"[\"\"x\"\",1]\",,,," + place, "3,4,,,true,,,,," + place,
            ",,,,,,,nonsense" + String(repeating: ",", count: 10),
            "x,4,,,,,,,own" + String(repeating: ",", count: 9),
        ]
        #expect(lines == expected)
    }

    @Test("Properties and the identifier of GeoJSON become columns")
    func properties() throws {
        let text = #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"é\n"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[4,3]},"properties":null}]}
            """#
        var first: any PointSource = GeoJSONPointSource(stream(text), name: "in", wantsIdentifier: true)
        let columns = try InputColumns.find(in: &first, name: "in")
        #expect(columns == ["id", "name"])
        let source = GeoJSONPointSource(stream(text), name: "in", wantsIdentifier: true)
        #expect(try run(source, .csv, columns: columns).contains("\n1,2,7,\"é\n\",LD,"))
        let lines = try run(GeoJSONPointSource(stream(text), name: "in", wantsIdentifier: true), .ndjson)
        #expect(lines.hasPrefix(#"{"id":7,"name":"é\n","latitude":1,"#))
    }

    @Test("Name, time and altitude of GPX become columns")
    func gpx() throws {
        let folder = TemporaryFolder()
        let file = folder.file("x.gpx")
        try """
        <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"><ele>35</ele>
        <time>2026-11-21T06:29:50Z</time><name>A, B</name></wpt><trk><trkseg><trkpt lat="3" lon="4"/></trkseg></trk></gpx>
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let source = try GPXPointSource(InputFile(path: file), wantsAttributes: true)
        let rows = try run(source, .csv, columns: GPXPointSource.columns).split(separator: "\n")
        #expect(rows.first?.hasPrefix("latitude,longitude,kind,name,time,altitude,country_code,") == true)
        #expect(rows.dropFirst().first?.hasPrefix("1,2,waypoint,\"A, B\",2026-11-21T06:29:50") == true)
        #expect(rows.dropFirst().first?.contains(",35,LD,Land,") == true)
        #expect(rows.last?.hasPrefix("3,4,track,,,,LD,") == true)
    }

    @Test("Points with more members than a table has columns are refused")
    func manyMembers() {
        let text = (0...1100).map { "{\"lat\":1,\"lon\":2,\"k\($0)\":1}\n" }.joined()
        #expect {
            var source: any PointSource = JSONPointSource(stream(text, chunkSize: 4096), name: "in")
            _ = try InputColumns.find(in: &source, name: "in")
        } throws: {
            ($0 as? ToolError)?.code == .dataError
        }
    }

    @Test("Of a damaged file the members in front of the damage become columns")
    func damagedMembers() throws {
        let whole = #"[{"lat":1,"lon":2,"a":1},{"lat":1,"lon":2,"b":[1]}]"#
        for length in 0...whole.utf8.count {
            var source: any PointSource = JSONArrayPointSource(stream(String(whole.prefix(length))), name: "in")
            let columns = try InputColumns.find(in: &source, name: "in")
            #expect(["lat", "lon", "a", "b"].starts(with: columns))
        }
    }
}
