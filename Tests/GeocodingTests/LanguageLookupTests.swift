import LKGeocoding
import Testing

@Suite("LanguageTag's lookup")
struct LanguageLookupTests {
    private func lookup(_ text: String) throws -> [String] { try #require(LanguageTag(text)).lookupTags }

    @Test(
        "Goes from the exact tag to the language, within one script",
        arguments: [
            ("de-AT", ["de-AT", "de-Latn", "de"]), ("pt-BR", ["pt-BR", "pt-Latn", "pt"]),
            ("es-419", ["es-419", "es-Latn", "es"]),
            ("zh", ["zh-Hans", "zh", "zh-Hant"]), ("zh-TW", ["zh-TW", "zh-Hant", "zh-Hans"]),
            ("zh-Hant-HK", ["zh-Hant-HK", "zh-HK", "zh-Hant", "zh-Hans"]), ("zh-MO", ["zh-HK", "zh-Hant", "zh-Hans"]),
            ("zh-Hans-TW", ["zh-Hans-TW", "zh-Hans", "zh", "zh-Hant"]), ("sr", ["sr-Cyrl", "sr", "und-Cyrl"]),
            ("sr-ME", ["sr-ME", "sr-Latn", "bs", "hr"]), ("sh", ["sr-Latn", "bs", "hr"]),
            ("sr-Cyrl-ME", ["sr-Cyrl-ME", "sr-Cyrl", "sr", "und-Cyrl"]), ("no", ["nb-Latn", "nb", "nn", "da"]),
            ("nn", ["nn-Latn", "nn", "nb", "da"]), ("iw", ["he-Hebr", "he"]),
            ("cmn-TW", ["zh-TW", "zh-Hant", "zh-Hans"]),
            ("be", ["be-Cyrl", "be", "ru", "und-Cyrl"]), ("ar-EG", ["ar-EG", "ar-Arab", "ar", "und-Arab"]),
        ])
    func order(text: String, expected: [String]) throws { #expect(try lookup(text) == expected) }

    @Test("Reads the script of a POSIX locale's modifier")
    func modifiers() {
        #expect(LanguageTag("sr_RS@latin")?.description == "sr-Latn-RS")
        #expect(LanguageTag("sr_RS.UTF-8@latin")?.description == "sr-Latn-RS")
        #expect(LanguageTag("uz_UZ@cyrillic")?.likelyScript == "Cyrl")
        #expect(LanguageTag("de_DE@euro")?.description == "de-DE")
        #expect(LanguageTag("de@")?.description == "de")
    }

    @Test("Knows what a language's readers read")
    func readable() throws {
        for (tag, text, reads) in [
            ("ja", "東京タワー", true), ("zh", "东京", true), ("zh", "タワー", false), ("ko", "서울", true), ("ko", "東京", false),
            ("uk", "Москва", true), ("mn", "Москва", true), ("fa", "القاهرة", true), ("is", "München", true),
            ("sr-Latn", "Београд", false), ("sr", "Београд", true), ("hi", "मुंबई", true), ("ta", "मुंबई", false),
        ] {
            let scripts = try #require(LanguageTag(tag)).readableScripts
            #expect(scripts.isSuperset(of: WritingScripts(of: text)) == reads, "\(tag): \(text)")
        }
    }

    @Test("Takes digits, signs and spaces for no script, and unknown letters for another one")
    func scripts() {
        #expect(WritingScripts(of: "12 - (3)") == [])
        #expect(WritingScripts(of: "Ōsaka’s ʼ") == .latin)
        #expect(WritingScripts(of: "Mилан") == [.latin, .cyrillic])
        #expect(WritingScripts(of: "ᏣᎳᎩ") == .other)
        Array("«Київ»".utf8).withUnsafeBytes { #expect(WritingScripts(ofFirstLetterIn: $0) == .cyrillic) }
        Array("\u{FF}\u{FE}".unicodeScalars.map { UInt8($0.value) }).withUnsafeBytes {
            #expect(WritingScripts(ofFirstLetterIn: $0).isSubset(of: .other))
        }
        for value in UInt32(0)...0x3_FFFF {
            if let scalar = Unicode.Scalar(value) { _ = WritingScripts(of: scalar) }
        }
    }
}
