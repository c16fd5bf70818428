import FoundationEssentials
import LKGeo
import LKGeocoding
import LKHTTP
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKWebGeocoding

/// What the provider does when a server refuses, is overloaded or cannot be reached.
@Suite struct NominatimMannersTests: AskingNominatim {
    let keeper = LeapingTimekeeper()

    private func code(_ steps: ScriptedTransport.Step...) async throws -> GeocodingError {
        let provider = try provider(ScriptedTransport(steps))
        return try #require(
            await #expect(throws: GeocodingError.self) {
                try await provider.reverseGeocode(Samples.point, languages: [])
            })
    }

    @Test("Each failure has its code, names the server and says what to do")
    func eachFailureSaysWhereAndWhatToDo() async throws {
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
            (.failure(.redirectRefused), .answerInvalid, "redirects"), (.failure(.canceled), .canceled, "cancelled"),
        ]
        for (step, expected, words) in cases {
            let error = try await code(step)
            #expect(error.code == expected, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains("http://geo.example:8080/nominatim"), "\(error)")
        }
    }

    @Test("A request to an overloaded server is sent three times at most, with growing delays")
    func anOverloadedServiceIsAskedThreeTimes() async throws {
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

    @Test("A refused request is not retried")
    func aRefusalIsNotRepeated() async throws {
        let transport = ScriptedTransport([.json(#"{"error":"x"}"#, status: 400)])
        await #expect(throws: GeocodingError.self) {
            try await provider(transport).reverseGeocode(Samples.point, languages: [])
        }
        #expect(transport.requests.count == 1)
    }

    @Test("A long Retry-After holds for all providers of the process")
    func aLongRetryAfterIsRememberedForAllProviders() async throws {
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

    @Test("A long Retry-After holds for other processes too, and a damaged file is ignored")
    func aLongRetryAfterHoldsForTheNextProcessToo() async throws {
        let folder = TemporaryFolder()
        func gates() -> ServiceGates { ServiceGates(keeper: keeper, folder: folder.path, chance: { 0 }) }
        func provider(_ transport: ScriptedTransport, gates: ServiceGates) throws -> NominatimProvider {
            try self.provider(transport, server: Samples.secureServer, gates: gates)
        }
        let transport = ScriptedTransport([.answer(503, "", [HTTPHeader("Retry-After", "600")]), .json(Samples.house)])
        await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: gates()).reverseGeocode(Samples.point, languages: [])
        }
        keeper.advance(by: .seconds(500))
        let second = await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: gates()).reverseGeocode(Samples.point, languages: [])
        }
        #expect(second?.code == .serviceOverloaded)
        #expect(second?.message.contains("in 100 s") == true, "\(second?.message ?? "")")
        #expect(transport.requests.count == 1)
        keeper.advance(by: .seconds(101))
        #expect(try await provider(transport, gates: gates()).reverseGeocode(Samples.point, languages: []).count == 1)
        // What is damaged, or farther ahead than any pause, is nothing.
        for text in ["", "x", "b 1 2 3", "\(RequestPaceFile.boot) 9223372036854775807 1e300", "other 1 nan"] {
            try Data(text.utf8).write(to: URL(filePath: folder.file("geo.example_443.hold")))
            #expect(
                try await provider(transport, gates: gates()).reverseGeocode(Samples.point, languages: []).count == 1)
        }
    }

    @Test("A Retry-After of days holds for an hour, and the message says until when")
    func boundsRetryAfter() async throws {
        let folder = TemporaryFolder()
        func gates() -> ServiceGates { ServiceGates(keeper: keeper, folder: folder.path, chance: { 0 }) }
        let transport = ScriptedTransport([
            .answer(429, "", [HTTPHeader("Retry-After", "31536000")]), .json(Samples.house),
        ])
        let first = await #expect(throws: GeocodingError.self) {
            try await provider(transport, server: Samples.secureServer, gates: gates())
                .reverseGeocode(Samples.point, languages: [])
        }
        let message = try #require(first?.message)
        #expect(
            message.contains("in 31536000 s") && message.contains("in 3600 s (") && message.contains("another server"))
        #expect(first?.advice.map { message.hasSuffix("; " + $0) && $0.contains("wait until then") } == true)
        keeper.advance(by: .seconds(3_599))
        await #expect(throws: GeocodingError.self) {
            try await provider(transport, server: Samples.secureServer, gates: gates())
                .reverseGeocode(Samples.point, languages: [])
        }
        keeper.advance(by: .seconds(2))
        let placemarks = try await provider(transport, server: Samples.secureServer, gates: gates())
            .reverseGeocode(Samples.point, languages: [])
        #expect(placemarks.count == 1)
    }

    @Test(
        "An answer over plain HTTP holds for ten minutes in its own process, and for no other",
        arguments: [429, 503], ["", "<html><title>Sign in</title></html>", #"{"error":"slow down"}"#])
    func doubtsPlainHTTP(status: Int, body: String) async throws {
        let folder = TemporaryFolder()
        func gates() -> ServiceGates { ServiceGates(keeper: keeper, folder: folder.path, chance: { 0 }) }
        let transport = ScriptedTransport([
            .answer(status, body, [HTTPHeader("Retry-After", "86400")]), .json(Samples.house),
        ])
        let own = gates()
        let first = await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: own).reverseGeocode(Samples.point, languages: [])
        }
        let message = try #require(first?.message)
        #expect(message.contains("in 600 s (") && message.contains("browser") && message.contains("https"))
        #expect(try await provider(transport, gates: gates()).reverseGeocode(Samples.point, languages: []).count == 1)
        keeper.advance(by: .seconds(599))
        await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: own).reverseGeocode(Samples.point, languages: [])
        }
        keeper.advance(by: .seconds(1))
        #expect(try await provider(transport, gates: own).reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test("A page over plain HTTP that denies access stops requests for ten minutes only")
    func doubtsPlainBlock() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.page("<html>Access denied</html>", status: 403), .json(Samples.house)])
        await #expect(throws: GeocodingError.self) {
            try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: [])
        }
        keeper.advance(by: .seconds(600))
        #expect(try await provider(transport, gates: gates).reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test("After a block the process sends no requests for an hour")
    func aBlockSilencesTheProcessForAnHour() async throws {
        let gates = ServiceGates(keeper: keeper, folder: nil, chance: { 0 })
        let transport = ScriptedTransport([.page("<html>Access denied</html>", status: 403), .json(Samples.house)])
        let provider = try provider(transport, server: Samples.secureServer, gates: gates)
        for _ in 0..<3 {
            let error = await #expect(throws: GeocodingError.self) {
                try await provider.reverseGeocode(Samples.point, languages: [])
            }
            #expect(error?.code == .serviceBlocked)
        }
        #expect(transport.requests.count == 1)
        keeper.advance(by: .seconds(3_599))
        await #expect(throws: GeocodingError.self) {
            try await provider.reverseGeocode(Samples.point, languages: [])
        }
        keeper.advance(by: .seconds(1))
        #expect(try await provider.reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test("After five failures an unreachable server is not contacted for a while")
    func aServerOutOfReachIsLeftAloneForAWhile() async throws {
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

    @Test("The public server gets one request a second, whatever the configured rate")
    func thePublicServerIsAskedOnceASecondWhateverIsWished() async throws {
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

    @Test("Canceling a request frees its turn")
    func cancellingEndsARequestAndFreesTheTurn() async throws {
        let transport = ScriptedTransport([.never, .json(Samples.house)])
        let provider = try provider(transport, policy: UsagePolicy(isSequential: true))
        let task = Task { try await provider.reverseGeocode(Samples.point, languages: []) }
        while transport.requests.isEmpty { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: GeocodingError.self) { try await task.value }
        #expect(error?.code == .canceled)
        #expect(try await provider.reverseGeocode(Samples.point, languages: []).count == 1)
    }
}
