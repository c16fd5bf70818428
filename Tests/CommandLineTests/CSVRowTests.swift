import CommandTestSupport
import TestSupport
import Testing

@testable import LKCommandLine

@Suite struct CSVRowTests {
    private func rows(_ text: String, chunkSize: Int = 1) throws(ToolError) -> [CopiedRow] {
        try CommandLineTests.rows(stream(text, chunkSize: chunkSize))
    }

    @Test("Quotes hold commas, quotes and ends of lines; the line numbers go on", arguments: [1, 3, 4096])
    func quotes(chunkSize: Int) throws {
        let rows = try rows("a,\"b,\"\"c\"\"\nd\",e\r\n\r\nf,g,\n", chunkSize: chunkSize)
        #expect(rows.map(\.fields) == [["a", "b,\"c\"\nd", "e"], ["f", "g", ""]])
        #expect(rows.map(\.line) == [1, 4])
        #expect(rows.map(\.endsWithCRLF) == [true, false])
        #expect(rows[0].raw == Array("a,\"b,\"\"c\"\"\nd\",e".utf8))
    }

    @Test("A byte order mark is dropped, also in front of a quote")
    func byteOrderMark() throws {
        #expect(try rows("\u{FEFF}lat,lon\n").first?.fields == ["lat", "lon"])
        #expect(try rows("\u{FEFF}\"a,b\",c").first?.fields == ["a,b", "c"])
    }

    @Test("A quote inside a field is a character")
    func strayQuote() throws {
        #expect(try rows("5\" pipe,2\n3,4").map(\.fields) == [["5\" pipe", "2"], ["3", "4"]])
    }

    @Test("The last line needs no end, and nothing gives no rows")
    func ends() throws {
        #expect(try rows("1,2").map(\.fields) == [["1", "2"]])
        #expect(try rows("").isEmpty)
        #expect(try rows("\n\r\n\n").isEmpty)
    }

    @Test("A quote that is never closed is an error that names the line")
    func unclosed() {
        let expected = ToolError(.dataError, "x.csv:2: a field opens with a quote that is never closed")
        #expect(throws: expected) { try rows("a,b\n\"c,d\ne") }
        #expect(throws: ToolError.self) { try rows("\"" + String(repeating: "x", count: 1 << 21), chunkSize: 4096) }
    }

    @Test("Cut off or damaged text gives rows or an error, and never traps")
    func damaged() throws {
        let whole = Array("lat,lon,n\r\n1,2,\"a\"\"b\nc\"\r\n3,4,é\n".utf8)
        var generator = SeededGenerator(seed: 5)
        for round in 0..<(whole.count + 2000) {
            var bytes = Array(whole.prefix(round < whole.count ? round : whole.count))
            if round >= whole.count {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let cut = try? CommandLineTests.rows(ByteStream(bytes, chunkSize: 5))
            // Where the chunks end makes no difference.
            #expect(cut == (try? CommandLineTests.rows(ByteStream(bytes))))
            for row in cut ?? [] { #expect(!row.fields.isEmpty) }
        }
    }
}
