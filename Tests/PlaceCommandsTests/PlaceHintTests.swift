import LKGeo
import LKGeocoding
import Testing

@testable import LKPlaceCommands

@Suite struct PlaceHintTests {
    private func placemark() throws -> Placemark {
        var placemark = Placemark(coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), provider: "test")
        placemark.country = "Land"
        return placemark
    }

    @Test("A place whose country is beyond doubt needs no words")
    func certain() throws {
        var placemark = try placemark()
        #expect(PlaceHint.text(for: placemark) == nil)
        placemark.border = .init(distance: 5000, isoCountryCode: "DE", country: "Germany", isCertain: true)
        #expect(PlaceHint.text(for: placemark) == nil)
    }

    @Test("A border that may be drawn wrong is named with its distance")
    func uncertain() throws {
        var placemark = try placemark()
        placemark.border = .init(distance: 123.4, isoCountryCode: "DE", country: "Germany", isCertain: false)
        #expect(
            PlaceHint.text(for: placemark) == "the country is not certain: it is 123 m to the border with Germany, "
                + "which may be drawn that far off")
        placemark.border = .init(distance: 1.25, isoCountryCode: nil, country: nil, isCertain: false)
        #expect(PlaceHint.text(for: placemark)?.contains("1.3 m to the border with unclaimed land,") == true)
    }

    @Test("Whoever else claims a place is named, and so is the absence of a place")
    func others() throws {
        var placemark = try placemark()
        placemark.claims = ["RU", "XX"]
        #expect(
            PlaceHint.text(for: placemark)
                == "the country is disputed: RU and an authority without a country code claim or hold the place too")
        placemark.claims = ["RU"]
        #expect(PlaceHint.text(for: placemark) == "the country is disputed: RU claims or holds the place too")
        placemark.country = nil
        #expect(PlaceHint.text(for: placemark) == "no place is known there: open sea or unclaimed land")
    }
}
