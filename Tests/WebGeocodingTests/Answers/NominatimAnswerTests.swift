import LKFormats
import LKGeo
import LKGeocoding
import Testing

@testable import LKWebGeocoding

@Suite struct NominatimAnswerTests {
    private func read(_ text: String, asked: Coordinate? = Samples.point) -> Placemark? {
        NominatimAnswer(WebAnswer(provider: "nominatim", asked: asked, languages: [.english])).placemark(
            Samples.json(text))
    }

    @Test("A house has all parts of its address")
    func aHouseHasAllOfItsParts() throws {
        let placemark = try #require(read(Samples.house))
        #expect(placemark.coordinate == Samples.point)
        #expect(placemark.subThoroughfare == "7b")
        #expect(placemark.thoroughfare == "Lindenweg")
        #expect(placemark.subLocality == "Oberfeld")
        #expect(placemark.locality == "Musterdorf")
        #expect(placemark.subAdministrativeArea == "Oberkreis")
        #expect(placemark.administrativeArea == "Oberland")
        #expect(placemark.postalCode == "9400")
        #expect(placemark.isoCountryCode == "LI")
        #expect(placemark.country == "Liechtenstein")
        #expect(placemark.name == "Lindenweg 7b")
        #expect(placemark.precision == .house)
        #expect(placemark.areasOfInterest.isEmpty)
        #expect(placemark.language == .english)
        #expect(placemark.provider == "nominatim")
        #expect(placemark.attribution == "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright")
        #expect(placemark.bounds == BoundingBox(south: 47.4999, west: 9.4999, north: 47.5001, east: 9.5001))
        let own = try #require(Coordinate(latitude: 47.50001, longitude: 9.50002))
        #expect(
            placemark.place
                == Placemark.Place(name: "Lindenweg 7b", distance: Samples.point.distance(to: own), coordinate: own))
    }

    @Test("A sight is an area of interest at its street")
    func aSightIsAnAreaOfInterestAndNoStreet() throws {
        let placemark = try #require(read(Samples.sight))
        #expect(placemark.name == "Uhrenmuseum")
        #expect(placemark.areasOfInterest == ["Uhrenmuseum"])
        #expect(placemark.thoroughfare == "Lindenweg")
        #expect(placemark.subLocality == "Siedlung Nord")
        #expect(placemark.precision == .street)
        #expect(placemark.place?.distance == 0)
        #expect(placemark.attribution == WebAnswer.attribution)
    }

    @Test("A residential area is part of the locality, not a street")
    func aResidentialAreaIsNoStreet() throws {
        let text = #"{"lat":1,"lon":1,"address":{"residential":"Park Estate","city":"Town","country_code":"gb"}}"#
        let placemark = try #require(read(text))
        #expect(placemark.thoroughfare == nil)
        #expect(placemark.subLocality == "Park Estate")
        #expect(placemark.precision == .locality)
    }

    @Test("A country alone has country precision and no other parts")
    func aCountryIsNoMoreThanACountry() throws {
        let placemark = try #require(read(Samples.country))
        #expect(placemark.precision == .country)
        #expect(placemark.isoCountryCode == "JP")
        #expect(placemark.locality == nil && placemark.administrativeArea == nil)
    }

    @Test("The name serves if an answer has no address")
    func withoutAnAddressThereIsTheName() throws {
        let placemark = try #require(read(Samples.withoutAddress))
        #expect(placemark.name == "Musterdorf")
        #expect(placemark.precision == .locality)
        #expect(placemark.isoCountryCode == nil)
    }

    @Test("A house number without a street is kept")
    func aHouseNumberMayHaveNoStreet() throws {
        let text = #"{"lat":1,"lon":1,"address":{"house_number":"12","village":"Dorf","country_code":"cz"}}"#
        let placemark = try #require(read(text))
        #expect(placemark.subThoroughfare == "12")
        #expect(placemark.thoroughfare == nil)
        #expect(placemark.precision == .house)
    }

    @Test(
        "The larger settlement is the locality, and the smaller one the sublocality",
        arguments: [
            (#"{"town":"A","village":"B"}"#, "A", "B"), (#"{"village":"A","hamlet":"B"}"#, "A", "B"),
            (#"{"hamlet":"A"}"#, "A", nil), (#"{"city":"A","district":"B"}"#, "A", "B"),
            (#"{"city":"A","suburb":"B","neighbourhood":"C"}"#, "A", "B"), (#"{"municipality":"A"}"#, "A", nil),
            (#"{"village":"A","locality":"B"}"#, "A", "B"), (#"{"locality":"B"}"#, "B", nil),
            (#"{"village":"A","district":"B"}"#, "A", nil), (#"{"city":"A","borough":"B","quarter":"C"}"#, "A", "B"),
        ])
    func theGreaterSettlementIsTheLocality(_ address: String, _ locality: String, _ subLocality: String?) throws {
        let placemark = try #require(read(#"{"lat":1,"lon":1,"address":"# + address + "}"))
        #expect(placemark.locality == locality)
        #expect(placemark.subLocality == subLocality)
    }

    @Test(
        "A missing, malformed or contradictory country code is omitted",
        arguments: [
            #"{"city":"A","country":"B"}"#, #"{"city":"A","country_code":"x"}"#, #"{"city":"A","country_code":"12"}"#,
            #"{"city":"A","country_code":"de","ISO3166-2-lvl4":"FR-IDF"}"#, #"{"city":"A","country_code":null}"#,
            #"{"city":"A","country_code":["de"]}"#,
        ])
    func anUncertainCountryCodeIsNotSaid(_ address: String) throws {
        let placemark = try #require(read(#"{"lat":1,"lon":1,"address":"# + address + "}"))
        #expect(placemark.isoCountryCode == nil)
        #expect(placemark.locality == "A")
    }

    @Test("An extended ZIP code is split into its two parts")
    func theExtendedZIPCodeIsTakenApart() throws {
        let text = #"{"lat":1,"lon":1,"address":{"postcode":"94115-1234","city":"A","country_code":"us"}}"#
        let placemark = try #require(read(text))
        #expect(placemark.postalCode == "94115-1234")
        #expect(placemark.addressDictionary[.zip] == "94115")
        #expect(placemark.addressDictionary[.postCodeExtension] == "1234")
    }

    @Test("Each search result has its own coordinate")
    func inASearchEachPlacemarkHasItsOwnPoint() throws {
        let placemark = try #require(read(Samples.house, asked: nil))
        #expect(placemark.coordinate == Coordinate(latitude: 47.50001, longitude: 9.50002))
        #expect(placemark.place?.distance == 0)
    }

    @Test(
        "Answers of an unexpected form give neither bounds nor a place, and keep the requested point",
        arguments: [
            "[]", "null", "3", #""text""#, "{}", #"{"lat":1,"lon":1}"#, #"{"address":[]}"#,
            #"{"address":{"road":3.5}}"#,
            #"{"lat":"north","lon":"9","address":{"city":"A"},"boundingbox":["1","0","x"]}"#,
            #"{"lat":91,"lon":9,"address":{"city":"A"},"boundingbox":[5,1,0,0]}"#, #"{"lat":1,"lon":721,"name":"A"}"#,
        ])
    func oddAnswersSayNothingFalse(_ text: String) {
        let placemark = read(text)
        #expect(placemark?.bounds == nil)
        #expect(placemark?.place == nil)
        #expect(placemark?.coordinate ?? Samples.point == Samples.point)
    }
}
