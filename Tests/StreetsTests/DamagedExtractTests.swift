import Foundation
import LKFormats
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite("Damaged extracts") struct DamagedExtractTests {
    /// The error of importing some bytes.
    private func error(_ bytes: Data, name: String = "x.osm") throws -> GeocodingError {
        let folder = TemporaryFolder()
        try folder.write(name, bytes)
        let error = #expect(throws: GeocodingError.self) {
            try StreetImport.run(files: [folder.file(name)], to: folder.file("x.streets"))
        }
        #expect(folder.names == [name])
        return try #require(error)
    }

    @Test(
        "Files that are not OpenStreetMap data are rejected",
        arguments: [
            "", "lat,lon\n1,2\n", "\u{7F}ELF", "<html></html>", "<osm></osm>", "<osm version=\"9\"></osm>", "{}",
        ])
    func foreign(text: String) throws {
        let error = try error(Data(text.utf8))
        #expect(error.code == .inputInvalid && error.message.contains("x.osm"))
    }

    @Test("A missing file, a folder and no files at all are refused")
    func missing() throws {
        let folder = TemporaryFolder()
        for (files, code) in [
            ([folder.file("none")], GeocodingError.Code.dataUnreadable), ([folder.path], .inputInvalid),
            ([], .inputInvalid),
        ] {
            let error = #expect(throws: GeocodingError.self) {
                try StreetImport.run(files: files, to: folder.file("x.streets"))
            }
            #expect(error?.code == code)
        }
    }

    @Test("Absurd tags are refused, and long ones kept")
    func tags() throws {
        var data = OSMText()
        data.node(1, 0, 0, ["addr:housenumber": "1", "note": String(repeating: "x", count: 1 << 20)])
        #expect(try error(Data(data.xml.utf8)).code == .inputInvalid)
        data = OSMText()
        data.node(1, 0, 0, ["addr:housenumber": String(repeating: "9", count: 1000)])
        #expect(try data.imported().houses[0].number.count == 1000)
    }

    @Test(
        "A tag that does not end is refused with its line before the parser gets all of it",
        arguments: [
            "<node id=\"1\" lat=\"1\" lon=\"1\"><tag k=\"name\" v=\"", "<!-- ", "<?x ",
            "<node id=\"1\" lat=\"1\" lon=\"1\" x", "&",
        ], ["osm", "osm.gz", "osm.bz2"])
    func endlessTag(beginning: String, format: String) async throws {
        // What comes after three times the limit is not XML, as the parser would report.
        let endless = Data(repeating: UInt8(ascii: "x"), count: 3 * XMLStream.maximumTokenLength)
        let data = Data("<osm version=\"0.6\">\n\(beginning)".utf8) + endless + Data("<\u{1}".utf8)
        let folder = TemporaryFolder()
        try folder.write("x.osm", data)
        if format != "osm" {
            let module = format == "osm.gz" ? "gzip" : "bz2"
            let script = "import bz2, gzip, sys; \(module).open(sys.argv[2], 'w').write(open(sys.argv[1], 'rb').read())"
            let files = [folder.file("x.osm"), folder.file("x.\(format)")]
            let end = try await ChildProcess(["/usr/bin/env", "python3", "-c", script] + files).end()
            try #require(end.status == 0, "\(end.errors)")
        }
        let error = #expect(throws: GeocodingError.self) {
            try StreetImport.run(files: [folder.file("x.\(format)")], to: folder.file("x.streets"))
        }
        let limit = XMLStream.maximumTokenLength
        #expect(
            error?.message.hasSuffix(
                "line 2: a tag is longer than \(limit) bytes; the file is damaged, download it again")
                == true)
    }

    @Test("Missing nodes, negative numbers and positions off the globe are counted")
    func objects() throws {
        var data = OSMText()
        data.way(-1, [(0, 0), (400, 0)], ["highway": "residential", "name": "Negative"])
        data.node(-10, 100, 10, ["addr:housenumber": "1"])
        data.raw("<node id=\"11\" version=\"1\" lat=\"91\" lon=\"0\"><tag k=\"addr:housenumber\" v=\"2\"/></node>")
        data.raw("<node id=\"12\" version=\"1\" lat=\"0\" lon=\"180.1\"><tag k=\"addr:housenumber\" v=\"3\"/></node>")
        data.raw("<node id=\"13\" version=\"1\"><tag k=\"addr:housenumber\" v=\"4\"/></node>")
        data.node(20, 0, 50)
        data.way(2, nodes: [20, 999, 12], ["highway": "path", "name": "Lost"])
        data.way(3, nodes: [], ["highway": "path", "name": "Empty"])
        data.way(4, nodes: [20], ["highway": "path", "name": "One"])
        data.node(21, 20, 60)
        data.way(5, nodes: [20, 999, 21, 20], ["building": "yes", "addr:housenumber": "5"])
        let index = try data.imported()
        #expect(index.streets.map(\.names) == [["": "Negative"]] && index.houses.map(\.number) == ["1"])
        #expect(index.houses[0].id == -10 && index.houses[0].kind == 0 && index.houses[0].street == "Negative")
        let skipped = index.summary.skipped
        #expect(skipped[.impossiblePosition] == 3 && skipped[.missingNode] == 3 && skipped[.emptyWay] == 4)
    }

    @Test("Objects that come twice count once")
    func duplicates() throws {
        var data = OSMText()
        for east in [0.0, 100] { data.node(1, east, 0, ["addr:housenumber": "\(Int(east))"]) }
        for name in ["First", "Second"] { data.way(1, [(0, 0), (9, 0)], ["highway": "path", "name": name]) }
        let index = try data.imported()
        #expect(index.houses.map(\.number) == ["0"] && index.streets.map(\.names) == [["": "First"]])
        #expect(index.summary.skipped[.duplicate] == 2)
    }

    @Test("What is not split at the date line is left out and counted")
    func dateLine() throws {
        var data = OSMText()
        data.raw("<node id=\"1\" version=\"1\" lat=\"-17\" lon=\"179.999\"/>")
        data.raw("<node id=\"2\" version=\"1\" lat=\"-17\" lon=\"-179.999\"/>")
        data.raw("<node id=\"3\" version=\"1\" lat=\"-17\" lon=\"179.99\"/>")
        data.way(1, nodes: [1, 2], ["highway": "residential", "name": "Across"])
        data.way(2, nodes: [3, 1], ["highway": "residential", "name": "West"])
        let index = try data.imported()
        #expect(index.streets.map(\.names) == [["": "West"]] && index.summary.skipped[.acrossDateLine] == 1)
    }

    @Test("Histories and changes are refused, since they have what is not there any more")
    func histories() throws {
        let change = """
            <osmChange version="0.6"><delete><node id="1" version="2" lat="47" lon="9">
            <tag k="addr:housenumber" v="1"/></node></delete></osmChange>
            """
        let error = try error(Data(change.utf8))
        #expect(error.code == .inputInvalid && error.message.contains("several versions"))
    }

    @Test("Boundaries that are open, cross or are there only in part are left out and counted")
    func boundaries() throws {
        func boundary(_ name: String) -> [String: String] {
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": name]
        }
        var data = OSMText()
        data.way(1, [(0, 0), (100, 0), (100, 100)])
        data.way(2, [(0, 0), (100, 100), (100, 0), (0, 100)], isClosed: true)
        data.rectangle(3, 0, 0, 100, 100)
        data.way(4, nodes: [7001, 7002, 7003, 7001])
        data.relation(10, [("way", 1, "outer")], boundary("Open"))
        data.relation(11, [("way", 2, "outer")], boundary("Crossing"))
        data.relation(12, [("way", 3, "outer"), ("way", 99, "outer")], boundary("Cut"))
        data.relation(13, [("way", 4, "outer")], boundary("Lost"))
        data.relation(14, [("way", 3, "outer")], boundary("Whole"))
        data.relation(15, [], boundary("Empty"))
        data.relation(16, [("way", 3, "outer")], boundary("Level").merging(["admin_level": "x"]) { $1 })
        let index = try data.imported()
        #expect(index.areas.map(\.names) == [["": "Whole"]])
        #expect(index.summary.skipped[.brokenArea] == 2 && index.summary.skipped[.cutArea] == 2)
    }

    /// A small extract in PBF.
    private func pbf() async throws -> [UInt8] {
        var data = OSMText()
        data.way(1, [(0, 0), (400, 0)], ["highway": "residential", "name": "Street"])
        for number in 1...20 { data.node(Int64(number), Double(number), 10, ["addr:housenumber": "\(number)"]) }
        data.rectangle(3, 50, 50, 90, 90)
        data.relation(
            10, [("way", 3, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Town"])
        let folder = TemporaryFolder()
        try folder.write("x.osm", Data(data.xml.utf8))
        let path = folder.file("x.osm.pbf")
        let end = try await ChildProcess(
            [StreetImportTests.osmium, "sort", folder.file("x.osm"), "-o", path, "-f", "pbf,pbf_compression=none"]
        ).end()
        try #require(end.status == 0, "\(end.errors)")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Imports bytes, which may fail with an error of its own and in no other way.
    private func survives(_ bytes: [UInt8], _ folder: TemporaryFolder, _ name: String = "x.osm.pbf") throws {
        try folder.write(name, Data(bytes))
        do throws(GeocodingError) {
            try StreetImport.run(files: [folder.file(name)], to: folder.file("x.streets"))
        } catch {
            #expect([.inputInvalid, .dataUnreadable].contains(error.code), "\(error)")
        }
    }

    @Test(
        "A truncated or damaged extract gives an error or the part that is intact",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: StreetImportTests.osmium),
            "the package osmium-tool is not installed"))
    func damage() async throws {
        let whole = try await pbf()
        let folder = TemporaryFolder()
        for length in Fixtures.cuts(1..<whole.count) { try survives(Array(whole[..<length]), folder) }
        var generator = SeededGenerator(seed: 18)
        for _ in 0..<Fixtures.rounds(3000) {
            var bytes = whole
            generator.damage(&bytes)
            try survives(bytes, folder)
        }
    }

    @Test(
        "A damaged extract does not stay open",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: StreetImportTests.osmium),
            "the package osmium-tool is not installed"))
    func descriptors() async throws {
        let whole = try await pbf()
        let folder = TemporaryFolder()
        for length in [20, whole.count / 2, whole.count - 1] { try survives(Array(whole[..<length]), folder) }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let open = descriptors.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.isEmpty && !open.contains { $0.hasPrefix(folder.path) })
    }

    @Test("XML that is cut off or damaged gives an error or what is left of it")
    func damagedXML() throws {
        var data = OSMText()
        data.way(1, [(0, 0), (400, 0)], ["highway": "residential", "name": "Street"])
        data.node(1, 5, 10, ["addr:housenumber": "1"])
        data.rectangle(3, 50, 50, 90, 90, ["place": "suburb", "name": "Suburb"])
        let whole = Array(data.xml.utf8)
        let folder = TemporaryFolder()
        for length in Fixtures.cuts(1..<whole.count) { try survives(Array(whole[..<length]), folder, "x.osm") }
        var generator = SeededGenerator(seed: 19)
        for _ in 0..<Fixtures.rounds(2000) {
            var bytes = whole
            generator.damage(&bytes)
            try survives(bytes, folder, "x.osm")
        }
    }
}
