import FoundationEssentials
import LKHTTP
import TestSupport
import Testing

/// What a client makes of servers that do not behave.
@Suite struct FaultTests {
    /// The error for an answer, which names the address.
    private func error(
        _ answer: TestWebAnswer, _ change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) async throws -> HTTPError {
        let server = try await TestWebServer(["*": answer])
        let error = try await HTTPClient.testing(change).error(of: server.url("/path"))
        #expect(error.message.contains("127.0.0.1:\(server.port)/path"))
        #expect(!error.message.hasSuffix("."))
        return error
    }

    @Test("Connecting to a port without a listener is unreachable, and the message names the port")
    func nobodyListens() async throws {
        let port = try ReservedPort()
        let error = try await HTTPClient.testing().error(of: url("http://127.0.0.1:\(port.number)/"))
        #expect(error.code == .unreachable)
        #expect(error.message.contains("\(port.number)"))
    }

    @Test("A connection that is neither accepted nor refused times out")
    func aConnectionIsNeitherMadeNorRefused() async throws {
        let listener = try BlockedListener()
        let client = HTTPClient.testing { $0.connectTimeout = .milliseconds(200) }
        let error = try await client.error(of: url("http://127.0.0.1:\(listener.port)/"))
        #expect(error.code == .timedOut)
        #expect(error.message.contains("cannot connect"))
    }

    @Test("An unknown host name is reported with the name")
    func theHostIsUnknown() async throws {
        let client = HTTPClient.testing { $0.connectTimeout = .seconds(3) }
        let error = try await client.error(of: url("http://nothing.invalid/"))
        #expect(error.code == .hostUnknown)
        #expect(error.message.contains("nothing.invalid"))
    }

    @Test("A server that never responds times out")
    func noAnswerComes() async throws {
        #expect(try await error(.text("", .held)) { $0.timeout = .milliseconds(300) }.code == .timedOut)
    }

    @Test("A response that drips in longer than the time limit times out")
    func theAnswerDripsLongerThanTheLimit() async throws {
        let answer = TestWebAnswer.text(String(repeating: "x", count: 10_000), .dripping(milliseconds: 20))
        // With less time than a busy machine takes to begin, it is the connection that is missed.
        let error = try await patiently(0.5, until: { !$0.message.contains("cannot connect") }) { seconds in
            try await self.error(answer) { $0.timeout = .seconds(seconds) }
        }
        #expect(error.code == .timedOut)
        #expect(error.message.contains(" seconds"))
    }

    @Test("A server that stalls in mid-response times out, and the message says it paused")
    func theServerPauses() async throws {
        let answer = TestWebAnswer.text("xx", .dripping(milliseconds: 30_000))
        let error = try await error(answer) { $0.stallTimeout = .seconds(1) }
        #expect(error.code == .timedOut)
        #expect(error.message.contains("paused"))
    }

    @Test("A connection closed before the end of the response is reported as closed early")
    func theConnectionEndsEarly() async throws {
        #expect(try await error(.text("hello, world", .closing(after: 5))).code == .closedEarly)
        #expect(try await error(TestWebAnswer(.raw)).code == .closedEarly)
    }

    @Test("Reading stops at the size limit, whether or not the server announces a size", arguments: [true, false])
    func aDocumentLargerThanTheLimitIsNotReadToItsEnd(isSizeSaid: Bool) async throws {
        let size = 100 << 20
        let server = try await TestWebServer(["/": .text("", .streaming(size, isSizeSaid: isSizeSaid))])
        let client = HTTPClient.testing { $0.maximumSize = 1 << 20 }
        let error = try await client.error(of: server.url("/"))
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("1048576"))
        #expect(try await server.left(1) < size)
    }

    @Test("A response of exactly the size limit is accepted")
    func aDocumentAsLargeAsTheLimitIsGood() async throws {
        let server = try await TestWebServer(["/": .text("", .streaming(1 << 20))])
        let client = HTTPClient.testing { $0.maximumSize = 1 << 20 }
        #expect(try await client.get(server.url("/")).body.count == 1 << 20)
    }

    @Test("A small compressed response that inflates beyond the size limit is refused")
    func aSmallCompressedDocumentIsTooLargePlain() async throws {
        let bomb = TestWebAnswer.text(String(repeating: "0", count: 4 << 20), .gzip)
        #expect(try await error(bomb) { $0.maximumSize = 1 << 20 }.code == .tooLarge)
    }

    @Test("Damaged gzip data is reported as malformed")
    func theCompressionIsDamaged() async throws {
        #expect(try await error(.text(String(repeating: "again", count: 100), .damagedGzip)).code == .malformed)
    }

    @Test("Too many headers are refused, and a hundred are kept")
    func theHeadersAreTooMany() async throws {
        let error = try await error(.text("x", .flooding(headers: 1000)))
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("headers"))
        let server = try await TestWebServer(["/": .text("x", .flooding(headers: 100))])
        #expect(try await HTTPClient.testing().get(server.url("/")).headers["X-Flood-99"]?.count == 1000)
    }

    @Test("A header line of a megabyte is refused")
    func aHeaderLineIsAMegabyteLong() async throws {
        let head = Data("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 1 << 20))\r\n\r\n".utf8)
        let error = try await error(TestWebAnswer(body: head, .raw))
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("headers"))
    }

    @Test("Headers of interim responses are dropped")
    func interimAnswersAreNotCountedAmongTheHeaders() async throws {
        let text = "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Late: 1\r\n\r\nbody"
        let server = try await TestWebServer(["/": TestWebAnswer(body: Data(text.utf8), .raw)])
        let response = try await HTTPClient.testing().get(server.url("/"))
        #expect(response.headers == [HTTPHeader("X-Late", "1")])
        #expect(response.body == Data("body".utf8))
    }

    @Test("Invalid UTF-8 in a header is repaired")
    func headersWithoutUTF8AreRepaired() async throws {
        let head = Data("HTTP/1.1 200 OK\r\nX: a".utf8) + [0xFF, 0xC3] + Data("b\r\nContent-Length: 0\r\n\r\n".utf8)
        let server = try await TestWebServer(["/": TestWebAnswer(body: head, .raw)])
        #expect(try await HTTPClient.testing().get(server.url("/")).headers["x"]?.hasPrefix("a") == true)
    }

    @Test("Responses that are not HTTP are reported as malformed")
    func garbageIsNoAnswer() async throws {
        for garbage in [
            "SSH-2.0-OpenSSH_9.2\r\n", "\0\0\0\0", "HTTP/9.9 what\r\n\r\n", String(repeating: "\u{1}", count: 5000),
        ] {
            #expect(try await error(TestWebAnswer(body: Data(garbage.utf8), .raw)).code == .malformed)
        }
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno size\r\n"
        #expect(try await error(TestWebAnswer(body: Data(chunks.utf8), .raw)).code == .malformed)
    }

    /// Whatever a server sends, there is an answer or an error in time.
    @Test("Truncated and damaged responses give a result or an error, and never trap or hang")
    func answersWithDamageAnywhereNeitherTrapNorHang() async throws {
        let whole = Array("HTTP/1.1 302 Found\r\nLocation: /b\r\nX: y\r\n z\r\nContent-Length: 4\r\n\r\nbody".utf8)
        var generator = SeededGenerator(seed: 7)
        var answers = whole.indices.map { Array(whole[..<$0]) }
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            }
            answers.append(bytes)
        }
        let server = try await TestWebServer(
            Dictionary(
                uniqueKeysWithValues: answers.enumerated().map { ("/\($0)", TestWebAnswer(body: Data($1), .raw)) }))
        let client = HTTPClient.testing()
        let ends = await withTaskGroup(of: HTTPError.Code?.self) { group in
            for number in answers.indices {
                group.addTask {
                    do throws(HTTPError) {
                        _ = try await client.response(to: HTTPRequest(server.url("/\(number)")))
                        return nil
                    } catch { return error.code }
                }
            }
            return await group.reduce(into: [HTTPError.Code?]()) { $0.append($1) }
        }
        #expect(ends.count == answers.count)
        #expect(!ends.contains(.timedOut))
        #expect(Set(ends).count > 2)
    }
}
