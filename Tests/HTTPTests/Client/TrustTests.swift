import FoundationEssentials
import LKHTTP
import TestSupport
import Testing

/// Servers that are not who they should be.
@Suite struct TrustTests {
    private func error(
        _ pick: (TestAuthority) -> TestAuthority.Certificate, trusting other: TestAuthority? = nil
    ) async throws -> HTTPError {
        let authority = try await TestAuthority()
        let server = try await TestWebServer(["/": .text("secret")], certificate: pick(authority))
        let client = HTTPClient.testing { $0.certificateAuthorities = (other ?? authority).path }
        let error = try await client.error(of: server.url("/"))
        #expect(server.requests.isEmpty)
        return error
    }

    @Test("An expired certificate is not trusted")
    func anExpiredCertificate() async throws {
        let error = try await error(\.expired)
        #expect(error.code == .untrusted)
        #expect(error.message.contains("expired"))
    }

    @Test("A certificate for another host is not trusted")
    func aCertificateOfAnotherHost() async throws {
        #expect(try await error(\.otherHost).code == .untrusted)
    }

    @Test("A certificate from another authority is not trusted")
    func aCertificateOfAForeignAuthority() async throws {
        #expect(try await error(\.valid, trusting: TestAuthority()).code == .untrusted)
    }

    @Test("A certificate from an authority unknown to the system is not trusted")
    func aCertificateThatTheSystemDoesNotKnow() async throws {
        let server = try await TestWebServer(["/": .text("")], certificate: TestAuthority().valid)
        #expect(try await HTTPClient.testing().error(of: server.url("/")).code == .untrusted)
    }

    @Test("A missing file of authorities is an error that names the file")
    func authoritiesThatAreNotThere() async throws {
        let server = try await TestWebServer(["/": .text("")], certificate: TestAuthority().valid)
        let error = try await HTTPClient.testing { $0.certificateAuthorities = "/nowhere.pem" }.error(
            of: server.url("/"))
        #expect(error.code == .untrusted)
        #expect(error.message.contains("/nowhere.pem"))
    }

    @Test("HTTPS to a server without TLS is reported as untrusted")
    func aServerWithoutTLS() async throws {
        let server = try await TestWebServer(["/": .text("")])
        let error = try await HTTPClient.testing().error(of: url("https://127.0.0.1:\(server.port)/"))
        #expect(error.code == .untrusted)
    }
}
