import FoundationEssentials
import LKHTTP
import TestSupport
import Testing

/// Where a client goes when it is sent elsewhere.
@Suite struct RedirectTests {
    @Test("A redirect is followed, and only the last response is returned")
    func aRedirectIsFollowedAndOnlyTheLastAnswerCounts() async throws {
        let server = try await TestWebServer([
            "/a": TestWebAnswer(status: 302, headers: ["Location": "b/c?d", "X-First": "1"], body: Data("moved".utf8)),
            "/b/c": .text("here"),
        ])
        let response = try await HTTPClient.testing().get(server.url("/a"))
        #expect(response.body == Data("here".utf8))
        #expect(response.headers["X-First"] == nil)
        #expect(response.url == server.url("/b/c?d"))
        #expect(server.connections == 1)
    }

    @Test("A redirect status without a location is returned as the response")
    func aRedirectWithoutTargetIsAnAnswer() async throws {
        let server = try await TestWebServer(["/": TestWebAnswer(status: 302), "/same": TestWebAnswer(status: 304)])
        #expect(try await HTTPClient.testing().get(server.url("/")).status == 302)
        #expect(try await HTTPClient.testing().get(server.url("/same")).status == 304)
    }

    @Test("A redirect loop ends with an error after five redirects")
    func aLoopEnds() async throws {
        let server = try await TestWebServer(["/": .redirect(to: "/")])
        let error = try await HTTPClient.testing().error(of: server.url("/"))
        #expect(error.code == .redirectRefused)
        #expect(server.requests.count == 6)
    }

    @Test("Redirects are followed up to the maximum, and one more is an error")
    func asManyAsAllowedAreFollowed() async throws {
        let server = try await TestWebServer(["/0": .redirect(to: "/1"), "/1": .redirect(to: "/2"), "/2": .text("end")])
        #expect(try await HTTPClient.testing { $0.maximumRedirects = 2 }.get(server.url("/0")).status == 200)
        #expect(
            try await HTTPClient.testing { $0.maximumRedirects = 1 }.error(of: server.url("/0")).code
                == .redirectRefused)
    }

    @Test(
        "A redirect to a scheme other than HTTP is refused",
        arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/", "javascript:alert(1)"])
    func anotherSchemeIsRefused(target: String) async throws {
        let server = try await TestWebServer(["/": .redirect(to: target)])
        let error = try await HTTPClient.testing().error(of: server.url("/"))
        #expect(error.code == .redirectRefused)
    }

    @Test("A redirect from HTTP to HTTPS is refused, with the new URL but not its password")
    func fromHTTPToHTTPSIsRefusedWithTheURLToUse() async throws {
        let server = try await TestWebServer(["/": .redirect(to: "https://user:secret@localhost:1/x")])
        let error = try await HTTPClient.testing().error(of: server.url("/"))
        #expect(error.code == .redirectRefused)
        #expect(error.message.contains("https://localhost:1/x"))
        #expect(!error.message.contains("secret"))
    }

    @Test("Credentials and keys are not sent to another server after a redirect")
    func anotherServerSeesNeitherPasswordNorKeys() async throws {
        let other = try await TestWebServer(["/": .text("there")])
        let server = try await TestWebServer([
            "/": .redirect(to: "/again"), "/again": .redirect(to: "\(other.url("/"))"),
        ])
        let headers = [HTTPHeader("X-Key", "k"), HTTPHeader("Cookie", "c=d"), HTTPHeader("Accept-Language", "ja")]
        let address = try url("http://user:secret@127.0.0.1:\(server.port)/")
        let response = try await HTTPClient.testing().response(to: HTTPRequest(address, headers: headers))
        #expect(response.body == Data("there".utf8))
        #expect(server.requests.map { $0["X-Key"] } == ["k", "k"])
        #expect(server.requests.last?["Authorization"] != nil)
        let seen = try #require(other.requests.first)
        #expect(seen["X-Key"] == nil && seen["Cookie"] == nil && seen["Authorization"] == nil)
        #expect(seen["Accept-Language"] == "ja")
        #expect(seen["User-Agent"] == "tests/1")
    }

    @Test("A client restricted to its server refuses redirects to other hosts and ports")
    func aClientThatStaysWithItsServerTellsNobodyElseWhatItAsks() async throws {
        let other = try await TestWebServer(["/": .text("there")])
        let server = try await TestWebServer([
            "/": .redirect(to: "/again"), "/again": .text("here"), "/away": .redirect(to: "\(other.url("/"))"),
            "/name": .redirect(to: "http://localhost:\(other.port)/"),
        ])
        let client = HTTPClient.testing { $0.staysWithServer = true }
        #expect(try await client.get(server.url("/")).body == Data("here".utf8))
        for path in ["/away", "/name"] {
            let error = try await client.error(of: server.url(path))
            #expect(error.code == .redirectRefused && error.message.contains("another server"))
        }
        #expect(other.requests.isEmpty)
    }

    @Test("The time limit covers all redirects together")
    func theTimeLimitIsForAllRedirectsTogether() async throws {
        let server = try await TestWebServer(["/": .redirect(to: "/held"), "/held": .text("", .held)])
        let error = try await HTTPClient.testing { $0.timeout = .milliseconds(400) }.error(of: server.url("/"))
        #expect(error.code == .timedOut)
    }
}
