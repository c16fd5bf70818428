import FoundationEssentials
import LKGeo
import LKGeocoding
import LKHTTP
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct NominatimProviderTests: AskingNominatim {
    let keeper = LeapingTimekeeper()

    @Test("A reverse request has all parameters and the user agent")
    func aPointIsAskedForWithAllThatIsNeeded() async throws {
        let transport = ScriptedTransport([.json(Samples.house)])
        let placemarks = try await provider(transport).reverseGeocode(
            Samples.point, languages: [LanguageTag("ja")!, .english])
        #expect(placemarks.map(\.thoroughfare) == ["Lindenweg"])
        let request = try #require(transport.requests.first)
        #expect(
            request.url.absoluteString.hasPrefix(
                "http://geo.example:8080/nominatim/reverse?lat=47.5000000&lon=9.5000000&"))
        #expect(request.headers["User-Agent"] == "FieldLog/2.1 (mail@example.org)")
        let query = transport.queries[0]
        #expect(query["format"] == "jsonv2")
        #expect(query["zoom"] == "18")
        #expect(query["addressdetails"] == "1")
        #expect(query["layer"] == "address")
        #expect(query["accept-language"] == "ja,ja-Jpan,en,en-Latn")
    }

    @Test("Local names are requested explicitly")
    func thePlacesOwnLanguageIsAskedForExplicitly() async throws {
        let transport = ScriptedTransport([.json(Samples.house)])
        let placemarks = try await provider(transport).reverseGeocode(Samples.point, languages: [])
        #expect(transport.queries[0]["accept-language"] == "und")
        #expect(placemarks.first?.language == nil)
    }

    @Test(
        "Languages are extended by the variants that the map uses",
        arguments: [
            ("nb", "nb,no,nb-Latn,nn,da"), ("zh-TW", "zh-TW,zh-Hant,zh-Hans"),
            ("de-CH,fr", "de-CH,de-Latn,de,fr,fr-Latn"),
        ])
    func languagesAreWrittenAsTheMapHasThem(_ list: String, _ parameter: String) throws {
        #expect(NominatimProvider.acceptLanguage(try #require(LanguageTag.list(list))) == parameter)
    }

    @Test("Points of interest are requested on demand")
    func pointsOfInterestAreAChoice() async throws {
        let transport = ScriptedTransport([.json(Samples.sight)])
        var options = NominatimProvider.Options()
        options.includesPointsOfInterest = true
        _ = try await provider(transport, options: options).reverseGeocode(Samples.point, languages: [])
        #expect(transport.queries[0]["layer"] == "address,poi")
    }

    @Test("An empty result is not an error")
    func nothingThereIsNoError() async throws {
        let transport = ScriptedTransport([.json(Samples.unable)])
        #expect(try await provider(transport).reverseGeocode(Samples.point, languages: []).isEmpty)
        let none = ScriptedTransport([.json("[]")])
        #expect(try await provider(none).search("nowhere", languages: [], limit: 3).isEmpty)
    }

    @Test("A search returns places with their own coordinates and limits their number")
    func aSearchFindsPlacesWithTheirOwnPoints() async throws {
        let transport = ScriptedTransport([.json("[\(Samples.house),\(Samples.sight)]")])
        let found = try await provider(transport).search(" Lindenweg\n7b ", languages: [.english], limit: 99)
        #expect(found.map(\.coordinate.longitude) == [9.50002, 9.5])
        #expect(transport.queries[0]["q"] == "Lindenweg 7b")
        #expect(transport.queries[0]["limit"] == "40")
        #expect(try await provider(transport).search("a", languages: [], limit: 1).count == 1)
    }

    @Test(
        "A search text without letters, or too long, is not sent",
        arguments: ["", "  ", "!?,", String(repeating: "a", count: 2_000)])
    func aTextWithoutLettersIsNotSent(_ text: String) async throws {
        let transport = ScriptedTransport([.json("[]")])
        let error = await #expect(throws: GeocodingError.self) {
            try await provider(transport).search(text, languages: [], limit: 1)
        }
        #expect(error?.code == .requestInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test("Privacy shifts the requested point and drops street and house from the answer")
    func thePointIsHiddenAndTheAnswerNotOverstated() async throws {
        let transport = ScriptedTransport([.json(Samples.house)])
        var options = NominatimProvider.Options()
        options.privacy = 500
        let found = try await provider(transport, options: options).reverseGeocode(Samples.point, languages: [])
        let placemark = try #require(found.first)
        #expect(placemark.coordinate == Samples.point)
        #expect(placemark.subThoroughfare == nil && placemark.thoroughfare == nil)
        #expect(placemark.locality == "Musterdorf")
        #expect(placemark.precision == .locality)
        let latitude = try #require(transport.queries[0]["lat"].flatMap(Double.init))
        #expect(abs(latitude - 47.5) < 0.003 && transport.queries[0]["lat"] != "47.5000000")
    }

    @Test("The cache key has the server and options, but no password")
    func theCacheKeyHoldsServerAndOptionsAndNoSecret() throws {
        let transport = ScriptedTransport([.json("[]")])
        var options = NominatimProvider.Options()
        options.privacy = 50
        let server = try #require(URL(string: "http://user:secret@h/x"))
        let key = try provider(transport, server: server, options: options).cacheKey
        #expect(key == "nominatim http://h/x address privacy 50.0")
    }
}
