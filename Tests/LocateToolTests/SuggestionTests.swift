import Testing

@testable import LocateTool

@Suite struct SuggestionTests {
    @Test(
        "The nearest name is found for slips of the finger",
        arguments: [
            ("revers", "reverse"), ("dta", "data"), ("reveres", "reverse"), ("HELP", "help"), ("compl", "completions"),
        ])
    func nearest(word: String, expected: String) {
        #expect(Suggestion.nearest(to: word, in: ["reverse", "data", "help", "completions"]) == expected)
    }

    @Test("Nothing is suggested for a word that is near to none", arguments: ["xyz", "", "photos"])
    func none(word: String) {
        #expect(Suggestion.nearest(to: word, in: ["reverse", "data", "help"]) == nil)
    }
}
