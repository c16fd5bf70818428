import Foundation
import TestSupport
import Testing

@Suite("locate data import-osm", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct ImportStreetsTests {
    private let folder = TemporaryFolder()

    /// A house in a street.
    private static let extract = """
        <?xml version="1.0"?>
        <osm version="0.6">
        <node id="1" version="1" lat="47.1" lon="9.5"/><node id="2" version="1" lat="47.1" lon="9.51"/>
        <node id="3" version="1" lat="47.1001" lon="9.505"><tag k="addr:housenumber" v="7"/></node>
        <way id="1" version="1"><nd ref="1"/><nd ref="2"/><nd ref="9"/>
        <tag k="highway" v="residential"/><tag k="name" v="Street"/></way>
        </osm>
        """

    init() throws { try folder.write("x.osm", Data(Self.extract.utf8)) }

    private func run(_ words: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(["data", "import-osm"] + words, data: folder.file("data")).end()
    }

    @Test("Writes the file and says what is in it and what was left out")
    func summary() async throws {
        let end = try await run(folder.file("x.osm"), "-o", folder.file("x.streets"))
        #expect(end.status == 0 && end.output.isEmpty)
        #expect(end.errors.contains("x.streets: 1 street, 1 house number, 0 places of interest, 0 areas"))
        #expect(end.errors.contains("locate: data import-osm: 1 node of ways missing from the extract\n"))
        #expect(folder.names == ["x.osm", "x.streets"])
        let quiet = try await run(folder.file("x.osm"), "-o", folder.file("x.streets"), "--quiet", "--json")
        #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.lines.count == 1)
        #expect(quiet.output.contains("\"streets\":1,\"houses\":1,") && quiet.output.contains("\"missingNode\":1"))
    }

    @Test("Without -o the region is installed under the name of the extract")
    func installation() async throws {
        #expect(try await run(folder.file("x.osm")).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.file("data/locationkit/regions/x.streets")))
    }

    @Test("Exit statuses say what is wrong")
    func failures() async throws {
        let (input, output) = (folder.file("x.osm"), folder.file("x.streets"))
        try folder.write("bad.osm.pbf", Data("no extract".utf8))
        #expect(try await run("-o", output).status == 64)
        #expect(try await run("-", "-o", output).status == 64)
        #expect(try await run(input, "-o", input).status == 64)
        #expect(try await run(folder.file("bad.osm.pbf"), "-o", output).status == 65)
        #expect(try await run(folder.file("none.osm.pbf"), "-o", output).status == 66)
        #expect(try await run(input, "-o", folder.file("none/x.streets")).status == 73)
        try folder.write("empty.osm", Data("<osm version=\"0.6\"></osm>".utf8))
        #expect(try await run(folder.file("empty.osm"), "-o", output).status == 65)
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(try await run(folder.file("pipe"), "-o", output).status == 65)
        #expect(folder.names == ["bad.osm.pbf", "empty.osm", "pipe", "x.osm"])
    }
}
