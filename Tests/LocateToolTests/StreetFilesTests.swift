import CommandTestSupport
import Foundation
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKStreets
import LocationKitStreetImport
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKDataCommands
@testable import LKPhotoCommands
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions

/// A street of two houses as a street index, in a folder of its own.
struct StreetFile {
    let folder = TemporaryFolder()
    var path: String { folder.file("town.streets") }

    init() throws {
        let xml = """
            <osm version="0.6"><bounds minlat="46.9" minlon="8.9" maxlat="47.1" maxlon="9.1"/>
            <node id="1" version="1" lat="47" lon="9"/><node id="2" version="1" lat="47" lon="9.004"/>
            <node id="3" version="1" lat="47.0002" lon="9.001">
            <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="1"/><tag k="addr:postcode" v="8750"/></node>
            <node id="4" version="1" lat="47.0002" lon="9.003">
            <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="9"/></node>
            <way id="5" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Dorfstrasse"/></way>
            <way id="6" version="1"><nd ref="3"/><nd ref="4"/><tag k="addr:interpolation" v="odd"/></way></osm>
            """
        try folder.write("town.osm", Data(xml.utf8))
        try StreetImport.run(files: [folder.file("town.osm")], to: path)
    }
}

@Suite("Street indexes in the tool") struct StreetFilesTests {
    private func files(_ words: String...) throws -> StreetFiles {
        try StreetFiles(try ParsedArguments(words, for: .reverse))
    }

    @Test("Files are named as often as wanted, and none means no installed regions") func decoding() throws {
        #expect(try files() == StreetFiles())
        let two = try files("--streets", "a", "--streets=b", "--streets", "none")
        #expect(two.paths == ["a", "b"] && !two.usesRegions)
        #expect(throws: ToolError.self) { try files("--streets", "") }
        #expect(throws: ToolError.self) { try files("--streets", "-") }
        #expect(throws: ToolError.self) {
            try ReverseOptions(
                try ParsedArguments(
                    ["1,2", "--streets", "a", "--provider", "nominatim", "--server", "http://[::1]"], for: .reverse))
        }
    }

    @Test("Without a name for the output one extract is installed, and several need a name") func outputs() throws {
        func options(_ words: String...) throws(ToolError) -> ImportStreetsOptions {
            try ImportStreetsOptions(ParsedArguments(words[...], for: .dataImportStreets))
        }
        let one = try options("monaco-latest.osm.pbf")
        #expect(one.output.hasSuffix("/locationkit/regions/monaco.streets") && one.isRegion)
        #expect(try options("a/monaco.osm.pbf", "b/monaco-latest.osm.pbf").output == one.output)
        #expect(throws: ToolError.self) { try options("east.pbf", "west.pbf") }
        #expect(throws: ToolError.self) { try options(".osm.pbf") }
        #expect(throws: ToolError.self) { try options("monaco.pbf", "-o", "-") }
        let named = try options("monaco.pbf", "-o", "x.streets")
        #expect(named.output == "x.streets" && !named.isRegion)
    }

    @Test("A provider says whether street indexes, the world or both answer") func providers() throws {
        let world = try files("--provider", "world")
        #expect(!world.usesRegions && world.fallsBackToWorld)
        let alone = try files("--provider", "streets", "--streets", "a")
        #expect(alone.usesRegions && !alone.fallsBackToWorld && alone.paths == ["a"])
        #expect(try files("--provider", "auto", "--streets", "a").fallsBackToWorld)
        #expect(throws: ToolError.self) { try files("--provider", "world", "--streets", "a") }
        #expect(throws: ToolError.self) { try files("--provider", "streets", "--streets", "none").open(for: nil) }
        // A file on the command line counts more than the settings.
        var arguments = try ParsedArguments(["1,2", "--streets", "a"], for: .reverse)
        arguments.defaults = ["provider": "nominatim", "user-agent": "x/1 (a@b.org)"]
        #expect(try ReverseOptions(arguments).web == nil && StreetFiles(arguments).fallsBackToWorld)
    }

    @Test("locate, tag and watch take street indexes, too") func commands() throws {
        #expect(try LocateOptions(ParsedArguments(["--streets", "a"], for: .locate)).streets.paths == ["a"])
        let cache = #expect(throws: ToolError.self) {
            try LocateOptions(ParsedArguments(["--no-cache", "--no-address"], for: .locate))
        }
        #expect(cache?.message.contains("--no-address and --no-cache cannot be combined") == true)
        #expect(throws: ToolError.self) {
            try LocateOptions(ParsedArguments(["--streets", "a", "--no-address"], for: .locate))
        }
        #expect(try TagOptions(ParsedArguments(["/", "--streets", "a"], for: .photosTag)).streets.paths == ["a"])
        let watch = try ParsedArguments(["/", "--tag", "--streets", "a"], for: .photosWatch)
        #expect(try PhotoWatchOptions(watch).streets.paths == ["a"])
        #expect(throws: ToolError.self) {
            try PhotoWatchOptions(ParsedArguments(["/", "--streets", "a"], for: .photosWatch))
        }
    }

    @Test("Without the world, points and names outside street indexes have no answer") func alone() throws {
        let file = try StreetFile()
        let chosen = try files("--provider", "streets", "--streets", file.path, "--streets", "none")
        let lookup = try ToolGeocoder(languages: [.english], chosen, for: nil)
        let inside = try #require(Coordinate(latitude: 47.0002, longitude: 9.001))
        #expect(try lookup.place(at: inside).subThoroughfare == "1")
        let outside = try #require(Coordinate(latitude: 48, longitude: 16))
        let nothing = try lookup.place(at: outside)
        #expect(nothing.precision == .none && nothing.provider == "streets" && nothing.addressString.isEmpty)
        #expect(try lookup.kinship(at: outside) == nil)
        #expect(try lookup.search("Paris", limit: 3).isEmpty)
        #expect(try lookup.search("Dorfstrasse 9", limit: 3).first?.kind == .house)
    }

    @Test("Photos place finds addresses, and asks which of several is meant") func addresses() throws {
        let file = try StreetFile()
        let lookup = try ToolGeocoder(
            languages: [.english], files("--streets", file.path, "--streets", "none"), for: nil)
        func choice(_ name: String) throws -> PlaceMatch {
            try Geocoder.Choice(of: lookup.search(name, limit: 20), named: name).only(named: name)
        }
        let house = try choice("Dorfstr. 9")
        #expect(house.placemark.coordinate.longitude == 9.003 && house.fullName.hasPrefix("Dorfstrasse 9, "))
        #expect(throws: ToolError.self) { try choice("Dorfstrasse 77") }
        var (near, far) = (house, house)
        near.placemark.coordinate = try #require(Coordinate(latitude: 47.0012, longitude: 9.003))
        far.placemark.coordinate = try #require(Coordinate(latitude: 47.02, longitude: 9.003))
        #expect(
            try Geocoder.Choice(of: [house, near], named: "x").only(named: "x").placemark.coordinate.latitude == 47.0002
        )
        let error = #expect(throws: ToolError.self) {
            try Geocoder.Choice(of: [house, far], named: "x").only(named: "x")
        }
        #expect(error?.message.contains("several") == true && error?.message.contains("47.02,9.003") == true)
        // What is typed in full is meant, though another name differs in a letter that folding ignores.
        far.placemark.thoroughfare = "Dörfstrasse"
        #expect(
            try Geocoder.Choice(of: [far, house], named: house.fullName).only(named: "").placemark.coordinate.latitude
                == 47.0002)
        let options = try PlaceOptions(ParsedArguments(["/", "--at", "x", "--streets", "a"], for: .photosPlace))
        #expect(options.streets.paths == ["a"])
    }

    @Test("An extract in the place of an index is refused with the command that imports it") func extract() throws {
        let file = try StreetFile()
        do {
            _ = try files("--streets", file.folder.file("town.osm"), "--streets", "none").open(for: nil)
            Issue.record("opened")
        } catch let error as ToolError {
            #expect(error.code == .dataError && error.message.contains("is OpenStreetMap data"))
            #expect(error.message.contains("locate data import-osm") && !error.message.contains("damaged"))
        }
    }

    @Test("A file that is missing or damaged is an error that names it") func badFiles() throws {
        let folder = TemporaryFolder()
        let missing = folder.file("missing.streets")
        do {
            _ = try files("--streets", missing, "--streets", "none").open(for: nil)
            Issue.record("opened")
        } catch let error as ToolError {
            #expect(error.code == .noInput && error.message.contains(missing))
        }
        let damaged = folder.file("damaged.streets")
        try folder.write("damaged.streets", Data("LKSTREET, but no more".utf8))
        do {
            _ = try files("--streets", damaged, "--streets", "none").open(for: nil)
            Issue.record("opened")
        } catch let error as ToolError {
            #expect(error.code == .dataError && error.message.contains(damaged) && error.message.contains("import-osm"))
        }
    }

    @Test("The house comes from the street index, country, time zone and border from the world") func places() throws {
        let file = try StreetFile()
        let streets = try files("--streets", file.path, "--streets", "none").open(for: nil)
        let lookup = try ToolGeocoder(languages: [.english], streets: streets)
        let house = try lookup.place(at: try #require(Coordinate(latitude: 47.0002, longitude: 9.001)))
        #expect(house.subThoroughfare == "1" && house.thoroughfare == "Dorfstrasse" && house.postalCode == "8750")
        #expect(house.precision == .house && house.provider == "streets" && !house.isInterpolated)
        #expect(house.isoCountryCode == "CH" && house.country == "Switzerland" && house.timeZone == "Europe/Zurich")
        #expect(house.border != nil && house.locality != nil)
        #expect(house.attribution?.contains("GeoNames") == true && house.attribution?.contains("OpenStreetMap") == true)
        let between = try lookup.place(at: try #require(Coordinate(latitude: 47.00001, longitude: 9.002)))
        #expect(between.subThoroughfare == "5" && between.isInterpolated)
        func json(_ place: Placemark) -> String { JSONWriter.object { PlaceReport(place).writeMembers(to: &$0) } }
        #expect(json(between).contains("\"isInterpolated\":true"))
        #expect(!json(house).contains("isInterpolated"))
        // Two kilometres off, and in another country.
        for (latitude, longitude) in [(47.02, 9.0), (48.0, 16.0)] {
            let far = try lookup.place(at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
            #expect(far.provider == "world" && far.thoroughfare == nil)
        }
        // Beside the next house the number is another one.
        #expect(try lookup.kinship(at: try #require(Coordinate(latitude: 47.0002, longitude: 9.001))) == nil)
        #expect(try lookup.kinship(at: try #require(Coordinate(latitude: 48, longitude: 16))) != nil)
    }

    @Test("The points of a file get their houses, and those outside the index their city") func batch() throws {
        let file = try StreetFile()
        let streets = try files("--streets", file.path, "--streets", "none").open(for: nil)
        let lookup = try ToolGeocoder(languages: [.english], streets: streets)
        let input = "lat,lon\n47.0002,9.001\n47.0002,9.003\n48.2082,16.3738\n47.0002,9.001\n"
        let text = try written { output in
            let answerer = FileAnswerer(
                CSVPointSource(stream(input), name: "in", wantsAttributes: false), name: "in", places: lookup,
                formatter: PlaceFormatter(
                    form: .template(
                        try OutputTemplate(
                            "%addr.Thoroughfare %addr.SubThoroughfare %addr.City", keys: PlaceReport.table.templateKeys,
                            of: "x"))),
                output: output, threads: 2)
            _ = try answerer.run(isCSV: true)
        }
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0].hasPrefix("Dorfstrasse 1 ") && lines[0] == lines[3])
        #expect(lines[1].hasPrefix("Dorfstrasse 9 ") && lines[2].hasSuffix("Vienna"))
    }

    /// Main Street with two avenues, in the United States, and one house at the far end.
    private func corners() throws -> (folder: TemporaryFolder, path: String) {
        let folder = TemporaryFolder()
        let xml = """
            <osm version="0.6"><bounds minlat="41.9" minlon="-93.2" maxlat="42.1" maxlon="-92.9"/>
            <node id="1" version="1" lat="42" lon="-93.002"/><node id="2" version="1" lat="42" lon="-93.001"/>
            <node id="3" version="1" lat="42" lon="-92.98"/><node id="4" version="1" lat="42.001" lon="-93.001"/>
            <node id="5" version="1" lat="42.0001" lon="-92.981">
            <tag k="addr:street" v="Main Street"/><tag k="addr:housenumber" v="900"/></node>
            <node id="6" version="1" lat="42.001" lon="-92.98"/>
            <way id="7" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Main Street"/></way>
            <way id="8" version="1"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/><tag k="name" v="5th Avenue"/></way>
            <way id="9" version="1"><nd ref="3"/><nd ref="6"/><tag k="highway" v="residential"/><tag k="name" v="9th Avenue"/></way></osm>
            """
        try folder.write("town.osm", Data(xml.utf8))
        try StreetImport.run(files: [folder.file("town.osm")], to: folder.file("town.streets"))
        return (folder, folder.file("town.streets"))
    }

    @Test("With --corners a point without a house number gets the corner in its address, and a house stays")
    func corner() throws {
        let (folder, path) = try corners()
        defer { withExtendedLifetime(folder) {} }
        func answer(_ words: String...) throws -> String {
            let options = try ReverseOptions(
                try ParsedArguments(
                    words + ["--streets", path, "--streets", "none", "--language", "en"], for: .reverse))
            return try written { output in _ = try ReverseCommand.run(options, output: output) }
        }
        let plain = try answer("42.0001,-93.0011", "--json")
        #expect(plain.contains("\"string\":\"Main Street, ") && !plain.contains("corner"))
        #expect(try answer("42.00005,-93.0011", "--corners").hasPrefix("Main Street & 5th Avenue, "))
        let json = try answer("42.00005,-93.0011", "--json", "--corners")
        #expect(json.contains("\"corner\":{\"streetNames\":[\"Main Street\",\"5th Avenue\"],\"distance\":10}"))
        #expect(
            json.contains("\"precision\":\"street\"") && json.contains("\"Thoroughfare\":\"Main Street & 5th Avenue\""))
        #expect(
            try answer("42.0003,-93.001", "--corners", "--template", "%corner|%corner.streetNames|%corner.distance")
                == "5th Avenue & Main Street|5th Avenue & Main Street|33.3\n")
        #expect(try !answer("42.00002,-92.981", "--corners", "--json").contains("corner"))
        #expect(try answer("42,-92.99", "--corners", "--template", "%corner") == "\n")

        try folder.write(
            "in.csv", Data("lat,lon\n42.00005,-93.0011\n42.0001,-92.981\n42,-92.99\n48.2082,16.3738\n".utf8))
        let rows = try answer(
            "--input", folder.file("in.csv"), "--corners", "--template", "%addr.Street/%corner.distance")
        #expect(
            rows.split(separator: "\n", omittingEmptySubsequences: false)
                == ["Main Street & 5th Avenue/10", "900 Main Street/", "Main Street/", "/", ""])
    }

    @Test("--corners and a service on the web exclude each other")
    func cornersFromTheWeb() throws {
        #expect(throws: ToolError.self) {
            try ReverseOptions(
                try ParsedArguments(
                    ["1,2", "--corners", "--provider", "nominatim", "--server", "http://[::1]"], for: .reverse))
        }
    }
}
