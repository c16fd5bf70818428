import LKGeocoding
import Testing

@Suite("LanguageTag")
struct LanguageTagTests {
    @Test(
        "Reads tags and POSIX locales",
        arguments: [
            ("ja", "ja"), ("ja-JP", "ja-JP"), ("JA_jp", "ja-JP"), ("zh-Hant-TW", "zh-Hant-TW"), ("zh-hANT", "zh-Hant"),
            ("ja_JP.UTF-8", "ja-JP"), ("de_DE@euro", "de-DE"), ("ca_ES.UTF-8@valencia", "ca-ES"), ("C", "en"),
            ("C.UTF-8", "en"), ("POSIX", "en"), ("es-419", "es-419"), ("de-CH-1996", "de-CH"), ("fil", "fil"),
            ("en-u-ca-gregory", "en"), ("sr-Latn-RS-x-own", "sr-Latn-RS"),
        ])
    func reads(text: String, expected: String) { #expect(LanguageTag(text)?.description == expected) }

    @Test(
        "Refuses what is not a tag",
        arguments: ["", "-", "j", "ja-", "-ja", "12", "japanese", "日本", "ja--JP", "ja JP", ".", "@"])
    func refuses(text: String) { #expect(LanguageTag(text) == nil) }

    @Test("Reads a list, and refuses one with a wrong part")
    func lists() {
        #expect(LanguageTag.list("ja, en-GB")?.map(\.description) == ["ja", "en-GB"])
        #expect(LanguageTag.list("  ja  , en-GB ")?.map(\.description) == ["ja", "en-GB"])
        for text in ["x y", "e n", "ja,e n", "zh -Hant", " ", "ja, "] { #expect(LanguageTag.list(text) == nil) }
        #expect(LanguageTag.list("ja,,en") == nil)
        #expect(LanguageTag.list("") == nil)
    }

    @Test("Takes the user's languages in POSIX's order")
    func preferred() {
        func languages(_ environment: [String: String]) -> [String] {
            LanguageTag.preferred(environment: environment).map(\.description)
        }
        #expect(languages([:]) == ["en"])
        #expect(languages(["LANG": "ja_JP.UTF-8"]) == ["ja-JP"])
        #expect(languages(["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_AT"]) == ["de-AT"])
        #expect(languages(["LANG": "ja_JP.UTF-8", "LC_ALL": "C"]) == ["en"])
        #expect(languages(["LANG": "ja_JP.UTF-8", "LC_ALL": ""]) == ["ja-JP"])
        #expect(languages(["LANG": "ja_JP.UTF-8", "LANGUAGE": "ko:ja"]) == ["ko", "ja"])
        #expect(languages(["LANG": "C", "LANGUAGE": "ko"]) == ["en"])
        #expect(languages(["LANG": "nonsense name"]) == ["en"])
    }

    @Test("Never traps on any short text")
    func robust() {
        let letters = ["a", "Z", "9", "-", "_", ".", "@", "é", "\0", "界"]
        for first in letters {
            for second in letters {
                for third in letters {
                    let text = first + second + third + first
                    if let tag = LanguageTag(text) { #expect(LanguageTag(tag.description) == tag) }
                }
            }
        }
    }
}
