import CommandTestSupport
import FoundationEssentials
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite struct ReverseFileTests {
    private func answer(
        _ source: some PointSource, _ places: some PlaceAnswering, _ form: OutputFormat, threads: Int
    ) throws -> (text: String, error: ToolError?) {
        var failure: ToolError?
        let text = try written { output in
            let answerer = FileAnswerer(
                source, name: "in", places: places, formatter: PlaceFormatter(form: form), output: output,
                threads: threads)
            do { _ = try answerer.run(isCSV: true) } catch let error as ToolError { failure = error }
        }
        return (text, failure)
    }

    @Test("The order of the rows is kept, however long each takes", arguments: [0, 1, 2, 7])
    func order(threads: Int) throws {
        let latitudes = (0..<Fixtures.rounds(5000) * 2).map { NumberText.shortest(Double($0) / 100, decimals: 2) }
        let input = latitudes.map { "\($0),1\n" }.joined()
        let source = CSVPointSource(stream(input, chunkSize: 97), name: "in", wantsAttributes: false)
        let (text, error) = try answer(source, SlowWorld(), .text, threads: threads)
        #expect(error == nil)
        #expect(text == latitudes.map { $0 + "\n" }.joined())
    }

    @Test("What comes before damaged data is printed, and nothing behind it", arguments: [0, 2])
    func damage(threads: Int) throws {
        let input = (0..<1000).map { "\($0 % 90).5,1\n" }.joined()
        let source = CSVPointSource(stream(input, chunkSize: 50), name: "in", wantsAttributes: false)
        let (text, error) = try answer(source, SlowWorld(damagedLatitude: 77.5), .text, threads: threads)
        #expect(error == ToolError(.dataError, "the world is damaged"))
        #expect(text == (0..<77).map { "\($0).5\n" }.joined())
    }

    @Test("Rows in front of a row that is no CSV are printed, and GeoJSON is closed behind them")
    func wrongRow() throws {
        let input = "lat,lon\n1,2\n3,4\n\"5,6\n"
        let source = CSVPointSource(stream(input, chunkSize: 3), name: "in", wantsAttributes: true)
        let (text, error) = try answer(source, HalfWorld(), .geojson, threads: 2)
        #expect(error == ToolError(.dataError, "in:4: a field opens with a quote that is never closed"))
        #expect(text.hasSuffix("]}\n"))
        #expect(text.components(separatedBy: "\"Feature\"").count == 3)
    }

    @Test("Answers are the same whether or not the provider knows which points share names")
    func kinship() throws {
        let input = "lat,lon\n1,2\n-3,4\n5,x\n6,7\n0.005,1\n-0.00123,1\n0.2,3\n"
        let template = try OutputTemplate(
            "%latitude %longitude %distance %addr.City %border %border.countryCode %border.certain %claims",
            keys: PlaceReport.table.templateKeys, of: "locate reverse")
        for form in [OutputFormat.text, .csv, .ndjson, .geojson, .template(template)] {
            let texts = try [true, false].map { knowsKin in
                let source = CSVPointSource(stream(input), name: "in", wantsAttributes: true)
                return try answer(source, HalfWorld(knowsKin: knowsKin), form, threads: 1).text
            }
            #expect(texts[0] == texts[1])
            guard form == .ndjson || form == .geojson else { continue }
            #expect(texts[0].contains(#""border":{"distance":500,"certain":false},"claims":["XX"]"#))
            #expect(texts[0].contains(#""border":{"distance":123,"countryCode":"LD","certain":false}}"#))
            #expect(texts[0].components(separatedBy: "border").count == 5)
        }
    }

    /// The world, which does not tell which points share names.
    private struct Unrelated: PlaceAnswering {
        let places: ToolGeocoder

        func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? { nil }
        func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? {
            try places.border(near: coordinate)
        }
        func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark {
            try places.place(at: coordinate, withBorder: withBorder)
        }
    }

    @Test("A point at sea has its nearest border, also where names of other points cannot be used")
    func borderAtSea() throws {
        let template = try OutputTemplate(
            "%precision %border %border.countryCode", keys: PlaceReport.table.templateKeys, of: "")
        let lookup = try ToolGeocoder(languages: [.english])
        func answers(_ places: any PlaceAnswering) throws -> String {
            try written { output in
                let points = stream("43.5256,29.6911\n38.5322,123.8081\n41.4774,-9.4487\n0,-30\n")
                _ = try FileAnswerer(
                    CSVPointSource(points, name: "in", wantsAttributes: false), name: "in", places: places,
                    formatter: PlaceFormatter(form: .template(template)), output: output, threads: 0
                ).run(isCSV: true)
            }
        }
        #expect(try answers(lookup) == "none 71294.7 RO\nnone 75567.6 KP\nnone 50192.8 ES\nnone  \n")
        #expect(try answers(Unrelated(places: lookup)) == answers(lookup))
        let alone = try lookup.place(at: #require(Coordinate(latitude: 43.5256, longitude: 29.6911)))
        #expect(alone.border?.isoCountryCode == "RO" && alone.precision == .none)
    }

    @Test("Templates tell the border and who else claims the place")
    func border() throws {
        let template = try OutputTemplate(
            "%border;%border.countryCode;%border.certain;%claims", keys: PlaceReport.table.templateKeys,
            of: "locate reverse")
        let source = CSVPointSource(stream("0.005,1\n-0.5,2\n7,8\n"), name: "in", wantsAttributes: false)
        #expect(
            try answer(source, HalfWorld(), .template(template), threads: 1).text
                == "500;;false;XX\n50000;LD;true;\n;;;XX\n")
    }

    @Test(
        "Every beginning of a file gives answers or an error, and never traps",
        arguments: [
            "id,lat,lon\r\n1,2,\"3\"\n\"a\nb\",4,5\n", "{\"lat\":1,\"lon\":2}\n{\"latitude\":\"3\",\"lng\":4}\n",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","#
                + #""coordinates":[2,1]},"properties":{}}]}"#,
        ])
    func truncated(whole: String) throws {
        let bytes = Array(whole.utf8)
        for length in 0...bytes.count {
            for chunkSize in [1, 4096] {
                let part = ByteStream(Array(bytes.prefix(length)), chunkSize: chunkSize)
                let sources: [any PointSource] = [
                    CSVPointSource(part, name: "in", wantsAttributes: true), JSONPointSource(part, name: "in"),
                    GeoJSONPointSource(part, name: "in"),
                ]
                for source in sources {
                    let (_, error) = try answer(source, HalfWorld(), .ndjson, threads: 0)
                    #expect(error == nil || error?.code == .dataError)
                }
            }
        }
    }

    @Test("However long a file is, no batch of it is long")
    func batches() throws {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}"#
        let geoJSON =
            #"{"type":"FeatureCollection","features":[\#(Array(repeating: feature, count: 12_000).joined(separator: ",\n"))]}"#
        let sources: [any PointSource] = [
            GeoJSONPointSource(stream(geoJSON, chunkSize: 10_007), name: "in"),
            JSONPointSource(
                stream(String(repeating: "{\"lat\":1,\"lon\":2}\n", count: 12_000), chunkSize: 10_007), name: "in"),
            CSVPointSource(
                stream(String(repeating: "1,2\n", count: 12_000), chunkSize: 10_007), name: "in", wantsAttributes: false
            ),
        ]
        for source in sources {
            var source = source
            var (total, longest) = (0, 0)
            while let batch = try source.next() {
                var count = 0
                batch.forEach { _ in count += 1 }
                total += count
                longest = max(longest, count)
            }
            #expect(total == 12_000)
            #expect(longest < 5000)
        }
    }

    @Test("Rows that never end are refused before they fill the memory")
    func endless() {
        func endless(_ beginning: String, _ piece: UInt8) -> ByteStream {
            var isBegun = false
            return ByteStream { () throws(ToolError) in
                defer { isBegun = true }
                return isBegun ? [UInt8](repeating: piece, count: 1 << 18) : Array(beginning.utf8)
            }
        }
        var csv = CSVPointSource(endless("lat,lon\n1,2\n", 0x31), name: "in", wantsAttributes: false)
        #expect(throws: ToolError(.dataError, "in:3: the row is longer than 1 MiB; is a quote missing its partner?")) {
            _ = try points(&csv)
        }
        var json = JSONPointSource(endless("\n", 0x31), name: "in")
        #expect(throws: ToolError(.dataError, "in:2: the line is longer than 16 MiB")) { _ = try points(&json) }
    }

    @Test("Decimal commas between columns that commas separate are refused with a hint")
    func spreadsheet() {
        var source = CSVPointSource(stream("35,5,139,5\n"), name: "in", wantsAttributes: false)
        #expect {
            _ = try source.next()
        } throws: {
            ($0 as? ToolError)?.code == .dataError
                && ($0 as? ToolError)?.message.hasSuffix(
                    "; if those are decimal commas, separate the columns by semicolons or save numbers with a decimal point"
                )
                    == true
        }
    }

    @Test("A decimal comma within quotes is named")
    func decimalComma() throws {
        var source = CSVPointSource(stream("lat,lon\n\"35,5\",1\n"), name: "in", wantsAttributes: false)
        #expect(
            try points(&source).first?.position
                == .failure(
                    .init(
                        text:
                            "latitude \"35,5\" is not a number; write it with a decimal point, or separate the columns "
                            + "by semicolons")))
    }
}
