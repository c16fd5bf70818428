import Foundation
import LKGeo
import LKGeocoding
import LKStreets
import LKTracks
import TestSupport
import Testing

@testable import LocationKitMaps

/// What ends and stops of tracks are called.
@Suite("names of stops") struct StopNamingTests {
    /// A street of two kilometres through a village, with two houses and an inn.
    private static func village() throws -> StreetIndexes {
        let street = TestStreets.Street(
            points: (0...20).map { (46.02, 7.74 + 0.0013 * Double($0)) }, highway: "residential", name: "Dorfstrasse")
        func house(_ longitude: Double, _ number: String) -> TestStreets.House {
            let tags = ["addr:street": "Dorfstrasse", "addr:housenumber": number]
            return TestStreets.House(latitude: 46.0201, longitude: longitude, tags: tags)
        }
        let inn = TestStreets.House(
            latitude: 46.0201, longitude: 7.76,
            tags: ["name": "Sonne", "tourism": "hotel", "addr:street": "Dorfstrasse", "addr:housenumber": "25"])
        return try TestStreets.provider([street], houses: [house(7.745, "5"), house(7.755, "15"), inn])
    }

    /// Walks along the village's street, with a stop of 20 min at each of some longitudes.
    private static func walk(_ stops: [Double], latitude: Double = 46.02) -> [Location] {
        var (seconds, way): (Double, [Location]) = (0, [])
        for step in 0...100 {
            let longitude = 7.74 + 0.00025 * Double(step)
            seconds += 30
            way.append(TestTracks.location(latitude, longitude, seconds: seconds))
            for stop in stops where abs(stop - longitude) < 0.0001 {
                let rest = TestTracks.rest(at: TestTracks.location(latitude, stop, seconds: seconds + 30), minutes: 20)
                way += rest
                seconds += 20 * 60
            }
        }
        return way
    }

    private static func map(_ stops: [Double], _ streets: StreetIndexes?, latitude: Double = 46.02) throws -> TrackMap {
        var map = TrackMap(in: TestPages.world, languages: [.english])
        map.streets = streets
        try map.add(TestTracks.track(walk(stops, latitude: latitude)))
        return map
    }

    private static func names(
        _ stops: [Double], _ streets: StreetIndexes?, latitude: Double = 46.02
    ) throws -> [String] {
        let places = stops.map { TestPages.coordinate(latitude, $0) }
        return try map(stops, streets, latitude: latitude).names(of: places)
    }

    @Test(
        "A stop on a page has the name of its street and settlement where an index has the street, else of the settlement"
    )
    func street() throws {
        let village = try Self.village()
        #expect(try Self.names([7.7475], village) == ["Dorfstrasse, Zermatt"])
        #expect(try Self.names([7.7475], nil) == ["Zermatt"])
        // Half a kilometre beside it, a street is not where the stop is.
        #expect(try Self.names([7.7475], village, latitude: 46.025) == ["Zermatt"])
        #expect(try Self.map([7.7475], village).start()?.name == "Dorfstrasse, Zermatt")
        #expect(try Self.names([7.749], nil, latitude: 46.06) == ["near Täsch"])
    }

    @Test("A sight names a stop, and stops at different houses of a street have their numbers")
    func sights() throws {
        let village = try Self.village()
        let names = try Self.names([7.745, 7.755, 7.76], village)
        #expect(names == ["Dorfstrasse 5, Zermatt", "Dorfstrasse 15, Zermatt", "Sonne, Zermatt"])
        // At one house twice, the street says enough.
        #expect(try Self.names([7.745, 7.745], village) == ["Dorfstrasse, Zermatt", "Dorfstrasse, Zermatt"])
    }

    @Test("A page of cities has no names of streets, and one with such names credits their source")
    func precision() throws {
        let village = try Self.village()
        var coarse = TrackMap(in: TestPages.world, languages: [.english], precision: .city)
        coarse.streets = village
        try coarse.add(TestTracks.track(Self.walk([7.745])))
        #expect(try coarse.names(of: [TestPages.coordinate(46.02, 7.745)]) == ["Zermatt"])
        #expect(try !coarse.namesStreets())
        let base = try BaseMap(TestPages.world, around: [], languages: [.english])
        for (streets, isCredited) in [(village, true), (nil, false)] as [(StreetIndexes?, Bool)] {
            var page = MapPage(title: "", baseMap: base, languages: [.english])
            try page.add(Self.map([7.745], streets))
            #expect(String(decoding: try page.html(), as: UTF8.self).contains("streets: ") == isCredited)
        }
    }

    @Test("A picture names ends and stops by street, and not in a scale without streets")
    func picture() throws {
        let village = try Self.village()
        func texts(_ locations: [Location], _ streets: StreetIndexes?) throws -> String {
            var plot = TrackPlot(TestTracks.track(locations))
            plot.world = TestPages.world
            plot.style.languages = [.english]
            plot.streets = streets
            return String(decoding: try plot.svg(), as: UTF8.self)
        }
        let near = try texts(Self.walk([7.745, 7.755]), village)
        #expect(near.contains(">Dorfstrasse 5, Zermatt, 2") && near.contains(">Dorfstrasse 15, Zermatt, 2"))
        #expect(near.contains(">Start: Dorfstrasse, Zermatt<") && near.contains("streets: "))
        #expect(try !texts(Self.walk([7.745]), nil).contains("Dorfstrasse"))
        let far = Self.walk([7.745]) + [TestTracks.location(50, 9, seconds: 1e6)]
        #expect(try !texts(far, village).contains("Dorfstrasse"))
    }
}
