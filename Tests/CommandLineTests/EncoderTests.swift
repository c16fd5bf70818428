import CommandTestSupport
import Testing

@testable import LKCommandLine

@Suite struct EncoderTests {
    @Test("Strings of JSON are escaped as RFC 8259 requires, and where a terminal would obey them")
    func jsonStrings() {
        let text = JSONWriter.object { writer in
            writer.member("a\"b", "quote \" backslash \\ line \n tab \t bell \u{07} é 駅 🚉 / \u{7F}")
            writer.member("absent", String?.none)
            writer.member("plain", "plain")
        }
        #expect(
            text == #"{"a\"b":"quote \" backslash \\ line \n tab \t bell \u0007 é 駅 🚉 / \u007f","plain":"plain"}"#)
    }

    @Test("Objects and arrays nest, with commas between members only")
    func jsonNesting() {
        let text = JSONWriter.object { writer in
            writer.member("list", ["a", "b"])
            writer.member("none", [])
            writer.key("inner")
            writer.object { $0.member("n", 1) }
            writer.key("empty")
            writer.object { _ in }
            writer.member("flag", true)
            writer.member("notANumber", Double.nan, decimals: 3)
            writer.member("x", 1.5, decimals: 3)
        }
        #expect(text == #"{"list":["a","b"],"none":[],"inner":{"n":1},"empty":{},"flag":true,"x":1.5}"#)
    }

    @Test("Fields of CSV are in quotes where they need it")
    func csv() {
        #expect(TableSyntax.tsv.row(["a", "", "b,c", "d\"e", " h", "\""]) == "a\t\tb,c\td\"e\t h\t\"")
        #expect(
            TableSyntax.tsv.row(["a\tb", "c\r\nd", "\\", "\\N", "\\t"]) == #"a\tb"# + "\t" + #"c\r\nd"#
                + "\t\\\\\t\\\\N\t\\\\t")
        #expect(TableSyntax.csv.row(["a", "", "b,c", "d\"e", "f\ng", " h"]) == "a,,\"b,c\",\"d\"\"e\",\"f\ng\",\" h\"")
        // A carriage return and a line feed are one character to Swift.
        #expect(TableSyntax.csv.field("a\r\nb") == "\"a\r\nb\"")
    }

    @Test("What was written in CSV is read back")
    func csvRoundTrip() throws {
        let fields = ["a,b", "\"", "", "x\r\ny", "é駅", " "]
        #expect(try rows(stream(TableSyntax.csv.row(fields) + "\n")).map(\.fields) == [fields])
    }
}
