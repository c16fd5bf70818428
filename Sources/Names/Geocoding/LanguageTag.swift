/// A language, with script and region if they matter: the part of BCP 47 (RFC 5646) that place names need.
///
/// Parses tags (`ja`, `zh-Hant-TW`) and POSIX locales (`ja_JP.UTF-8`, `C`) without the system's locale tables: loading
/// those takes longer than naming a place.
///
/// ```swift
/// LanguageTag("ja_JP.UTF-8")?.description  // "ja-JP"
/// LanguageTag("C")?.language  // "en"
/// ```
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// ISO 639 code in lower case, two or three letters: `ja`.
    public let language: String

    /// ISO 15924 code with a capital first letter: `Hant`.
    public let script: String?

    /// ISO 3166-1 code in upper case or a UN M.49 number: `TW`, `419`.
    public let region: String?

    /// English, the language of `C` and `POSIX`.
    public static let english = LanguageTag(language: "en")

    init(language: String, script: String? = nil, region: String? = nil) {
        self.language = language
        self.script = script
        self.region = region
    }

    /// Parses a language tag or a POSIX locale name; returns `nil` when the text is neither.
    ///
    /// Case does not matter, and `_` is equivalent to `-`. Locale modifiers that name a script are recognized
    /// (`sr_RS@latin`); character sets, other modifiers, and a tag's variants and extensions are ignored. `C` and
    /// `POSIX` mean English.
    public init?(_ text: String) {
        let locale = text.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
        let parts = locale.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        guard let first = parts.first, parts.count <= 16 else { return nil }
        guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isLetterOrDigit) }) else {
            return nil
        }
        let language = Self.cased(first, upper: 0)
        if language == "c" || language == "posix" {
            self = .english
            return
        }
        guard (2...3).contains(first.count), first.allSatisfy(Self.isLetter) else { return nil }
        var rest = parts.dropFirst()
        var script: String?
        if let part = rest.first, part.count == 4, part.allSatisfy(Self.isLetter) {
            script = Self.cased(part, upper: 1)
            rest.removeFirst()
        }
        var region: String?
        if let part = rest.first {
            let isCode = part.count == 2 && part.allSatisfy(Self.isLetter)
            let isNumber = part.count == 3 && !part.contains(where: Self.isLetter)
            if isCode || isNumber { region = Self.cased(part, upper: part.count) }
        }
        if script == nil, let modifier = text.utf8.lastIndex(of: UInt8(ascii: "@")) {
            script = Self.scriptModifiers[String(text[text.utf8.index(after: modifier)...])]
        }
        self.init(language: language, script: script, region: region)
    }

    /// glibc's locale modifiers that name scripts.
    private static let scriptModifiers = [
        "latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn", "arabic": "Arab",
    ]

    /// The language alone, without script and region.
    package var base: LanguageTag { LanguageTag(language: language) }

    /// The tag in BCP 47's spelling: `zh-Hant-TW`.
    public var description: String {
        var text = language
        if let script { text += "-" + script }
        if let region { text += "-" + region }
        return text
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the ASCII text with its first `upper` letters in upper case and the others in lower case.
    private static func cased(_ bytes: some Sequence<UInt8>, upper: Int) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            let letter = isLetter(byte) ? (index < upper ? byte & 0xDF : byte | 0x20) : byte
            text.unicodeScalars.append(Unicode.Scalar(letter))
        }
        return text
    }
}

extension LanguageTag {
    /// Parses a comma-separated list (`ja,en`), preferred language first; returns `nil` when one of its parts is not a
    /// language.
    ///
    /// Spaces may surround a part, but not be in it: `x y` is not the language `xy`.
    public static func list(_ text: String) -> [LanguageTag]? {
        var tags: [LanguageTag] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard let tag = LanguageTag(String(trimmed)) else { return nil }
            tags.append(tag)
        }
        return tags
    }

    /// Returns the user's languages according to POSIX: `LC_ALL`, else `LC_MESSAGES`, else `LANG`; English when none is
    /// set.
    ///
    /// As in gettext, GNU's `LANGUAGE` (a colon-separated list) takes precedence unless the locale is `C`.
    public static func preferred(environment: [String: String]) -> [LanguageTag] {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name, let tag = LanguageTag(name) else { return [.english] }
        let isPlain = ["C", "POSIX"].contains(name.prefix { $0 != "." })
        guard !isPlain, let wanted = environment["LANGUAGE"] else { return [tag] }
        let tags = wanted.split(separator: ":").compactMap { LanguageTag(String($0)) }
        return tags.isEmpty ? [tag] : tags
    }
}

extension LanguageTag {
    /// The tags to look names up under, most specific first: the lookup of RFC 4647, aware of scripts.
    ///
    /// A tag loses its region, then its script if that is the language's usual one. `zh-TW` falls back to `zh-Hant` and
    /// `sr-ME` to `sr-Latn`, never to names in the other script; only readers of Chinese get the other kind of
    /// characters, before Latin letters. Languages in the same script that its readers understand come last.
    package var lookupTags: [String] {
        let tag = canonical
        let language = tag.language
        let script = tag.likelyScript
        var tags: [String] = []
        func add(_ name: String) { if !tags.contains(name) { tags.append(name) } }
        if let region = tag.region {
            // Macau uses Hong Kong's spelling.
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

    /// Tables of names in a script that several languages share, for names of uncertain language.
    private static let sharedTables = ["Cyrl": "und-Cyrl", "Arab": "und-Arab", "Deva": "und-Deva"]

    /// For each language, others in the same script that its readers understand, from the Unicode CLDR's
    /// `languageMatching`.
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
    /// The tag with current codes: `iw` becomes `he`, `no` `nb`, `cmn` `zh`, `sh` `sr-Latn`.
    ///
    /// The replacements are from the Unicode CLDR's `languageAlias`, for the languages in which there are place names.
    package var canonical: LanguageTag {
        guard let replacement = Self.replacements[language] else { return self }
        let impliedScript = language == "sh" ? "Latn" : nil
        return LanguageTag(language: replacement, script: script ?? impliedScript, region: region)
    }

    /// The script as an ISO 15924 code: the tag's own, else the language's usual one in that region.
    ///
    /// From the Unicode CLDR's `likelySubtags`; Latin if unknown.
    package var likelyScript: String {
        if let script { return script }
        let tag = canonical
        if let script = tag.script { return script }
        if let region, let regional = Self.regionalScripts["\(tag.language)-\(region)"] { return regional }
        return Self.scripts[tag.language] ?? "Latn"
    }

    /// The scripts that readers of this language know.
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

/// A set of scripts: those of a text, or those that a reader knows.
///
/// Detected from the blocks of the Unicode Standard rather than its property tables, which take longer to load than
/// naming a place.
package struct WritingScripts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let latin = WritingScripts(rawValue: 1 << 0)
    package static let greek = WritingScripts(rawValue: 1 << 1)
    package static let cyrillic = WritingScripts(rawValue: 1 << 2)
    package static let armenian = WritingScripts(rawValue: 1 << 3)
    package static let hebrew = WritingScripts(rawValue: 1 << 4)
    package static let arabic = WritingScripts(rawValue: 1 << 5)
    package static let devanagari = WritingScripts(rawValue: 1 << 6)
    package static let bengali = WritingScripts(rawValue: 1 << 7)
    package static let gurmukhi = WritingScripts(rawValue: 1 << 8)
    package static let gujarati = WritingScripts(rawValue: 1 << 9)
    package static let oriya = WritingScripts(rawValue: 1 << 10)
    package static let tamil = WritingScripts(rawValue: 1 << 11)
    package static let telugu = WritingScripts(rawValue: 1 << 12)
    package static let kannada = WritingScripts(rawValue: 1 << 13)
    package static let malayalam = WritingScripts(rawValue: 1 << 14)
    package static let sinhala = WritingScripts(rawValue: 1 << 15)
    package static let thai = WritingScripts(rawValue: 1 << 16)
    package static let lao = WritingScripts(rawValue: 1 << 17)
    package static let tibetan = WritingScripts(rawValue: 1 << 18)
    package static let myanmar = WritingScripts(rawValue: 1 << 19)
    package static let georgian = WritingScripts(rawValue: 1 << 20)
    package static let hangul = WritingScripts(rawValue: 1 << 21)
    package static let ethiopic = WritingScripts(rawValue: 1 << 22)
    package static let khmer = WritingScripts(rawValue: 1 << 23)
    package static let kana = WritingScripts(rawValue: 1 << 24)
    package static let han = WritingScripts(rawValue: 1 << 25)
    package static let thaana = WritingScripts(rawValue: 1 << 26)
    /// Letters of any script without a member of its own.
    package static let other = WritingScripts(rawValue: 1 << 31)

    /// Creates the set of the scripts of a text's letters, empty for text of only digits and punctuation.
    package init(of text: String) {
        var scripts: WritingScripts = []
        for scalar in text.unicodeScalars { scripts.formUnion(WritingScripts(of: scalar)) }
        self = scripts
    }

    /// Creates the script of the first letter of UTF-8 text, without decoding the whole name.
    package init(ofFirstLetterIn utf8: UnsafeRawBufferPointer) {
        // Sixteen bytes hold four characters of any script; a character cut off at their end is not a letter.
        let letters = String(decoding: utf8.prefix(16), as: UTF8.self).unicodeScalars
        self = letters.lazy.map { WritingScripts(of: $0) }.first { !$0.isEmpty } ?? []
    }

    /// Creates the script of one character, empty for digits, punctuation, spaces, and marks that several scripts
    /// share.
    package init(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: self = .latin
        case 0..<0xAA: self = []
        case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF: self = .latin
        case 0xAB...0xF7: self = []
        case 0x1E00...0x1EFF: self = .latin
        // Modifier letters (ʼ in transliterations) and combining accents.
        case 0x2B0...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x2000...0x2BFF: self = []
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x530...0x58F: self = .armenian
        case 0x590...0x5FF: self = .hebrew
        case 0x60C, 0x61B, 0x61F, 0x640: self = []
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
        case 0x780...0x7BF: self = .thaana
        case 0x900...0x963, 0x966...0x97F: self = .devanagari
        case 0x964...0x965: self = []
        case 0x980...0x9FF: self = .bengali
        case 0xA00...0xA7F: self = .gurmukhi
        case 0xA80...0xAFF: self = .gujarati
        case 0xB00...0xB7F: self = .oriya
        case 0xB80...0xBFF: self = .tamil
        case 0xC00...0xC7F: self = .telugu
        case 0xC80...0xCFF: self = .kannada
        case 0xD00...0xD7F: self = .malayalam
        case 0xD80...0xDFF: self = .sinhala
        case 0xE00...0xE7F: self = .thai
        case 0xE80...0xEFF: self = .lao
        case 0xF00...0xFFF: self = .tibetan
        case 0x1000...0x109F: self = .myanmar
        case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: self = .hangul
        case 0x1200...0x139F: self = .ethiopic
        case 0x1780...0x17FF: self = .khmer
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
        case 0x30FB: self = []
        case 0x3040...0x30FF, 0x31F0...0x31FF: self = .kana
        case 0x3000...0x303F, 0xFE00...0xFE0F, 0xFF00...0xFF0F: self = []
        default: self = .other
        }
    }
}
