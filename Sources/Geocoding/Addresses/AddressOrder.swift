/// In which order and with what between them a language puts the parts of an address.
enum AddressOrder {
    /// From the house up to the country, commas between.
    case smallFirst
    /// From the country down, written together: Japanese, Chinese.
    case bigFirstTogether(home: Set<String>)
    /// From the country down, spaces between: Korean.
    case bigFirstSpaced(home: Set<String>)

    init(language: LanguageTag?) {
        switch language?.language {
        case "ja": self = .bigFirstTogether(home: ["JP"])
        case "zh", "yue", "cmn", "lzh", "nan", "hak": self = .bigFirstTogether(home: ["CN", "TW", "HK", "MO"])
        case "ko": self = .bigFirstSpaced(home: ["KR", "KP"])
        default: self = .smallFirst
        }
    }

    var startsWithCountry: Bool {
        if case .smallFirst = self { false } else { true }
    }

    /// Whether an address in that country goes without the country's name.
    func isAtHome(_ country: String?) -> Bool {
        guard let country else { return false }
        return switch self {
        case .smallFirst: false
        case .bigFirstTogether(let home), .bigFirstSpaced(let home): home.contains(country)
        }
    }

    func joined(_ parts: [String]) -> String {
        switch self {
        case .smallFirst: return parts.joined(separator: ", ")
        case .bigFirstSpaced: return parts.joined(separator: " ")
        case .bigFirstTogether: return Self.together(parts)
        }
    }

    /// Parts written together, with spaces only where foreign names in katakana or Latin letters would run into each other:
    /// フランス パリ, but 中国北京市.
    static func together(_ parts: [String]) -> String {
        var text = ""
        for part in parts {
            if let last = text.unicodeScalars.last, let next = part.unicodeScalars.first, !(last.joins && next.joins) {
                text += " "
            }
            text += part
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether this is a Chinese character (CJK unified ideographs and their extensions, 々, 〇) or hiragana (さいたま市).
    fileprivate var joins: Bool {
        switch value {
        case 0x3005, 0x3007, 0x3041...0x309F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
