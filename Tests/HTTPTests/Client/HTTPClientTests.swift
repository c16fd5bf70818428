import FoundationEssentials
import LKHTTP
import Synchronization
import TestSupport
import Testing

/// What a client does with servers that behave.
@Suite struct HTTPClientTests {
    @Test("A response has its status, headers, body and URL")
    func anAnswerHasStatusHeadersBodyAndURL() async throws {
        let server = try await TestWebServer([
            "/a": TestWebAnswer(status: 404, headers: ["X-Kind": " odd "], body: Data("not here".utf8))
        ])
        let response = try await HTTPClient.testing().get(server.url("/a?b=c%20d"))
        #expect(response.status == 404)
        #expect(response.headers["x-kind"] == "odd")
        #expect(response.body == Data("not here".utf8))
        #expect(response.url == server.url("/a?b=c%20d"))
        #expect(server.requests.map(\.target) == ["/a?b=c%20d"])
    }

    @Test("The user agent and the request's headers are sent, and a request can replace the user agent")
    func agentAndHeadersAreSent() async throws {
        let server = try await TestWebServer(["*": .text("")])
        let client = HTTPClient.testing()
        let headers = [HTTPHeader("Accept-Language", "de"), HTTPHeader("X-Empty", "")]
        _ = try await client.response(to: HTTPRequest(server.url("/"), headers: headers))
        _ = try await client.response(to: HTTPRequest(server.url("/"), headers: [HTTPHeader("User-Agent", "other/2")]))
        let requests = server.requests
        #expect(requests.map { $0["User-Agent"] } == ["tests/1", "other/2"])
        #expect(requests.map { $0["Accept-Language"] } == ["de", nil])
        #expect(requests.map { $0["X-Empty"] } == ["", nil])
    }

    @Test("Headers that could inject other headers are refused")
    func headersThatWouldBecomeOthersAreRefused() async throws {
        let address = try url("http://127.0.0.1:1/")
        for header in [
            HTTPHeader("A", "b\r\nC: d"), HTTPHeader("A", "b\0"), HTTPHeader("A:", "b"), HTTPHeader("", "b"),
            HTTPHeader("Ä", "b"),
        ] {
            let request = HTTPRequest(address, headers: [header])
            await #expect { try await HTTPClient.testing().response(to: request) } throws: {
                HTTPError.Code.invalidHeader ~= $0
            }
        }
        let client = HTTPClient.testing { $0.userAgent = "a\r\nb: c" }
        #expect(try await client.error(of: address).code == .invalidHeader)
    }

    @Test("User and password of a URL are sent as Authorization, and not with later requests")
    func userAndPasswordAreSentAsAuthorization() async throws {
        let server = try await TestWebServer(["*": .text("")])
        let address = try url("http://us%65r:p%40ss@127.0.0.1:\(server.port)/")
        let client = HTTPClient.testing()
        _ = try await client.get(address)
        _ = try await client.get(server.url("/"))
        #expect(server.requests.map { $0["Authorization"] } == ["Basic dXNlcjpwQHNz", nil])
    }

    @Test("A gzip response is requested and arrives decompressed")
    func compressedDocumentsComePlain() async throws {
        let text = String(repeating: "again and ", count: 1000)
        let server = try await TestWebServer(["/": .text(text, .gzip)])
        let response = try await HTTPClient.testing().get(server.url("/"))
        #expect(response.body == Data(text.utf8))
        #expect(server.requests.first?["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test("Sequential requests reuse one connection")
    func connectionsAreUsedAgain() async throws {
        let server = try await TestWebServer(["*": .text("x")])
        let client = HTTPClient.testing()
        for number in 0..<20 { _ = try await client.get(server.url("/\(number)")) }
        #expect(server.connections == 1)
        #expect(server.requests.count == 20)
    }

    @Test("A thousand concurrent requests open no more connections than allowed")
    func aThousandAtOnceTakeNoMoreConnectionsThanAllowed() async throws {
        let server = try await TestWebServer(["*": .text("x")])
        let client = HTTPClient.testing()
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for number in 0..<1000 { group.addTask { try await client.get(server.url("/\(number)")).body } }
            return try await group.reduce(into: 0) { $0 += $1.count }
        }
        #expect(bodies == 1000)
        #expect(server.connections <= 6)
        #expect(Set(server.requests.map(\.target)).count == 1000)
    }

    @Test("A certificate from the configured authority is accepted for the address and for localhost")
    func certificatesOfATrustedAuthorityAreGood() async throws {
        let authority = try await TestAuthority()
        let server = try await TestWebServer(["/": .text("secret")], certificate: authority.valid)
        let client = HTTPClient.testing { $0.certificateAuthorities = authority.path }
        #expect(try await client.get(server.url("/")).body == Data("secret".utf8))
        #expect(try await client.get(server.url("/", host: "localhost")).body == Data("secret".utf8))
    }

    @Test(
        "International names of servers are asked, however they are written",
        arguments: ["m%C3%BCller", "xn--mller-kva"])
    func internationalNames(name: String) async throws {
        let server = try await TestWebServer(["/": .text("Grüße")])
        let response = try await HTTPClient.testing().get(server.url("/", host: "\(name).localhost"))
        #expect(response.body == Data("Grüße".utf8))
    }

    @Test("The client's thread ends when idle and restarts for the next request")
    func theThreadEndsWhenIdleAndStartsAnew() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let ends = Gate()
        let starts = Mutex(0)
        var configuration = HTTPClient.Configuration(userAgent: "tests/1")
        configuration.idleTime = .zero
        configuration.proxy = ""
        let client = HTTPClient(configuration) { body in
            starts.withLock { $0 += 1 }
            return SystemThreads.start {
                body()
                ends.open()
            }
        }
        for number in 1...3 {
            _ = try await client.get(server.url("/"))
            #expect(ends.wait(times: number))
        }
        #expect(starts.withLock { $0 } == 3)
        #expect(server.connections == 3)
    }

    @Test("The test server gives its prepared responses in order and repeats the last")
    func repeatedAnswersChangeAsTheServerIsTold() async throws {
        let server = try await TestWebServer()
        try server.answer("/", .tooMany(retryAfter: "2"), .tooMany(retryAfter: "1"), .text("now"))
        let client = HTTPClient.testing()
        var answers: [String] = []
        for _ in 0..<4 {
            let response = try await client.get(server.url("/"))
            answers.append("\(response.status) \(response.headers["Retry-After"] ?? "-")")
        }
        #expect(answers == ["429 2", "429 1", "200 -", "200 -"])
    }
}
