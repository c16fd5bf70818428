import CommandTestSupport
import FoundationEssentials
import LKGeo
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite struct ReverseBatchTests {
    private func run(
        _ source: some PointSource, _ form: OutputFormat, isCSV: Bool = false, threads: Int = 2
    ) throws -> (text: String, code: ExitCode) {
        var code = ExitCode.success
        let text = try written { output in
            code = try FileAnswerer(
                source, name: "in", places: HalfWorld(), formatter: PlaceFormatter(form: form), output: output,
                threads: threads
            ).run(isCSV: isCSV)
        }
        return (text, code)
    }

    private func csv(_ text: String, wantsAttributes: Bool = false) -> CSVPointSource {
        CSVPointSource(stream(text), name: "in", wantsAttributes: wantsAttributes)
    }

    @Test("Rows keep their order, their columns and the way they were written")
    func csv() throws {
        let input = "id,lat,lon,note\r\n1,35.5,139.5,\"a, \"\"b\"\"\"\r\n2,-1,2,é\n3,x,2,\n4,5\n"
        let (text, code) = try run(csv(input), .csv, isCSV: true)
        let appended = "country_code,country,state,city,sub_locality,address,precision,provider,distance_m"
        #expect(
            text == "id,lat,lon,note,\(appended)\r\n"
                + "1,35.5,139.5,\"a, \"\"b\"\"\",LD,Land,,Town,,\"Town, Land\",locality,test,12.3\r\n"
                + "2,-1,2,é,,,,,,,none,test,\n3,x,2,,,,,,,,,,\n4,5,,,,,,,,,,,\n")
        #expect(code == .partialFailure)
    }

    @Test("Bad rows that are kept do not change the exit status where that is asked for", arguments: [true, false])
    func badRows(areNamed: Bool) throws {
        var notes: [String] = []
        func run(_ input: String, _ badRows: BadRowHandling) throws -> (text: String, code: ExitCode) {
            var code = ExitCode.success
            let text = try written { output in
                code = try FileAnswerer(
                    csv(input), name: "in", places: HalfWorld(), formatter: PlaceFormatter(form: .csv), output: output,
                    badRows: badRows, note: { notes.append($0) }, threads: 0
                ).run(isCSV: true)
            }
            return (text, code)
        }
        let input = "lat,lon\n1,2\nx,2\n"
        let strict = try run(input, BadRowHandling())
        #expect(strict.code == .partialFailure && notes.count == 1)
        notes = []
        let kept = try run(input, BadRowHandling(countAsFailure: false, areNamed: areNamed))
        #expect(kept.code == .success)
        #expect(kept.text == strict.text && kept.text.hasSuffix("\nx,2,,,,,,,,,\n"))
        #expect(notes.count == (areNamed ? 1 : 0))
        // A file that cannot be read to its end is another matter.
        #expect {
            _ = try run("lat,lon\n1,2\n\"x,2\n", BadRowHandling(countAsFailure: false))
        } throws: { ($0 as? ToolError)?.code == .dataError }
    }

    @Test("Two bare columns need no header and get none")
    func bareCSV() throws {
        let (text, code) = try run(csv("1.5, 2.5\n95,0\n"), .csv, isCSV: true)
        #expect(text == "1.5, 2.5,LD,Land,,Town,,\"Town, Land\",locality,test,12.3\n95,0,,,,,,,,,\n")
        #expect(code == .partialFailure)
    }

    @Test(
        "Names of columns are found in any case and order, behind a byte order mark",
        arguments: [
            "Latitude,Longitude", "lng,lat", "LAT,Lng", "\u{FEFF}lat,lon", "\"lat\",\" lon \"",
        ])
    func header(names: String) throws {
        var source = csv("\(names)\n10,10\n")
        #expect(try points(&source).map(\.position) == [.success(#require(Coordinate(latitude: 10, longitude: 10)))])
    }

    @Test("CSV without a way to find the columns is wrong data", arguments: ["a,b,c\n1,2,3", "x,y\n1,2", "1,2,3\n"])
    func noColumns(text: String) {
        #expect {
            var source = csv(text)
            _ = try source.next()
        } throws: { ($0 as? ToolError)?.code == .dataError }
    }

    @Test("JSON lines keep their members")
    func ndjson() throws {
        let input = "{\"lat\":1,\"lon\":\"2\",\"id\":[1, 2],\"address\":\"old\"}\n\n{\"lat\":1}\nnonsense\n"
        let (text, code) = try run(JSONPointSource(stream(input), name: "in"), .ndjson)
        let lines = text.split(separator: "\n")
        try #require(lines.count == 3)
        let expected: String = #"""
            {"lat":1,"lon":"2","id":[1, 2],"input.address":"old","latitude":1,"longitude":2,"provider":"test","precision":"locality",\#
            "address":{"string":"Town, Land","lines":["Town","Land"],"dictionary":{"Name":"Town","City":"Town",\#
            "Country":"Land","CountryCode":"LD","FormattedAddressLines":["Town","Land"]}},\#
            "place":{"name":"Town","city":"Town","country":"Land","countryCode":"LD","geonameId":7,"distance":12.3},\#
            "border":{"distance":100000,"certain":true},"claims":["XX"]}
            """#
        #expect(lines[0] == expected)
        #expect(lines[1] == #"{"lat":1,"error":"it has no longitude"}"#)
        #expect(lines[2] == #"{"input":"nonsense","error":"it is not one JSON object"}"#)
        #expect(code == .partialFailure)
    }

    @Test("GeoJSON keeps geometries and properties; longitude comes first")
    func geoJSON() throws {
        let input = """
            {"type":"FeatureCollection","name":"x","features":[
              {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[2, -1, 5]},"properties":{"a":"]}"}},
              {"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":null}
            ],"bbox":[1,2,3,4]}
            """
        let (text, code) = try run(GeoJSONPointSource(stream(input), name: "in"), .geojson)
        let expected: String = #"""
            {"type":"FeatureCollection","name":"x","features":[{"type":"Feature","id":7,\#
            "geometry":{"type":"Point","coordinates":[2, -1, 5]},"properties":{"a":"]}","latitude":-1,"longitude":2,\#
            "provider":"test","precision":"none","address":{"string":"","lines":[],"dictionary":{}},\#
            "border":{"distance":100000,"countryCode":"LD","certain":true}}},\#
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},\#
            "properties":{"error":"its geometry is LineString and not a Point"}}],"bbox":[1,2,3,4]}

            """#
        #expect(text == expected)
        #expect(code == .partialFailure)
    }

    @Test(
        "A single feature, a bare point and features one a line are read as well",
        arguments: [
            #"{"type":"Point","coordinates":[2,1]}"#,
            #"{"geometry":{"coordinates":[2,1],"type":"Point"},"type":"Feature","properties":{}}"#,
            "\u{1E}{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[2,1]}}\n",
        ])
    func singleFeature(text: String) throws {
        var source = GeoJSONPointSource(stream(text), name: "in")
        #expect(try points(&source).map(\.position) == [.success(#require(Coordinate(latitude: 1, longitude: 2)))])
    }

    @Test("Cut off or damaged GeoJSON is wrong data, and never traps or hangs")
    func damagedGeoJSON() throws {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"a":"\"]"}}"#
        let whole = Array(#"{"type":"FeatureCollection","features":[\#(feature),\#(feature)],"x":1}"#.utf8)
        func isWhole(_ bytes: [UInt8]) -> Bool {
            var source = GeoJSONPointSource(ByteStream(bytes, chunkSize: 7), name: "in")
            return (try? points(&source)) != nil
        }
        for length in whole.indices { #expect(!isWhole(Array(whole.prefix(length)))) }
        #expect(isWhole(whole))
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<3000 {
            var bytes = whole
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = isWhole(bytes)
        }
    }

    @Test("Points of GPX are read in order, with what is known of them; a wrong one is left out")
    func gpx() throws {
        let input = """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="1" lon="2"><ele>35</ele><name>A "b"</name></wpt><wpt lat="95" lon="2"/><wpt lat="-1" lon="3"/></gpx>
            """
        let file = FileManager.default.temporaryDirectory.appending(path: "locate-\(UInt64.random(in: 0 ... .max)).gpx")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (text, code) = try run(GPXPointSource(InputFile(path: file.path), wantsAttributes: false), .csv)
        let rows = text.split(separator: "\n")
        #expect(rows.dropFirst() == ["1,2,LD,Land,,Town,,\"Town, Land\",locality,test,12.3", "-1,3,,,,,,,none,test,"])
        #expect(code == .partialFailure)
        let lines = try run(GPXPointSource(InputFile(path: file.path), wantsAttributes: true), .ndjson).text
        #expect(lines.hasPrefix(#"{"kind":"waypoint","name":"A \"b\"","altitude":35,"latitude":1,"#))
    }

    @Test("Text and templates have a line for every point, an empty one where there is nothing")
    func lines() throws {
        let input = "lat,lon\n1,2\n-1,2\nx,y\n"
        #expect(try run(csv(input), .text).text == "Town, Land\n\n\n")
        let template = try OutputTemplate(
            "%addr.City:%precision", keys: PlaceReport.table.templateKeys, of: "locate reverse")
        let text = try run(csv(input), .template(template)).text
        #expect(text == "Town:locality\n:none\n\n")
    }

    @Test(
        "The beginning tells what an input is",
        arguments: [
            ("<?xml version=\"1.0\"?><gpx", ReverseOptions.InputFormat.gpx), ("lat,lon\n", .csv), ("1,2", .csv),
            ("\u{FEFF}{\"lat\":1,\"lon\":2}", .ndjson), (" {\"type\": \"FeatureCollection\"", .geojson), ("", .csv),
            ("[{\"lat\":1}]", .json),
            ("\u{FEFF} [ [1,2]]", .json), ("[]", .json), ("[48.8,2.3]\n", .ndjson),
        ])
    func beginning(text: String, format: ReverseOptions.InputFormat) {
        #expect(PointFile.format(beginning: Array(text.utf8)[...]) == format)
    }
}
