import FoundationEssentials
import LKGeo
import LKGeocoding
import LKHTTP
import Testing

@testable import LKWebGeocoding

@Suite struct PhotonProviderTests {
    private let keeper = LeapingTimekeeper()
    private let asked = Coordinate(latitude: 48, longitude: 2)!
    private let refusal = #"{"message":"Language is not supported. Supported are: default, de, fr"}"#

    private func provider(
        _ transport: ScriptedTransport, server: URL = URL(string: "http://photon.example/")!,
        options: PhotonProvider.Options = .init(), gates: ServiceGates? = nil
    ) throws -> PhotonProvider {
        try PhotonProvider(
            server: server, identity: Samples.identity, options: options, transport: transport,
            gates: gates ?? ServiceGates(keeper: keeper, folder: nil, chance: { 0 }))
    }

    @Test("A reverse request has the parameters that Photon knows")
    func aPointIsAskedForWithParametersThatAreKnown() async throws {
        let transport = ScriptedTransport([.json(Samples.collection(Samples.photonHouse))])
        let found = try await provider(transport).reverseGeocode(asked, languages: [.english])
        #expect(found.map(\.subThoroughfare) == ["3"])
        #expect(found.first?.provider == "photon")
        #expect(
            transport.queries == [
                ["lat": "48.0000000", "lon": "2.0000000", "radius": "1.0", "limit": "5", "lang": "en"]
            ])
    }

    @Test("If nothing is nearby, the radius is widened once")
    func whereNothingIsNearTheCircleIsWidenedOnce() async throws {
        let transport = ScriptedTransport([
            .json(Samples.collection()),
            .json(
                Samples.collection(
                    Samples.feature(
                        #""type":"house","housenumber":"1","street":"S","city":"Loin","country":"F""#, longitude: 2.1,
                        latitude: 48))),
        ])
        let found = try await provider(transport).reverseGeocode(asked, languages: [])
        #expect(transport.queries.map { $0["radius"] } == ["1.0", "20.0"])
        #expect(found.first?.locality == "Loin")
        #expect(found.first?.thoroughfare == nil)
        #expect(found.first?.precision == .locality)
        let empty = ScriptedTransport([.json(Samples.collection())])
        #expect(try await provider(empty).reverseGeocode(asked, languages: []).isEmpty)
        #expect(empty.requests.count == 2)
    }

    @Test("The server's languages are learned from its refusal")
    func theServersLanguagesAreLearned() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.json(refusal, status: 400), .json(Samples.collection(Samples.photonHouse))])
        let languages = [LanguageTag("ja")!, LanguageTag("de-AT")!]
        _ = try await provider(transport, gates: gates).reverseGeocode(asked, languages: languages)
        _ = try await provider(transport, gates: gates).reverseGeocode(asked, languages: languages)
        _ = try await provider(transport, gates: gates).reverseGeocode(asked, languages: [.english])
        #expect(transport.queries.map { $0["lang"] } == ["ja", "de", "de", nil])
    }

    @Test("A server that refuses its own languages is queried without one")
    func aServerThatContradictsItselfIsAskedWithoutALanguage() async throws {
        let transport = ScriptedTransport([
            .json(#"{"message":"Language is not supported. Supported are: en"}"#, status: 400),
            .json(Samples.collection(Samples.photonHouse)),
        ])
        #expect(try await provider(transport).reverseGeocode(asked, languages: [.english]).count == 1)
        #expect(transport.queries.map { $0["lang"] } == ["en", nil])
    }

    @Test("The public server is queried only in languages that it supports")
    func thePublicServerIsAskedInItsLanguagesOnly() async throws {
        let transport = ScriptedTransport([.json(Samples.collection(Samples.photonHouse))])
        let provider = try provider(transport, server: PhotonProvider.publicServer)
        _ = try await provider.reverseGeocode(asked, languages: [LanguageTag("ja")!])
        _ = try await provider.reverseGeocode(asked, languages: [LanguageTag("ja")!, LanguageTag("fr-CA")!])
        #expect(transport.queries.map { $0["lang"] } == [nil, "fr"])
    }

    @Test("Any other refusal is an error and is not retried")
    func anotherRefusalIsAnError() async throws {
        let transport = ScriptedTransport([.json(#"{"message":"Unknown query parameter 'x'"}"#, status: 400)])
        let error = await #expect(throws: GeocodingError.self) {
            try await provider(transport).reverseGeocode(asked, languages: [.english])
        }
        #expect(error?.code == .serviceRefused)
        #expect(error?.message.contains("Unknown query parameter") == true)
        #expect(transport.requests.count == 1)
    }

    @Test("An answer of another form is invalid")
    func anAnswerOfAnotherKindIsInvalid() async throws {
        for text in ["{}", "[]", #"{"features":{}}"#, "3"] {
            let error = await #expect(throws: GeocodingError.self) {
                try await provider(ScriptedTransport([.json(text)])).reverseGeocode(asked, languages: [])
            }
            #expect(error?.code == .answerInvalid)
        }
    }

    @Test("A search returns places with their names")
    func aSearchFindsPlaces() async throws {
        let transport = ScriptedTransport([.json(Samples.collection(Samples.photonStreet, Samples.photonHouse))])
        let found = try await provider(transport).search("avenue", languages: [], limit: 2)
        #expect(found.map(\.name) == ["Avenue Longue", "3 Rue des Lilas"])
        #expect(transport.queries == [["q": "avenue", "limit": "2"]])
        #expect(transport.requests[0].url.path() == "/api")
    }

    @Test("Privacy shifts the requested point and drops the house from the answer")
    func thePointIsHidden() async throws {
        let transport = ScriptedTransport([.json(Samples.collection(Samples.photonHouse))])
        var options = PhotonProvider.Options()
        options.privacy = 50
        let found = try await provider(transport, options: options).reverseGeocode(asked, languages: [])
        #expect(found.first?.subThoroughfare == nil)
        #expect(found.first?.thoroughfare == "Rue des Lilas")
        #expect(transport.queries[0]["lat"] != "48.0000000")
    }

    @Test("A search radius that is not a positive number is refused", arguments: [0.0, -1, .nan, .infinity])
    func aRadiusThatIsNoneIsRefused(_ radius: Double) {
        var options = PhotonProvider.Options()
        options.radius = radius
        #expect(throws: GeocodingError.self) { try provider(ScriptedTransport([.never]), options: options) }
    }
}
