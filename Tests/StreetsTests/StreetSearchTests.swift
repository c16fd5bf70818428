import Foundation
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite("StreetIndex: search")
struct StreetSearchTests {
    private let index: StreetIndex
    private let map: MapDrawing

    init() throws {
        var map = MapDrawing()
        map.boundary(
            2, "Liechtenstein", (-19_000, -19_000, 39_000, 39_000), ["ISO3166-1": "LI", "name:en": "Liechtenstein"])
        map.boundary(8, "Vaduz", (-3_000, -3_000, 3_000, 3_000), [:])
        map.boundary(8, "Schaan", (3_000, -3_000, 9_000, 3_000), [:])
        map.node(10, 10, ["place": "town", "name": "Vaduz", "name:ru": "Вадуц"])
        map.node(6_000, 10, ["place": "village", "name": "Schaan"])
        for (x, postcode) in [(0.0, "9490"), (6_000.0, "9494")] {
            map.way([(x, 200), (x + 500, 200)], ["highway": "residential", "name": "Bahnhofstraße"])
            for number in ["1", "3", "12 a", "14-18", "43/2", "20;22"].enumerated() {
                map.building(
                    x + 50 + 70 * Double(number.offset), 220,
                    [
                        "addr:street": "Bahnhofstraße", "addr:housenumber": number.element,
                        "addr:postcode": postcode,
                    ])
            }
        }
        map.way([(0, 600), (500, 600)], ["highway": "residential", "name": "Avenue Saint-Martin"])
        map.way([(0, 900), (500, 900)], ["highway": "residential", "name": "Alte Bahnhofstraße"])
        map.node(120, 905, ["addr:street": "Alte Bahnhofstraße", "addr:housenumber": "5"])
        map.node(300, 230, ["amenity": "cafe", "name": "Café Amann"])
        map.node(-900, -900, ["place": "hamlet", "name": "Mühleholz"])
        map.node(-905, -905, ["addr:place": "Mühleholz", "addr:housenumber": "8"])
        self.map = map
        index = try map.index()
    }

    private func first(_ text: String) -> StreetMatch? { index.search(StreetQuery(text)).first }

    @Test(
        "What is written together, Nr. and the country before a postcode are understood, and one wrong letter is too",
        arguments: [
            ("Bahnhofstr.3,Schaan", PlaceMatch.NameMatch.whole), ("Bahnhofstraße Nr. 3, Schaan", .whole),
            ("Bahnhofstrasse 3, FL-9494 Schaan", .whole), ("Bahnhofstrase 3, Schaan", .whole),
            ("Bahnhfostrasse 3, Schaan", .letters), ("Bahnhofsstrasse 3, Schaan", .letters),
        ])
    func relaxed(text: String, match: PlaceMatch.NameMatch) throws {
        let found = try #require(first(text))
        #expect(found.placemark.thoroughfare == "Bahnhofstraße" && found.placemark.subThoroughfare == "3")
        #expect(found.placemark.locality == "Schaan" && found.match == match)
    }

    @Test(
        "Two wrong letters, another first one and short words find nothing",
        arguments: ["Bahnhofstrosso", "Pahnhofstr", "Schn"])
    func tooFar(text: String) { #expect(first(text) == nil) }

    @Test("Dr. is Doktor, ö is oe, the number of a division is not a word, and a street comes before its bus stop")
    func words() throws {
        var map = MapDrawing()
        map.boundary(2, "Liechtenstein", (-19_000, -19_000, 19_000, 19_000), ["ISO3166-1": "LI"])
        map.boundary(8, "Vaduz", (-9_000, -9_000, 9_000, 9_000), ["ISO3166-2": "LI-11"])
        map.street("Doktor Grass-Strasse", y: 0)
        map.street("Michel-Oehri", y: 500)
        map.street("Städtle", y: 900)
        map.node(100, 910, ["addr:street": "Städtle", "addr:housenumber": "11"])
        map.node(300, 1_200, ["highway": "bus_stop", "name": "Vaduz Städtle"])
        let index = try map.index()
        func street(_ text: String) -> Placemark? { index.search(StreetQuery(text)).first?.placemark }
        #expect(street("Dr. Grass Strasse")?.name == "Doktor Grass-Strasse")
        #expect(street("Michel-Öhri")?.name == "Michel-Oehri")
        #expect(street("Staedtle 11, Vaduz")?.subThoroughfare == "11")
        #expect(street("Städtle 11, Vaduz")?.subThoroughfare == "11")
        let only = try #require(street("Städtle, Vaduz"))
        #expect(only.name == "Städtle" && only.areasOfInterest.isEmpty)
    }

    @Test(
        "An address is found however it is written",
        arguments: [
            "Bahnhofstraße 3, Schaan", "schaan bahnhofstr. 3", "3 BAHNHOFSTRASSE 9494",
            "Bahnhof Strasse 3, 9494 Schaan",
            "Bahnhof-Str. 3, Schaan, Liechtenstein", "9494 Schaan Bahnhofstrasse 3 LI",
        ])
    func spellings(text: String) throws {
        let found = try #require(first(text))
        #expect(found.placemark.thoroughfare == "Bahnhofstraße" && found.placemark.subThoroughfare == "3")
        #expect(found.placemark.locality == "Schaan" && found.placemark.postalCode == "9494")
        #expect(found.placemark.precision == .house && !found.lacksNumber && found.match == .whole)
        #expect(found.placemark.coordinate.distance(to: map.at(6_120, 220)) < 1)
    }

    @Test(
        "Numbers are compared by what they mean",
        arguments: [
            ("12a", "12 a"), ("12 A", "12 a"), ("43/2", "43/2"), ("22", "20;22"), ("16", "14-18"), ("14-18", "14-18"),
        ])
    func numbers(wanted: String, stated: String) throws {
        let found = try #require(first("Bahnhofstrasse \(wanted), Vaduz"))
        #expect(found.placemark.subThoroughfare == stated && found.placemark.locality == "Vaduz")
    }

    @Test("A street without the number is the answer, and says so; its like with the number comes later")
    func lacking() throws {
        let matches = index.search(StreetQuery("Bahnhofstraße 5, Vaduz"))
        let street = try #require(matches.first)
        #expect(street.lacksNumber && street.placemark.precision == .street && street.name == "Bahnhofstraße")
        #expect(street.placemark.subThoroughfare == nil && street.placemark.locality == "Vaduz")
        #expect(matches.contains { $0.placemark.thoroughfare == "Alte Bahnhofstraße" && $0.match == .words })
    }

    @Test("Another postcode than the map's is no reason not to find an address; one that is right comes first")
    func postcodes() throws {
        let found = try #require(first("Bahnhofstrasse 3, 98020 Vaduz"))
        #expect(found.placemark.subThoroughfare == "3" && found.placemark.locality == "Vaduz" && !found.lacksNumber)
        let both = index.search(StreetQuery("Bahnhofstrasse 3, 9494"))
        #expect(both.map(\.placemark.locality).prefix(2) == ["Schaan", "Vaduz"])
        #expect(index.search(StreetQuery(street: "Bahnhofstrasse 3", postcode: "98020")).isEmpty)
    }

    @Test(
        "What nothing explains is not answered", arguments: ["Bahnhofstraße 3, Paris", "", " , ", "Schaan 43", "xyz"])
    func nothing(text: String) { #expect(index.search(StreetQuery(text)).isEmpty) }

    @Test("An address is not in the town beside its own, and a long street is where the query says")
    func surroundings() throws {
        var map = MapDrawing()
        map.boundary(8, "Vaduz", (-3_000, -3_000, 3_000, 3_000), [:])
        map.boundary(8, "Schaan", (3_000, -3_000, 9_000, 3_000), [:])
        map.node(10, 10, ["place": "town", "name": "Vaduz"])
        map.node(6_000, 10, ["place": "village", "name": "Schaan"])
        map.node(-6_000, 10, ["place": "hamlet", "name": "Ebenholz"])
        map.way((0...8).map { (Double($0) * 1_000 - 500, 100.0) }, ["highway": "primary", "name": "Landstrasse"])
        map.way([(3_100, 0), (3_400, 0)], ["highway": "residential", "name": "Feldweg"])
        map.way([(-6_500, 0), (-6_400, 0)], ["highway": "residential", "name": "Holzweg"])
        let index = try map.index()
        #expect(index.search(StreetQuery("Feldweg, Vaduz")).isEmpty)
        #expect(index.search(StreetQuery("Feldweg, Schaan")).count == 1)
        // No area has the name of the hamlet.
        #expect(index.search(StreetQuery("Holzweg, Ebenholz")).count == 1)
        for city in ["Vaduz", "Schaan"] {
            let street = try #require(index.search(StreetQuery("Landstrasse, \(city)")).first)
            #expect(street.placemark.locality == city)
        }
    }

    @Test("Abbreviations, places of interest, settlements, areas and postcodes are found")
    func subjects() throws {
        #expect(first("av st martin")?.placemark.thoroughfare == "Avenue Saint-Martin")
        let cafe = try #require(first("cafe amann, bahnhofstrasse vaduz"))
        #expect(cafe.placemark.areasOfInterest == ["Café Amann"])
        #expect(first("Вадуц")?.placemark.locality == "Vaduz")
        #expect(first("Schaan")?.placemark.precision == .locality)
        #expect(first("LI")?.placemark.precision == .country)
        #expect(first("Liechtenstein")?.placemark.locality == nil)
        #expect(first("9494")?.placemark.locality == "Schaan")
        #expect(first("Mühleholz 8")?.placemark.subThoroughfare == "8")
        let begun = try #require(first("Bahnhofs 3 Vaduz"))
        #expect(begun.match == .letters && begun.placemark.subThoroughfare == "3")
    }

    @Test("The parts of an address are looked for as what they are")
    func structured() throws {
        let matches = index.search(
            StreetQuery(street: "Bahnhofstr.", houseNumber: "3", city: "Vaduz", postcode: "9490"))
        #expect(matches.map(\.placemark.locality) == ["Vaduz"])
        #expect(
            index.search(StreetQuery(street: "Vaduz")).allSatisfy {
                $0.placemark.thoroughfare != nil || !$0.lacksNumber
            })
        #expect(index.search(StreetQuery(street: "Bahnhofstr.", city: "9490")).isEmpty)
        #expect(index.search(StreetQuery(postcode: "9494")).first?.placemark.locality == "Schaan")
    }

    @Test("With a point the nearest come first, with their distances")
    func near() throws {
        let matches = index.search(StreetQuery("Bahnhofstrasse 3"), near: map.at(6_000, 0))
        #expect(matches.prefix(2).map(\.placemark.locality) == ["Schaan", "Vaduz"])
        #expect(matches.dropFirst(2).allSatisfy { $0.lacksNumber && $0.match == .words })
        #expect(abs((matches[0].distance ?? 0) - 250) < 5)
        let all = try StreetIndexes(indexes: [index, index]).search(StreetQuery("Bahnhofstrasse 3"), limit: 5)
        #expect(all.count == matches.count && all.prefix(2).allSatisfy { !$0.lacksNumber })
    }

    @Test("Absurd texts have no answer and take no time")
    func absurd() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["9490", "str", "Bahnhof", "\u{0}", "é", "-", "🏔", "99999999999999999999", ";", "a", "入"]
        for _ in 0..<300 {
            let count = Int.random(in: 0..<60, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }
                .joined(separator: Bool.random(using: &generator) ? " " : "")
            for match in index.search(StreetQuery(text)) { #expect(match.placemark.coordinate.latitude > 46) }
        }
        #expect(index.search(StreetQuery(String(repeating: "Bahnhofstrasse ", count: 40))).isEmpty)
    }
}

/// Addresses of real extracts, each looked for as it is printed.
///
/// Names in place of numbers and lists of numbers (`39,41`) are not found, of which Monaco has the most: 403 of its 414 are found.
@Suite("StreetIndex: search in extracts", .enabled(if: SampleRegion.folder != nil, SampleRegion.absence))
struct StreetSearchSampleTests {
    @Test(
        "An address is found where it is",
        arguments: [("liechtenstein-2024", 96), ("monaco-2026", 96), ("helsinki", 96)])
    func addresses(name: String, floor: Int) throws {
        let index = try SampleRegion.named(name).index
        let rounds = Fixtures.rounds(1_200)
        var generator = SeededGenerator(seed: 5)
        var (asked, found) = (0, 0)
        var misses: [String] = []
        while asked < rounds {
            let number = Int.random(in: 0..<index.layout.houses.count, using: &generator)
            guard let house = index.house(number), house.hasNumber, house.street != nil,
                house.flags.isDisjoint(with: [.hasGuessedStreet, .hasInheritedAddress, .isInterpolated]),
                let coordinate = house.point.coordinate,
                let placemark = index.placemark(at: coordinate, languages: []),
                let street = placemark.thoroughfare, let stated = placemark.subThoroughfare,
                index.textBytes(house.number).elementsEqual(stated.utf8)
            else { continue }
            asked += 1
            let text = "\(street) \(stated), \(placemark.postalCode ?? "") \(placemark.locality ?? "")"
            let best = index.search(StreetQuery(text), limit: 1).first?.placemark
            if let best, best.subThoroughfare == stated, best.coordinate.distance(to: coordinate) < 100 {
                found += 1
            } else {
                misses.append("\(text) → \(best?.name ?? "nothing")")
            }
        }
        #expect(found * 100 >= rounds * floor, "\(found) of \(rounds) in \(name): \(misses.joined(separator: "; "))")
    }
}
