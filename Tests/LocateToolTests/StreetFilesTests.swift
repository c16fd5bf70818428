import Foundation
import Geo
import Geocoding
import LocationKit
import TestSupport
import Testing

@testable import LocateTool

/// A street of two houses as a street index, in a folder of its own.
private struct StreetFile {
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

    @Test("files are named as often as wanted, and none means no installed regions") func decoding() throws {
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

    @Test("a file that is missing or damaged is an error that names it") func badFiles() throws {
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

    @Test("the house comes from the street index, country, time zone and border from the world") func places() throws {
        let file = try StreetFile()
        let streets = try files("--streets", file.path, "--streets", "none").open(for: nil)
        let lookup = try PlaceLookup(languages: [.english], streets: streets)
        let house = try lookup.place(at: try #require(Coordinate(latitude: 47.0002, longitude: 9.001)))
        #expect(house.subThoroughfare == "1" && house.thoroughfare == "Dorfstrasse" && house.postalCode == "8750")
        #expect(house.precision == .house && house.provider == "streets" && !house.isInterpolated)
        #expect(house.isoCountryCode == "CH" && house.country == "Switzerland" && house.timeZone == "Europe/Zurich")
        #expect(house.border != nil && house.locality != nil)
        #expect(house.attribution?.contains("GeoNames") == true && house.attribution?.contains("OpenStreetMap") == true)
        let between = try lookup.place(at: try #require(Coordinate(latitude: 47.00001, longitude: 9.002)))
        #expect(between.subThoroughfare == "5" && between.isInterpolated)
        #expect(PlaceReport(between).json.contains("\"isInterpolated\":true"))
        #expect(!PlaceReport(house).json.contains("isInterpolated"))
        // Two kilometres off, and in another country.
        for (latitude, longitude) in [(47.02, 9.0), (48.0, 16.0)] {
            let far = try lookup.place(at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
            #expect(far.provider == "world" && far.thoroughfare == nil)
        }
        // Beside the next house the number is another one.
        #expect(try lookup.kinship(at: try #require(Coordinate(latitude: 47.0002, longitude: 9.001))) == nil)
        #expect(try lookup.kinship(at: try #require(Coordinate(latitude: 48, longitude: 16))) != nil)
    }

    @Test("search finds houses and streets beside the world's places, in the country and city that the world knows")
    func search() throws {
        let file = try StreetFile()
        let streets = try files("--streets", file.path, "--streets", "none").open(for: nil)
        let lookup = try PlaceLookup(languages: [.english], streets: streets)
        for text in ["Dorfstr. 9", "9 dorfstrasse, Switzerland", "Dorfstrasse 9, CH"] {
            let house = try #require(try lookup.search(text, limit: 1).first)
            #expect(house.kind == .house && house.placemark.subThoroughfare == "9" && house.match == .whole)
            #expect(house.placemark.isoCountryCode == "CH" && house.placemark.provider == "streets")
            #expect(house.text.hasPrefix("Dorfstrasse 9, ") && house.text.contains("Switzerland  47.000200, 9.003000"))
        }
        let city = try #require(try lookup.search("Dorfstrasse 9", limit: 1).first?.placemark.locality)
        #expect(try lookup.search("Dorfstrasse 9, \(city), Switzerland", limit: 1).first?.kind == .house)
        #expect(try lookup.search("Dorfstrasse 9, Zurich", limit: 5).allSatisfy { $0.kind != .house })
        #expect(try lookup.search("Dorfstrasse 9, France", limit: 5).allSatisfy { $0.kind != .house })
        let street = try #require(try lookup.search("Dorfstrasse 77", limit: 1).first)
        #expect(street.kind == .street && street.lacksNumber && street.text.contains("without that house number"))
        // What the world has stays first.
        let paris = try #require(try lookup.search("Paris", limit: 1).first)
        #expect(paris.placemark.provider == "world" && !paris.lacksNumber)
    }

    @Test("the points of a file get their houses, and those outside the index their city") func batch() throws {
        let file = try StreetFile()
        let streets = try files("--streets", file.path, "--streets", "none").open(for: nil)
        let lookup = try PlaceLookup(languages: [.english], streets: streets)
        let input = "lat,lon\n47.0002,9.001\n47.0002,9.003\n48.2082,16.3738\n47.0002,9.001\n"
        let text = try written { output in
            let answerer = FileAnswerer(
                CSVPointSource(stream(input), name: "in", wantsAttributes: false), name: "in", places: lookup,
                formatter: PlaceFormatter(
                    form: .template(
                        try OutputTemplate(
                            "%addr.Thoroughfare %addr.SubThoroughfare %addr.City", keys: PlaceReport.keys, of: "x"))),
                output: output, threads: 2)
            _ = try answerer.run(isCSV: true)
        }
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0].hasPrefix("Dorfstrasse 1 ") && lines[0] == lines[3])
        #expect(lines[1].hasPrefix("Dorfstrasse 9 ") && lines[2].hasSuffix("Vienna"))
    }
}
