import FoundationEssentials
import Glibc
import LKHTTP
import Synchronization
import TestSupport
import Testing

/// Where the machine has nothing left, and what a client leaves behind.
@Suite struct ExhaustionTests {
    @Test("A thread that cannot be started is reported, and the next request succeeds")
    func aRefusedThreadIsAnError() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let isRefused = Mutex(true)
        var configuration = HTTPClient.Configuration(userAgent: "tests/1")
        configuration.proxy = ""
        let client = HTTPClient(configuration) { body in
            isRefused.withLock { $0 } ? EAGAIN : SystemThreads.start(body)
        }
        let error = try await client.error(of: server.url("/"))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("thread"))
        #expect(throws: HTTPError.self) { try client.start(HTTPRequest(server.url("/"))) { _ in } }
        isRefused.withLock { $0 = false }
        #expect(try await client.get(server.url("/")).status == 200)
    }

    @Test("Running out of file descriptors is reported, and a later request succeeds")
    func withoutDescriptorsThereIsAnErrorAndLaterAnAnswer() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let end = try await TestProgram.run(["exhausted", "\(server.url("/"))"], environment: ["no_proxy": "*"])
        #expect(end.output == "unavailable\n200\n")
    }

    @Test("Thousands of requests leak neither file descriptors nor memory")
    func manyRequestsLeaveNothingBehind() async throws {
        let server = try await TestWebServer(["/": .text(String(repeating: "x", count: 700))])
        let end = try await TestProgram.run(["many", "\(server.url("/"))", "2000"], environment: ["no_proxy": "*"])
        let figures = end.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 4, "\(end.output) \(end.errors)")
        // Eight are fetched at once: as many connections may be open, and not all were needed before.
        #expect(figures[1] <= figures[0] + 8)
        // Kilobytes: 2000 documents of 700 bytes alone would be 1400.
        if getenv("LOCATIONKIT_SANITIZED") == nil { #expect(figures[3] - figures[2] < 1000) }
    }

    @Test("Proxy and exceptions come from the environment, and the proxy's password is never shown")
    func theEnvironmentNamesAProxyAndExceptions() async throws {
        let proxy = try await TestWebServer(["*": .text("from the proxy")])
        let server = try await TestWebServer(["*": .text("from the server")])
        let variables = ["http_proxy": "http://user:secret@127.0.0.1:\(proxy.port)", "no_proxy": ""]
        let through = try await TestProgram.run(["get", "http://nothing.invalid/a"], environment: variables)
        #expect(through.output == "200 from the proxy\n")
        let request = try #require(proxy.requests.first)
        #expect(request.target == "http://nothing.invalid/a")
        #expect(request["Proxy-Authorization"] != nil)
        let exception = variables.merging(["no_proxy": "127.0.0.1"]) { $1 }
        let direct = try await TestProgram.run(["get", "\(server.url("/"))"], environment: exception)
        #expect(direct.output == "200 from the server\n")
        let broken = variables.merging(["http_proxy": "http://user:secret@nothing.invalid:1"]) { $1 }
        let lost = try await TestProgram.run(["get", "http://127.0.0.1:1/"], environment: broken)
        #expect(lost.output.contains("proxy"))
        #expect(!lost.output.contains("secret"))
    }
}
