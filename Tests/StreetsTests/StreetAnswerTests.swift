import Foundation
import LKGeo
import LKGeocoding
import Testing

@testable import LKStreets

@Suite("StreetIndex: house, street, place of interest")
struct StreetAnswerTests {
    @Test("A point in or near a house gets its number, with the distance to the outline")
    func house() throws {
        var map = MapDrawing()
        map.street("Hauptstraße", y: 0)
        map.building(
            100, 30, size: 20, ["addr:street": "Hauptstraße", "addr:housenumber": "12a", "addr:postcode": "9490"])
        let index = try map.index()
        let inside = try #require(index.placemark(at: map.at(100, 30), languages: []))
        #expect(inside.thoroughfare == "Hauptstraße" && inside.subThoroughfare == "12a" && inside.postalCode == "9490")
        #expect(inside.precision == .house && inside.place?.distance == 0 && inside.provider == "streets")
        #expect(inside.name == "Hauptstraße 12a")
        let beside = try #require(index.placemark(at: map.at(100, 45), languages: []))
        #expect(beside.subThoroughfare == "12a")
        #expect(abs((beside.place?.distance ?? 0) - 5) < 0.1)
        #expect(inside.attribution?.contains("OpenStreetMap") == true)
        #expect(!inside.isInterpolated)
    }

    @Test("Where a street is nearest, only a house of that very street gives the number")
    func pairing() throws {
        var map = MapDrawing()
        map.street("Long Street", y: 0)
        map.street("Back Lane", y: 60)
        map.node(100, 40, ["addr:street": "Back Lane", "addr:housenumber": "7"])
        map.node(140, -30, ["addr:street": "Long Street", "addr:housenumber": "3"])
        let index = try map.index()
        let near = try #require(index.placemark(at: map.at(100, 5), languages: []))
        #expect(near.thoroughfare == "Long Street" && near.subThoroughfare == "3")
        let far = try #require(index.placemark(at: map.at(400, 5), languages: []))
        #expect(far.thoroughfare == "Long Street" && far.subThoroughfare == nil)
        #expect(far.precision == .street && abs((far.place?.distance ?? 0) - 5) < 0.1)
        #expect(far.bounds != nil)
    }

    @Test("The house of a street is the one nearest to the foot on the street, by its middle and with a number")
    func foot() throws {
        var map = MapDrawing()
        map.street("Long Street", y: 0)
        // The outline of the first is nearer to the point, its middle is farther from the foot.
        map.way(
            [(60, 25), (160, 25), (160, 65), (60, 65)],
            ["building": "yes", "addr:street": "Long Street", "addr:housenumber": "1"], isClosed: true)
        map.building(85, -24, ["addr:street": "Long Street", "addr:housenumber": "2"])
        map.building(78, -18, ["addr:street": "Long Street", "addr:housename": "Villa"])
        let index = try map.index()
        let beside = try #require(index.placemark(at: map.at(80, 8), languages: []))
        #expect(beside.thoroughfare == "Long Street" && beside.subThoroughfare == "2")
        let villa = try #require(index.placemark(at: map.at(78, -18), languages: []))
        #expect(villa.subThoroughfare == "Villa")
    }

    @Test("A stated street that is not mapped is answered as stated, and its house has no number for another street")
    func unmappedStreet() throws {
        var map = MapDrawing()
        map.street("Long Street", y: 0)
        map.building(100, 20, ["addr:street": "New Close", "addr:housenumber": "4"])
        let index = try map.index()
        let house = try #require(index.placemark(at: map.at(100, 18), languages: []))
        #expect(house.thoroughfare == "New Close" && house.subThoroughfare == "4" && house.precision == .house)
        let street = try #require(index.placemark(at: map.at(100, 2), languages: []))
        #expect(street.thoroughfare == "Long Street" && street.subThoroughfare == nil)
        #expect(index.search(StreetQuery("New Close 4"), limit: 1).first?.placemark.subThoroughfare == "4")
    }

    @Test("In an area without a number a node in it is preferred, whose own name counts")
    func nodesInAreas() throws {
        var map = MapDrawing()
        map.street("Front Street", y: -60)
        map.street("Side Street", y: 60)
        map.building(0, 0, size: 80, ["amenity": "marketplace", "name": "Hall"])
        map.node(20, 20, ["shop": "bakery", "name": "Baker", "addr:street": "Side Street", "addr:housenumber": "15"])
        map.node(-30, -30, ["amenity": "bench"])
        map.node(50, 0, ["shop": "books", "name": "Next Door"])
        let index = try map.index()
        let baker = try #require(index.placemark(at: map.at(10, 10), languages: []))
        #expect(baker.name == "Baker" && baker.street == "Side Street 15")
        let bench = try #require(index.placemark(at: map.at(-20, -20), languages: []))
        #expect(bench.name == "Hall" && bench.thoroughfare == "Front Street" && bench.subThoroughfare == nil)
        let edge = try #require(index.placemark(at: map.at(39, 0), languages: []))
        #expect(edge.name != "Next Door")
    }

    @Test("Land with an address is not what a point on it is at, but lends its number to its street")
    func land() throws {
        var map = MapDrawing()
        map.street("Ring", y: 0)
        map.way(
            [(0, 10), (40, 10), (40, 50), (0, 50)],
            ["landuse": "retail", "addr:street": "Ring", "addr:housenumber": "27"], isClosed: true)
        map.node(20, 30, ["shop": "bakery", "name": "Baker", "addr:street": "Ring", "addr:housenumber": "25"])
        let index = try map.index()
        #expect(try #require(index.placemark(at: map.at(20, 28), languages: [])).street == "Ring 25")
    }

    @Test("The smallest of nested buildings applies, and a place of interest in it is the answer")
    func nested() throws {
        var map = MapDrawing()
        map.street("Ring", y: -100)
        map.building(0, 0, size: 100, ["addr:street": "Ring", "addr:housenumber": "1"])
        map.building(0, 0, size: 20, ["addr:street": "Ring", "addr:housenumber": "1b"])
        map.node(4, 4, ["amenity": "cafe", "name": "Café Blau"])
        map.node(-40, -40, ["shop": "books", "name": "Bücher"])
        let index = try map.index()
        let inner = try #require(index.placemark(at: map.at(1, 1), languages: []))
        #expect(inner.subThoroughfare == "1b" && inner.areasOfInterest == ["Café Blau"] && inner.name == "Café Blau")
        let outer = try #require(index.placemark(at: map.at(-30, -30), languages: []))
        #expect(outer.subThoroughfare == "1" && outer.areasOfInterest == ["Bücher"])
        #expect(outer.thoroughfare == "Ring" && outer.precision == .house)
    }

    @Test("Numbers between the ends of an interpolation are marked, and lose to stated ones")
    func interpolated() throws {
        var map = MapDrawing()
        map.street("Row", y: 0)
        let first = map.node(0, 15, ["addr:street": "Row", "addr:housenumber": "1"])
        let last = map.node(200, 15, ["addr:street": "Row", "addr:housenumber": "9"])
        map.way(of: [first, last], ["addr:interpolation": "odd"])
        let index = try map.index()
        let between = try #require(index.placemark(at: map.at(100, 1), languages: []))
        #expect(between.subThoroughfare == "5" && between.isInterpolated && between.precision == .house)
        let stated = try #require(index.placemark(at: map.at(0, 1), languages: []))
        #expect(stated.subThoroughfare == "1" && !stated.isInterpolated)
    }

    @Test("Nothing is said of a point outside the extract, or with nothing around it")
    func outside() throws {
        var map = MapDrawing()
        map.extent = (-100, -100, 600, 100)
        map.street("Edge", y: 0)
        let index = try map.index()
        #expect(index.placemark(at: map.at(300, 90), languages: []) != nil)
        #expect(index.placemark(at: map.at(300, 110), languages: []) == nil)
        #expect(!index.covers(map.at(300, 110)))
        map.extent = nil
        let wide = try map.index()
        #expect(wide.placemark(at: map.at(300, 5_000), languages: []) == nil)
        #expect(wide.placemark(at: Coordinate(latitude: 90, longitude: 180)!, languages: []) == nil)
    }

    @Test("What is across the border is not the point's address")
    func border() throws {
        var map = MapDrawing()
        map.boundary(2, "Westland", (-5_000, -5_000, 0, 5_000), ["ISO3166-1": "WL"])
        map.street("Rheinweg", y: 0, from: -400, to: -20)
        map.street("Far Road", y: 300, from: 50, to: 500)
        let index = try map.index()
        let west = try #require(index.placemark(at: map.at(-10, 0), languages: []))
        #expect(west.thoroughfare == "Rheinweg" && west.country == "Westland" && west.isoCountryCode == "WL")
        let east = try #require(index.placemark(at: map.at(10, 0), languages: []))
        #expect(east.thoroughfare == "Far Road" && east.country == nil)
    }

    @Test("Names come in the languages asked for, and without one in what a reader can read")
    func languages() throws {
        var map = MapDrawing()
        map.street(
            "Mannerheimintie", y: 0,
            ["name:fi": "Mannerheimintie", "name:sv": "Mannerheimvägen", "name:ru": "Маннергейминтие"])
        map.street("銀座通り", y: 1_000, ["name:en": "Ginza Street"])
        let index = try map.index()
        func street(_ y: Double, _ tags: String...) -> String? {
            index.placemark(at: map.at(100, y), languages: tags.compactMap { LanguageTag($0) })?.thoroughfare
        }
        #expect(street(1) == "Mannerheimintie")
        #expect(street(1, "sv") == "Mannerheimvägen" && street(1, "sv-FI") == "Mannerheimvägen")
        #expect(street(1, "ru") == "Маннергейминтие" && street(1, "de", "sv") == "Mannerheimvägen")
        #expect(street(1, "de") == "Mannerheimintie")
        #expect(street(1_001) == "銀座通り" && street(1_001, "ja", "en") == "銀座通り")
        #expect(street(1_001, "fr") == "Ginza Street")
    }

    @Test("A village without streets, a block in Japan, a Dutch postcode and a ZIP+4") func otherAddresses() throws {
        var map = MapDrawing()
        map.node(0, 0, ["addr:place": "Hinterdorf", "addr:housenumber": "17"])
        map.node(
            0, 5_000,
            [
                "addr:province": "東京都", "addr:city": "千代田区", "addr:quarter": "丸の内", "addr:neighbourhood": "一丁目",
                "addr:block_number": "9", "addr:housenumber": "1",
            ])
        map.street("Keizersgracht", y: 10_000)
        map.node(100, 10_010, ["addr:street": "Keizersgracht", "addr:housenumber": "45-H", "addr:postcode": "1015 CD"])
        map.street("Main Street", y: 15_000)
        map.node(
            100, 15_010, ["addr:street": "Main Street", "addr:housenumber": "1800", "addr:postcode": "94115-1234"])
        let index = try map.index()
        let village = try #require(index.placemark(at: map.at(3, 0), languages: []))
        #expect(village.thoroughfare == "Hinterdorf" && village.subThoroughfare == "17" && village.precision == .house)
        let block = try #require(index.placemark(at: map.at(3, 5_000), languages: []))
        #expect(block.thoroughfare == "丸の内一丁目" && block.subThoroughfare == "9-1")
        #expect(block.locality == "千代田区" && block.administrativeArea == "東京都")
        let dutch = try #require(index.placemark(at: map.at(100, 10_012), languages: []))
        #expect(dutch.subThoroughfare == "45-H" && dutch.postalCode == "1015 CD")
        let american = try #require(index.placemark(at: map.at(100, 15_012), languages: []))
        #expect(american.subThoroughfare == "1800" && american.postalCode == "94115-1234")
    }

    @Test("A missing, empty, foreign or damaged file is an error that says what to do") func badFiles() throws {
        #expect(throws: GeocodingError.self) { try StreetIndex(path: "/nonexistent/a.streets") }
        #expect(throws: GeocodingError.self) { try StreetIndex(path: "/dev/null") }
        #expect(throws: GeocodingError.self) { try StreetIndex(bytes: []) }
        #expect(throws: GeocodingError.self) { try StreetIndex(bytes: Array("LKWORLD\0".utf8)) }
        var map = MapDrawing()
        map.street("A", y: 0)
        var bytes = try map.bytes()
        try StreetIndex(bytes: bytes).verify()
        bytes[bytes.count - 1] ^= 1
        let damaged = try StreetIndex(bytes: bytes)
        #expect(throws: GeocodingError.self) { try damaged.verify() }
    }
}

@Suite("StreetIndex: city, county, state, country")
struct SurroundingsTests {
    private func placemark(
        _ draw: (inout MapDrawing) -> Void, _ x: Double = 0, _ y: Double = 0, _ tags: String...
    ) throws -> Placemark {
        var map = MapDrawing()
        draw(&map)
        return try #require(
            try map.index().placemark(at: map.at(x, y), languages: tags.compactMap { LanguageTag($0) }))
    }

    private static let large = (-9_000.0, -9_000.0, 9_000.0, 9_000.0)
    private static let small = (-2_000.0, -2_000.0, 2_000.0, 2_000.0)

    @Test("A settlement across the border of the file's country names nothing")
    func abroad() throws {
        func draw(_ map: inout MapDrawing) {
            map.boundary(2, "Liechtenstein", Self.small, ["ISO3166-1": "LI"])
            map.node(-1_000, 0, ["place": "village", "name": "Triesen"])
            map.node(2_600, 100, ["addr:housenumber": "3", "addr:place": "Feld"])
        }
        let abroad = try placemark(draw, 2_600, 0)
        #expect(abroad.subThoroughfare == "3" && abroad.locality == nil && abroad.subLocality == nil)
        #expect(abroad.isoCountryCode == nil)
        let within = try placemark(draw, 1_900, 0)
        #expect(within.locality == "Triesen" && within.isoCountryCode == "LI")
    }

    @Test("The levels mean what they mean in the country")
    func levels() throws {
        let german = try placemark { map in
            map.boundary(2, "Deutschland", Self.large, ["ISO3166-1": "DE", "name:en": "Germany"])
            map.boundary(4, "Bayern", Self.large, ["ISO3166-2": "DE-BY", "name:en": "Bavaria"])
            map.boundary(5, "Oberbayern", Self.large)
            map.boundary(6, "Landkreis Fürstenfeldbruck", Self.large)
            map.boundary(8, "Germering", Self.small)
            map.boundary(10, "Unterpfaffenhofen", Self.small)
            map.node(500, 0, ["place": "town", "name": "Germering"])
        }
        #expect(
            german.country == "Deutschland" && german.isoCountryCode == "DE" && german.administrativeArea == "Bayern")
        #expect(german.subAdministrativeArea == "Landkreis Fürstenfeldbruck" && german.locality == "Germering")
        #expect(german.subLocality == "Unterpfaffenhofen" && german.precision == .locality)
        let japanese = try placemark(
            { map in
                map.boundary(2, "日本", Self.large, ["ISO3166-1": "JP", "name:en": "Japan"])
                map.boundary(4, "神奈川県", Self.large, ["ISO3166-2": "JP-14", "name:en": "Kanagawa Prefecture"])
                map.boundary(7, "横浜市", Self.large, ["name:en": "Yokohama"])
                map.boundary(8, "中区", Self.small, ["name:en": "Naka Ward"])
            }, 0, 0, "en")
        #expect(japanese.country == "Japan" && japanese.locality == "Yokohama" && japanese.subLocality == "Naka Ward")
        #expect(japanese.administrativeArea == "Kanagawa Prefecture" && japanese.nameLanguages.locality == .english)
    }

    @Test("A city that is a county of its own is the city: Kiel, not its quarter")
    func independentCity() throws {
        let kiel = try placemark { map in
            map.boundary(2, "Deutschland", Self.large, ["ISO3166-1": "DE"])
            map.boundary(4, "Schleswig-Holstein", Self.large, ["ISO3166-2": "DE-SH"])
            map.boundary(6, "Kiel", Self.large)
            map.boundary(10, "Gaarden-Ost", Self.small)
            map.node(3_000, 0, ["place": "city", "name": "Kiel"])
            map.node(100, 0, ["place": "suburb", "name": "Gaarden"])
        }
        #expect(kiel.locality == "Kiel" && kiel.subLocality == "Gaarden-Ost" && kiel.subAdministrativeArea == nil)
        let berlin = try placemark { map in
            map.boundary(2, "Deutschland", Self.large, ["ISO3166-1": "DE"])
            map.boundary(4, "Berlin", Self.large, ["ISO3166-2": "DE-BE"])
            map.boundary(9, "Mitte", Self.small)
            map.boundary(10, "Wedding", Self.small)
        }
        #expect(berlin.locality == "Berlin" && berlin.administrativeArea == "Berlin" && berlin.subLocality == "Wedding")
    }

    @Test("At a node with a number of its own that is the answer, and beside it the building around")
    func nodesInBuildings() throws {
        func draw(_ map: inout MapDrawing) {
            map.street("Landstrasse", y: 0)
            map.building(100, 40, size: 60, ["addr:street": "Landstrasse", "addr:housenumber": "177"])
            map.node(
                95, 35, ["addr:street": "Landstrasse", "addr:housenumber": "117", "name": "Njord", "amenity": "pub"])
        }
        let node = try placemark(draw, 95, 35)
        #expect(node.subThoroughfare == "117" && node.areasOfInterest == ["Njord"])
        #expect(try placemark(draw, 96, 35).subThoroughfare == "117")
        #expect(try placemark(draw, 98, 35).subThoroughfare == "177")
    }

    @Test("Across the border a street does not have the postcode of its houses on this side")
    func postcodesAbroad() throws {
        func draw(_ map: inout MapDrawing) {
            map.boundary(2, "Monaco", (-9_000, -9_000, 1_000, 9_000), ["ISO3166-1": "MC"])
            map.way([(-2_000, 0), (3_000, 0)], ["highway": "residential", "name": "Chemin"])
            map.node(900, 10, ["addr:street": "Chemin", "addr:housenumber": "1", "addr:postcode": "98000"])
        }
        #expect(try placemark(draw, 600, 0).postalCode == "98000")
        let abroad = try placemark(draw, 2_000, 0)
        #expect(abroad.thoroughfare == "Chemin" && abroad.postalCode == nil)
    }

    @Test("The city of a Danish municipality is the one that is tagged as such, not the municipality")
    func municipalitiesWithNamesOfTheirOwn() throws {
        func draw(_ map: inout MapDrawing) {
            map.boundary(2, "Danmark", Self.large, ["ISO3166-1": "DK"])
            map.boundary(4, "Region Hovedstaden", Self.large, ["ISO3166-2": "DK-84"])
        }
        let copenhagen = try placemark { map in
            draw(&map)
            map.boundary(7, "Københavns Kommune", Self.large)
            map.node(3_000, 0, ["place": "city", "name": "København"])
            map.node(100, 0, ["place": "suburb", "name": "Nørrebro"])
        }
        #expect(copenhagen.locality == "København" && copenhagen.subLocality == "Nørrebro")
        #expect(copenhagen.subAdministrativeArea == "Københavns Kommune" && copenhagen.isoCountryCode == "DK")
        // A suburb of its neighbour by tag, and a municipality of its own.
        let enclave = try placemark { map in
            draw(&map)
            map.boundary(7, "Frederiksberg Kommune", Self.small)
            map.node(100, 0, ["place": "suburb", "name": "Frederiksberg"])
            map.node(6_000, 0, ["place": "city", "name": "København"])
        }
        #expect(enclave.locality == "Frederiksberg" && enclave.subLocality == nil)
        // The name of the municipality is not cut where it is a city's.
        let spa = try placemark { map in
            map.boundary(2, "Österreich", Self.large, ["ISO3166-1": "AT"])
            map.boundary(8, "Baden bei Wien", Self.small)
            map.node(100, 0, ["place": "hamlet", "name": "Baden"])
        }
        #expect(spa.locality == "Baden bei Wien")
    }

    @Test("A village of a municipality is a part, unless the address of the house has it as its city")
    func villages() throws {
        func draw(_ kind: String) -> (inout MapDrawing) -> Void {
            { map in
                map.boundary(2, "Liechtenstein", Self.large, ["ISO3166-1": "LI"])
                map.boundary(8, "Eschen", Self.large)
                map.node(4_000, 0, ["place": kind, "name": "Eschen"])
                map.node(300, 0, ["place": "village", "name": "Nendeln"])
                map.node(-100, 9_500, ["place": "village", "name": "Elsewhere"])
            }
        }
        for kind in ["village", "town"] {
            let part = try placemark(draw(kind))
            #expect(part.locality == "Eschen" && part.subLocality == "Nendeln")
        }
        for (city, quarter) in [("Nendeln", nil), ("Eschen", "Nendeln"), ("Gamprin", "Nendeln")] {
            let house = try placemark { map in
                draw("village")(&map)
                map.node(1, 1, ["addr:housenumber": "5", "addr:place": "Feld", "addr:city": city])
            }
            #expect(house.locality == (quarter == nil ? "Nendeln" : "Eschen") && house.subLocality == quarter)
        }
    }

    @Test(
        "Without polygons the nearest settlement in its terms is the city, and its country follows from a division's code"
    )
    func points() throws {
        let place = try placemark { map in
            map.boundary(4, "Vorarlberg", Self.large, ["ISO3166-2": "AT-8"])
            map.node(6_000, 0, ["place": "city", "name": "Große Stadt"])
            map.node(-3_500, 0, ["place": "village", "name": "Dorf"])
            map.node(400, 0, ["place": "suburb", "name": "Vorort"])
        }
        #expect(place.locality == "Große Stadt" && place.subLocality == "Vorort")
        #expect(place.isoCountryCode == "AT" && place.country == nil && place.administrativeArea == "Vorarlberg")
    }

    @Test("Islands and holes of areas count, at many points too")
    func rings() throws {
        var map = MapDrawing()
        let steps = 2_000
        let outer = map.way(
            (0..<steps).map { step in
                let angle = 2 * Double.pi * Double(step) / Double(steps)
                return (x: 5_000 * cos(angle), y: 5_000 * sin(angle))
            }, isClosed: true)
        let hole = map.way([(-500, -500), (500, -500), (500, 500), (-500, 500)], isClosed: true)
        let island = map.way([(7_000, 0), (8_000, 0), (8_000, 1_000)], isClosed: true)
        map.relation(
            [("way", outer, "outer"), ("way", hole, "inner"), ("way", island, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Round"])
        let index = try map.index()
        func city(_ x: Double, _ y: Double) -> String? { index.placemark(at: map.at(x, y), languages: [])?.locality }
        for angle in stride(from: 0.1, to: 6.2, by: 0.3) {
            #expect(city(4_990 * cos(angle), 4_990 * sin(angle)) == "Round")
            #expect(city(5_010 * cos(angle), 5_010 * sin(angle)) == nil)
            #expect(city(400 * cos(angle), 400 * sin(angle)) == nil)
        }
        #expect(city(7_900, 500) == "Round" && city(7_100, 500) == nil)
    }
}

@Suite("AdministrativeLevels")
struct AdministrativeLevelsTests {
    @Test("Each country has a level for the city or deliberately none, and no level has two meanings") func table() {
        for country in ["AT", "BR", "CH", "DE", "ES", "FR", "IT", "JP", "KR", "LI", "MC", "NL", "PL", "US"] {
            let levels = AdministrativeLevels.of(country)
            #expect(!levels.city.isEmpty && !levels.languages.isEmpty, "\(country)")
        }
        for country in AdministrativeLevels.countries {
            let levels = AdministrativeLevels.of(country)
            let all = levels.state + levels.county + levels.city + levels.quarter
            #expect(Set(all).count == all.count, "\(country)")
            #expect(all.allSatisfy { (3...11).contains($0) } && !levels.languages.isEmpty, "\(country)")
        }
        #expect(AdministrativeLevels.countries.count >= 40)
        #expect(AdministrativeLevels.of(nil).city == [8, 7] && AdministrativeLevels.of("XX").state == [4])
    }
}
