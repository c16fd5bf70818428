internal import Geocoding

/// The letters a language is written with, to tell its names among untagged ones; the rule is in `Docs/Names.md`.
///
/// Blocks are those of the Unicode Standard. Where several languages share a script the alphabet is given, so that a
/// Ukrainian name is not taken for a Russian one.
struct Alphabet {
    private let script: WritingScripts
    private var letters: Set<Unicode.Scalar>?
    private var foreign: Set<Unicode.Scalar> = []
    private var own: Set<Unicode.Scalar> = []

    /// `nil` for languages in Latin letters: there GeoNames' main name is the local one.
    init?(language: String) {
        guard let tag = LanguageTag(language), tag.readableScripts.isDisjoint(with: [.latin, .other]) else {
            return nil
        }
        script = tag.readableScripts
        if let letters = Self.cyrillic[language] { self.letters = Set(letters.unicodeScalars) }
        foreign = Set((Self.foreign[language] ?? "").unicodeScalars)
        own = Set((Self.own[language] ?? "").unicodeScalars)
    }

    /// Whether a name is written in this alphabet throughout; spaces, hyphens and apostrophes do not count.
    func spells(_ name: String) -> Bool {
        var count = 0
        for scalar in name.lowercased().unicodeScalars {
            let here = WritingScripts(of: scalar)
            if here.isEmpty {
                // Digits and brackets are in no name; joiners, hyphens, middle dots and apostrophes are.
                if scalar.isASCII, scalar != " ", scalar != "-", scalar != "'", scalar != "." { return false }
                continue
            }
            guard script.isSuperset(of: here), !foreign.contains(scalar) else { return false }
            if let letters, !letters.contains(scalar) { return false }
            count += 1
        }
        return count > 0
    }

    /// Whether one of the letters is used by this language alone among those that share its script.
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

    /// Letters that only the other languages of the script use.
    private static let foreign = [
        "ar": "پچژگکیۀہےٹڈڑںھڤۆەێڵڕۇۈۋېڭڨٺټډښڼ", "fa": "كيةىٹڈڑںےھہۆەێڵڕۇۈۋېڭټډښڼٺڻړ", "ur": "كيةىۆەێڵڕۇۈۋېڭټډښڼٺڻړ",
        "bn": "ৰৱ", "hi": "ळ", "he": "װױײ",
        "ckb": "كيةىٹڈڑںےذضصطظثۇۈۋېڭ", "ug": "ٹڈڑںےذضصطظثعحةیێۆڕڵ",
    ]

    /// Letters by which a name is known to be in the language; measured, see `Docs/Names.md`.
    private static let own = [
        "uk": "їєґ", "be": "ў", "tg": "ӣӯҳҷ", "ar": "يكةىأإآؤئ", "fa": "یکپچژگ", "ur": "ٹڈڑےں", "ckb": "ۆێڵڕ",
        "ug": "ۇۆۈېى",
    ]
}
