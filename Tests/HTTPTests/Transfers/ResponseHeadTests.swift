import TestSupport
import Testing

@testable import LKHTTP

@Suite struct ResponseHeadTests {
    private func head(_ lines: [[UInt8]]) -> ResponseHead {
        var head = ResponseHead()
        for line in lines { line.withUnsafeBytes { head.append($0) } }
        return head
    }

    private func head(_ text: String) -> ResponseHead {
        head(text.split(separator: "|", omittingEmptySubsequences: false).map { Array("\($0)\r\n".utf8) })
    }

    @Test("Blanks around header names and values are trimmed, and lines without a colon ignored")
    func namesAndValuesHaveNoBlanksAround() {
        let head = head("HTTP/1.1 200 OK|A:b|C : \t d e\t|F:|no colon|")
        #expect(head.headers == [HTTPHeader("A", "b"), HTTPHeader("C", "d e"), HTTPHeader("F", "")])
    }

    @Test("A second status line discards the headers before it")
    func anotherLineOfStatusBeginsAnew() {
        #expect(head("HTTP/1.1 100 Continue|A: b||HTTP/1.1 200|C: d|").headers == [HTTPHeader("C", "d")])
    }

    @Test("Trailers do not count as headers")
    func trailersAreNoHeaders() {
        #expect(head("HTTP/1.1 200|A: b||Signature: c").headers == [HTTPHeader("A", "b")])
    }

    @Test("A continuation line is appended to the header before it")
    func aValueGoesOnInTheNextLine() {
        #expect(head("HTTP/1.1 200| lost|A: b| c|\td").headers == [HTTPHeader("A", "b c d")])
    }

    @Test("The body's size comes from a valid Content-Length of an uncompressed response")
    func theSizeIsThatOfTheDocument() {
        #expect(head("HTTP/1.1 200|Content-Length: 12|").bodySize == 12)
        #expect(head("HTTP/1.1 200|Content-Length: -12|").bodySize == nil)
        #expect(head("HTTP/1.1 200|Content-Length: 99999999999999999999|").bodySize == nil)
        #expect(head("HTTP/1.1 200|Content-Length: 12|Content-Encoding: gzip|").bodySize == nil)
    }

    @Test("Random bytes in a response's head never trap")
    func noBytesTrap() {
        var generator = SeededGenerator(seed: 3)
        let alphabet: [UInt8] = Array(": \t\r\nHTTP/1a".utf8) + [0, 0xFF, 0xC3]
        for _ in 0..<5000 {
            let lines = (0..<4).map { _ in
                (0..<Int.random(in: 0..<9, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0
                }
            }
            #expect(head(lines).headers.count <= 4)
        }
    }
}
