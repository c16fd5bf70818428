import CommandTestSupport
import FoundationEssentials
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands

@Suite("Damaged files of points") struct DamagedInputTests {
    private static let csv = "id,lat,lon,note\r\n1,2,\"3\",x\n\"a\nb\",-4.5,5,\"say \"\"hi\"\"\"\n7,,,\n"

    private static let semicolons = "id;lat;lon\r\n1;2,5;\"3,5\"\n\"a;b\";48°30'N;2°E\n7;;\n"

    private static let array = #"""
        [{"lat":1,"lon":2,"n":[1,{"a":null}]},
        [-3, "4°30'W"], {"latitude":"-3","lng":4e0}]
        """#

    private static let ndjson = #"""
        {"lat":1,"lon":2,"n":[1,{"a":null}]}

        {"latitude":"-3","lng":4e0,"t":"\u00e9"}
        """#

    private static let geoJSON = #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":{"type":"Point",
        "coordinates":[2,1]},"properties":{"a":"\"]"}},{"type":"Feature","geometry":null}],"bbox":[1]}
        """#

    private static let gpx = """
        <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2">
        <ele>35</ele><name>A &amp; B</name></wpt><trk><trkseg><trkpt lat="-1" lon="3"/></trkseg></trk></gpx>
        """

    private static let samples: [(format: ReverseOptions.InputFormat, text: String)] = [
        (.csv, csv), (.csv, semicolons), (.json, array), (.ndjson, ndjson), (.geojson, geoJSON), (.gpx, gpx),
    ]

    /// Answers for a file, as GeoJSON, which must be well-formed up to wherever it ends.
    private func check(_ bytes: [UInt8], _ format: ReverseOptions.InputFormat, _ file: String) throws {
        var failure: ToolError?
        let text = try written { output in
            do throws(ToolError) {
                let part = ByteStream(bytes, chunkSize: 7)
                let source: any PointSource
                switch format {
                case .csv: source = CSVPointSource(part, name: "in", wantsAttributes: true)
                case .json: source = JSONArrayPointSource(part, name: "in")
                case .ndjson: source = JSONPointSource(part, name: "in")
                case .geojson: source = GeoJSONPointSource(part, name: "in")
                case .gpx:
                    try? Data(bytes).write(to: URL(filePath: file))
                    source = try GPXPointSource(InputFile(path: file), wantsAttributes: true, note: { _ in })
                }
                let answerer = FileAnswerer(
                    source, name: "in", places: HalfWorld(), formatter: PlaceFormatter(form: .geojson), output: output,
                    note: { _ in }, threads: 0)
                _ = try answerer.run(isCSV: format == .csv)
            } catch {
                failure = error
            }
        }
        #expect(failure == nil || failure?.code == .dataError, "\(failure?.message ?? "")")
        if failure == nil { #expect(!text.isEmpty) }
        guard !text.isEmpty else { return }
        let members = JSONSlices.members(of: Array(text.utf8)[...])
        #expect(members != nil, "\(text)")
    }

    @Test("Each beginning of a file gives answers or an error, in well-formed output", arguments: samples.indices)
    func truncated(index: Int) throws {
        let (format, text) = Self.samples[index]
        let folder = TemporaryFolder()
        let bytes = Array(text.utf8)
        for length in Fixtures.cuts(0..<bytes.count + 1) {
            try check(Array(bytes.prefix(length)), format, folder.file("in"))
        }
    }

    @Test("Flipped bits give answers or an error, in well-formed output", arguments: samples.indices)
    func flipped(index: Int) throws {
        let (format, text) = Self.samples[index]
        let folder = TemporaryFolder()
        var generator = SeededGenerator(seed: UInt64(17 + index))
        for _ in 0..<Fixtures.rounds(1000) {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            try check(bytes, format, folder.file("in"))
        }
    }
}
