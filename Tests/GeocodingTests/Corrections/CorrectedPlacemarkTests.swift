import LKGeo
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("PlaceCorrections: what becomes of an answer") struct CorrectedPlacemarkTests {
    private let here = Coordinate.point(0.5, 0.5)

    /// What a gazetteer says of a quarter.
    private var quarter: Placemark {
        var placemark = Placemark(coordinate: here, provider: "world")
        placemark.name = "Rio de Janeiro"
        placemark.subLocality = "Centro"
        placemark.locality = "Rio de Janeiro"
        placemark.subAdministrativeArea = "Capital"
        placemark.administrativeArea = "Rio de Janeiro"
        (placemark.country, placemark.isoCountryCode) = ("Brazil", "BR")
        placemark.language = .english
        placemark.nameLanguages.locality = .english
        placemark.nameLanguages.country = .english
        placemark.precision = .locality
        placemark.border = Placemark.Border(distance: 9, isoCountryCode: "UY", country: "Uruguay", isCertain: false)
        placemark.claims = ["XX"]
        placemark.bounds = BoundingBox(south: 0, west: 0, north: 1, east: 1)
        placemark.place = Placemark.Place(name: "Rio de Janeiro", geonameId: 1, population: 2, distance: 3)
        placemark.place?.partOf = "Rio de Janeiro"
        placemark.place?.confidence = 0.9
        return placemark
    }

    private func corrected(_ properties: String, _ placemark: Placemark? = nil) throws -> Placemark {
        let area = CorrectionText.feature(properties, "Polygon", "[\(CorrectionText.ring(0, 0, 1, 1))]")
        let placemark = try PlaceCorrections(area).corrected(placemark ?? quarter)
        #expect(placemark.isCorrected)
        return placemark
    }

    @Test("A point outside stays as it is") func outside() throws {
        var placemark = quarter
        placemark.coordinate = .point(2, 2)
        let area = CorrectionText.box("A", 0, 0, 1, 1)
        #expect(try PlaceCorrections(area).corrected(placemark) == placemark && !placemark.isCorrected)
    }

    @Test("Another city leaves out the quarter and all that was of the other city") func city() throws {
        let placemark = try corrected(#""city":" Niterói ""#)
        #expect(placemark.locality == "Niterói" && placemark.subLocality == nil && placemark.name == "Niterói")
        #expect(placemark.place == nil && placemark.bounds == nil && placemark.nameLanguages.locality == nil)
        #expect((placemark.administrativeArea, placemark.country) == ("Rio de Janeiro", "Brazil"))
        #expect(placemark.nameLanguages.country == .english && placemark.border == quarter.border)
        #expect(placemark.precision == .locality)
        #expect(placemark.addressString == "Niterói, Rio de Janeiro, Brazil")
        #expect(try corrected(#""city":"Niterói","subLocality":"Icaraí""#).subLocality == "Icaraí")
    }

    @Test("The same city contradicts nothing, another quarter only that it is known to be part of the city") func same()
        throws
    {
        var expected = quarter
        expected.isCorrected = true
        expected.nameLanguages.locality = nil
        #expect(try corrected(#""city":"Rio de Janeiro""#) == expected)
        let placemark = try corrected(#""subLocality":"Saúde""#)
        #expect(placemark.subLocality == "Saúde" && placemark.locality == "Rio de Janeiro")
        #expect(placemark.place?.geonameId == 1 && placemark.place?.partOf == nil && placemark.place?.confidence == nil)
        #expect(placemark.name == "Rio de Janeiro")
    }

    @Test("A state called like the city changes alone") func state() throws {
        let placemark = try corrected(#""state":"RJ","county":"Grande Rio""#)
        #expect((placemark.administrativeArea, placemark.subAdministrativeArea) == ("RJ", "Grande Rio"))
        #expect(placemark.name == "Rio de Janeiro" && placemark.place?.name == "Rio de Janeiro")
    }

    @Test("A county that lines leave out is in them once a user names it") func county() throws {
        var placemark = quarter
        placemark.omitsDistrict = true
        let street = #""street":"High Street","postalCode":"GU1 3EL""#
        let without = try corrected(street, placemark)
        #expect(
            PostalAddress(without)[.county] == nil && without.addressDictionary[.subAdministrativeArea] == "Capital")
        let surrey = try corrected(street + #","county":"Surrey""#, placemark)
        #expect(PostalAddress(surrey)[.county] == "Surrey")
        placemark.omitsDistrict = false
        #expect(PostalAddress(try corrected(street, placemark))[.county] == "Capital")
    }

    @Test("Null takes a part away") func removed() throws {
        let placemark = try corrected(#""subLocality":null,"city":null,"county":null"#)
        #expect(placemark.locality == nil && placemark.subLocality == nil && placemark.place == nil)
        #expect(placemark.precision == .region && placemark.name == "Rio de Janeiro")
        #expect(placemark.addressString == "Rio de Janeiro, Brazil")
    }

    @Test("Another country leaves out its name, the border and who claims it; the same keeps them") func country()
        throws
    {
        let other = try corrected(#""countryCode":"uy""#)
        #expect(other.isoCountryCode == "UY" && other.country == nil && other.border == nil && other.claims.isEmpty)
        #expect(other.locality == "Rio de Janeiro" && other.nameLanguages.country == nil)
        var doubtful = quarter
        doubtful.conflictingCountryCode = "UY"
        let same = try corrected(#""countryCode":"BR","country":"Brasil""#, doubtful)
        #expect(same.country == "Brasil" && same.claims == ["XX"] && same.conflictingCountryCode == nil)
    }

    @Test("A name heads the address, and becomes the place that photos show") func name() throws {
        let placemark = try corrected(#""name":"Grandma's garden""#)
        #expect(placemark.name == "Grandma's garden" && placemark.areasOfInterest == ["Grandma's garden"])
        #expect(placemark.precision == .place && placemark.place == nil && placemark.subLocality == "Centro")
        #expect(placemark.addressString == "Grandma's garden, Rio de Janeiro, Brazil")
        var sight = quarter
        (sight.name, sight.areasOfInterest, sight.precision) = ("Tower", ["Tower"], .place)
        let removed = try corrected(#""name":null"#, sight)
        #expect(removed.areasOfInterest.isEmpty && removed.name == "Rio de Janeiro" && removed.precision == .locality)
        #expect(try corrected(#""city":"Niterói""#, sight).name == "Tower")
    }

    @Test("Streets and postcodes, also as numbers") func street() throws {
        let placemark = try corrected(#""street":"Rua A","houseNumber":7,"postalCode":20000"#)
        #expect(placemark.precision == .house && placemark.postalCode == "20000")
        #expect(placemark.addressLines.contains { $0.contains("Rua A") && $0.contains("7") })
    }

    @Test("Where the provider knows no name the corrections are the answer") func nothing() throws {
        let placemark = try corrected(
            #""city":"Ekofisk","country":"Norway","countryCode":"NO""#, Placemark(coordinate: here, provider: "world"))
        #expect(placemark.name == "Ekofisk" && placemark.precision == .locality)
        #expect(placemark.addressString == "Ekofisk, Norway")
        #expect(try corrected(#""countryCode":"NO""#, Placemark(coordinate: here, provider: "x")).precision == .country)
    }

    @Test("Control characters and marks that turn the direction do not get through") func clean() throws {
        #expect(try corrected(#""city":"A\u001B[31m\u202EB\nC""#).locality == "A [31mB C")
    }

    @Test("A geocoder lays them over all placemarks, and over nothing, but not over failures") func geocoder()
        async throws
    {
        let area = CorrectionText.box("A", 0, 0, 1, 1)
        func geocoder(_ providers: any GeocodingProvider...) throws -> Geocoder {
            var configuration = Geocoder.Configuration(providers)
            configuration.cache = nil
            configuration.corrections = try PlaceCorrections(area)
            return Geocoder(configuration: configuration, timekeeper: ManualTimekeeper())
        }
        let two = try geocoder(
            ScriptedProvider("one") { [.sample($0, "one", .street)] },
            ImmediateScript { [.sample($0, "two", .locality)] })
        let placemarks = try await two.reverseGeocode(here)
        #expect(placemarks.map(\.locality) == ["A", "A"] && Set(placemarks.map(\.provider)) == ["one", "two"])
        #expect(try await two.reverseGeocode(.point(5, 5)).allSatisfy { !$0.isCorrected && $0.locality == nil })
        let empty = try geocoder(ImmediateScript { _ in [] })
        #expect(try await empty.reverseGeocode(here).map(\.provider) == [PlaceCorrections.providerName])
        #expect(try await empty.reverseGeocode(.point(5, 5)).isEmpty)
        let failing = try geocoder(
            ScriptedProvider("away") { _ throws(GeocodingError) in throw GeocodingError(.serviceUnreachable, "away") })
        await #expect(throws: GeocodingError.self) { try await failing.reverseGeocode(here) }
    }
}
