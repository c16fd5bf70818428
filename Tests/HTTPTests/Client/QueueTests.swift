import LKHTTP
import TestSupport
import Testing

/// Requests that wait for a connection.
@Suite struct QueueTests {
    private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        .testing {
            $0.maximumConnectionsPerHost = 1
            change(&$0)
        }
    }

    @Test("A waiting request that is canceled is never sent, and the next one is")
    func aWaitingRequestThatIsCancelledIsNotSent() async throws {
        let server = try await TestWebServer(["/": .text("x", .held), "*": .text("y")])
        let (client, done) = (client(), Gate())
        let first = Task { try await client.get(server.url("/")) }
        _ = try await server.request("/")
        let canceled = try client.start(HTTPRequest(server.url("/cancelled"))) { _ in Issue.record("it was cancelled")
        }
        try client.start(HTTPRequest(server.url("/next"))) { _ in done.open() }
        canceled.cancel()
        server.release()
        #expect(try await first.value.status == 200)
        #expect(done.wait())
        #expect(server.requests.map(\.target) == ["/", "/next"])
    }

    @Test("When a request is canceled, the next in the queue gets its connection")
    func theConnectionOfACancelledRequestGoesToTheNext() async throws {
        let server = try await TestWebServer(["/": .text("x", .held), "*": .text("y")])
        let client = client()
        let first = Task { try await client.error(of: server.url("/")) }
        _ = try await server.request("/")
        let next = Task { try await client.get(server.url("/next")) }
        first.cancel()
        #expect(try await first.value.code == .canceled)
        #expect(try await next.value.status == 200)
    }

    @Test("Redirected requests do not deadlock in the queue of a single connection")
    func redirectsDoNotWaitForThemselves() async throws {
        let server = try await TestWebServer(["/a": .redirect(to: "/b"), "/b": .redirect(to: "/c"), "*": .text("y")])
        let client = client()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await client.get(server.url("/a")).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        #expect(server.connections == 1)
    }

    @Test("Time spent in the queue counts toward a request's time limit")
    func theTimeOfARequestIncludesItsWait() async throws {
        let server = try await TestWebServer(["*": .text("x", .held)])
        let client = client { $0.timeout = .milliseconds(300) }
        let codes = try await withThrowingTaskGroup(of: HTTPError.Code.self) { group in
            for number in 0..<10 { group.addTask { try await client.error(of: server.url("/\(number)")).code } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .timedOut, count: 10))
    }

    @Test("A busy server does not delay requests to another")
    func serversDoNotWaitForEachOther() async throws {
        let busy = try await TestWebServer(["/": .text("x", .held)])
        let free = try await TestWebServer(["/": .text("y")])
        let client = client()
        let held = Task { try await client.get(busy.url("/")) }
        _ = try await busy.request("/")
        #expect(try await client.get(free.url("/")).status == 200)
        busy.release()
        #expect(try await held.value.status == 200)
    }
}
