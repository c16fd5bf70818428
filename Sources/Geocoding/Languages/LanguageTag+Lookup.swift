extension LanguageTag {
    /// The tags under which to look for names, the most exact first: RFC 4647's lookup, aware of scripts.
    ///
    /// A tag loses its region, then its script where the language is mostly written so. `zh-TW` comes to `zh-Hant`,
    /// `sr-ME` to `sr-Latn`, never to the other script's table; only Chinese readers are then given the other kind of
    /// characters, before Latin letters. Last come languages that its readers understand, in the same script.
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

extension LanguageTag {
    /// The tag with the codes that are in use today: `iw` is `he`, `no` is `nb`, `cmn` is `zh`, `sh` is `sr-Latn`.
    ///
    /// The replacements are those of the Unicode CLDR's `languageAlias` for the languages that names of places come in.
    package var canonical: LanguageTag {
        guard let replacement = Self.replacements[language] else { return self }
        let impliedScript = language == "sh" ? "Latn" : nil
        return LanguageTag(language: replacement, script: script ?? impliedScript, region: region)
    }

    /// The script as an ISO 15924 code: the tag's own, else the one the language is mostly written in there.
    ///
    /// From the Unicode CLDR's `likelySubtags`; Latin where nothing else is known.
    package var likelyScript: String {
        if let script { return script }
        let tag = canonical
        if let script = tag.script { return script }
        if let region, let regional = Self.regionalScripts["\(tag.language)-\(region)"] { return regional }
        return Self.scripts[tag.language] ?? "Latn"
    }

    /// The scripts that a reader of this language knows.
    package var readableScripts: WritingScripts { Self.written[likelyScript] ?? .other }

    private static let replacements = [
        "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil", "no": "nb", "cmn": "zh", "sh": "sr",
        "zho": "zh", "jpn": "ja", "kor": "ko", "eng": "en", "deu": "de", "fra": "fr", "spa": "es", "rus": "ru",
        "ara": "ar", "arb": "ar", "pes": "fa", "prs": "fa", "fas": "fa", "por": "pt", "ita": "it", "nld": "nl",
    ]

    private static let regionalScripts = [
        "zh-TW": "Hant", "zh-HK": "Hant", "zh-MO": "Hant", "yue-CN": "Hans", "sr-ME": "Latn", "az-IR": "Arab",
        "kk-CN": "Arab", "ku-IQ": "Arab", "ku-IR": "Arab", "ky-CN": "Arab", "mn-CN": "Mong", "pa-PK": "Arab",
        "sd-IN": "Deva", "tg-PK": "Arab", "ug-KZ": "Cyrl", "uz-AF": "Arab", "uz-CN": "Cyrl", "ha-SD": "Arab",
    ]

    private static let scripts: [String: String] = {
        var scripts = [
            "zh": "Hans", "yue": "Hant", "lzh": "Hant", "wuu": "Hans", "gan": "Hans", "ja": "Jpan", "ko": "Kore",
            "el": "Grek", "he": "Hebr", "yi": "Hebr", "hy": "Armn", "ka": "Geor", "xmf": "Geor", "th": "Thai",
            "lo": "Laoo", "km": "Khmr", "my": "Mymr", "shn": "Mymr", "am": "Ethi", "ti": "Ethi", "tig": "Ethi",
            "bn": "Beng", "as": "Beng", "bpy": "Beng", "pa": "Guru", "gu": "Gujr", "or": "Orya", "ta": "Taml",
            "te": "Telu", "tcy": "Knda", "kn": "Knda", "ml": "Mlym", "si": "Sinh", "dv": "Thaa", "bo": "Tibt",
            "dz": "Tibt", "ccp": "Cakm", "chr": "Cher", "iu": "Cans", "syr": "Syrc", "sat": "Olck", "zgh": "Tfng",
            "ber": "Tfng",
        ]
        for language
            in "ru uk be bg sr mk kk ky mn tg tt ba ce cv os sah mhr kv ab ady av bua inh kbd krc myv tyv udm xal cu rue"
            .split(separator: " ")
        { scripts[String(language)] = "Cyrl" }
        for language in "ar fa ur ps ckb ug sd ks arz azb glk lrc mzn pnb skr".split(separator: " ") {
            scripts[String(language)] = "Arab"
        }
        for language in "hi mr ne sa mai bho doi kok raj awa hne new brx".split(separator: " ") {
            scripts[String(language)] = "Deva"
        }
        return scripts
    }()

    private static let written: [String: WritingScripts] = [
        "Latn": .latin, "Grek": .greek, "Cyrl": .cyrillic, "Armn": .armenian, "Hebr": .hebrew, "Arab": .arabic,
        "Deva": .devanagari, "Beng": .bengali, "Guru": .gurmukhi, "Gujr": .gujarati, "Orya": .oriya, "Taml": .tamil,
        "Telu": .telugu, "Knda": .kannada, "Mlym": .malayalam, "Sinh": .sinhala, "Thai": .thai, "Laoo": .lao,
        "Tibt": .tibetan, "Mymr": .myanmar, "Geor": .georgian, "Kore": .hangul, "Ethi": .ethiopic, "Khmr": .khmer,
        "Hans": .han, "Hant": .han, "Hani": .han, "Jpan": [.han, .kana], "Thaa": .thaana,
    ]
}
