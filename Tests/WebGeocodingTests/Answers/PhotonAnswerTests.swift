import LKFormats
import LKGeo
import LKGeocoding
import Testing

@testable import LKWebGeocoding

@Suite struct PhotonAnswerTests {
    private let asked = Coordinate(latitude: 48, longitude: 2)!

    private func nearest(_ features: String..., reach: Double = 1_000) -> Placemark? {
        let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
        let answer = PhotonAnswer(WebAnswer(provider: "photon", asked: asked, languages: []))
        return answer.nearest(Samples.json(text), reach: reach, maximumDistance: 20_000)
    }

    @Test("A house from Photon has all parts of its address")
    func aHouseHasAllOfItsParts() throws {
        let placemark = try #require(nearest(Samples.photonHouse))
        #expect(placemark.subThoroughfare == "3")
        #expect(placemark.thoroughfare == "Rue des Lilas")
        #expect(placemark.subLocality == "Centre")
        #expect(placemark.locality == "Exempleville")
        #expect(placemark.administrativeArea == "Exemple")
        #expect(placemark.postalCode == "12345")
        #expect(placemark.isoCountryCode == "FR")
        #expect(placemark.precision == .house)
        #expect(placemark.name == "3 Rue des Lilas")
        #expect(placemark.attribution == WebAnswer.attribution)
        #expect(placemark.coordinate == asked)
        #expect(try #require(placemark.place?.distance) < 20)
    }

    @Test("A house nearby is preferred to its street")
    func aHouseNearbyIsPreferredToTheStreet() {
        #expect(nearest(Samples.photonStreet, Samples.photonHouse)?.subThoroughfare == "3")
    }

    @Test("The distance to a street is measured to its extent, not to its center")
    func aStreetIsAsNearAsItsExtentAndNotItsCentre() {
        let far = Samples.feature(
            #""type":"house","housenumber":"9","street":"Rue Loin","city":"E""#, longitude: 2.01, latitude: 48)
        #expect(nearest(far, Samples.photonStreet)?.thoroughfare == "Avenue Longue")
        #expect(nearest(far, Samples.photonStreet)?.subThoroughfare == nil)
        #expect(nearest(far)?.subThoroughfare == "9")
    }

    @Test("An object beyond reach gives only its settlement")
    func ofWhatIsFarOnlyTheSettlementIsSaid() throws {
        let placemark = try #require(nearest(Samples.photonHouse, reach: 5))
        #expect(placemark.subThoroughfare == nil && placemark.thoroughfare == nil)
        #expect(placemark.locality == "Exempleville")
        #expect(placemark.precision == .locality)
    }

    @Test("A sight is an area of interest")
    func aSightIsAnAreaOfInterest() throws {
        let placemark = try #require(
            nearest(
                Samples.feature(
                    #""type":"house","osm_key":"tourism","osm_value":"museum","name":"Musée","city":"E","countrycode":"FR""#,
                    longitude: 2, latitude: 48)))
        #expect(placemark.name == "Musée")
        #expect(placemark.areasOfInterest == ["Musée"])
        #expect(placemark.precision == .place)
    }

    @Test(
        "An object is part of its own address, with the precision of its kind",
        arguments: [
            ("street", Placemark.Precision.street), ("district", .locality), ("city", .locality), ("state", .region),
            ("country", .country),
        ])
    func theObjectIsAPartOfItsOwnAddress(_ kind: String, _ precision: Placemark.Precision) throws {
        let placemark = try #require(
            nearest(Samples.feature(#""osm_key":"place","type":"\#(kind)","name":"N""#, longitude: 2, latitude: 48)))
        #expect(placemark.name == "N")
        #expect(placemark.precision == precision)
    }

    @Test("Empty features give no placemark")
    func nothingIsNothing() {
        #expect(nearest() == nil)
        #expect(nearest("{}", "3", #"{"properties":{}}"#) == nil)
    }

    @Test("Each search result has its own coordinate and bounds")
    func inASearchEachPlacemarkHasItsOwnPoint() {
        let answer = PhotonAnswer(WebAnswer(provider: "photon", asked: nil, languages: []))
        let placemarks = answer.placemarks(Samples.json(Samples.collection(Samples.photonStreet, Samples.photonHouse)))
        #expect(placemarks.map(\.coordinate.longitude) == [2.02, 2.0002])
        #expect(placemarks[0].bounds == BoundingBox(south: 47.9999, west: 1.99, north: 48.0001, east: 2.05))
    }
}
