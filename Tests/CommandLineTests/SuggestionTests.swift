import Testing

@testable import LKCommandLine

@Suite struct SuggestionTests {
    @Test(
        "The nearest name is found for slips of the finger",
        arguments: [
            ("revers", "reverse"), ("dta", "data"), ("reveres", "reverse"), ("HELP", "help"), ("compl", "completions"),
        ])
    func nearest(word: String, expected: String) {
        #expect(Suggestion.nearest(to: word, in: ["reverse", "data", "help", "completions"]) == expected)
    }

    @Test("A key of another command suggests the one with the same last part")
    func lastPart() {
        let known = ["latitude", "address.dictionary.City", "addr.City", "addr.Country"]
        #expect(Suggestion.near(to: "place.city", in: known) == ["address.dictionary.City", "addr.City"])
        #expect(Suggestion.near(to: "place.camera", in: known).isEmpty)
    }

    @Test("Nothing is suggested for a word that is near to none", arguments: ["xyz", "", "photos"])
    func none(word: String) {
        #expect(Suggestion.nearest(to: word, in: ["reverse", "data", "help"]) == nil)
    }
}
