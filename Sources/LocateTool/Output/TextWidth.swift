/// How many columns of a terminal a text takes, and what of it fits into so many.
enum TextWidth {
    /// The columns: two for the letters of East Asia and pictographs, none for marks that join their letter.
    static func columns(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    /// As much of the beginning as fits, whole characters only.
    static func prefix(_ text: String, columns limit: Int) -> String {
        guard columns(text) > limit else { return text }
        var (room, end) = (limit, text.startIndex)
        for index in text.indices {
            room -= columns(String(text[index]))
            if room < 0 { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }

    /// A text that fits: of a longer one the beginning with `…` behind it.
    static func keepingBeginning(_ text: String, columns limit: Int) -> String {
        guard columns(text) > limit else { return text }
        return limit < 1 ? "" : prefix(text, columns: limit - 1) + "…"
    }

    /// A text that fits: of a longer one the end with `…` in front of it, as for paths, whose ends tell them apart.
    static func keepingEnd(_ text: String, columns limit: Int) -> String {
        guard columns(text) > limit else { return text }
        return limit < 1 ? "" : "…" + String(prefix(String(text.reversed()), columns: limit - 1).reversed())
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: 1
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
