import CommandTestSupport
import Testing

@testable import LKCommandLine

@Suite("SpreadsheetText")
struct SpreadsheetTextTests {
    private func passed(_ text: String, separator: UInt8 = UInt8(ascii: ","), pieces: Int = .max) -> String {
        var csv = SpreadsheetText(.csv(separator: separator))
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            bytes += csv.passed(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return String(decoding: bytes + csv.ending(), as: UTF8.self)
    }

    @Test(
        "No field is a formula, and numbers stay numbers",
        arguments: [
            ("=1+1,x\n", "'=1+1,x\n"), ("a,@SUM(1)\r\n-2+3,+4\n", "a,'@SUM(1)\r\n'-2+3,+4\n"),
            (#""=HYPERLINK(""x"",""y"")",1"#, #""'=HYPERLINK(""x"",""y"")",1"#),
            ("-33.86,+1e3,-1E-5,-.5,-5.\n", "-33.86,+1e3,-1E-5,-.5,-5.\n"),
            ("-,+,--1,-1e,+1+2,-1.2.3\n", "'-,'+,'--1,'-1e,'+1+2,'-1.2.3\n"),
            (#""-5","-5,0","+x"#, #""-5","'-5,0","'+x"#), ("\t=1,\"\r=1\",\"\n=1\"", "'\t=1,\"'\r=1\",\"'\n=1\""),
            (#"a"=1,""=1,"""=1",""-5"#, #"a"=1,""'=1,"""=1",""-5"#), ("a=1, =1,',\"\"\n", "a=1, =1,',\"\"\n"), ("", ""),
            ("-" + String(repeating: "1", count: 50), "'-" + String(repeating: "1", count: 50)),
        ])
    func fields(text: String, expected: String) {
        for pieces in [1, 2, 3, 7, .max] { #expect(passed(text, pieces: pieces) == expected) }
    }

    @Test("Fields are those of the separator")
    func separator() {
        #expect(passed("a;=1,2;-x\n", separator: UInt8(ascii: ";")) == "a;'=1,2;'-x\n")
        #expect(passed("a\t\t=1\n", separator: UInt8(ascii: "\t")) == "a\t\t'=1\n")
    }

    @Test("Without quotes in the syntax, a field that begins with one is text to its tab")
    func tsv() {
        var tsv = SpreadsheetText(.tsv)
        let bytes = tsv.passed("\"a\t=1\t-2\n\"\"\t-x\t5\"\n".utf8) + tsv.ending()
        #expect(String(decoding: bytes, as: UTF8.self) == "'\"a\t'=1\t-2\n'\"\"\t'-x\t5\"\n")
    }

    @Test("An output passes it on where that is wanted, and once it is CSV")
    func output() throws {
        func text(isWanted: Bool) throws -> String {
            try written { output in
                output.isForSpreadsheets = isWanted
                try output.writeLine("=a")
                output.beginTable(.csv)
                try output.writeLine("=b,-1,-c")
                try output.write(Array("=d".utf8))
                try output.write("=d,-")
            }
        }
        #expect(try text(isWanted: false) == "=a\n=b,-1,-c\n=d=d,-")
        #expect(try text(isWanted: true) == "=a\n'=b,-1,'-c\n'=d=d,'-")
    }
}
