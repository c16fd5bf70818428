import Foundation
import LKHTTP
import TestSupport
import Testing

/// A server that knows HTTP/2.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: TestNginx.path), "nginx is not installed"))
struct HTTP2Tests {
    @Test("Concurrent HTTP 2 requests share one connection")
    func manyRequestsShareOneConnectionOfHTTP2() async throws {
        let authority = try await TestAuthority()
        let server = try await TestNginx(certificate: authority.valid)
        let client = HTTPClient.testing { $0.certificateAuthorities = authority.path }
        // The first tells that the server knows it; those at once with it may open connections of their own.
        let first = try await client.response(to: HTTPRequest(server.url))
        #expect(String(decoding: first.body, as: UTF8.self).hasPrefix("HTTP/2.0 "))
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    String(decoding: try await client.response(to: HTTPRequest(server.url)).body, as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(bodies == [String(decoding: first.body, as: UTF8.self)], "one protocol, one connection")
    }
}
