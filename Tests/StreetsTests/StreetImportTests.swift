import Foundation
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite("Import of streets and houses") struct StreetImportTests {
    /// Two parallel streets, 100 m apart.
    private static func village() -> OSMText {
        var data = OSMText()
        data.way(1, [(0, 0), (400, 0)], ["highway": "residential", "name": "Lower Street"])
        data.way(2, [(0, 100), (400, 100)], ["highway": "primary", "name": "Upper Street"])
        return data
    }

    // MARK: Streets of houses

    @Test("A house is in the street that its address names, and in the nearest one if it names none")
    func streets() throws {
        var data = Self.village()
        data.node(10, 100, 10, ["addr:housenumber": "1", "addr:street": "Upper Street"])
        data.node(11, 100, 20, ["addr:housenumber": "2"])
        data.node(12, 100, 90, ["addr:housenumber": "3", "addr:street": "No Such Street"])
        data.node(13, 100, 95, ["addr:housenumber": "4", "addr:place": "Upper Village"])
        data.node(14, 9_000, 0, ["addr:housenumber": "5"])
        data.node(15, 3_000, 0, ["addr:housenumber": "6", "addr:street": "Upper Street"])
        let index = try data.imported()
        #expect(index["1"].map(\.street) == ["Upper Street"] && index["1"][0].flags == [])
        #expect(index["2"].map(\.street) == ["Lower Street"] && index["2"][0].flags == .hasGuessedStreet)
        #expect(
            index["3"].map(\.street) == [nil] && index["3"][0].place == "No Such Street" && index["3"][0].flags == [])
        #expect(index["4"].map(\.street) == [nil] && index["4"][0].place == "Upper Village")
        #expect(index["5"].map(\.street) == [nil])
        #expect(index["6"].map(\.street) == [nil] && index["6"][0].place == "Upper Street")
        #expect(index.summary.houses == 6 && index.summary.streets == 2)
    }

    @Test(
        "A street is found by another spelling of its name, and by the part of what is stated that names one",
        arguments: [
            ("Boulevard de Suisse", "Bvd. de Suisse"), ("Sankt-Martins-Ring", "St. Martins Ring"),
            ("Place d’Armes", "place d'armes"), ("Rue Félix Éboué", "Rue Felix-Eboue"),
            ("Doktor Schädler-Strasse", "Dr. Schädlerstr."), ("Place des Moulins", "Place Moulins"),
            ("Michel-Oehri", "Michel-Öhri"), ("Kaivokatu", "Rautatieasema, Kaivokatu"),
            ("Mannerheimintie", "Aleksanterinkatu/Mannerheimintie"), ("Mikonkatu", "Mikonkatu 19"),
            ("5th Avenue", "5th Ave"),
        ])
    func spellings(mapped: String, stated: String) throws {
        var data = Self.village()
        data.way(3, [(0, 200), (400, 200)], ["highway": "residential", "name": mapped])
        data.node(10, 100, 10, ["addr:housenumber": "1", "addr:street": stated])
        let index = try data.imported()
        #expect(index["1"].map(\.street) == [mapped] && index["1"][0].flags == [])
    }

    @Test("Other words are other streets", arguments: [("Street 13", "Street 12"), ("Upper Lane", "Upper Road")])
    func otherStreets(mapped: String, stated: String) throws {
        var data = OSMText()
        data.way(3, [(0, 0), (400, 0)], ["highway": "residential", "name": mapped])
        data.node(10, 100, 10, ["addr:housenumber": "1", "addr:street": stated])
        let index = try data.imported()
        #expect(index["1"].map(\.street) == [nil] && index["1"][0].place == stated)
    }

    @Test("A main road without a name is called by its number, and a lane is not")
    func numbersOfRoads() throws {
        var data = OSMText()
        data.way(1, [(0, 0), (400, 0)], ["highway": "motorway_link", "ref": "A 13"])
        data.way(2, [(0, 50), (400, 50)], ["highway": "primary", "ref": "28", "name": "Landstrasse"])
        data.way(3, [(0, 90), (400, 90)], ["highway": "residential", "ref": "L 7"])
        #expect(Set(try data.imported().streets.map(\.names)) == [["": "A 13"], ["": "Landstrasse"]])
    }

    @Test("A house that states no street is in the nearest one of its country")
    func countriesOfStreets() throws {
        var data = Self.village()
        data.rectangle(50, -1_000, -1_000, 1_000, 50)
        data.relation(
            60, [("way", 50, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "South", "ISO3166-1": "SO"])
        data.node(10, 100, 90, ["addr:housenumber": "1"])
        data.node(11, 100, 45, ["addr:housenumber": "2"])
        data.node(12, 100, 55, ["addr:housenumber": "3"])
        data.way(3, [(0, 56), (400, 40)], ["highway": "path", "name": "Southern Path"])
        let index = try data.imported()
        #expect(["1", "2", "3"].map { index[$0].first?.street } == ["Upper Street", "Southern Path", "Upper Street"])
    }

    @Test("Land with an address is a house, is marked, and lends its number to nothing on it")
    func land() throws {
        var data = Self.village()
        let address = ["addr:housenumber": "27", "addr:street": "Upper Street"]
        data.rectangle(20, 0, 10, 200, 90, ["landuse": "retail", "name": "Mall"].merging(address) { $1 })
        data.rectangle(21, 210, 10, 250, 90, ["leisure": "garden"].merging(address) { $1 })
        data.rectangle(22, 260, 10, 300, 90, ["building:part": "yes"].merging(address) { $1 })
        data.rectangle(23, 310, 10, 350, 90, ["landuse": "retail", "building": "retail"].merging(address) { $1 })
        data.node(30, 100, 20, ["amenity": "fountain", "name": "Fountain"])
        let index = try data.imported()
        #expect(index["27"].map { $0.flags.contains(.isLand) }.filter(\.self).count == 2 && index["27"].count == 4)
        let fountain = try index.interest("Fountain")
        #expect(fountain.number == "" && fountain.street == "Lower Street" && fountain.flags == .hasGuessedStreet)
    }

    @Test("The distance of a house is that of its outline, and of equally near streets the most important counts")
    func outlines() throws {
        var data = Self.village()
        data.rectangle(20, 0, 50, 40, 96, ["building": "yes", "addr:housenumber": "1"])
        data.rectangle(21, 50, -10, 390, 110, ["amenity": "school", "name": "School"])
        let index = try data.imported()
        let house = try #require(index["1"].first)
        #expect(house.street == "Upper Street" && house.flags == [.isBuilding, .hasGuessedStreet])
        #expect(house.rings.count == 1 && house.rings[0].points.count == 5)
        #expect(house.rings[0].points.first == house.rings[0].points.last)
        #expect(OSMText.distance(house.position, OSMText.point(20, 73)) < 0.05)
        #expect(try index.interest("School").street == "Upper Street")
    }

    @Test("Ways of one name are one street where they are near each other, with the names of all")
    func joining() throws {
        var data = OSMText()
        data.way(1, [(0, 0), (100, 0)], ["highway": "footway", "name": "Weg", "name:en": "Way"])
        data.way(
            2, [(250, 0), (400, 0)], ["highway": "tertiary", "name": "Weg", "name:fr": "Voie", "name:en": "Road"])
        data.way(3, [(700, 0), (900, 0)], ["highway": "path", "name": "Weg"])
        data.way(4, [(0, 50), (100, 50)], ["highway": "path"])
        data.way(5, [(0, 60), (100, 60)], ["highway": "proposed", "name": "New"])
        data.rectangle(6, 0, 70, 50, 90, ["highway": "pedestrian", "area": "yes", "name": "Square"])
        data.rectangle(7, 0, 100, 50, 190, ["highway": "residential", "name": "Ring"])
        let index = try data.imported()
        let streets = index.streets.sorted { $0.names.count > $1.names.count }
        #expect(streets.count == 4)
        #expect(streets[0].names == ["": "Weg", "en": "Way", "fr": "Voie"])
        #expect(streets[0].rank == .tertiary && streets[0].lines.count == 2)
        #expect(index.streets.filter { $0.isSquare }.map(\.names) == [["": "Square"]])
        #expect(index.streets.contains { $0.names[""] == "Ring" && $0.lines[0].count == 5 })
    }

    @Test(
        "A long line is split into pieces, each beginning where the previous one ends",
        arguments: [2, 32, 33, 63, 64, 100])
    func pieces(count: Int) throws {
        var data = OSMText()
        data.way(1, (0..<count).map { (Double($0), 0) }, ["highway": "path", "name": "Long"])
        let lines = try data.imported().streets[0].lines
        #expect(lines.allSatisfy { (2...32).contains($0.count) })
        for (before, next) in zip(lines, lines.dropFirst()) { #expect(before.last == next.first) }
        #expect(lines.reduce(1) { $0 + $1.count - 1 } == count)
    }

    @Test("A relation says the street where the address does not", arguments: ["associatedStreet", "street"])
    func relation(type: String) throws {
        var data = Self.village()
        data.node(10, 100, 10, ["addr:housenumber": "1"])
        data.node(11, 100, 10, ["addr:housenumber": "2", "addr:street": "Lower Street"])
        data.rectangle(12, 200, 0, 210, 10, ["building": "yes", "addr:housenumber": "3"])
        data.relation(
            30, [("node", 10, "house"), ("node", 11, "address"), ("way", 12, ""), ("way", 2, "street")],
            ["type": type, "name": "Another Name"])
        let index = try data.imported()
        #expect(index["1"][0].street == "Upper Street" && index["1"][0].flags == [])
        #expect(index["2"][0].street == "Lower Street" && index["3"][0].street == "Upper Street")
    }

    // MARK: Interpolation

    @Test("Numbers between known ones are spread along the line")
    func interpolation() throws {
        var data = Self.village()
        data.node(10, 0, 10, ["addr:housenumber": "2", "addr:street": "Upper Street", "addr:postcode": "9490"])
        data.node(11, 80, 10)
        data.node(12, 80, 90, ["addr:housenumber": "10"])
        data.node(13, 80, 90, ["addr:housenumber": "6", "addr:street": "Upper Street"])
        data.way(20, nodes: [10, 11, 12], ["addr:interpolation": "even"])
        let index = try data.imported()
        #expect(Set(index.houses.map(\.number)) == ["2", "4", "6", "8", "10"] && index.houses.count == 5)
        let four = try #require(index["4"].first)
        #expect(four.flags == .isInterpolated && four.street == "Upper Street" && four.postcode == "9490")
        #expect(four.kind == 1 && four.id == 20 && OSMText.distance(four.position, OSMText.point(40, 10)) < 0.1)
        #expect(OSMText.distance(index["8"][0].position, OSMText.point(80, 50)) < 0.1)
        #expect(index["6"][0].flags == [] && index.summary.interpolated == 2)
    }

    @Test(
        "The kind of a row says which numbers it has",
        arguments: [
            ("all", "3", "6", ["4", "5"]), ("odd", "9", "5", ["7"]), ("alphabetic", "12a", "12D", ["12b", "12c"]),
            ("5", "10", "25", ["15", "20"]), ("even", "2", "5", []), ("all", "1", "x", []), ("all", "1", "99999", []),
            ("alphabetic", "1a", "2c", []), ("nonsense", "1", "9", []), ("all", "7", "7", []),
        ])
    func kinds(kind: String, from: String, to: String, between: [String]) throws {
        var data = Self.village()
        data.node(10, 0, 10, ["addr:housenumber": from])
        data.node(11, 80, 10, ["addr:housenumber": to])
        data.way(20, nodes: [10, 11], ["addr:interpolation": kind, "addr:street": "Lower Street"])
        let index = try data.imported()
        let found = index.houses.filter { $0.flags.contains(.isInterpolated) }
        #expect(found.map(\.number).sorted() == between)
        #expect(found.allSatisfy { $0.street == "Lower Street" })
        let isMistake = between.isEmpty && kind != "nonsense" && from != to
        #expect(index.summary.skipped[.brokenInterpolation] == (isMistake ? 1 : 0))
    }

    // MARK: Addresses

    @Test(
        "A number is kept as it is stated, without needless spaces",
        arguments: [
            ("12a-14;16", "12a-14;16"), (" 12 a ", "12 a"), ("1; 3 ,5", "1;3,5"), ("7;", "7"), ("1/2", "1/2"),
            ("  ", ""), ("12\t bis", "12 bis"),
        ])
    func numbers(stated: String, kept: String) throws {
        #expect(AddressTags.number(stated) ?? "" == kept)
    }

    @Test("A place of interest without an address has that of the smallest building around it")
    func inheritance() throws {
        var data = Self.village()
        data.rectangle(
            20, 100, 10, 200, 90,
            ["building": "yes", "addr:housenumber": "1", "addr:street": "Upper Street", "addr:postcode": "1000"])
        data.rectangle(
            21, 110, 20, 150, 60, ["building": "yes", "addr:housenumber": "2", "addr:street": "Lower Street"])
        data.node(30, 120, 30, ["amenity": "cafe", "name": "Inner"])
        data.node(35, 200, 50, ["shop": "gifts", "name": "Door"])
        data.node(31, 190, 80, ["shop": "books", "name": "Outer"])
        data.node(
            32, 195, 80, ["shop": "books", "name": "Own", "addr:housenumber": "3", "addr:street": "Lower Street"])
        data.node(33, 300, 20, ["shop": "books", "name": "Outside"])
        data.rectangle(34, 90, 0, 250, 95, ["leisure": "sports_centre", "name": "Around"])
        let index = try data.imported()
        let inner = try index.interest("Inner")
        #expect(inner.number == "2" && inner.street == "Lower Street" && inner.flags == .hasInheritedAddress)
        #expect(inner.interest?.key == "amenity" && inner.interest?.value == "cafe")
        let outer = try index.interest("Outer")
        #expect(outer.number == "1" && outer.street == "Upper Street" && outer.postcode == "1000")
        #expect(try index.interest("Door").number == "1")
        #expect(try index.interest("Own").number == "3" && index.interest("Own").flags == [])
        #expect(try index.interest("Outside").number == "" && index.interest("Around").number == "")
        #expect(try index.interest("Outside").street == "Lower Street")
    }

    @Test("What is and what is not a place of interest")
    func interests() throws {
        var data = Self.village()
        for (number, tags) in [
            ["amenity": "bench"], ["leisure": "park", "name": "Park"], ["natural": "peak", "name": "Peak"],
            ["highway": "bus_stop", "name": "Stop"], ["highway": "crossing"], ["amenity": "no", "name": "No"],
            ["railway": "rail", "name": "Rail"], ["railway": "station"], ["man_made": "mast"],
            ["shop": "books", "amenity": "cafe"], ["historic": "memorial"], ["historic": "ruins", "name": "Ruin"],
            ["aerialway": "pylon"], ["amenity": "parking_entrance"], ["man_made": "cross", "name": "Cross"],
            ["natural": "beach", "tourism": "attraction", "name": "Beach"], ["natural": "spring", "name": "Spring"],
            ["natural": "spring"],
        ].enumerated() {
            data.node(Int64(100 + number), 10 * Double(number), 10, tags)
        }
        data.rectangle(20, 100, 10, 120, 20, ["building": "barn", "name": "Barn"])
        data.rectangle(21, 130, 10, 140, 20, ["building": "barn"])
        data.way(22, [(0, 5), (50, 5)], ["man_made": "pier", "name": "Pier"])
        let index = try data.imported()
        #expect(
            index.houses.compactMap { $0.interest.map { "\($0.key)=\($0.value)" } }.sorted() == [
                "amenity=bench", "amenity=cafe", "building=barn", "highway=bus_stop", "historic=ruins",
                "natural=spring", "railway=station",
            ])
        #expect(try index.interest("Barn").flags == [.isBuilding, .isNamedBuilding, .hasGuessedStreet])
        #expect(index.summary.pointsOfInterest == 6 && index.summary.houses == 0)
    }

    @Test("The postcode of a street is the one it states, else that of most of its houses, else of the nearest house")
    func postcodes() throws {
        var data = Self.village()
        data.way(3, [(0, 300), (100, 300)], ["highway": "path", "name": "Own", "postal_code": "3000"])
        data.way(4, [(0, 900), (100, 900)], ["highway": "path", "name": "Far"])
        for (number, code) in ["1000", "1001", "1001"].enumerated() {
            data.node(
                Int64(10 + number), 100, 10,
                ["addr:housenumber": "\(number)", "addr:street": "Lower Street", "addr:postcode": code])
            data.node(
                Int64(20 + number), 50, 300,
                ["addr:housenumber": "\(number)", "addr:street": "Own", "addr:postcode": code])
        }
        let codes = try data.imported().streets.map { "\($0.names[""] ?? "") \($0.postcode)" }.sorted()
        #expect(codes == ["Far ", "Lower Street 1001", "Own 3000", "Upper Street 1000"])
    }

    @Test("Addresses of several countries keep their parts")
    func countries() throws {
        var data = Self.village()
        // Japan: a block has houses, and no street.
        data.node(
            10, 0, 50,
            [
                "addr:province": "東京都", "addr:city": "東京", "addr:suburb": "千代田区", "addr:quarter": "丸の内",
                "addr:neighbourhood": "一丁目", "addr:block_number": "9", "addr:housenumber": "1",
                "addr:postcode": "100-0005",
            ])
        data.node(11, 5, 50, ["addr:quarter": "丸の内", "addr:block_number": "10"])
        // The United States: ZIP+4.
        data.node(
            12, 10, 10, ["addr:housenumber": "350", "addr:street": "Lower Street", "addr:postcode": "10118-0110"])
        // A German village without streets.
        data.node(13, 15, 50, ["addr:housenumber": "17", "addr:place": "Kleinzschocher", "addr:city": "Leipzig"])
        // The Netherlands.
        data.node(14, 20, 10, ["addr:housenumber": "1-H", "addr:street": "Lower Street", "addr:postcode": "1012 JS"])
        // Czechia: the number of the settlement and that of the street.
        data.node(15, 25, 50, ["addr:conscriptionnumber": "123", "addr:streetnumber": "4", "addr:place": "Ves"])
        let index = try data.imported()
        let japanese = try #require(index["1"].first)
        #expect(japanese.locality == ["東京都", "東京", "千代田区", "丸の内", "一丁目", "9"])
        #expect(japanese.postcode == "100-0005" && japanese.street == nil && japanese.flags == [])
        let block = try #require(index[""].first)
        #expect(block.locality == ["", "", "", "丸の内", "", "10"])
        #expect(index["350"][0].postcode == "10118-0110" && index["1-H"][0].postcode == "1012 JS")
        #expect(index["17"][0].street == nil && index["17"][0].place == "Kleinzschocher")
        #expect(index["17"][0].locality == ["", "Leipzig", "", "", "", ""])
        #expect(index["123/4"].count == 1)
    }

    @Test("Names are kept in every language, and others for finding")
    func names() throws {
        var data = OSMText()
        data.way(
            1, [(0, 0), (9, 0)],
            [
                "highway": "path", "name": "道", "name:ja": "道", "name:en": "Path", "name:zh-Hant": "路",
                "name:ja_rm": "Michi", "name:etymology": "x", "name:left": "x", "name:pt-BR": "Caminho",
                "alt_name": "小道", "old_name": "旧道", "source:name": "x", "name:de": "",
            ])
        #expect(
            try data.imported().streets.map(\.names) == [
                [
                    "": "道", "ja": "道", "en": "Path", "zh-Hant": "路", "pt-BR": "Caminho", "_alt": "小道",
                    "_old": "旧道",
                ]
            ])
    }

    // MARK: Areas and settlements

    @Test("Areas have their level, code and country, and holes")
    func areas() throws {
        var data = OSMText()
        data.rectangle(1, 0, 0, 100, 100)
        data.rectangle(2, 20, 20, 40, 40)
        data.relation(
            10, [("way", 1, "outer"), ("way", 2, "inner"), ("node", 5, "label")],
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Half",
                "ISO3166-2": "CH-SG", "place": "city",
            ])
        data.relation(
            11, [("way", 1, "")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "Land", "ISO3166-1": "LI"])
        data.relation(
            12, [("way", 2, "outer")], ["type": "boundary", "boundary": "postal_code", "postal_code": "9490"])
        data.rectangle(3, 50, 50, 90, 90, ["place": "suburb", "name": "Suburb"])
        data.node(20, 60, 60, ["place": "village", "name": "Village", "population": "1234"])
        data.node(21, 60, 60, ["place": "village"])
        data.node(22, 60, 60, ["place": "continent", "name": "Europe"])
        let index = try data.imported()
        let half = try index.area("Half")
        #expect(
            half.level == 4 && half.kind == 0 && half.code == "CH-SG" && half.country == "CH" && half.settlement == 0)
        #expect(half.rings.map(\.isInner) == [false, true] && half.rings.allSatisfy { $0.points.count == 5 })
        let land = try index.area("Land")
        #expect(land.level == 2 && land.country == "LI" && land.settlement == 255)
        #expect(index.areas.filter { $0.kind == 1 }.map(\.code) == ["9490"])
        let suburb = try index.area("Suburb")
        #expect(suburb.kind == 2 && suburb.settlement == 4 && suburb.level == 0)
        #expect(index.settlements.map(\.names) == [["": "Village"]])
        #expect(index.settlements[0].kind == 2 && index.settlements[0].population == 1234)
    }

    // MARK: Several extracts

    @Test("What two extracts have in common counts once, and ways cut at the seam are whole")
    func merging() throws {
        var west = Self.village()
        west.node(10, 100, 10, ["addr:housenumber": "1"])
        west.node(50, 500, 0)
        west.way(5, nodes: [50, 51], ["highway": "path", "name": "Seam"])
        var east = Self.village()
        east.node(10, 100, 10, ["addr:housenumber": "1"])
        east.node(11, 300, 10, ["addr:housenumber": "2"])
        east.node(51, 600, 0)
        east.way(5, nodes: [50, 51], ["highway": "path", "name": "Seam"])
        let index = try OSMText.imported([west, east])
        #expect(index.summary.streets == 3 && index.houses.map(\.number).sorted() == ["1", "2"])
        #expect(index.summary.skipped[.duplicate] == 4 && index.summary.skipped[.missingNode] == 0)
        #expect(index.streets.first { $0.names[""] == "Seam" }?.lines.first?.count == 2)
        #expect(index.meta.filter { $0.hasPrefix("source=") }.count == 2)
        // The order of the files changes only what names them.
        let other = try OSMText.imported([east, west])
        for tag in ["HOUS", "STRT", "PIEC", "PNTS", "TFRT"] { #expect(index.slice(tag) == other.slice(tag), "\(tag)") }
    }

    @Test("The same input gives the same bytes")
    func determinism() throws {
        var data = Self.village()
        data.node(10, 100, 10, ["addr:housenumber": "1"])
        #expect(try data.imported().bytes == data.imported().bytes)
        #expect(try data.imported().meta.contains("attribution=© OpenStreetMap contributors"))
    }

    /// Whether osmium-tool is there, which is another implementation of the formats' writing.
    static let osmium = "/usr/bin/osmium"

    @Test(
        "Every format gives what XML gives",
        .enabled(if: FileManager.default.isExecutableFile(atPath: osmium), "the package osmium-tool is not installed"),
        arguments: ["osm.pbf", "osm.gz", "osm.bz2"])
    func formats(format: String) async throws {
        var data = Self.village()
        data.node(10, 100, 10, ["addr:housenumber": "1", "addr:street": "Upper Street"])
        data.rectangle(3, 50, 50, 90, 90, ["place": "suburb", "name": "Suburb"])
        let folder = TemporaryFolder()
        try folder.write("x.osm", Data(data.xml.utf8))
        let path = folder.file("x.\(format)")
        let end = try await ChildProcess([Self.osmium, "sort", folder.file("x.osm"), "-o", path]).end()
        try #require(end.status == 0, "\(end.errors)")
        let summary = try StreetImport.run(files: [path], to: folder.file("x.streets"))
        let bytes = try Data(contentsOf: URL(filePath: folder.file("x.streets")))
        let index = try IndexDump(Array(bytes), summary)
        let plain = try data.imported()
        for tag in ["HOUS", "STRT", "PIEC", "PNTS", "AREA", "STRS"] {
            #expect(index.slice(tag) == plain.slice(tag), "\(tag)")
        }
    }

    @Test("o5m is read")
    func o5m() throws {
        func number(_ value: Int) -> [UInt8] {
            var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
            var bytes: [UInt8] = []
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F | 0x80))
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
        let tag = [0] + Array("addr:housenumber".utf8) + [0] + Array("7".utf8) + [0]
        // Without a version; then the position, longitude first.
        let node = number(5) + [0] + number(90_000_000) + number(470_000_000) + tag
        let bytes = [0xFF, 0xE0, 4] + Array("o5m2".utf8) + [0x10, UInt8(node.count)] + node + [0xFE]
        let folder = TemporaryFolder()
        try folder.write("x.o5m", Data(bytes))
        let summary = try StreetImport.run(files: [folder.file("x.o5m")], to: folder.file("x.streets"))
        let index = try IndexDump(Array(Data(contentsOf: URL(filePath: folder.file("x.streets")))), summary)
        #expect(index["7"].map(\.position) == [OSMPoint(latitude: 470_000_000, longitude: 90_000_000)])
        #expect(index["7"][0].id == 5)
    }

    @Test("An older file stays until the new one is complete, and if the import fails or is stopped")
    func replacement() throws {
        let folder = TemporaryFolder()
        try folder.write("x.osm", Data(Self.village().xml.utf8))
        try folder.write("bad.osm", Data("<osm version=\"0.6\"><node id=\"1\"".utf8))
        let output = folder.file("x.streets")
        try StreetImport.run([URL(filePath: folder.file("x.osm"))], to: URL(filePath: output))
        let old = try Data(contentsOf: URL(filePath: output))
        #expect(throws: GeocodingError.self) { try StreetImport.run(files: [folder.file("bad.osm")], to: output) }
        let stop = { (progress: StreetImport.Progress) throws(GeocodingError) in
            if progress.step == .writing { throw GeocodingError(.canceled, "stopped") }
        }
        #expect(throws: GeocodingError.self) {
            try StreetImport.run(files: [folder.file("x.osm")], to: output, progress: stop)
        }
        #expect(try Data(contentsOf: URL(filePath: output)) == old)
        let summary = try StreetImport.run(files: [folder.file("x.osm")], to: output)
        #expect(try Data(contentsOf: URL(filePath: output)).count == summary.size)
        #expect(folder.names == ["bad.osm", "x.osm", "x.streets"])
        let error = #expect(throws: GeocodingError.self) {
            try StreetImport.run(files: [folder.file("x.osm")], to: folder.file("none/x.streets"))
        }
        #expect(error?.code == .outputFailed)
    }

    @Test(
        "Liechtenstein's index has the expected content, and at most three times the extract's size",
        .enabled(if: SampleRegion.folder != nil, SampleRegion.absence))
    func liechtenstein() throws {
        let region = try SampleRegion.named("liechtenstein-2024")
        let summary = region.summary
        #expect(region.bytes.count <= 3 * 2_922_403)
        let index = try IndexDump(region.bytes, summary)
        #expect(summary.houses > 12_000 && summary.streets > 900 && summary.skipped[.brokenArea] <= 5)
        #expect(index.areas.contains { $0.level == 2 && $0.country == "LI" })
        let municipalities = Set(index.areas.filter { $0.level == 8 && $0.code.hasPrefix("LI-") }.map(\.code))
        #expect(municipalities.count == 11)
        let withStreet = index.houses.count { $0.street != nil }
        #expect(Double(withStreet) > 0.98 * Double(index.houses.count))
    }
}

extension OSMText {
    /// Metres between two positions.
    static func distance(_ first: OSMPoint, _ second: OSMPoint) -> Double {
        let offset = LocalPlane(first).offset(of: second)
        return (offset * offset).sum().squareRoot()
    }
}
