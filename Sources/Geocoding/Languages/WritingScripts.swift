/// Scripts that names are written in, as a set: what a text contains or what a reader can read.
///
/// Told by the blocks of the Unicode Standard, without its property tables, whose first use costs more than naming a place.
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
    /// Letters of any script that has no member of its own here.
    package static let other = WritingScripts(rawValue: 1 << 31)

    /// The scripts of a text's letters; empty for a text of digits and signs only.
    package init(of text: String) {
        var scripts: WritingScripts = []
        for scalar in text.unicodeScalars { scripts.formUnion(WritingScripts(of: scalar)) }
        self = scripts
    }

    /// The script of the first letter of UTF-8 text, so that a name need not be decoded to be judged.
    package init(ofFirstLetterIn utf8: UnsafeRawBufferPointer) {
        // Sixteen bytes hold four characters of any script; a truncated one at their end is not a letter.
        let letters = String(decoding: utf8.prefix(16), as: UTF8.self).unicodeScalars
        self = letters.lazy.map { WritingScripts(of: $0) }.first { !$0.isEmpty } ?? []
    }

    /// The script of one character; empty for digits, signs, spaces, and marks that several scripts share.
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
