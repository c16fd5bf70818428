import LKGeo
import LKGeocoding
import Testing

@testable import LKOfflineGeocoding

@Suite("Placemarks of a street index beside the world's") struct CompletionTests {
    private func streets(_ country: String?, _ precision: Placemark.Precision) throws -> Placemark {
        let point = try #require(Coordinate(latitude: 47, longitude: 8.5))
        var placemark = Placemark(coordinate: point, provider: "streets")
        (placemark.precision, placemark.isoCountryCode) = (precision, country)
        placemark.thoroughfare = "Bahnhofstrasse"
        placemark.attribution = "© streets"
        return placemark
    }

    private func world() throws -> Placemark {
        let point = try #require(Coordinate(latitude: 47, longitude: 8.5))
        var placemark = Placemark(coordinate: point, provider: "world")
        (placemark.precision, placemark.isoCountryCode) = (.locality, "CH")
        placemark.timeZone = "Europe/Zurich"
        (placemark.country, placemark.administrativeArea, placemark.locality) = ("Switzerland", "Zurich", "Zürich")
        placemark.border = .init(distance: 900, isoCountryCode: "IT", country: "Italy", isCertain: false)
        placemark.attribution = "© world"
        return placemark
    }

    @Test(
        "What a street index lacks comes from the world, also where the house is known",
        arguments: [Placemark.Precision.house, .street])
    func completion(precision: Placemark.Precision) throws {
        let known = try streets(nil, precision).completed(by: world())
        #expect(known.provider == "streets" && known.thoroughfare == "Bahnhofstrasse" && known.precision == precision)
        #expect(known.timeZone == "Europe/Zurich" && known.border?.distance == 900)
        #expect(known.border?.isCertain == false)
        #expect(known.isoCountryCode == "CH" && known.country == "Switzerland" && known.locality == "Zürich")
        #expect(known.administrativeArea == "Zurich" && known.attribution == "© streets; © world")
    }

    @Test("A country that has its own boundary in the extract has its states there too, or none") func own() throws {
        let own = try streets("CH", .house).completed(by: world())
        #expect(own.administrativeArea == nil && own.country == "Switzerland" && own.timeZone != nil)
        #expect(own.border?.isCertain == true)
    }

    @Test("The world of another country adds nothing") func other() throws {
        let other = try streets("FR", .house).completed(by: world())
        #expect(other.timeZone == nil && other.country == nil && other.attribution == "© streets")
    }
}
