/// Serbian in Latin letters, letter by letter as the orthography has it: Љубљана, Ljubljana.
enum SerbianLatin {
    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "đ", "е": "e", "ж": "ž", "з": "z", "и": "i", "ј": "j",
        "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
        "ћ": "ć", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "č", "џ": "dž", "ш": "š",
    ]

    static func text(_ name: String) -> String {
        var text = ""
        for character in name {
            if let letters = letters[character] {
                text += letters
            } else if let small = character.lowercased().first, let letters = letters[small] {
                text += letters.prefix(1).uppercased() + letters.dropFirst()
            } else {
                text.append(character)
            }
        }
        return text
    }
}
