import FoundationEssentials
import Geo
import Geocoding
import HTTP
import Synchronization
import TestSupport
import Testing
import Threads

@testable import WebGeocoding

@Suite struct NominatimProviderTests {
    private let keeper = LeapingTimekeeper()

    private func provider(
        _ transport: ScriptedTransport, server: URL = Samples.ownServer,
        options: NominatimProvider.Options = .init(), policy: UsagePolicy? = nil, gates: ServiceGates? = nil
    ) throws -> NominatimProvider {
        try NominatimProvider(
            server: server, identity: Samples.identity, options: options, policy: policy, transport: transport,
            gates: gates ?? ServiceGates(keeper: keeper, folder: nil, chance: { 0 }))
    }

    private func code(_ steps: ScriptedTransport.Step...) async throws -> GeocodingError {
        let provider = try provider(ScriptedTransport(steps))
        return try #require(
            await #expect(throws: GeocodingError.self) {
                try await provider.reverseGeocode(Samples.point, languages: [])
            })
    }

    @Test func aPointIsAskedForWithAllThatIsNeeded() async throws {
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

    @Test func thePlacesOwnLanguageIsAskedForExplicitly() async throws {
        let transport = ScriptedTransport([.json(Samples.house)])
        let placemarks = try await provider(transport).reverseGeocode(Samples.point, languages: [])
        #expect(transport.queries[0]["accept-language"] == "und")
        #expect(placemarks.first?.language == nil)
    }

    @Test(arguments: [
        ("nb", "nb,no,nb-Latn,nn,da"), ("zh-TW", "zh-TW,zh-Hant,zh-Hans"), ("de-CH,fr", "de-CH,de-Latn,de,fr,fr-Latn"),
    ]) func languagesAreWrittenAsTheMapHasThem(_ list: String, _ parameter: String) throws {
        #expect(NominatimProvider.acceptLanguage(try #require(LanguageTag.list(list))) == parameter)
    }

    @Test func pointsOfInterestAreAChoice() async throws {
        let transport = ScriptedTransport([.json(Samples.sight)])
        var options = NominatimProvider.Options()
        options.includesPointsOfInterest = true
        _ = try await provider(transport, options: options).reverseGeocode(Samples.point, languages: [])
        #expect(transport.queries[0]["layer"] == "address,poi")
    }

    @Test func nothingThereIsNoError() async throws {
        let transport = ScriptedTransport([.json(Samples.unable)])
        #expect(try await provider(transport).reverseGeocode(Samples.point, languages: []).isEmpty)
        let none = ScriptedTransport([.json("[]")])
        #expect(try await provider(none).search("nowhere", languages: [], limit: 3).isEmpty)
    }

    @Test func aSearchFindsPlacesWithTheirOwnPoints() async throws {
        let transport = ScriptedTransport([.json("[\(Samples.house),\(Samples.sight)]")])
        let found = try await provider(transport).search(" Lindenweg\n7b ", languages: [.english], limit: 99)
        #expect(found.map(\.coordinate.longitude) == [9.50002, 9.5])
        #expect(transport.queries[0]["q"] == "Lindenweg 7b")
        #expect(transport.queries[0]["limit"] == "40")
        #expect(try await provider(transport).search("a", languages: [], limit: 1).count == 1)
    }

    @Test(arguments: ["", "  ", "!?,", String(repeating: "a", count: 2_000)])
    func aTextWithoutLettersIsNotSent(_ text: String) async throws {
        let transport = ScriptedTransport([.json("[]")])
        let error = await #expect(throws: GeocodingError.self) {
            try await provider(transport).search(text, languages: [], limit: 1)
        }
        #expect(error?.code == .requestInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test func thePointIsHiddenAndTheAnswerNotOverstated() async throws {
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

    @Test func eachFailureSaysWhereAndWhatToDo() async throws {
        let cases: [(ScriptedTransport.Step, GeocodingError.Code, String)] = [
            (
                .json(#"{"error":{"code":400,"message":"Parameter 'lat' missing."}}"#, status: 400), .serviceRefused,
                "'lat'"
            ),
            (.json(#"{"title": "404 Not Found"}"#, status: 404), .serviceRefused, "path"),
            (.json(#"{"error":"no such key"}"#, status: 401), .serviceRefused, "key"),
            (.answer(400, "ERROR 400: Parameter 'format'", []), .serviceRefused, "'format'"),
            (.page("<html><title>Access blocked</title></html>", status: 403), .serviceBlocked, "Access blocked"),
            (.page("<html><title>Sign in</title>", status: 200), .answerInvalid, "login"),
            (.answer(200, "", []), .answerInvalid, "no JSON"), (.answer(302, "", []), .answerInvalid, "moved"),
            (.json("[]"), .answerInvalid, "Nominatim server"), (.json(#"{"error":"odd"}"#), .answerInvalid, "odd"),
            (.json(#"{"title": "500"}"#, status: 500), .serviceOverloaded, "out of order"),
            (.failure(.hostUnknown), .serviceUnreachable, "network"),
            (.failure(.untrusted), .serviceUnreachable, "clock"),
            (.failure(.timedOut), .timedOut, "in time"), (.failure(.tooLarge), .answerInvalid, "more than"),
            (.failure(.redirectRefused), .answerInvalid, "redirects"), (.failure(.cancelled), .cancelled, "cancelled"),
        ]
        for (step, expected, words) in cases {
            let error = try await code(step)
            #expect(error.code == expected, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains("http://geo.example:8080/nominatim"), "\(error)")
        }
    }

    @Test func anOverloadedServiceIsAskedThreeTimes() async throws {
        let transport = ScriptedTransport([.answer(503, "", []), .answer(429, "", []), .json(Samples.house)])
        #expect(try await provider(transport).reverseGeocode(Samples.point, languages: []).count == 1)
        #expect(transport.requests.count == 3)
        #expect(keeper.waits == [.seconds(1), .seconds(2)])
        let dead = ScriptedTransport([.answer(503, "", [])])
        await #expect(throws: GeocodingError.self) {
            try await provider(dead).reverseGeocode(Samples.point, languages: [])
        }
        #expect(dead.requests.count == 3)
    }

    @Test func aRefusalIsNotRepeated() async throws {
        let transport = ScriptedTransport([.json(#"{"error":"x"}"#, status: 400)])
        await #expect(throws: GeocodingError.self) {
            try await provider(transport).reverseGeocode(Samples.point, languages: [])
        }
        #expect(transport.requests.count == 1)
    }

    @Test func aLongRetryAfterIsRememberedForAllProviders() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.answer(429, "", [HTTPHeader("Retry-After", "600")]), .json(Samples.house)])
        let first = await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: [])
        }
        #expect(first?.code == .serviceOverloaded)
        #expect(first?.message.contains("in 600 s") == true)
        keeper.advance(by: .seconds(599))
        let second = await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: [])
        }
        #expect(second?.code == .serviceOverloaded)
        #expect(second?.message.contains("in 1 s") == true)
        #expect(transport.requests.count == 1)
        keeper.advance(by: .seconds(1))
        #expect(try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test func aBlockSilencesTheProcessForAnHour() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.page("<html>Access denied</html>", status: 403), .json(Samples.house)])
        for _ in 0..<3 {
            let error = await #expect(throws: GeocodingError.self) {
                try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: [])
            }
            #expect(error?.code == .serviceBlocked)
        }
        #expect(transport.requests.count == 1)
        keeper.advance(by: .seconds(3_600))
        #expect(try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test func aServerOutOfReachIsLeftAloneForAWhile() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.failure(.unreachable)])
        for _ in 0..<8 {
            let error = await #expect(throws: GeocodingError.self) {
                try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: [])
            }
            #expect(error?.code == .serviceUnreachable)
        }
        #expect(transport.requests.count == 5)
    }

    @Test func thePublicServerIsAskedOnceASecondWhateverIsWished() async throws {
        let transport = ScriptedTransport([.json(Samples.house)], keeper: keeper)
        let provider = try provider(
            transport, server: NominatimProvider.publicServer, policy: UsagePolicy(requestsPerSecond: 50))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { _ = try await provider.reverseGeocode(Samples.point, languages: []) }
            }
            try await group.waitForAll()
        }
        #expect(transport.mostUnderWay == 1)
        #expect(zip(transport.moments, transport.moments.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
        #expect(transport.moments.count == 6)
    }

    @Test func cancellingEndsARequestAndFreesTheTurn() async throws {
        let transport = ScriptedTransport([.never, .json(Samples.house)])
        let provider = try provider(transport, policy: UsagePolicy(isSequential: true))
        let task = Task { try await provider.reverseGeocode(Samples.point, languages: []) }
        while transport.requests.isEmpty { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: GeocodingError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await provider.reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test func theCacheKeyHoldsServerAndOptionsAndNoSecret() throws {
        let transport = ScriptedTransport([.json("[]")])
        var options = NominatimProvider.Options()
        options.privacy = 50
        let server = try #require(URL(string: "http://user:secret@h/x"))
        let key = try provider(transport, server: server, options: options).cacheKey
        #expect(key == "nominatim http://h/x address privacy 50.0")
    }
}
