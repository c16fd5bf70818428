import Foundation
import TestSupport
import Testing

@Suite("installed regions", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct RegionTests {
    private let folder = TemporaryFolder()
    private var regions: String { folder.file("locationkit/regions") }

    /// A house in a street, and the extent of the extract.
    private static let extract = """
        <osm version="0.6"><bounds minlat="47.0" minlon="9.4" maxlat="47.2" maxlon="9.6"/>
        <node id="1" version="1" lat="47.14" lon="9.52"/><node id="2" version="1" lat="47.14" lon="9.53"/>
        <node id="3" version="1" lat="47.1401" lon="9.525"><tag k="addr:housenumber" v="7"/></node>
        <way id="1" version="1"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Fürst-Franz-Josef-Strasse"/></way>
        </osm>
        """

    private func run(_ words: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(words, data: folder.path).end()
    }

    private func install() async throws {
        try FileManager.default.createDirectory(atPath: regions, withIntermediateDirectories: true)
        try folder.write("town.osm", Data(Self.extract.utf8))
        let end = try await run("data", "import-osm", folder.file("town.osm"), "-o", regions + "/town.streets")
        #expect(end.status == 0)
    }

    @Test("An installed region answers down to the house, and elsewhere the world")
    func answers() async throws {
        try await install()
        let house = try await run("reverse", "47.1401", "9.525", "--json")
        #expect(house.output.contains("\"provider\":\"streets\",\"precision\":\"house\""))
        #expect(house.output.contains("Fürst-Franz-Josef-Strasse 7"))
        // The extract has neither country nor time zone.
        #expect(house.output.contains("\"countryCode\":\"LI\"") && house.output.contains("Europe/Vaduz"))
        #expect(try await run("reverse", "48.8566", "2.3522", "--json").output.contains("\"provider\":\"world\""))
        let without = try await run("reverse", "47.1401", "9.525", "--json", "--streets", "none")
        #expect(without.output.contains("\"provider\":\"world\""))
    }

    @Test("Points of a file get their houses, in order")
    func batch() async throws {
        try await install()
        try folder.write("points.csv", Data("lat,lon\n47.1401,9.525\n48.8566,2.3522\n47.1401,9.525\n".utf8))
        let end = try await run("reverse", "--input", folder.file("points.csv"), "--format", "ndjson")
        #expect(end.status == 0 && end.lines.count == 3)
        #expect(end.lines.map { $0.contains("Fürst-Franz-Josef-Strasse 7") } == [true, false, true])
    }

    @Test(
        "Locate prints the house, and photos tag writes the street, unless streets are turned off",
        .enabled(if: TaggingAlbum.hasJudge, TaggingAlbum.absence))
    func otherCommands() async throws {
        try await install()
        let album = try TaggingAlbum()
        try album.walk([(47.1401, 9.525, 1_700_000_000)])
        let here = try await run("--replay", album.track, "--speed", "0", "--json", "--quiet")
        #expect(here.output.contains("Fürst-Franz-Josef-Strasse 7"), "\(here.output) \(here.errors)")
        let without = try await run("--replay", album.track, "--speed", "0", "--json", "--quiet", "--provider", "world")
        #expect(without.output.contains("Vaduz") && !without.output.contains("Strasse"))
        var facts = TestPhotos.Facts(date: "2024:05:24 10:00:00", offset: "+02:00")
        (facts.north, facts.east) = ((47, 8, 2436), (9, 31, 3000))
        for name in ["a.jpg", "b.jpg"] { try folder.write(name, try TestPhotos.jpeg(60, 40, facts)) }
        func names(_ name: String) async throws -> [String] {
            let words = [TaggingAlbum.judge, "-s3", "-XMP-iptcCore:Location", "-XMP-photoshop:City", folder.file(name)]
            return try await ChildProcess(words).end().lines
        }
        let tagged = try await run("photos", "tag", folder.file("a.jpg"), "--language", "de")
        #expect(tagged.status == 0 && tagged.output.contains("Fürst-Franz-Josef-Strasse, Vaduz"))
        #expect(try await names("a.jpg") == ["Fürst-Franz-Josef-Strasse", "Vaduz"])
        #expect(try await run("photos", "tag", folder.file("b.jpg"), "--streets", "none").status == 0)
        #expect(try await names("b.jpg").last == "Vaduz")
        #expect(try await names("b.jpg").first != "Fürst-Franz-Josef-Strasse")
    }

    @Test("List names regions, and those that cannot be used; remove removes them")
    func listAndRemove() async throws {
        let empty = try await run("data", "list")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.contains("import-osm"))
        try await install()
        #expect(try await run("data", "list").output.hasPrefix("town  1 street, "))
        try folder.write("locationkit/regions/bad.streets", Data("no index".utf8))
        let both = try await run("data", "list")
        #expect(both.status == 65 && both.lines.count == 1 && both.errors.contains("bad.streets"))
        // A damaged region is passed over with a warning.
        let house = try await run("reverse", "47.1401", "9.525")
        #expect(house.status == 0 && house.output.contains("Strasse 7") && house.errors.contains("bad.streets"))
        let unknown = try await run("data", "remove", "twon")
        #expect(unknown.status == 66 && unknown.errors.contains("did you mean town?"))
        #expect(try await run("data", "remove").status == 64)
        #expect(try await run("data", "remove", "town", "bad").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: regions).isEmpty)
    }
}
