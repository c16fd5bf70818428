import LKGeocoding

/// Assigns a language to GeoNames' untagged alternates if script and country determine it; `Docs/Design/Names.md` has the
/// rule.
struct UntaggedNames {
    /// Languages that are the only ones in the sources to use their script for foreign places.
    static let ownScript = [
        "am", "bn", "bo", "dv", "el", "gu", "he", "hy", "ka", "km", "kn", "ko", "lo", "ml", "my", "or", "pa", "si",
        "ta",
        "te", "th",
    ]
    /// Languages recognized by letters that only they have.
    static let ownLetters = ["ar", "be", "ckb", "fa", "tg", "ug", "uk"]
    /// All languages that the rule can assign.
    static var languages: [String] { ownScript + ownLetters + ["ja", "zh-Hans", "zh-Hant"] }

    private static let shared: [(table: String, script: WritingScripts)] = [
        ("und-Arab", .arabic), ("und-Cyrl", .cyrillic), ("und-Deva", .devanagari),
    ]

    private let alphabets: [String: Alphabet]
    private let characters: ChineseCharacters

    init(characters: ChineseCharacters) {
        self.characters = characters
        var alphabets: [String: Alphabet] = [:]
        for language in Self.ownScript + Self.ownLetters { alphabets[language] = Alphabet(language: language) }
        self.alphabets = alphabets
    }

    /// Returns the names by table, and under `und-...` those that are readable although their language is uncertain.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - tagged: Its names of known language.
    ///   - home: The tables of the local languages, which contain its local name.
    /// - Returns: Names that are not among `tagged`.
    func names(of city: GeoNamesFolder.City, tagged: [String: String], home: [String]) -> [String: String] {
        // Most places have only Latin names, which are rejected by their first letter.
        let foreign = city.alternatenames.filter { name in
            name.utf8.count < 100 && !name.hasSuffix(" ош")
                && name.unicodeScalars.first.map { $0.value >= 0x370 } == true
        }
        guard !foreign.isEmpty else { return [:] }
        var names: [String: String] = [:]
        let claims = Set(tagged.values)
        for language in Self.ownScript where tagged[language] == nil && !home.contains(language) {
            guard let alphabet = alphabets[language] else { continue }
            // In Bhutan and Eritrea the script is that of another local language.
            if language == "bo", home.contains("dz") { continue }
            if language == "am", home.contains("ti") { continue }
            let found = foreign.filter(alphabet.spells)
            let unclaimed = found.filter { !claims.contains($0) }
            names[language] = (unclaimed.isEmpty ? found : unclaimed).min { ($0.count, $0) < ($1.count, $1) }
        }
        for language in Self.ownLetters where tagged[language] == nil && !home.contains(language) {
            guard let alphabet = alphabets[language] else { continue }
            let certain = foreign.filter { !claims.contains($0) && alphabet.isCertain($0) && alphabet.spells($0) }
            if certain.count == 1 { names[language] = certain[0] }
        }
        if tagged["ja"] == nil, !home.contains("ja") {
            let kana = foreign.filter {
                WritingScripts(of: $0) == .kana && !$0.unicodeScalars.contains { $0.value < 0x30A0 }
            }
            names["ja"] = kana.min { ($0.count, $0) < ($1.count, $1) }
        }
        if tagged["zh-Hans"] == nil, tagged["zh-Hant"] == nil, home.allSatisfy({ !$0.hasPrefix("zh") }) {
            names.merge(chinese(foreign, claims: claims, home: home)) { $1 }
        }
        for (table, script) in Self.shared where !home.contains(where: { LanguageTag($0)?.readableScripts == script }) {
            let found = foreign.filter { WritingScripts(of: $0).isSuperset(of: script) }
            if found.count == 1, WritingScripts(of: found[0]) == script { names[table] = found[0] }
        }
        return names
    }

    /// Returns the only name in Chinese characters, in both kinds if they are certain.
    private func chinese(_ foreign: [String], claims: Set<String>, home: [String]) -> [String: String] {
        // In Japan and Korea names in characters are local names as well, and Chinese readers can read them.
        guard !home.contains("ja") else { return [:] }
        var groups: [String: String] = [:]
        for name in foreign where WritingScripts(of: name) == .han && !claims.contains(name) {
            let simple = characters.simplified(name)
            if groups[simple] == nil || characters.kind(name) == .traditional { groups[simple] = name }
        }
        guard groups.count == 1, let (simple, name) = groups.first, characters.kind(name) != .mixed else { return [:] }
        var names = ["zh-Hans": simple]
        names["zh-Hant"] = characters.kind(name) == .simplified ? characters.traditional(name) : name
        return names
    }
}

/// The letters of a language, which identify its names among untagged ones; `Docs/Design/Names.md` has the rule.
///
/// Uses the blocks of the Unicode Standard. For languages that share a script, the alphabet is listed, so that a
/// Ukrainian name is not mistaken for a Russian one.
struct Alphabet {
    private let script: WritingScripts
    private var letters: Set<Unicode.Scalar>?
    private var foreign: Set<Unicode.Scalar> = []
    private var own: Set<Unicode.Scalar> = []

    /// Creates an alphabet; returns `nil` for languages in Latin letters, whose local name is GeoNames' main name.
    init?(language: String) {
        guard let tag = LanguageTag(language), tag.readableScripts.isDisjoint(with: [.latin, .other]) else {
            return nil
        }
        script = tag.readableScripts
        if let letters = Self.cyrillic[language] { self.letters = Set(letters.unicodeScalars) }
        foreign = Set((Self.foreign[language] ?? "").unicodeScalars)
        own = Set((Self.own[language] ?? "").unicodeScalars)
    }

    /// Returns whether a name is written entirely in this alphabet; spaces, hyphens and apostrophes are ignored.
    func spells(_ name: String) -> Bool {
        var count = 0
        for scalar in name.lowercased().unicodeScalars {
            let here = WritingScripts(of: scalar)
            if here.isEmpty {
                // Names contain no digits or brackets, but may contain joiners, hyphens, middle dots and apostrophes.
                if scalar.isASCII, scalar != " ", scalar != "-", scalar != "'", scalar != "." { return false }
                continue
            }
            guard script.isSuperset(of: here), !foreign.contains(scalar) else { return false }
            if let letters, !letters.contains(scalar) { return false }
            count += 1
        }
        return count > 0
    }

    /// Returns whether one of the letters occurs only in this language among those that share its script.
    func isCertain(_ name: String) -> Bool {
        !own.isEmpty && name.lowercased().unicodeScalars.contains(where: own.contains)
    }

    private static let russian = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"

    private static let cyrillic: [String: String] = [
        "ru": russian,
        "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "bg": "абвгдежзийклмнопрстуфхцчшщъьюя",
        "sr": "абвгдђежзијклљмнњопрстћуфхцчџш",
        "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
        "kk": russian + "әғқңөұүһі",
        "ky": russian + "ңөү",
        "mn": russian + "өү",
        "tg": russian + "ғӣқӯҳҷ",
    ]

    /// Letters that only other languages of the script use.
    private static let foreign = [
        "ar": "پچژگکیۀہےٹڈڑںھڤۆەێڵڕۇۈۋېڭڨٺټډښڼ", "fa": "كيةىٹڈڑںےھہۆەێڵڕۇۈۋېڭټډښڼٺڻړ", "ur": "كيةىۆەێڵڕۇۈۋېڭټډښڼٺڻړ",
        "bn": "ৰৱ", "hi": "ळ", "he": "װױײ",
        "ckb": "كيةىٹڈڑںےذضصطظثۇۈۋېڭ", "ug": "ٹڈڑںےذضصطظثعحةیێۆڕڵ",
    ]

    /// Letters that identify the language; measured, see `Docs/Design/Names.md`.
    private static let own = [
        "uk": "їєґ", "be": "ў", "tg": "ӣӯҳҷ", "ar": "يكةىأإآؤئ", "fa": "یکپچژگ", "ur": "ٹڈڑےں", "ckb": "ۆێڵڕ",
        "ug": "ۇۆۈېى",
    ]
}
