import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitStreetImport
import TestSupport
import Testing

@testable import LKOfflineGeocoding

/// A village street of two houses in Switzerland, as a street index that can be installed.
struct VillageRegion {
    let regions = TemporaryFolder()
    let store: RegionStore
    let geocoder: Geocoder
    let places: InstalledPlaces

    init() throws {
        store = RegionStore(ownFolder: URL(filePath: regions.path))
        places = InstalledPlaces(regions: store, world: try World.embedded())
        geocoder = Geocoder([places])
    }

    /// Makes the index in the regions' folder, as another program does.
    func importRegion() throws { try makeIndex(regions.file("village.streets")) }

    private func makeIndex(_ path: String) throws {
        let folder = TemporaryFolder()
        try folder.write("village.osm", Data(Self.extract.utf8))
        try StreetImport.run(files: [folder.file("village.osm")], to: path)
    }

    static let extract = """
        <osm version="0.6"><bounds minlat="46.9" minlon="8.9" maxlat="47.1" maxlon="9.1"/>
        <node id="1" version="1" lat="47" lon="9"/><node id="2" version="1" lat="47" lon="9.004"/>
        <node id="3" version="1" lat="47.0002" lon="9.001">
        <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="1"/></node>
        <node id="4" version="1" lat="47.0002" lon="9.003">
        <tag k="addr:street" v="Dorfstrasse"/><tag k="addr:housenumber" v="9"/></node>
        <way id="5" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Dorfstrasse"/></way>
        </osm>
        """

    /// Installs the index by the store.
    func install() throws {
        let folder = TemporaryFolder()
        try makeIndex(folder.file("village.streets"))
        try store.install(URL(filePath: folder.file("village.streets")))
    }

    static let house = Coordinate.point(47.0002, 9.001)
}

extension Coordinate {
    fileprivate static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }
}

@Suite("The geocoder that needs no set-up") struct InstalledPlacesTests {
    @Test("Answers from the world, and after a refresh from regions that were installed or removed meanwhile")
    func refresh() async throws {
        let village = try VillageRegion()
        let before = try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english])
        #expect(before.map(\.provider) == ["world"])
        try village.importRegion()
        RegionStore.refresh()
        let after = try #require(
            try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english]).first)
        #expect(after.thoroughfare == "Dorfstrasse" && after.subThoroughfare == "1" && after.provider == "streets")
        // What the extract lacks is the world's.
        #expect(after.isoCountryCode == "CH" && after.timeZone == "Europe/Zurich" && after.border != nil)
        // The store itself says what it has changed.
        try village.store.remove("village")
        let end = try await village.geocoder.reverseGeocode(VillageRegion.house, languages: [.english])
        #expect(end == before)
    }

    @Test("Finds by name what the offline provider finds, with the nearest first where a point is given")
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

    @Test("Names the regions that are passed over, and answers from the others and the world")
    func damaged() async throws {
        let village = try VillageRegion()
        try village.install()
        try village.regions.write("cut.streets", Data([1, 2, 3]))
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.subThoroughfare == "1")
        let installed = village.store.contents()
        #expect(installed.regions.map(\.name) == ["cut", "village"] && installed.problems.count == 1)
        #expect(installed.regions[0].problem?.message.contains("cut.streets") == true)
        #expect(installed.regions[0].problem?.code == .dataDamaged && installed.regions[1].problem == nil)
    }

    @Test("Has no placemark at sea, and is there without set-up")
    func sea() async throws {
        let village = try VillageRegion()
        #expect(try await village.geocoder.reverseGeocode(.point(0, -30)).isEmpty)
        #expect(
            try await Geocoder.shared.reverseGeocode(.point(56.9496, 24.1052), languages: [.english]).first?.locality
                == "Riga")
    }

    @Test("Has the time zone of every point: on land, at sea, and where a region answers") func timeZones() async throws
    {
        let village = try VillageRegion()
        try village.install()
        let expected: [(Coordinate, String)] = [
            (.point(35.681236, 139.767125), "Asia/Tokyo"), (VillageRegion.house, "Europe/Zurich"),
            (.point(0, -30), "Etc/GMT+2"), (.point(0, 170), "Etc/GMT-11"), (.point(-50, -100), "Etc/GMT+7"),
            (.point(90, 0), "Etc/GMT"), (.point(90, 123), "Etc/GMT-8"),
        ]
        for (point, zone) in expected {
            #expect(try await village.geocoder.timeZone(at: point) == zone)
            #expect(try village.places.provider().timeZone(at: point) == zone)
            // Where there is a placemark, it has the same zone.
            let placemark = try await village.geocoder.reverseGeocode(point).first
            #expect(placemark == nil || placemark?.timeZone == zone)
        }
        #expect(try await Geocoder.shared.timeZone(at: .point(48.8584, 2.2945)) == "Europe/Paris")
        // Nothing that answers offline.
        #expect(try await Geocoder([]).timeZone(at: .point(0, 0)) == nil)
    }

    @Test("Opens regions again by itself when the store has installed or removed one") func changes() async throws {
        let village = try VillageRegion()
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.provider == "world")
        try village.install()
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.provider == "streets")
        #expect(village.store.contents().regions.map(\.name) == ["village"])
        try village.store.remove("village")
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.provider == "world")
    }

    @Test("A provider of named files answers with houses, corners and places of interest, and refuses a bad file")
    func files() throws {
        let village = try VillageRegion()
        try village.install()
        let file = village.regions.file("village.streets")
        let provider = try OfflineProvider(streets: [URL(filePath: file)], world: try World.embedded())
        #expect(try provider.placemark(at: VillageRegion.house, languages: []).subThoroughfare == "1")
        #expect(try provider.nearest([.cafe], to: VillageRegion.house).isEmpty)
        #expect(try provider.corner(at: VillageRegion.house) == nil && provider.cornerReach == nil)
        let installed = try OfflineProvider(regions: village.store, world: try World.embedded())
        #expect(
            try installed.placemark(at: VillageRegion.house, languages: [])
                == provider.placemark(at: VillageRegion.house, languages: []))
        #expect(try OfflineProvider(streets: []).nearest([.cafe], to: VillageRegion.house).isEmpty)
        try village.regions.write("cut.streets", Data([1, 2, 3]))
        let error = #expect(throws: GeocodingError.self) {
            try OfflineProvider(streets: [URL(filePath: village.regions.file("cut.streets"))])
        }
        #expect(error?.message.contains("cut.streets") == true)
    }

    @Test("Extracts are imported into the store with progress, and answer at once") func extracts() async throws {
        let village = try VillageRegion()
        let folder = TemporaryFolder()
        try folder.write("village-latest.osm", Data(VillageRegion.extract.utf8))
        var steps: [Double] = []
        let (region, summary) = try village.store.install(extracts: [URL(filePath: folder.file("village-latest.osm"))])
        {
            steps.append($0.share)
        }
        #expect(region.name == "village" && summary.streets == 1 && steps == steps.sorted() && !steps.isEmpty)
        #expect(village.store.contents().regions == [region])
        #expect(try await village.geocoder.reverseGeocode(VillageRegion.house).first?.subThoroughfare == "1")
        // A cancelled import keeps what was there.
        let error = #expect(throws: GeocodingError.self) {
            try village.store.install(extracts: [URL(filePath: folder.file("village-latest.osm"))]) {
                _ throws(GeocodingError) in throw GeocodingError(.canceled, "enough")
            }
        }
        #expect(error?.code == .canceled && village.store.contents(verifying: true).problems.isEmpty)
        #expect(throws: GeocodingError.self) { try village.store.install(extracts: []) }
        #expect(village.store.contents().regions == [region])
    }
}
