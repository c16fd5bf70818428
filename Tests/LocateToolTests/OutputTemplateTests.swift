import Testing

@testable import LocateTool

@Suite struct OutputTemplateTests {
    private let keywords = ["addr.Country", "addr.CountryCode", "time", "timeZone"]

    private func render(_ text: String, _ values: [String: String] = [:]) throws(ToolError) -> String {
        try OutputTemplate(text, keywords: keywords).render { values[$0] }
    }

    @Test("The longer of two keywords wins")
    func longest() throws {
        let values = ["addr.Country": "Japan", "addr.CountryCode": "JP", "time": "now", "timeZone": "Asia/Tokyo"]
        #expect(try render("%addr.CountryCode|%addr.Country|%timeZone|%time", values) == "JP|Japan|Asia/Tokyo|now")
        #expect(try render("%addr.Country, %addr.Country.", values) == "Japan, Japan.")
    }

    @Test("A value is never expanded again")
    func notAgain() throws {
        #expect(try render("%time", ["time": "%timeZone %%", "timeZone": "wrong"]) == "%timeZone %%")
    }

    @Test("Two percent signs are one, and backslashes name ends of lines and tabs")
    func escapes() throws {
        #expect(try render("100%% %%time") == "100% %time")
        #expect(try render(#"a\nb\tc\\n\x"#) == "a\nb\tc\\n\\x")
    }

    @Test("An unknown value leaves nothing")
    func unknownValue() throws { #expect(try render("[%time]") == "[]") }

    @Test("An unknown keyword is a usage error that names it")
    func unknownKeyword() {
        #expect(throws: ToolError.usage("--template does not know %tme; did you mean %time?")) { try render("%tme") }
        let sentence = "--template does not know %addr.Moon; locate help and locate help reverse list the keywords"
        #expect(throws: ToolError.usage(sentence)) {
            try render("%addr.Moon")
        }
        #expect(throws: ToolError.self) { try render("100 %") }
        #expect(throws: ToolError.self) { try render("100 % of") }
    }
}
