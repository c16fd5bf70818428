import CLKCurl
import Testing

@testable import LKHTTP

@Suite struct TransferFailureTests {
    private let configuration = HTTPClient.Configuration(userAgent: "tests/1")

    private func error(_ code: CURLcode, _ reason: String = "", hasAnswer: Bool = false) throws -> HTTPError {
        let address = try WebAddress("http://user:secret@host.example/x")
        return TransferFailure(code, address, configuration, reason: reason, hasAnswer: hasAnswer).error
    }

    @Test(
        "Each libcurl code becomes the matching error code",
        arguments: [
            (CURLE_URL_MALFORMAT, HTTPError.Code.invalidURL), (CURLE_COULDNT_RESOLVE_HOST, .hostUnknown),
            (CURLE_COULDNT_RESOLVE_PROXY, .hostUnknown), (CURLE_COULDNT_CONNECT, .unreachable),
            (CURLE_OPERATION_TIMEDOUT, .timedOut), (CURLE_PARTIAL_FILE, .closedEarly),
            (CURLE_GOT_NOTHING, .closedEarly),
            (CURLE_RECV_ERROR, .closedEarly), (CURLE_SEND_ERROR, .closedEarly),
            (CURLE_UNSUPPORTED_PROTOCOL, .malformed),
            (CURLE_WEIRD_SERVER_REPLY, .malformed), (CURLE_BAD_CONTENT_ENCODING, .malformed), (CURLE_HTTP2, .malformed),
            (CURLE_FILESIZE_EXCEEDED, .tooLarge), (CURLE_PEER_FAILED_VERIFICATION, .untrusted),
            (CURLE_SSL_CONNECT_ERROR, .untrusted), (CURLE_SSL_CACERT_BADFILE, .untrusted),
            (CURLE_OUT_OF_MEMORY, .unavailable),
            (CURLE_FAILED_INIT, .unavailable), (CURLE_TOO_MANY_REDIRECTS, .redirectRefused),
        ])
    func codesOfLibcurlBecomeOurs(code: CURLcode, ours: HTTPError.Code) throws {
        #expect(try error(code).code == ours)
    }

    @Test("Every libcurl code has a message with the address and without the password")
    func everyCodeHasASentenceThatNamesTheAddressWithoutThePassword() throws {
        for number in UInt32(1)...120 {
            let message = try error(CURLcode(rawValue: number)).message
            #expect(message.contains("//host.example/x") && !message.hasSuffix("."))
            #expect(!message.contains("secret"))
        }
    }

    @Test("The text of a libcurl error refines its code")
    func theWordsOfLibcurlTellMoreThanItsCodes() throws {
        #expect(
            try error(CURLE_OPERATION_TIMEDOUT, "Resolving timed out after 10001 milliseconds").code == .hostUnknown)
        #expect(try error(CURLE_OPERATION_TIMEDOUT, "Connection timed out").message.contains("cannot connect"))
        let failed = try error(
            CURLE_OPERATION_TIMEDOUT, "Failed to connect to h port 1 after 2 ms: Timeout was reached")
        #expect(failed.message.contains("cannot connect"))
        #expect(try error(CURLE_OPERATION_TIMEDOUT, "Operation too slow.").message.contains("paused"))
        #expect(try error(CURLE_COULDNT_RESOLVE_HOST, "getaddrinfo() thread failed to start").code == .unavailable)
        #expect(try error(CURLE_RECV_ERROR, "CONNECT tunnel failed, response 407").code == .unreachable)
        #expect(try error(CURLE_OUT_OF_MEMORY, hasAnswer: true).code == .tooLarge)
    }

    @Test("The text of a libcurl error is shown without passwords and control characters")
    func wordsOfLibcurlAreShownWithoutPasswordsAndControlCharacters() throws {
        #expect(try error(CURLE_COULDNT_CONNECT, "Connection refused").message.contains("(Connection refused)"))
        #expect(!(try error(CURLE_COULDNT_CONNECT, "no proxy scheme 'x://user:secret@h'").message.contains("secret")))
        #expect(!(try error(CURLE_COULDNT_CONNECT, "no proxy 'user:secret@h:99999'").message.contains("secret")))
        let name = try error(CURLE_PEER_FAILED_VERIFICATION, "name '\u{1B}[2Jx\n'").message
        #expect(name.contains("' [2Jx '"))
    }
}
