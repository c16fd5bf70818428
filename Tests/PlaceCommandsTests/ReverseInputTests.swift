import CommandTestSupport
import Foundation
import LKGeo
import Synchronization
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite("What points of files bring along") struct ReverseInputTests {
    private struct Outcome {
        var text: String
        var notes: [String]
        var code: ExitCode

        /// Its lines as JSON, with what stands twice found.
        func objects() throws -> [[String: Any]] {
            try text.split(separator: "\n").map { line in
                #expect(JSONSlices.repeatedName(in: Array(line.utf8)[...]) == nil, "\(line)")
                return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    private func answer(
        _ source: some PointSource, _ form: OutputFormat, columns: [String] = [], isCSV: Bool = false
    ) throws -> Outcome {
        let notes = Mutex<[String]>([])
        var formatter = PlaceFormatter(form: form)
        formatter.layout.inputColumns = columns
        var code = ExitCode.success
        let text = try written { output in
            code = try FileAnswerer(
                source, name: "in", places: HalfWorld(), formatter: formatter, output: output,
                note: { note in notes.withLock { $0.append(note) } }, threads: 0
            ).run(isCSV: isCSV)
        }
        return Outcome(text: text, notes: notes.withLock { $0 }, code: code)
    }

    private func csv(_ text: String, note: @escaping (String) -> Void = { _ in }) throws -> CSVPointSource {
        var source = CSVPointSource(stream(text), name: "in", wantsAttributes: true, note: note)
        try source.begin()
        return source
    }

    private func template(_ text: String) throws -> OutputFormat {
        .template(
            try OutputTemplate(text, keys: PlaceReport.table.templateKeys, of: "locate reverse", takesInput: true))
    }

    @Test("Columns of one name get numbers, in JSON and in CSV, and that is said")
    func columns() throws {
        let input = "lat,lon,note,note.2,note,note\n1,2,a,b,c,d\n"
        let notes = Mutex<[String]>([])
        let source = try csv(input) { note in notes.withLock { $0.append(note) } }
        let object = try #require(try answer(source, .ndjson, isCSV: true).objects().first)
        let values = ["note", "note.2", "note.3", "note.4"].map { object[$0] as? String }
        #expect(values == ["a", "b", "c", "d"])
        #expect(
            notes.withLock { $0 }.count == 1
                && notes.withLock { $0[0] }.hasPrefix("in:1: several columns are called \"note\""))
        #expect(
            try answer(csv(input), .csv, isCSV: true).text.hasPrefix("lat,lon,note,note.2,note.3,note.4,country_code,"))
    }

    @Test("A hundred thousand columns of one name, and of names that look numbered, take two tries each")
    func equalColumns() {
        let names = (0..<50_000).map { $0.isMultiple(of: 2) ? "c" : "c.\($0)" } + Array(repeating: "d", count: 50_000)
        var tries = 0
        let distinct = InputColumns.distinct(names) { known, name in
            tries += 1
            return known.insert(name).inserted
        }
        #expect(tries <= 2 * names.count)
        #expect(Set(distinct).count == names.count && Set(distinct).isSuperset(of: names))
        #expect(distinct.last == "d.50000" && distinct[4] == "c.4" && InputColumns.distinct(names) == distinct)
    }

    private func positions(_ source: some PointSource) throws -> [Coordinate?] {
        var source = source
        var all: [Coordinate?] = []
        while let batch = try source.next() { batch.forEach { all.append(try? $0.position.get()) } }
        return all
    }

    @Test(
        "A hemisphere may have a column or member of its own",
        arguments: [
            "TIME,LATITUDE,N/S,LONGITUDE,E/W\n,22.5,S,43.25,W\n", "lat_dir;lat;lon_dir;lon\ns;22,5; w ;43,25\n",
            "lat,lat_ref,lon,lon_ref\n-22.5,S,-43.25,West\n", "lat,lon,ns,ew\n22.5S,43.25,S,W\n",
            "lat,lon,ns\n-22.5,-43.25,120\n",
        ])
    func hemispheres(text: String) throws {
        let place = try #require(Coordinate(latitude: -22.5, longitude: -43.25))
        #expect(try positions(csv(text)) == [place])
        for line in [
            #"{"lat":22.5,"lon":43.25,"latRef":"S","lonRef":"W"}"#,
            #"{"latitude":"22.5","latitude_ref":"s","longitude":"43.25","longitude_ref":"west"}"#,
            #"{"lat":-22.5,"lon":-43.25,"GPSLatitudeRef":"South","GPSLongitudeRef":"W"}"#,
            #"{"lat":-22.5,"lon":-43.25,"ns":"production","latency":3}"#,
        ] {
            #expect(try positions(JSONPointSource(stream(line), name: "in")) == [place], "\(line)")
        }
    }

    @Test(
        "A hemisphere that is none, or contradicts the number, is an error of its line",
        arguments: [
            "-22.5,N,43.25,E", "+22.5,S,43.25,E", "22.5N,S,43.25,E", "22.5,E,43.25,W", "22.5,S,43.25,",
            "22.5,S,43.25,?",
        ])
    func wrongHemispheres(row: String) throws {
        #expect(
            try positions(csv("lat,N/S,lon,E/W\n1,N,2,E\n\(row)\n")) == [Coordinate(latitude: 1, longitude: 2), nil])
        let words = row.split(separator: ",", omittingEmptySubsequences: false)
        let line = #"{"lat":"\#(words[0])","lat_ref":"\#(words[1])","lon":"\#(words[2])","lon_ref":"\#(words[3])"}"#
        #expect(try positions(JSONPointSource(stream(line), name: "in")) == [nil])
        let outcome = try answer(csv("lat,N/S,lon,E/W\n-1,N,2,E\n"), .ndjson, isCSV: true)
        #expect(outcome.notes == ["in:2: \"N\" is not the hemisphere of the latitude \"-1\""])
        #expect(outcome.code == .partialFailure)
    }

    @Test("Two columns of the latitude are refused")
    func ambiguous() throws {
        #expect(
            throws: ToolError(
                .dataError, "in:1: two of its columns are called \"lat\"; rename the one that is not meant")
        ) { _ = try csv("lat,lon, LAT\n1,2,3\n") }
    }

    @Test(
        "An object with two members of one name is not used, and none is printed twice",
        arguments: [
            #"{"lat":1,"lon":2,"a":1,"a":2}"#, #"{"lat":1,"lat":3,"lon":2}"#,
            #"{"lat":1,"lon":2,"a":[{"b":1,"\u0062":2}]}"#,
        ])
    func members(line: String) throws {
        let outcome = try answer(JSONPointSource(stream(line + "\n"), name: "in"), .ndjson)
        let object = try #require(try outcome.objects().first)
        #expect(object["input"] as? String == line)
        #expect((object["error"] as? String)?.hasPrefix("two of its members are called ") == true)
        #expect(outcome.code == .partialFailure && outcome.notes.count == 1)
        let feature =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":\#(line)}"#
        let other = try answer(GeoJSONPointSource(stream(feature), name: "in"), .geojson)
        #expect(other.code == .partialFailure)
        _ = try other.objects()
    }

    @Test("Names of different objects may be the same")
    func nested() {
        #expect(JSONSlices.repeatedName(in: Array(#"{"a":{"a":1,"b":[{"a":2},{"a":"a"}]},"b":"a"}"#.utf8)[...]) == nil)
        #expect(JSONSlices.repeatedName(in: Array(#"[{"a":1},{"b":{"c":1,"c":2}}]"#.utf8)[...]) == "c")
    }

    @Test("What cannot be read keeps its text beside the error")
    func unreadable() throws {
        let lines = try answer(JSONPointSource(stream("not json\n[1,\"x\"]\n{\"lat\":1}\n"), name: "in"), .ndjson)
            .objects()
        #expect(lines.map { $0["input"] as? String } == ["not json", "[1,\"x\"]", nil])
        #expect(lines.allSatisfy { $0["error"] is String })
        let ragged = try answer(csv("lat,lon,input\n1,2,x,extra\n1,2\n"), .ndjson, isCSV: true).objects()
        #expect(ragged[0]["input"] as? String == "x" && ragged[0]["input.2"] as? String == "1,2,x,extra")
        #expect(ragged[1]["lat"] as? String == "1" && ragged[1]["input.2"] == nil)
        var source = JSONPointSource(stream("not json\n{\"lat\":1,\"lon\":2,\"id\":7}\n"), name: "in")
        let columns = try InputColumns.find(in: &source, name: "in")
        #expect(columns == ["input", "lat", "lon", "id"])
        let table = try answer(
            JSONPointSource(stream("not json\n{\"lat\":1,\"lon\":2}\n"), name: "in"), .csv, columns: columns)
        #expect(table.text.split(separator: "\n")[1].hasPrefix(",,not json,,,,"))
    }

    @Test("An error in an array names the element and its line, one in GeoJSON the feature")
    func numbers() throws {
        let array = "[\n {\"lat\":1,\n  \"lon\":2},\n {\"lat\":1,\n  \"lon\":nan},\n [1,2], [99,2]\n]\n"
        let outcome = try answer(JSONArrayPointSource(stream(array), name: "in"), .ndjson)
        #expect(outcome.notes.count == 2)
        #expect(outcome.notes.first == "in:4: element 2: it is not one JSON object: nan is not a number")
        #expect(outcome.notes.last?.hasPrefix("in:6: element 4: latitude 99 is not within") == true)
        let spread = try answer(JSONPointSource(stream("{\n \"lat\":1\n}\n"), name: "in"), .ndjson)
        #expect(spread.notes.first?.hasSuffix("; a point is an object on one line, as jq -c . writes it") == true)
        #expect(spread.notes.last == "in:3: it is not one JSON object")
        let features =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}},"#
            + #"{"type":"Feature","geometry":null}]}"#
        let other = try answer(GeoJSONPointSource(stream(features), name: "in"), .geojson)
        #expect(other.notes == ["in:1: feature 2: its geometry is not an object"])
    }

    @Test("Members of a collection stay, in front of the features and behind them")
    func collection() throws {
        let input =
            #"{"type":"FeatureCollection","name":"N","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#
            + #""features":[{"type":"Feature","bbox":[2,1,2,1],"x":1,"geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}],"#
            + "\n" + #""bbox":[2, 1, 2, 1],"z":{"a":[]}}"#
        let text = try answer(GeoJSONPointSource(stream(input), name: "in"), .geojson).text
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["name"] as? String == "N" && object["bbox"] as? [Int] == [2, 1, 2, 1])
        #expect(object["crs"] is [String: Any] && object["z"] is [String: Any])
        let features = try #require(object["features"] as? [[String: Any]])
        #expect(features.count == 1 && features[0]["bbox"] as? [Int] == [2, 1, 2, 1] && features[0]["x"] as? Int == 1)
        let empty = try answer(
            GeoJSONPointSource(stream(#"{"type":"FeatureCollection","features":[],"name":"N"}"#), name: "in"), .geojson)
        #expect(empty.text == #"{"type":"FeatureCollection","features":[],"name":"N"}"# + "\n")
    }

    @Test("A bare geometry keeps its height")
    func geometry() throws {
        let text = try answer(
            GeoJSONPointSource(stream(#"{"type":"Point","coordinates":[2,1,300]}"#), name: "in"), .geojson
        ).text
        #expect(text.contains(#""geometry":{"type":"Point","coordinates":[2,1,300]},"properties""#))
    }

    @Test(
        "Another reference system than WGS 84 is refused",
        arguments: [
            #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#,
            #"{"type":"name","properties":{"name":"EPSG:25832"}}"#, #"{"type":"link","properties":{"href":"x.prj"}}"#,
            "{}",
        ])
    func referenceSystem(crs: String) throws {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}"#
        for text in [
            #"{"type":"FeatureCollection","crs":\#(crs),"features":[\#(feature)]}"#,
            #"{"type":"FeatureCollection","features":[\#(feature)],"crs":\#(crs)}"#,
        ] {
            #expect {
                _ = try answer(GeoJSONPointSource(stream(text), name: "in"), .geojson)
            } throws: {
                ($0 as? ToolError)?.code == .dataError && ($0 as? ToolError)?.message.contains("\"crs\"") == true
            }
        }
        let alone = #"{"type":"Feature","crs":\#(crs),"geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}"#
        #expect(try answer(GeoJSONPointSource(stream(alone), name: "in"), .geojson).code == .partialFailure)
    }

    @Test("Members of a collection that stand twice are refused")
    func twice() {
        for text in [
            #"{"type":"FeatureCollection","name":"a","name":"b","features":[]}"#,
            #"{"type":"FeatureCollection","features":[],"features":[]}"#,
            #"{"type":"FeatureCollection","name":"a","features":[],"name":"b"}"#,
        ] {
            #expect(throws: ToolError.self) { _ = try answer(GeoJSONPointSource(stream(text), name: "in"), .geojson) }
        }
    }

    @Test("Templates have the columns of the input, also of rows that cannot be used")
    func templates() throws {
        let form = try template("%input.id|%input.{first name}|%addr.City|%distance|%input.idx.")
        let text = "lat,lon,id,first name,idx\n1,2,7,\"a%b\u{7}\nc\",z\nx,2,8,n,y\n-1,2,9,,\n"
        let outcome = try answer(csv(text), form, isCSV: true)
        #expect(outcome.text == "7|a%b\u{FFFD}\u{FFFD}c|Town|12.3|z.\n8|n|||y.\n9||||.\n")
        let json = try answer(
            JSONPointSource(stream("{\"lat\":1,\"lon\":2,\"id\":[1],\"t\":\"x\",\"n\":null}\n"), name: "in"),
            template("%input.id %input.t %input.n %input.gone."))
        #expect(json.text == "[1] x  .\n")
        let feature =
            #"{"type":"Feature","id":5,"geometry":{"type":"Point","coordinates":[2,1]},"properties":{"p":true}}"#
        let geo = try answer(
            GeoJSONPointSource(stream(feature), name: "in", wantsIdentifier: true), template("%input.id %input.p"))
        #expect(geo.text == "5 true\n")
    }

    @Test("Other commands know no columns of an input")
    func otherTemplates() {
        #expect(throws: ToolError.self) {
            _ = try OutputTemplate("%input.id", keys: PlaceReport.table.templateKeys, of: "locate search")
        }
    }
}
