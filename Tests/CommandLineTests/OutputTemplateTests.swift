import Testing

@testable import LKCommandLine

@Suite struct OutputTemplateTests {
    private let keys = [
        OutputKey("addr.Country", ""), OutputKey("addr.CountryCode", ""), OutputKey("time", ""),
        OutputKey("timeZone", ""),
        OutputKey("place.city", "", shorthand: "town"), OutputKey("place.name", "", shorthand: "place"),
    ]

    private func render(_ text: String, _ values: [String: String] = [:]) throws(ToolError) -> String {
        try OutputTemplate(text, keys: keys, of: "locate photos list").render { values[$0] }
    }

    @Test("The longer of two keywords wins")
    func longest() throws {
        let values = ["addr.Country": "Japan", "addr.CountryCode": "JP", "time": "now", "timeZone": "Asia/Tokyo"]
        #expect(try render("%addr.CountryCode|%addr.Country|%timeZone|%time", values) == "JP|Japan|Asia/Tokyo|now")
        #expect(try render("%addr.Country, %addr.Country.", values) == "Japan, Japan.")
    }

    @Test("A point and a word behind a keyword are text, unless another keyword begins so")
    func points() throws {
        #expect(
            try render("%time.jpg %place. %place.5", ["time": "noon", "place.name": "Kiel"]) == "noon.jpg Kiel. Kiel.5")
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

    @Test("A key answers to its short word as well")
    func shorthand() throws { #expect(try render("%town %place.city", ["place.city": "Kiel"]) == "Kiel Kiel") }

    @Test("An unknown keyword is a usage error that names it and those near it")
    func unknownKeyword() {
        func sentence(_ text: String) -> ToolError { .usage("--template does not know \(text)") }
        #expect(throws: sentence("%tme; did you mean %time?")) { try render("%tme") }
        #expect(throws: sentence("%City; did you mean %place.city?")) { try render("%City") }
        #expect(throws: sentence("%addr.Countr; did you mean %addr.Country or %addr.CountryCode?")) {
            try render("%addr.Countr")
        }
        #expect(throws: sentence("%place.citty; did you mean %place.city or %place?")) { try render("%place.citty") }
        #expect(throws: sentence("%moonrise; locate photos list --help lists the keywords")) { try render("%moonrise") }
        #expect(throws: ToolError.self) { try render("100 %") }
        #expect(throws: ToolError.self) { try render("100 % of") }
    }
}
