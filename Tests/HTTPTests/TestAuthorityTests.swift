import FoundationEssentials
import TestSupport
import Testing

@Suite struct TestAuthorityTests {
    @Test("OpenSSL finds the test certificates valid, expired or for another host, as they are named")
    func certificatesAreWhatTheyAreCalled() async throws {
        let authority = try await TestAuthority()
        func complaint(_ path: String) async throws -> String {
            let end = try await ChildProcess([
                "/usr/bin/openssl", "verify", "-CAfile", authority.path, "-verify_ip", "127.0.0.1", path,
            ]).end()
            return end.status == 0 ? "none" : end.errors
        }
        #expect(try await complaint(authority.valid.path) == "none")
        #expect(try await complaint(authority.expired.path).contains("expired"))
        #expect(try await complaint(authority.otherHost.path).contains("mismatch"))
        let other = try await TestAuthority()
        #expect(try await complaint(other.valid.path).contains("unable to get local issuer"))
    }

    @Test("Test servers listen with and without TLS on ports of their own")
    func aServerListensWithOrWithoutTLSAndEndsWithItsTest() async throws {
        let authority = try await TestAuthority()
        let plain = try await TestWebServer(["/a": .text("hello")])
        let secure = try await TestWebServer(["/a": .text("hello")], certificate: authority.valid)
        #expect(plain.port != 0 && secure.port != 0 && plain.port != secure.port)
        #expect(secure.url("/a", host: "localhost").absoluteString == "https://localhost:\(secure.port)/a")
    }
}
