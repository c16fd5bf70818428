import Foundation
import LKFormats
import LKGeo
import LKGeocoding
import LKHTTP
import TestSupport
import Testing

@testable import LKWebGeocoding

/// The provider against a real Nominatim, which `Scripts/real-nominatim --check` starts.
@Suite struct RealNominatimTests {
    private static let server = ProcessInfo.processInfo.environment["LOCATIONKIT_NOMINATIM"].flatMap { URL(string: $0) }

    /// The server, or `nil` after saying that the test is skipped.
    private func server() -> URL? {
        if Self.server == nil { print("skipped: LOCATIONKIT_NOMINATIM names no server; see Scripts/real-nominatim") }
        return Self.server
    }

    private func provider(_ server: URL, privacy: Double? = nil) throws -> NominatimProvider {
        var options = NominatimProvider.Options()
        options.includesPointsOfInterest = true
        options.privacy = privacy
        return try NominatimProvider(server: server, identity: Samples.identity, options: options)
    }

    /// A point and what Nominatim said of it when it was recorded.
    private struct Record {
        var coordinate: Coordinate
        var address: JSONValue
    }

    private func records(_ count: Int) async throws -> [Record] {
        guard let folder = Fixtures.folder("osm") else {
            print("skipped: no shared/data/osm beside the checkout")
            return []
        }
        let file = folder.appending(path: "liechtenstein-2024.nominatim.jsonl.gz").path
        let lines = try await ChildProcess(["/usr/bin/gzip", "-dc", file]).end().output.split(separator: "\n")
        let step = max(lines.count / count, 1)
        return stride(from: 0, to: lines.count, by: step).prefix(count).compactMap { index in
            let object = Samples.json(String(lines[index]))
            guard let coordinate = Coordinate(latitude: object["lat"]?.double, longitude: object["lon"]?.double),
                let address = object["address"]
            else { return nil }
            return Record(coordinate: coordinate, address: address)
        }
    }

    @Test("Placemarks agree with the addresses of a real Nominatim")
    func placemarksSayWhatTheServerSays() async throws {
        guard let server = server() else { return }
        let provider = try provider(server)
        let client = HTTPClient(userAgent: Samples.identity.userAgent)
        var (points, houses, streets, asRecorded) = (0, 0, 0, 0)
        for record in try await records(200) {
            let placemark = try #require(try await provider.reverseGeocode(record.coordinate, languages: []).first)
            // The answer itself, by a request that is written here.
            let query = "lat=\(record.coordinate.latitude)&lon=\(record.coordinate.longitude)&format=json"
            let url = try #require(URL(string: "\(server.absoluteString)/reverse?\(query)"))
            let raw = try JSONValue(parsing: try await client.response(to: HTTPRequest(url)).body)
            let address = try #require(raw["address"])
            let place = "\(record.coordinate): \(address)"
            #expect(placemark.subThoroughfare == address["house_number"]?.text, "\(place)")
            #expect(placemark.thoroughfare == address["road"]?.text, "\(place)")
            #expect(placemark.postalCode == address["postcode"]?.text, "\(place)")
            #expect(placemark.isoCountryCode == address["country_code"]?.text?.uppercased(), "\(place)")
            #expect(placemark.country == address["country"]?.text, "\(place)")
            #expect(placemark.place != nil && placemark.attribution?.contains("OpenStreetMap") == true)
            points += 1
            if placemark.subThoroughfare != nil { houses += 1 }
            if placemark.thoroughfare != nil { streets += 1 }
            let isAsRecorded =
                placemark.subThoroughfare == record.address["house_number"]?.text
                && placemark.thoroughfare == record.address["road"]?.text
            if isAsRecorded { asRecorded += 1 }
        }
        print("\(points) points: \(houses) with a number, \(streets) with a street, \(asRecorded) as recorded")
        if Fixtures.folder("osm") != nil { #expect(points == 200 && houses > 50) }
    }

    @Test("A real Nominatim answers in the requested language")
    func namesAreInTheLanguageAskedFor() async throws {
        guard let server = server() else { return }
        let vaduz = try #require(Coordinate(latitude: 47.141, longitude: 9.521))
        let provider = try provider(server)
        for (language, country) in [("ja", "リヒテンシュタイン"), ("ru", "Лихтенштейн"), ("de", "Liechtenstein")] {
            let tag = try #require(LanguageTag(language))
            #expect(try await provider.reverseGeocode(vaduz, languages: [tag]).first?.country == country)
        }
        let tokyo = try #require(Coordinate(latitude: 35.6586, longitude: 139.7454))
        let abroad = try #require(try await provider.reverseGeocode(tokyo, languages: []).first)
        #expect(abroad.isoCountryCode == "JP" && abroad.precision == .country)
    }

    @Test("A real Nominatim has no name for the open sea")
    func theSeaHasNoName() async throws {
        guard let server = server() else { return }
        let sea = try #require(Coordinate(latitude: 0, longitude: -30))
        #expect(try await provider(server).reverseGeocode(sea, languages: []).isEmpty)
    }

    @Test("A search at a real Nominatim finds the town, and nonsense finds nothing")
    func placesAreFound() async throws {
        guard let server = server() else { return }
        let found = try await provider(server).search("Schaan", languages: [.english], limit: 3)
        #expect((1...3).contains(found.count))
        #expect(found.first?.locality == "Schaan")
        #expect(found.first?.isoCountryCode == "LI")
        #expect(try await provider(server).search("Qwertzuiopü 99", languages: [], limit: 3).isEmpty)
    }

    @Test("With privacy a real Nominatim still finds the right town, without street and house")
    func aHiddenPointHasTheSameTown() async throws {
        guard let server = server() else { return }
        let house = try #require(Coordinate(latitude: 47.1607727, longitude: 9.5114946))
        let placemark = try #require(
            try await provider(server, privacy: 200).reverseGeocode(house, languages: []).first)
        #expect(placemark.locality == "Schaan")
        #expect(placemark.thoroughfare == nil && placemark.subThoroughfare == nil)
        #expect(placemark.coordinate == house)
    }

    @Test("A wrong path on a real Nominatim is reported as refused")
    func aWrongPathIsARefusal() async throws {
        guard let server = server() else { return }
        let error = await #expect(throws: GeocodingError.self) {
            try await provider(server.appending(path: "nothing")).reverseGeocode(Samples.point, languages: [])
        }
        #expect(error?.code == .serviceRefused)
    }
}
