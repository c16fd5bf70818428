extension LanguageTag {
    /// The tags under which to look for names, the most exact first: RFC 4647's lookup, aware of scripts.
    ///
    /// A tag loses its region, then its script where the language is mostly written so. `zh-TW` comes to `zh-Hant`,
    /// `sr-ME` to `sr-Latn`, never to the other script's table; only Chinese readers are then given the other kind of
    /// characters, before Latin letters. At the end stand languages that its readers understand, in the same script.
    package var lookupTags: [String] {
        let tag = canonical
        let language = tag.language
        let script = tag.likelyScript
        var tags: [String] = []
        func add(_ name: String) { if !tags.contains(name) { tags.append(name) } }
        if let region = tag.region {
            // Macau writes and reads as Hong Kong does.
            if tag.script != nil { add("\(language)-\(script)-\(region)") }
            if tag.script == nil || LanguageTag(language: language, region: region).likelyScript == script {
                add("\(language)-\(region == "MO" && language == "zh" ? "HK" : region)")
            }
        }
        add("\(language)-\(script)")
        if LanguageTag(language: language).likelyScript == script { add(language) }
        if language == "zh" { add(script == "Hant" ? "zh-Hans" : "zh-Hant") }
        if language == "yue" || language == "lzh" { for name in ["zh-Hant", "zh-Hans"] { add(name) } }
        if script == LanguageTag(language: language).likelyScript || language == "sr" {
            for name in Self.understood["\(language)-\(script)"] ?? Self.understood[language] ?? [] { add(name) }
        }
        if let shared = Self.sharedTables[script], language != "und" { add(shared) }
        return tags
    }

    /// Names in a script that several languages share, whose own language is not certain.
    private static let sharedTables = ["Cyrl": "und-Cyrl", "Arab": "und-Arab", "Deva": "und-Deva"]

    /// Languages whose names readers of another understand, all in its script; pairs of the Unicode CLDR's `languageMatching`.
    private static let understood: [String: [String]] = [
        "nb": ["nn", "da"], "nn": ["nb", "da"], "fo": ["da"], "kl": ["da"], "se": ["nb"], "bs": ["hr", "sr-Latn"],
        "hr": ["bs"], "sr-Latn": ["bs", "hr"], "ms": ["id"], "id": ["ms"], "lb": ["de"], "gsw": ["de"],
        "bar": ["de"], "nds": ["de"], "dsb": ["hsb"], "hsb": ["dsb"], "fy": ["nl"], "ast": ["es"], "gn": ["es"],
        "qu": ["es"],
        "br": ["fr"], "co": ["fr"], "oc": ["fr"], "wa": ["fr"], "be": ["ru"], "kk": ["ru"], "ky": ["ru"],
        "tg": ["ru"], "tt": ["ru"], "ba": ["ru"], "ce": ["ru"], "cv": ["ru"], "os": ["ru"], "sah": ["ru"],
        "mhr": ["ru"], "ti": ["am"], "dz": ["bo"], "bho": ["hi"], "mai": ["hi"], "awa": ["hi"],
    ]
}
