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

    /// What somebody who asks for this language can read without knowing another language.
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
