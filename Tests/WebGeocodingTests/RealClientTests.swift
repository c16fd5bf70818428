import Foundation
import LKGeocoding
import LKHTTP
import TestSupport
import Testing

@testable import LKWebGeocoding

/// The providers with the kit's own client and a real server on loopback.
@Suite struct RealClientTests {
    private func provider(_ server: TestWebServer, path: String = "/nominatim/") throws -> NominatimProvider {
        try NominatimProvider(
            server: server.url(path), identity: Samples.identity,
            gates: ServiceGates(keeper: LeapingTimekeeper(), folder: nil, chance: { 0 }))
    }

    @Test("A point is reverse geocoded over HTTP with user agent and parameters")
    func aPointIsNamed() async throws {
        let server = try await TestWebServer(["/nominatim/reverse": .json(Samples.house)])
        let found = try await provider(server).reverseGeocode(Samples.point, languages: [LanguageTag("ja")!])
        #expect(found.first?.subThoroughfare == "7b")
        let request = try #require(server.requests.first)
        #expect(request.target.hasPrefix("/nominatim/reverse?lat=47.5000000&lon=9.5000000&zoom=18"))
        let agents = request.headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value)
        #expect(agents == ["FieldLog/2.1 (mail@example.org)"])
        #expect(!request.headers.contains { $0.name.lowercased() == "accept-language" })
    }

    @Test("Special characters of a search text are percent-encoded")
    func aTextIsSentAsItIs() async throws {
        let server = try await TestWebServer(["/search": .json("[\(Samples.house)]")])
        #expect(try await provider(server, path: "").search("Straße & Söhne +1", languages: [], limit: 2).count == 1)
        #expect(server.requests.first?.target.contains("q=Stra%C3%9Fe%20%26%20S%C3%B6hne%20%2B1") == true)
    }

    @Test("A request with a short Retry-After is sent again and succeeds")
    func aServerThatAsksForPatienceGetsIt() async throws {
        let server = try await TestWebServer()
        try server.answer("/reverse", .tooMany(retryAfter: "2"), .json(Samples.house))
        #expect(try await provider(server, path: "/").reverseGeocode(Samples.point, languages: []).count == 1)
        #expect(server.requests.count == 2)
    }

    @Test("A login page is not accepted as an answer")
    func aLoginPageIsNoAnswer() async throws {
        let page = TestWebAnswer(headers: ["Content-Type": "text/html"], body: Data("<html><title>WiFi</title>".utf8))
        let server = try await TestWebServer(["/reverse": .redirect(to: "/login"), "/login": page])
        let error = await #expect(throws: GeocodingError.self) {
            try await provider(server, path: "/").reverseGeocode(Samples.point, languages: [])
        }
        #expect(error?.code == .answerInvalid)
        #expect(error?.message.contains("login") == true)
    }

    @Test("A server that is not running is unreachable, and its password is not shown")
    func aServerThatIsNotThereIsOutOfReach() async throws {
        let port = try ReservedPort()
        let provider = try NominatimProvider(
            server: try #require(URL(string: "http://user:secret@127.0.0.1:\(port.number)/")), identity: nil,
            gates: ServiceGates(keeper: LeapingTimekeeper(), folder: nil))
        let error = try #require(
            await #expect(throws: GeocodingError.self) {
                try await provider.reverseGeocode(Samples.point, languages: [])
            })
        #expect(error.code == .serviceUnreachable)
        #expect(!"\(error)".contains("secret"))
    }

    @Test("Canceling ends a transfer that hangs")
    func cancellingEndsATransferThatHangs() async throws {
        let server = try await TestWebServer(["/reverse": .json(Samples.house, .held)])
        let provider = try provider(server, path: "/")
        let task = Task { try await provider.reverseGeocode(Samples.point, languages: []) }
        _ = try await server.request("/reverse")
        task.cancel()
        let error = await #expect(throws: GeocodingError.self) { try await task.value }
        #expect(error?.code == .canceled)
    }
}
