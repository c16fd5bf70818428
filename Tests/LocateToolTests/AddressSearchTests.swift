import CommandTestSupport
import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKStreets
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

@Suite("Search beside a street index") struct AddressSearchTests {
    @Test("Search finds houses and streets beside the world's places, in the country and city that the world knows")
    func search() throws {
        let file = try StreetFile()
        let streets = StreetIndexes(indexes: [try StreetIndex(path: file.path)])
        let lookup = try ToolGeocoder(languages: [.english], streets: streets)
        for text in ["Dorfstr. 9", "9 dorfstrasse, Switzerland", "Dorfstrasse 9, CH"] {
            let house = try #require(try lookup.search(text, limit: 1).first)
            #expect(house.kind == .house && house.placemark.subThoroughfare == "9" && house.match == .whole)
            #expect(house.placemark.isoCountryCode == "CH" && house.placemark.provider == "streets")
            let line = SearchReport(house).text
            #expect(line.hasPrefix("Dorfstrasse 9, ") && line.contains("Switzerland  47.000200, 9.003000"))
        }
        let city = try #require(try lookup.search("Dorfstrasse 9", limit: 1).first?.placemark.locality)
        #expect(try lookup.search("Dorfstrasse 9, \(city), Switzerland", limit: 1).first?.kind == .house)
        #expect(try lookup.search("Dorfstrasse 9, Zurich", limit: 5).allSatisfy { $0.kind != .house })
        #expect(try lookup.search("Dorfstrasse 9, France", limit: 5).allSatisfy { $0.kind != .house })
        let street = try #require(try lookup.search("Dorfstrasse 77", limit: 1).first)
        #expect(street.kind == .street && street.lacksNumber)
        #expect(SearchReport(street).text.contains("without that house number"))
        // What the world has stays first.
        let paris = try #require(try lookup.search("Paris", limit: 1).first)
        #expect(paris.placemark.provider == "world" && !paris.lacksNumber)
    }

    @Test("Search prints the matches of the offline geocoder in their order, which the C library returns, too")
    func sameAsBelow() throws {
        struct Printed: Decodable, Equatable {
            var latitude, longitude: Double
            var name, kind, matchedName, match: String?
            var lacksNumber: Bool?
            var distance: Double?
        }
        let file = try StreetFile()
        let geocoder = OfflineProvider(
            world: try ToolGeocoder.openWorld(), streets: StreetIndexes(indexes: [try StreetIndex(path: file.path)]))
        let here = try #require(Coordinate(latitude: 47, longitude: 9.1))
        var found = 0
        for text in ["Dorfstrasse", "Dorfstr. 9", "Dorfstrasse 77, Switzerland", "Dorfst", "Paris", "Muenchen"] {
            for near in [nil, here] {
                let place = near == nil ? [] : ["--near", "47,9.1"]
                let options = try SearchOptions(
                    ParsedArguments(
                        [text, "--json", "--language", "en", "--streets", file.path, "--streets", "none"] + place,
                        for: .search))
                let lines = try written { output in _ = try SearchCommand.run(options, output: output) }
                let printed = try lines.split(separator: "\n").map { line in
                    try JSONDecoder().decode(Printed.self, from: Data(line.utf8))
                }
                let expected = try geocoder.search(text, near: near, languages: [.english]).map { match in
                    func rounded(_ number: Double, _ scale: Double) -> Double { (number * scale).rounded() / scale }
                    let (latitude, longitude) = (
                        match.placemark.coordinate.latitude, match.placemark.coordinate.longitude
                    )
                    return Printed(
                        latitude: rounded(latitude, 1e9), longitude: rounded(longitude, 1e9),
                        name: match.placemark.name, kind: match.kind?.rawValue, matchedName: match.matchedName,
                        match: match.match.map { "\($0)" }, lacksNumber: match.lacksNumber ? true : nil,
                        distance: match.distance.map { rounded($0, 10) })
                }
                #expect(printed == expected && !printed.isEmpty, "\(text)")
                found += printed.count { $0.kind == "house" || $0.kind == "street" }
            }
        }
        #expect(found >= 6)
    }
}
