/// The letters a language is written with, to tell its names among untagged ones.
///
/// Blocks are those of the Unicode Standard. Where several languages share a script the alphabet is given, so that a
/// Ukrainian name is not taken for a Russian one.
struct Alphabet {
    private var blocks: [ClosedRange<UInt32>]
    private var letters: Set<Unicode.Scalar>?
    private var foreign: Set<Unicode.Scalar> = []

    /// `nil` for languages in Latin letters: there GeoNames' main name is the local one.
    init?(language: String) {
        if let letters = Self.cyrillic[language] {
            blocks = [0x400...0x4FF]
            self.letters = Set("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџѓќѕәғқңөұүһҷҳӣӯӡ".unicodeScalars)
                .intersection(Set(letters.unicodeScalars))
            return
        }
        guard let blocks = Self.blocks[language] else { return nil }
        self.blocks = blocks
        // Letters that only the other languages of the Arabic script use.
        switch language {
        case "ar": foreign = Set("پچژگکیۀہےٹڈڑںھ".unicodeScalars)
        case "fa": foreign = Set("كيةىٹڈڑںے".unicodeScalars)
        case "ur": foreign = Set("كيةى".unicodeScalars)
        default: break
        }
    }

    /// Whether a name is written in this alphabet throughout; spaces, hyphens and apostrophes do not count.
    func spells(_ name: String) -> Bool {
        var count = 0
        for scalar in name.lowercased().unicodeScalars {
            if " -'’ʼ‑·・\u{200C}".unicodeScalars.contains(scalar) { continue }
            guard blocks.contains(where: { $0.contains(scalar.value) }), !foreign.contains(scalar) else { return false }
            if let letters, !letters.contains(scalar) { return false }
            count += 1
        }
        return count > 0
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

    private static let han: [ClosedRange<UInt32>] = [
        0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF,
    ]

    private static let blocks: [String: [ClosedRange<UInt32>]] = [
        "ja": han + [0x3041...0x30FF], "ja-katakana": [0x30A1...0x30FF], "zh": han, "ko": [0xAC00...0xD7A3],
        "el": [0x370...0x3FF, 0x1F00...0x1FFF], "ar": [0x600...0x6FF], "fa": [0x600...0x6FF], "ur": [0x600...0x6FF],
        "he": [0x590...0x5FF], "hy": [0x530...0x58F], "ka": [0x10A0...0x10FF], "th": [0xE00...0xE7F],
        "lo": [0xE80...0xEFF], "km": [0x1780...0x17FF], "my": [0x1000...0x109F], "am": [0x1200...0x139F],
        "ne": [0x900...0x97F], "bn": [0x980...0x9FF], "si": [0xD80...0xDFF], "dz": [0xF00...0xFFF],
        "dv": [0x780...0x7BF],
    ]
}
