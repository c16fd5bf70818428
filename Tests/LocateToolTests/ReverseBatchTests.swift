import FoundationEssentials
import Geo
import TestSupport
import Testing

@testable import LocateTool

@Suite struct ReverseBatchTests {
    /// A world of two halves: the north is a town, the south is sea.
    private func lookup(_ coordinate: Coordinate) throws(ToolError) -> PlaceReport {
        var report = PlaceReport(coordinate: coordinate, provider: "test", precision: "none")
        guard coordinate.latitude > 0 else { return report }
        report.precision = "locality"
        report.address = AddressReport(
            string: "Town, Land", lines: ["Town", "Land"],
            dictionary: [
                .init(key: "City", value: "Town"), .init(key: "Country", value: "Land"),
                .init(key: "CountryCode", value: "LD"),
            ])
        report.place = .init(name: "Town", geonameId: 7, population: nil, distance: 12.34)
        return report
    }

    private func run(
        _ reader: any PointReader, _ form: PlaceWriter.Form, isCSV: Bool = false
    ) throws -> (text: String, code: ExitCode) {
        var code = ExitCode.success
        let text = try written { output in
            code = try ReverseCommand.answer(
                reader, name: "in", form: form, isCSV: isCSV, lookup: lookup, output: output)
        }
        return (text, code)
    }

    @Test("Rows keep their order, their columns and the way they were written")
    func csv() throws {
        let input = "id,lat,lon,note\r\n1,35.5,139.5,\"a, \"\"b\"\"\"\r\n2,-1,2,é\n3,x,2,\n4,5\n"
        let (text, code) = try run(CSVPointReader(stream(input), name: "in"), .csv, isCSV: true)
        let appended = "country_code,country,state,city,sub_locality,address,precision,provider,distance_m"
        #expect(
            text == "id,lat,lon,note,\(appended)\r\n"
                + "1,35.5,139.5,\"a, \"\"b\"\"\",LD,Land,,Town,,\"Town, Land\",locality,test,12.3\r\n"
                + "2,-1,2,é,,,,,,,none,test,\n3,x,2,,,,,,,,,,\n4,5,,,,,,,,,,,\n")
        #expect(code == .partialFailure)
    }

    @Test("Two bare columns need no header and get none")
    func bareCSV() throws {
        let (text, code) = try run(CSVPointReader(stream("1.5, 2.5\n95,0\n"), name: "in"), .csv, isCSV: true)
        #expect(text == "1.5, 2.5,LD,Land,,Town,,\"Town, Land\",locality,test,12.3\n95,0,,,,,,,,,\n")
        #expect(code == .partialFailure)
    }

    @Test(
        "Names of columns are found in any case and order, behind a byte order mark",
        arguments: [
            "Latitude,Longitude", "lng,lat", "LAT,Lng", "\u{FEFF}lat,lon", "\"lat\",\" lon \"",
        ])
    func header(names: String) throws {
        var reader = CSVPointReader(stream("\(names)\n10,10\n"), name: "in")
        #expect(try reader.next()?.position == .success(#require(Coordinate(latitude: 10, longitude: 10))))
    }

    @Test("CSV without a way to find the columns is wrong data", arguments: ["a,b,c\n1,2,3", "x,y\n1,2", "1,2,3\n"])
    func noColumns(text: String) {
        #expect {
            var reader = CSVPointReader(stream(text), name: "in")
            _ = try reader.next()
        } throws: { ($0 as? ToolError)?.code == .dataError }
    }

    @Test("JSON lines keep their members")
    func ndjson() throws {
        let input = "{\"lat\":1,\"lon\":\"2\",\"id\":[1, 2],\"address\":\"old\"}\n\n{\"lat\":1}\nnonsense\n"
        let (text, code) = try run(JSONPointReader(stream(input), name: "in"), .ndjson)
        let lines = text.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(
            lines[0] == #"{"lat":1,"lon":"2","id":[1, 2],"latitude":1,"longitude":2,"provider":"test","#
                + #""precision":"locality","address":{"string":"Town, Land","lines":["Town","Land"],"dictionary":"#
                + #"{"City":"Town","Country":"Land","CountryCode":"LD","FormattedAddressLines":["Town","Land"]}},"#
                + #""place":{"name":"Town","geonameId":7,"distance":12.3}}"#)
        #expect(lines[1] == #"{"lat":1,"error":"it has no longitude"}"#)
        #expect(lines[2] == #"{"error":"it is not one JSON object"}"#)
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
        let (text, code) = try run(GeoJSONPointReader(stream(input), name: "in"), .geojson)
        #expect(
            text == #"{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"#
                + #""geometry":{"type":"Point","coordinates":[2, -1, 5]},"properties":{"a":"]}","latitude":-1,"#
                + #""longitude":2,"provider":"test","precision":"none","#
                + #""address":{"string":"","lines":[],"dictionary":{}}}},"#
                + #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"#
                + #""properties":{"error":"its geometry is LineString and not a Point"}}]}"# + "\n")
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
        var reader = GeoJSONPointReader(stream(text), name: "in")
        #expect(try reader.next()?.position == .success(#require(Coordinate(latitude: 1, longitude: 2))))
        #expect(try reader.next() == nil)
    }

    @Test("Cut off or damaged GeoJSON is wrong data, and never traps or hangs")
    func damagedGeoJSON() throws {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"a":"\"]"}}"#
        let whole = Array(#"{"type":"FeatureCollection","features":[\#(feature),\#(feature)],"x":1}"#.utf8)
        func isWhole(_ bytes: [UInt8]) -> Bool {
            var reader = GeoJSONPointReader(ByteStream(bytes, chunkSize: 7), name: "in")
            do { while try reader.next() != nil {} } catch { return false }
            return true
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
        let (text, code) = try run(GPXPointReader(InputFile(path: file.path)), .csv)
        let rows = text.split(separator: "\n")
        #expect(rows.dropFirst() == ["1,2,LD,Land,,Town,,\"Town, Land\",locality,test,12.3", "-1,3,,,,,,,none,test,"])
        #expect(code == .partialFailure)
        let lines = try run(GPXPointReader(InputFile(path: file.path)), .ndjson).text
        #expect(lines.hasPrefix(#"{"kind":"waypoint","name":"A \"b\"","altitude":35,"latitude":1,"#))
    }

    @Test("Text and templates have a line for every point, an empty one where there is nothing")
    func lines() throws {
        let input = "lat,lon\n1,2\n-1,2\nx,y\n"
        #expect(try run(CSVPointReader(stream(input), name: "in"), .text).text == "Town, Land\n\n\n")
        let template = try OutputTemplate("%addr.City:%precision", keywords: PlaceReport.keywords)
        let text = try run(CSVPointReader(stream(input), name: "in"), .template(template)).text
        #expect(text == "Town:locality\n:none\n\n")
    }

    @Test(
        "The beginning tells what an input is",
        arguments: [
            ("<?xml version=\"1.0\"?><gpx", ReverseOptions.InputFormat.gpx), ("lat,lon\n", .csv), ("1,2", .csv),
            ("\u{FEFF}{\"lat\":1,\"lon\":2}", .ndjson), (" {\"type\": \"FeatureCollection\"", .geojson), ("", .csv),
        ])
    func beginning(text: String, format: ReverseOptions.InputFormat) {
        #expect(PointFile.format(beginning: Array(text.utf8)[...]) == format)
    }
}
