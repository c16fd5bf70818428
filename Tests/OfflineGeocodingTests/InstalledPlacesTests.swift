import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LocationKitStreetImport
import LKStreets
import TestSupport
import Testing

@testable import LKOfflineGeocoding

/// A village street of two houses in Switzerland, as a street index that can be installed.
struct VillageRegion {
    let regions = TemporaryFolder()
    let geocoder: Geocoder
    let places: InstalledPlaces

    init() throws {
        places = InstalledPlaces(regions: RegionStore(ownFolder: regions.path), world: try World.embedded())
        geocoder = Geocoder([places])
    }

    func install() throws {
        let xml = """
            <osm version="0.6"><bounds minlat="46.9" minlon="8.9" maxlat="47.1" maxlon="9.1"/>
            <node id="1" version="1" lat="47" lon="9"/><node id="2" version="1" lat="47" lon="9.004"/>
            <node id="3" version="1" lat="47.0002" lon="9.001">
            <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="1"/></node>
            <node id="4" version="1" lat="47.0002" lon="9.003">
            <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="9"/></node>
            <way id="5" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Dorfstrasse"/></way>
            </osm>
            """
        let folder = TemporaryFolder()
        try folder.write("village.osm", Data(xml.utf8))
        try StreetImport.run(files: [folder.file("village.osm")], to: regions.file("village.streets"))
    }

    static let house = Coordinate.point(47.0002, 9.001)
}

extension Coordinate {
    fileprivate static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }
}

@Suite("The geocoder that needs no set-up") struct InstalledPlacesTests {
    @Test("answers from the world, and after a refresh from regions that were installed or removed meanwhile")
    func refresh() async throws {
        let village = try VillageRegion()
        let before = try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english])
        #expect(before.map(\.provider) == ["world"])
        try village.install()
        village.places.refresh()
        let after = try #require(
            try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english]).first)
        #expect(after.thoroughfare == "Dorfstrasse" && after.subThoroughfare == "1" && after.provider == "streets")
        // What the extract lacks is the world's.
        #expect(after.isoCountryCode == "CH" && after.timeZone == "Europe/Zurich" && after.border != nil)
        try RegionStore(ownFolder: village.regions.path).remove("village")
        village.places.refresh()
        let end = try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english])
        #expect(end == before)
    }

    @Test("finds by name what the offline provider finds, with the nearest first where a point is given")
    func search() async throws {
        let village = try VillageRegion()
        try village.install()
        let offline = try village.places.provider()
        let here = Coordinate.point(33.6, -95.5)
        for text in ["Dorfstr. 9", "Dorfstrasse 77, Switzerland", "Paris", "Muenchen", "Springfield"] {
            for near in [nil, here] {
                let found = try await village.geocoder.search(text, near: near, languages: [.english], limit: 5)
                let expected = try offline.search(text, limit: 5, near: near, languages: [.english])
                #expect(!found.isEmpty && found.map(\.placemark) == expected.map(\.placemark), "\(text)")
                #expect(
                    found.map(\.distance) == expected.map(\.distance)
                        && found.map(\.matchedName) == expected.map(\.matchedName))
            }
        }
        #expect(try await village.geocoder.search("Dorfstr. 9").first?.kind == .house)
        let paris = try await village.geocoder.search("Paris", near: here, limit: 1).first
        #expect(paris?.placemark.administrativeArea == "Texas")
    }

    @Test("names the regions that are passed over, and answers from the others and the world")
    func damaged() async throws {
        let village = try VillageRegion()
        try village.install()
        try village.regions.write("cut.streets", Data([1, 2, 3]))
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.subThoroughfare == "1")
        #expect(village.places.problems.count == 1)
        #expect(village.places.problems.first?.message.contains("cut.streets") == true)
    }

    @Test("has no placemark at sea, and is there without set-up")
    func sea() async throws {
        let village = try VillageRegion()
        #expect(try await village.geocoder.reverseGeocode(.point(0, -30)).isEmpty)
        #expect(
            try await Geocoder.shared.reverseGeocode(.point(56.9496, 24.1052), languages: [.english]).first?.locality
                == "Riga")
    }
}
