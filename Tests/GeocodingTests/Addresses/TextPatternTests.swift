import TestSupport
import Testing

@testable import LKGeocoding

@Suite("TextPattern")
struct TextPatternTests {
    private func replaced(_ pattern: String, _ replacement: String, _ text: String) throws -> String {
        try #require(TextPattern(pattern), "\(pattern)").replacingFirst(in: text, with: replacement)
    }

    @Test(
        "Replaces as Perl does",
        arguments: [
            ("^County( of)? ", "", "County of Kent", "Kent"), ("^County( of)? ", "", "County Kent", "Kent"),
            ("^County( of)? ", "", "Old County Kent", "Old County Kent"),
            ("\\b(\\d{5})(\\d{3})\\b", "$1-$2", "a 22221000", "a 22221-000"),
            ("\n(\\d{3})(\\d{2}) ", "\n$1 $2 ", "Weg\n11151 Ort", "Weg\n111 51 Ort"),
            ("^London Borough of .+", "London", "London Borough of X\nY", "London\nY"),
            (", United Kingdom$", "!", "a, United Kingdom\n", "a!\n"), ("[^,]*$", "x", "a, b", "a,x"),
            ("a|bc|d", "-", "xbcd", "x-d"),
            ("(a|b)+c", "$1", "xabbc", "xb"), ("\\(x\\)", "", "a(x)b", "ab"), ("é?t", "T", "été", "Té"),
            ("x{2,}", "-", "axxxb", "a-b"),
            ("(?:GIR ?0AA|[A-Z]{1,2}\\d)", "*", "a GIR0AA", "a *"), ("q", "z", "abc", "abc"), ("", "x", "abc", "xabc"),
        ])
    func replaces(pattern: String, replacement: String, text: String, expected: String) throws {
        #expect(try replaced(pattern, replacement, text) == expected)
    }

    @Test("Fits the whole or not") func whole() throws {
        let pattern = try #require(TextPattern("\\d{3}|\\d{5}(?:-\\d{4})?"))
        for text in ["123", "12345", "12345-6789"] { #expect(pattern.matchesWhole(text)) }
        for text in ["", "12", "1234", "12345-", "12345-67890", "a123"] { #expect(!pattern.matchesWhole(text)) }
    }

    @Test(
        "Refuses what is not a pattern",
        arguments: ["(", ")", "[", "[b-a]", "*", "a{2", "a{3,2}", "a{x}", "\\", "a{1000}", "(?=a)", "a**"])
    func wrong(pattern: String) { #expect(TextPattern(pattern) == nil) }

    @Test("Ends, however bad pattern and text are together", .timeLimit(.minutes(5))) func bounded() throws {
        let text = String(repeating: "a", count: 2000)
        for pattern in ["(a*)*b", "(a|a)*b", "(a?){60}b", "(?:a+)+$b"] {
            _ = try #require(TextPattern(pattern)).replacingFirst(in: text, with: "")
        }
        #expect(TextPattern(String(repeating: "(", count: 100_000)) == nil)
    }

    @Test("Any text is a pattern or none, and never traps", .timeLimit(.minutes(5))) func random() {
        var random = SeededGenerator(seed: 3)
        let letters = Array("ab^$.[]()|?*+{}\\d,-12é")
        for _ in 0..<5000 {
            let pattern = String(
                (0..<Int.random(in: 0...14, using: &random)).map { _ in letters.randomElement(using: &random)! })
            guard let read = TextPattern(pattern) else { continue }
            _ = read.replacingFirst(in: "aab12é,-ba", with: "$1")
            _ = read.matchesWhole("ab")
        }
    }
}
