import TestSupport
import Testing

@testable import LKFormats

@Suite("FoldedText")
struct FoldedTextTests {
    private func folded(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { bytes in
            String(String.UnicodeScalarView(FoldedText(bytes).compactMap(Unicode.Scalar.init)))
        }
    }

    private static let texts: [(String, String)] = [
        ("São Tomé", "sao tome"), ("GROẞGRÜNDLACH", "grossgrundlach"), ("Łódź", "lodz"), ("Tromsø", "tromso"),
        ("Ærøskøbing", "aeroskobing"), ("İzmir", "izmir"), ("Diyarbakır", "diyarbakir"), ("Đà Nẵng", "da nang"),
        ("Sankt-Peterburg", "sankt peterburg"), ("Coeur d’Alene", "coeur dalene"), ("Ra's", "ras"),
        ("St. John's", "st johns"), ("  a -  b ", "a b"), ("ΑΘΉΝΑ Ρόδος", "αθηνα ροδοσ"), ("Ёлкино", "елкино"),
        ("КИЇВ", "київ"), ("東京", "東京"), ("القاهرة", "القاهرة"), ("مُحَمَّد", "محمد"), ("e\u{301}", "e"), ("", ""),
        ("...", ""), ("Ὀ", "Ὀ"), ("Երևան", "երևան"), ("’s-Hertogenbosch", "s hertogenbosch"), ("Æ", "ae"),
    ]

    @Test("Compares small letters without marks", arguments: texts)
    func folds(text: String, expected: String) { #expect(folded(Array(text.utf8)) == expected) }

    @Test("Folding what is folded changes nothing")
    func twice() {
        for scalar in (0x20...0x2FFF).compactMap(Unicode.Scalar.init) {
            let once = folded(Array(String(scalar).utf8))
            #expect(folded(Array(once.utf8)) == once, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Each truncation and random bytes end, and match no letter by accident")
    func damaged() {
        let text = Array("São Łódź 東京 😀 ß".utf8)
        for length in 0...text.count { #expect(folded(Array(text[..<length])).utf8.count <= 3 * text.count) }
        #expect(folded([0xC3]) == "\u{FFFD}")
        #expect(folded([0xE6, 0x9D, 0x41]) == "\u{FFFD}\u{FFFD}a")
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<5_000 {
            let bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(folded(bytes).unicodeScalars.count <= 24)
        }
    }
}
