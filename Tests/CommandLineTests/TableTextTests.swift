import CommandTestSupport
import Testing

@testable import LKCommandLine

@Suite("TableText")
struct TableTextTests {
    private func passed(_ text: String, _ table: TableSyntax = .csv, keepsLines: Bool = false, pieces: Int = .max)
        -> String
    {
        var filter = TableText(table, keepsLines: keepsLines)
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            bytes += filter.passed(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return String(decoding: bytes + filter.ending(), as: UTF8.self)
    }

    @Test(
        "Control and invisible characters are replaced, ends of rows and separators are not",
        arguments: [
            ("a,\u{1B}]0;x\u{7},b\nc\n", "a,\u{FFFD}]0;x\u{FFFD},b\nc\n"), ("a\r\nb\r\n", "a\r\nb\r\n"),
            ("\"a\nb\tc\r\nd\",e\n", "\"a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d\",e\n"), ("a\rb\n", "a\u{FFFD}b\n"),
            ("a\r", "a\u{FFFD}"),
            ("\"a \"\"b\"\"\n\",c\n", "\"a \"\"b\"\"\u{FFFD}\",c\n"), ("5\" pipe,x\ny\n", "5\" pipe,x\ny\n"),
            ("a\tb\n", "a\u{FFFD}b\n"), ("می\u{200C}خواهم,👨\u{200D}👩,東京\n", "می\u{200C}خواهم,👨\u{200D}👩,東京\n"),
            ("a\u{202E}b,\u{E0041}\u{200B}\n", "a\u{FFFD}b,\u{FFFD}\u{FFFD}\n"), ("", ""), ("\n", "\n"),
            ("no end", "no end"),
        ])
    func rows(text: String, expected: String) {
        for pieces in [1, 2, 3, 7, .max] { #expect(passed(text, pieces: pieces) == expected) }
    }

    @Test("Separators are those of the table, and without quotes in its syntax a quote begins nothing")
    func separators() {
        #expect(passed("a\tb\u{1B}\n", .csv(separator: UInt8(ascii: "\t"))) == "a\tb\u{FFFD}\n")
        #expect(passed("\"a\tb\u{9B}\nc\n", .tsv) == "\"a\tb\u{FFFD}\nc\n")
    }

    @Test("Ends of lines in quotes stay for a spreadsheet, escape sequences do not")
    func spreadsheets() {
        let text = "\"a\nb\tc\r\nd\re\u{1B}\",\"\u{2028}\"\r\n"
        let expected = "\"a\nb\tc\r\nd\u{FFFD}e\u{FFFD}\",\"\u{FFFD}\"\r\n"
        for pieces in [1, 2, 3, .max] { #expect(passed(text, keepsLines: true, pieces: pieces) == expected) }
    }

    @Test("A quote without an end does not hold back all that follows")
    func unfinished() {
        var filter = TableText(.csv, keepsLines: false)
        let bytes = filter.passed(("\"" + String(repeating: "x", count: 100_000)).utf8)
        #expect(bytes.count > 60_000)
        #expect(bytes.count + filter.ending().count == 100_001)
    }

    @Test("A table is filtered on a terminal and with --csv-safe, and is exact in a pipe", arguments: [false, true])
    func output(isSafe: Bool) throws {
        func text(isTerminal: Bool) throws -> String {
            try written(isTerminal: isTerminal) { output in
                output.isForSpreadsheets = isSafe
                output.beginTable(.csv)
                try output.writeLine("=a\u{1B}[2J,\"b\nc\u{202E}\"")
                try output.write("d\u{9B}")
            }
        }
        let mark = isSafe ? "'" : ""
        #expect(
            try text(isTerminal: true) == mark + "=a\u{FFFD}[2J,\"b\u{FFFD}c\u{FFFD}\"\nd\u{FFFD}")
        let piped = isSafe ? "'=a\u{FFFD}[2J,\"b\nc\u{FFFD}\"\nd\u{FFFD}" : "=a\u{1B}[2J,\"b\nc\u{202E}\"\nd\u{9B}"
        #expect(try text(isTerminal: false) == piped)
    }
}
