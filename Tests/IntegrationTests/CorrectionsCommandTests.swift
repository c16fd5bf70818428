import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Corrections of places, on the command line", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct CorrectionsCommandTests {
    private let folder = TemporaryFolder()
    private var file: String { folder.file("places.geojson") }

    /// Around the centre of Vaduz: a city, and a garden in it; a country in the middle of the Atlantic.
    private static let places = #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"city":"Newtown","fill":"#fff"},"geometry":{"type":"Polygon",
         "coordinates":[[[9.50,47.13],[9.54,47.13],[9.54,47.15],[9.50,47.15],[9.50,47.13]]]}},
        {"type":"Feature","properties":{"name":"Grandma's garden","City":"x","radius":100},
         "geometry":{"type":"Point","coordinates":[9.521,47.141]}},
        {"type":"Feature","properties":{"city":"Atlantis","country":"Atlantis","countryCode":"AA"},
         "geometry":{"type":"Point","coordinates":[-30,0]}},
        {"type":"Feature","properties":{"city":"Edo","subLocality":"Ueno"},
         "geometry":{"type":"Point","coordinates":[139.75,35.68],"x":0}}
        ]}
        """#

    init() throws { try folder.write("places.geojson", Data(Self.places.utf8)) }

    private func reverse(_ words: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(
            ["reverse", "--language", "en", "--corrections", file] + words, configuration: folder.path
        ).end()
    }

    @Test("Single points in all forms", .timeLimit(.minutes(5))) func single() async throws {
        let text = try await reverse("47.139", "9.525")
        #expect((text.status, text.output) == (0, "Newtown, Vaduz, Liechtenstein\n"))
        #expect(text.errors.contains("the property \"City\" does not count; did you mean city?"))
        #expect(!text.errors.contains("fill"))
        let quiet = try await reverse("47.141", "9.521", "--quiet")
        #expect((quiet.output, quiet.errors) == ("Grandma's garden, Vaduz, Liechtenstein\n", ""))
        let object = try #require(try TaggingAlbum.objects(try await reverse("47.139", "9.525", "--json")).first)
        let place = try #require(object["place"] as? [String: Any])
        #expect(place["corrected"] as? Bool == true && place["name"] as? String == "Newtown")
        #expect(place["city"] as? String == "Newtown" && place["geonameId"] == nil && place["distance"] == nil)
        #expect((object["address"] as? [String: Any])?["string"] as? String == "Newtown, Vaduz, Liechtenstein")
        let other = try await reverse("47.2", "9.51", "--json")
        #expect(!other.output.contains("corrected"))
        let csv = try await reverse("47.139", "9.525", "--format", "csv")
        #expect(
            csv.lines.last?.contains(",Newtown,,\"Newtown, Vaduz, Liechtenstein\",locality,world,") == true,
            "\(csv.output)")
        let template = try await reverse("47.139", "9.525", "--template", "%place.city|%place.corrected|%place.partOf|")
        #expect(template.output == "Newtown|true||\n")
        let sea = try await reverse("0", "-30", "--quiet")
        #expect(sea.output == "Atlantis\n", "\(sea)")
        #expect(try await reverse("47.139", "9.525", "--corrections", "none").output == "Vaduz, Liechtenstein\n")
    }

    @Test("A file of points", .timeLimit(.minutes(5))) func batch() async throws {
        try folder.write("points.csv", Data("lat,lon\n47.139,9.525\n47.141,9.521\n0,-30\n47.139,9.5251\n".utf8))
        let end = try await reverse("--input", folder.file("points.csv"), "--format", "text", "--quiet")
        #expect(
            end.output
                == "Newtown, Vaduz, Liechtenstein\nGrandma's garden, Vaduz, Liechtenstein\nAtlantis\nNewtown, Vaduz, Liechtenstein\n"
        )
        let json = try await reverse("--input", folder.file("points.csv"), "--format", "ndjson", "--quiet")
        #expect(json.lines.count { $0.contains(#""corrected":true"#) } == 4)
    }

    @Test("A service's answers are corrected too, the cache is not", .timeLimit(.minutes(5))) func web() async throws {
        let house = #"""
            {"osm_type":"node","osm_id":7,"lat":"47.1450000","lon":"9.5100000","category":"place","type":"house","place_rank":30,
            "name":"","licence":"Data of a test","address":{"house_number":"7","road":"Egertastrasse","town":"Vaduz",
            "postcode":"9490","country":"Liechtenstein","country_code":"li"},
            "boundingbox":["47.144","47.146","9.509","9.511"]}
            """#
        let server = try await TestWebServer(["/reverse": .json(house)])
        try folder.write("points.csv", Data("lat,lon\n47.145,9.51\n".utf8))
        let web = ["--provider", "nominatim", "--server", server.url("").absoluteString]
        for (point, corrections, city) in [
            (["47.145", "9.51"], file, "Newtown"), (["47.145", "9.51"], "none", "Vaduz"),
            (["--input", folder.file("points.csv"), "--format", "text"], file, "Newtown"),
        ] {
            let end = try await LocateProgram.start(
                ["reverse", "--corrections", corrections] + point + web, keeping: folder
            ).end()
            #expect(end.output == "Egertastrasse 7, 9490 \(city), Liechtenstein\n", "\(end)")
        }
        #expect(server.requests.count == 1)
    }

    @Test("A fix has the user's names", .timeLimit(.minutes(5))) func fix() async throws {
        let sample = Fixtures.package.appending(path: "Data/samples/tokyo-station.nmea").path
        try folder.write(
            "tokyo.geojson",
            Data(Self.places.replacing(#""coordinates":[139.75,35.68]"#, with: #""coordinates":[139.767,35.681]"#).utf8)
        )
        let words = ["--replay", sample, "--speed", "0", "--language", "en", "--quiet"]
        let named = try await LocateProgram.start(words + ["--corrections", folder.file("tokyo.geojson"), "--json"])
            .end()
        #expect(named.output.contains(#""string":"Edo, Tokyo, Japan""#), "\(named)")
        let wrong = try await LocateProgram.start(words + ["--corrections", folder.file("missing")]).end()
        #expect((wrong.status, wrong.output) == (66, ""))
        #expect(wrong.errors.hasPrefix("locate: \(folder.file("missing")) cannot be opened: No such file or directory"))
    }

    @Test("Photos are grouped, found, sorted and tagged by them", .timeLimit(.minutes(5))) func photos() async throws {
        let album = try TaggingAlbum()
        let tokyo = TestPhotos.Facts(
            date: "2014:05:24 10:00:30", offset: "+09:00", north: (35, 40, 4800), east: (139, 45, 0))
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, tokyo))
        let words = ["--corrections", file, "--language", "en", "--quiet"]
        let grouped = try await album.locate(["list", album.photos, "--group", "place"] + words)
        #expect(grouped.output.contains("Edo") && !grouped.output.contains("Chiyoda"), "\(grouped)")
        #expect(try await album.locate(["list", album.photos, "--place", "Ueno", "--json"] + words).lines.count == 1)
        #expect(try await album.locate(["list", album.photos, "--place", "Chiyoda", "--json"] + words).lines.isEmpty)
        let tag = try TaggingAlbum.objects(
            try await album.locate(["tag", album.photos, "--dry-run", "--json"] + words))
        let place = try #require(tag.first?["place"] as? [String: Any])
        #expect(place["city"] as? String == "Edo" && place["subLocality"] as? String == "Ueno")
        let sorted = try await album.locate(
            ["sort", album.photos, "--into", album.folder.file("sorted"), "--by", "%city", "--json"] + words)
        #expect(sorted.output.contains("sorted/Edo/a.jpg"), "\(sorted)")
        let missing = try await album.locate(
            ["sort", album.photos, "--into", album.photos, "--by", "%city", "--corrections", folder.file("missing")])
        #expect(missing.status == 66 && missing.output.isEmpty)
    }

    private func run(_ words: String..., administrators: String? = nil) async throws -> ChildProcess.End {
        try await LocateProgram.start(words, configuration: folder.path, administrators: administrators).end()
    }

    @Test("The setting holds from whatever folder, and is never passed over in silence", .timeLimit(.minutes(5)))
    func setting() async throws {
        let here = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let relative = String(repeating: "../", count: here) + file.dropFirst()
        #expect(try await run("settings", "set", "corrections", relative).status == 0)
        let kept = try await run("settings", "get", "corrections").output
        #expect(kept.hasPrefix("/") && kept.hasSuffix("places.geojson\n"))
        #expect(try await run("reverse", "47.139", "9.525", "--quiet").output == "Newtown, Vaduz, Liechtenstein\n")
        #expect(try await run("reverse", "47.139", "9.525", "--corrections=none").output == "Vaduz, Liechtenstein\n")
        try folder.write("places.geojson", Data(Self.places.dropLast(5).utf8))
        let damaged = try await run("reverse", "47.139", "9.525")
        #expect((damaged.status, damaged.output) == (65, ""))
        #expect(damaged.errors.contains("in feature 4 or after it"), "\(damaged.errors)")
        #expect(
            damaged.errors.contains(
                "; the setting corrections names it; remove that with locate settings reset corrections"))
        #expect(try await run("reverse", "47.139", "9.525", "--salvage").output == "Newtown, Vaduz, Liechtenstein\n")
        try FileManager.default.removeItem(atPath: file)
        let missing = try await run("reverse", "47.139", "9.525")
        #expect((missing.status, missing.output) == (66, ""))
        #expect(missing.errors.contains("remove that with locate settings reset corrections"))
        // What names no places does not care.
        #expect(try await run("search", "Vaduz", "--limit", "1").status == 0)
        #expect(try await run("settings", "reset", "corrections").status == 0)
        #expect(try await run("reverse", "47.139", "9.525").output == "Vaduz, Liechtenstein\n")
    }

    @Test(
        "A file that is wrong does not become the setting, and none switches an administrator's off",
        .timeLimit(.minutes(5)))
    func refusedSetting() async throws {
        try folder.write("bad.geojson", Data("[]".utf8))
        let bad = try await run("settings", "set", "corrections", folder.file("bad.geojson"))
        #expect((bad.status, bad.errors.contains("expected a FeatureCollection or a Feature")) == (65, true))
        #expect(!bad.errors.contains("--salvage"))
        #expect(try await run("settings", "set", "corrections", folder.file("missing")).status == 66)
        #expect(try await run("settings", "get", "corrections").output == "\n")
        try FileManager.default.createDirectory(
            atPath: folder.file("all/locationkit"), withIntermediateDirectories: true)
        try folder.write(
            "all/locationkit/locate.plist",
            Data("<plist version=\"1.0\"><dict><key>corrections</key><string>/missing</string></dict></plist>".utf8))
        let all = folder.file("all")
        let missing = try await run("reverse", "47.139", "9.525", administrators: all)
        #expect(missing.status == 66)
        #expect(
            missing.errors.contains(
                "the setting corrections in \(all)/locationkit/locate.plist names it; switch it off with "
                    + "locate settings set corrections none"), "\(missing.errors)")
        #expect(try await run("settings", "set", "corrections", "none", administrators: all).status == 0)
        #expect(try await run("reverse", "47.139", "9.525", administrators: all).output == "Vaduz, Liechtenstein\n")
    }

    @Test("Files that are wrong end the run at once with one message", .timeLimit(.minutes(5))) func wrong()
        async throws
    {
        mkfifo(folder.file("pipe"), 0o600)
        try folder.write("empty", Data())
        try folder.write("text", Data("hello".utf8))
        try folder.write("crs", Data(#"{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"#.utf8))
        try folder.write("deep", Data((#"{"features":"# + String(repeating: "[", count: 100_000)).utf8))
        try folder.write("huge", Data())
        #expect(truncate(folder.file("huge"), 2 << 30) == 0)
        for (name, status) in [
            ("missing", 66), ("pipe", 66), ("", 66), ("empty", 65), ("text", 65), ("crs", 65), ("deep", 65),
            ("huge", 65),
        ] as [(String, Int32)] {
            let end = try await run("reverse", "47.139", "9.525", "--corrections", folder.file(name))
            #expect(
                (end.status, end.output, end.errors.filter { $0 == "\n" }.count) == (status, "", 1), "\(name): \(end)")
            #expect(end.errors.hasPrefix("locate: reverse: \(folder.file(name))"), "\(name): \(end.errors)")
        }
    }

    @Test("Salvaging uses the valid features and names the others", .timeLimit(.minutes(5))) func salvaging()
        async throws
    {
        try folder.write("places.geojson", Data(Self.places.replacing(#""radius":100"#, with: #""radius":-1"#).utf8))
        let refused = try await reverse("47.139", "9.525")
        #expect((refused.status, refused.output) == (65, ""))
        #expect(
            refused.errors.contains("places.geojson:4: feature 2: its radius is not a number of metres"),
            "\(refused.errors)")
        #expect(refused.errors.hasSuffix("; --salvage uses the valid features\n"))
        let salvaged = try await reverse("47.139", "9.525", "--salvage", "--quiet")
        #expect((salvaged.status, salvaged.output) == (0, "Newtown, Vaduz, Liechtenstein\n"))
        #expect(salvaged.errors.contains("feature 2: its radius") && salvaged.errors.hasSuffix("; left out\n"))
        let useless = try await reverse("47.139", "9.525", "--salvage", "--corrections", "none")
        #expect(useless.status == 64)
    }
}
