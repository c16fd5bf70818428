import CLocationKit
import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitStreetImport
import TestSupport
import Testing

@testable import LKOfflineGeocoding

/// A town whose names compete with those of the world.
private struct Town {
    let folder = TemporaryFolder()
    let index: StreetIndex
    var path: String { folder.file("town.streets") }

    init() throws {
        let streets = [(4, "Städtle"), (5, "Schaan"), (6, "Parisweg")]
        let xml = """
            <osm version="0.6"><bounds minlat="47.13" minlon="9.51" maxlat="47.15" maxlon="9.53"/>
            <node id="1" version="1" lat="47.1385" lon="9.5210"/><node id="2" version="1" lat="47.1385" lon="9.5230"/>
            <node id="3" version="1" lat="47.1386" lon="9.5220"><tag k="addr:housenumber" v="43"/>
            <tag k="addr:street" v="Städtle"/><tag k="addr:postcode" v="9490"/></node>
            <node id="7" version="1" lat="47.1387" lon="9.5225"><tag k="tourism" v="museum"/><tag k="name" v="Paris"/></node>
            <node id="8" version="1" lat="47.1390" lon="9.5215"><tag k="place" v="town"/><tag k="name" v="Vaduz"/></node>
            \(streets.map { id, name in
                "<way id=\"\(id)\" version=\"1\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"residential\"/>"
                    + "<tag k=\"name\" v=\"\(name)\"/></way>"
            }.joined())
            </osm>
            """
        try folder.write("town.osm", Data(xml.utf8))
        try StreetImport.run(files: [folder.file("town.osm")], to: folder.file("town.streets"))
        index = try StreetIndex(path: folder.file("town.streets"))
    }

    /// What the C library answers with this index.
    func library(languages: String?, flags: UInt32 = 0) throws -> CLibrary {
        var streets: OpaquePointer?
        try #require(lk_streets_open(path, &streets, nil, 0) == LK_OK)
        defer { lk_streets_close(streets) }
        return try CLibrary(languages: languages, streets: [streets], flags: flags)
    }
}

@Suite("Search by name and address, in the C library and below it") struct SearchTests {
    /// Texts with and without an answer, by the world, by the index and by both.
    private static let texts = [
        "Städtle 43", "stadtle 43, Vaduz", "Staedtle 43, Vaduz, Liechtenstein", "Städtle 43, LI", "Städtle 77",
        "Städtle",
        "Stadtl", "Vaduz", "Paris", "Paris, Texas", "Paris, Vaduz", "Schaan", "Muenchen", "9490", "Pari", "Texas",
        "Städtle 43, France", "Qqqqzzz", "", ",", ",,,,,,,,,,,,Paris",
    ]

    /// What is compared of an answer.
    private static let keys: Set = [
        "name", "latitude", "longitude", "distance_m", "address", "house_number", "precision", "provider", "time_zone",
        "geoname_id", "population",
    ]

    /// The same of a match.
    private static func values(of match: PlaceMatch) -> [String: String] {
        let placemark = match.placemark
        var values: [String: String] = [:]
        values["name"] = match.matchedName
        values["latitude"] = "\(placemark.coordinate.latitude)"
        values["longitude"] = "\(placemark.coordinate.longitude)"
        values["distance_m"] = match.distance.map { "\(($0 * 10).rounded() / 10)" }
        values["address"] = placemark.addressString.isEmpty ? nil : placemark.addressString
        values["house_number"] = placemark.subThoroughfare
        values["precision"] = placemark.precision.rawValue
        values["provider"] = placemark.provider
        values["time_zone"] = placemark.timeZone
        values["geoname_id"] = placemark.place?.geonameId.map { "\($0)" }
        values["population"] = placemark.place?.population.map { "\($0)" }
        return values
    }

    @Test("The C library has the places of the offline geocoder, in its order", arguments: [false, true])
    func sameAsBelow(onlyStreets: Bool) throws {
        let town = try Town()
        let geocoder = OfflineProvider(
            world: try World.embedded(), streets: StreetIndexes(indexes: [town.index]), fallsBackToWorld: !onlyStreets)
        let here = try #require(Coordinate(latitude: 47.1385, longitude: 9.52))
        var found = 0
        for (tags, near, limit) in [("en", nil, 10), ("de,en", here, 4)] {
            let languages = try #require(LanguageTag.list(tags))
            let library = try town.library(languages: tags, flags: onlyStreets ? UInt32(LK_STREETS_ONLY) : 0)
            for text in Self.texts {
                let expected = try geocoder.search(text, limit: limit, near: near, languages: languages)
                let answers = try library.search(
                    text, near: near.map { ($0.latitude, $0.longitude) } ?? (.nan, .nan), limit: limit)
                found += answers.count
                #expect(answers.count == expected.count, "\(text)")
                for (answer, match) in zip(answers, expected) {
                    #expect(answer.filter { Self.keys.contains($0.key) } == Self.values(of: match), "\(text)")
                }
            }
        }
        #expect(found > 20)
    }

    @Test("The best come first, by whichever they are known")
    func order() throws {
        let library = try Town().library(languages: "en")
        func names(_ text: String, limit: Int = 10) throws -> [String] {
            try library.search(text, limit: limit).map { "\($0["name"] ?? "") \($0["provider"] ?? "")" }
        }
        // Places of the world that begin with these letters come after the street that has the name.
        #expect(try names("Städtle", limit: 1) == ["Städtle streets"])
        #expect(try names("Städtle").dropFirst().contains { $0.hasSuffix("world") })
        // Among equals those of the world come first; one settlement is one place.
        let paris = try names("Paris")
        #expect(paris.first == "Paris world" && paris.contains("Paris streets"))
        #expect(try names("Schaan").prefix(2).contains("Schaan world") && names("Schaan").contains("Schaan streets"))
        #expect(try names("Vaduz").filter { $0 == "Vaduz streets" } == [])
        // A street without the number comes after names that begin with the text.
        #expect(try library.search("Städtle 77")[0]["house_number"] == nil)
        #expect(try library.search("Städtle 77")[0]["street"] == "Städtle")
    }

    @Test("An address may end with what only the world knows, and may lack its umlauts")
    func ends() throws {
        let library = try Town().library(languages: "en")
        for text in ["Städtle 43, LI", "Staedtle 43, Vaduz, Liechtenstein", "Städtle 43, Vaduz"] {
            #expect(try library.search(text).first?["house_number"] == "43", "\(text)")
        }
        for text in ["Städtle 43, France", "Städtle 43, Zurich"] {
            #expect(try library.search(text).allSatisfy { $0["house_number"] == nil }, "\(text)")
        }
        #expect(try library.search("Muenchen", limit: 1).first?["geoname_id"] == "2867714")
        #expect(OfflineProvider.withoutUmlauts("MUENCHEN") == "munchen")
        #expect(OfflineProvider.withoutUmlauts("aee oue") == "ae ou" && OfflineProvider.withoutUmlauts("Bern") == nil)
    }

    @Test("With a point, the nearest come first")
    func near() throws {
        let library = try Town().library(languages: "en")
        let here = try library.search("Paris", near: (47.1385, 9.522))
        #expect(here.first?["provider"] == "streets" && here.first?["name"] == "Paris")
        let texas = try library.search("Paris", near: (33.6, -95.5))
        #expect(texas.first?["state"] == "Texas")
        let distances = texas.compactMap { $0["distance_m"].flatMap(Double.init) }
        #expect(distances.count == texas.count)
    }
}
