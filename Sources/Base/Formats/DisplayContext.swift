/// The characters around an invisible one, which decide whether its script needs it.
///
/// The rules are those of UAX #31 (2.3, layout and format control characters) and UTS #51 (emoji sequences):
///
/// - a joiner (U+200C, U+200D) stays between two letters or digits of one cursive script, such as Arabic: Persian می‌خواهم;
/// - after a virama before a letter, and U+200D also at the end of a word: Hindi क्‍ष, Sinhala ශ්‍රී; and before the
///   virama of a letter: Bengali র‍্য;
/// - U+200D stays between two emoji: a family;
/// - one variation selector stays behind an emoji, a symbol, an ideograph or a Mongolian letter, as does Mongolian's
///   vowel separator (U+180E) between letters;
/// - tag characters stay behind a black flag as the code of a country's part with its end: the flag of Wales;
/// - a zero width space stays between letters of scripts without spaces: Khmer, Thai, Lao, Myanmar.
///
/// Joiners of UAX #31 are also required to change how the letters look, which needs their joining types. Swift knows
/// none, and many Persian texts have a joiner where it changes nothing.
struct DisplayContext {
    /// UTF-8.
    let text: UnsafeBufferPointer<UInt8>
    /// The byte offsets of the character.
    let range: Range<Int>

    /// Longest run of marks or tags that is looked through, so that the time per character is bounded.
    private static let maximumRun = 8

    /// Returns whether the character belongs where it is.
    func needs(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x180B: false
        case 0x180E: isBetween { Self.script(of: $0) == .mongolian }
        case 0x200B: isBetween { Self.script(of: $0) == .withoutSpaces }
        case 0x200C: joinsCursive || joinsConjunct
        case 0x200D: joinsCursive || joinsConjunct || joinsEmoji
        case 0xE0020...0xE007F: isFlagTag
        default: scalar.properties.isVariationSelector && varies(scalar)
        }
    }

    private func isBetween(_ isFitting: (Unicode.Scalar) -> Bool) -> Bool {
        guard let before = before(range.lowerBound)?.scalar, let after = after(range.upperBound)?.scalar else {
            return false
        }
        return isFitting(before) && isFitting(after) && !DisplayHazard.contains(before)
            && !DisplayHazard.contains(after)
    }

    /// Whether a joiner is between letters of one cursive script; the first may have vowel marks.
    private var joinsCursive: Bool {
        guard let after = after(range.upperBound)?.scalar, let script = Self.cursiveScript(of: after),
            let before = before(range.lowerBound, skipping: Self.isMark)
        else { return false }
        return Self.cursiveScript(of: before) == script
    }

    /// Whether a joiner is in a cluster of consonants.
    private var joinsConjunct: Bool {
        let after = after(range.upperBound)?.scalar
        guard let before = before(range.lowerBound)?.scalar, before.value > 0x7F else { return false }
        if let after, Self.isVirama(after) { return Self.isLetter(before) || Self.isMark(before) }
        let last = self.before(range.lowerBound) {
            !Self.isVirama($0) && $0.properties.canonicalCombiningClass != .notReordered
        }
        guard let last, Self.isVirama(last) else { return false }
        // U+200D asks for the half form, which also ends a word.
        let isJoiner = text[range.upperBound - 1] == 0x8D
        guard let after else { return isJoiner }
        if after.value > 0x7F, Self.isLetter(after) { return true }
        return isJoiner && !Self.isMark(after) && !DisplayHazard.contains(after)
    }

    /// Whether a joiner is between two emoji, the first possibly with a variation selector.
    private var joinsEmoji: Bool {
        guard let after = after(range.upperBound)?.scalar, Self.isEmoji(after), let before = before(range.lowerBound)
        else { return false }
        if before.scalar.value != 0xFE0F { return Self.isEmoji(before.scalar) }
        return self.before(before.start).map { Self.isEmoji($0.scalar) } ?? false
    }

    /// Returns whether a variation selector follows a character that it can vary.
    private func varies(_ selector: Unicode.Scalar) -> Bool {
        guard let base = before(range.lowerBound)?.scalar else { return false }
        switch selector.value {
        case ..<0x1810: return Self.script(of: base) == .mongolian && Self.isLetter(base)
        case 0xFE00...0xFE0F:
            if base.properties.isEmoji || base.properties.isIdeographic { return true }
            return [.mathSymbol, .otherSymbol].contains(base.properties.generalCategory)
        default: return base.properties.isIdeographic
        }
    }

    /// Whether a tag belongs to the flag of a country's part: a black flag, three to six letters or digits, the end.
    private var isFlagTag: Bool {
        var start = range.lowerBound
        for _ in 0..<Self.maximumRun {
            guard let (scalar, index) = before(start) else { return false }
            start = index
            if scalar.value == 0x1F3F4 { return isFlag(at: start) }
            guard Self.isTag(scalar) else { return false }
        }
        return false
    }

    private func isFlag(at start: Int) -> Bool {
        guard var (_, end) = after(start) else { return false }
        for count in 0...6 {
            guard let (scalar, next) = after(end) else { return false }
            // The last tag is the end, and belongs to the flag.
            if scalar.value == 0xE007F { return count >= 3 && range.lowerBound <= end }
            guard Self.isTag(scalar) else { return false }
            end = next
        }
        return false
    }
}

extension DisplayContext {
    /// Decodes the character that begins at a byte offset.
    ///
    /// - Returns: The character, and where the next begins; `nil` for what is not valid UTF-8, and at the end.
    static func scalar(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
        guard index >= 0, index < text.count else { return nil }
        let lead = text[index]
        if lead < 0x80 { return (Unicode.Scalar(lead), index + 1) }
        let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        guard length > 0, length <= text.count - index else { return nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = text[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard length == 2 || value >= (length == 3 ? 0x800 : 0x10000) else { return nil }
        return Unicode.Scalar(value).map { ($0, index + length) }
    }

    private func after(_ index: Int) -> (scalar: Unicode.Scalar, end: Int)? { Self.scalar(at: index, in: text) }

    /// Returns the character that ends at a byte offset, and where it begins.
    private func before(_ end: Int) -> (scalar: Unicode.Scalar, start: Int)? {
        var start = end - 1
        while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        guard let (scalar, next) = Self.scalar(at: start, in: text), next == end else { return nil }
        return (scalar, start)
    }

    /// Returns the last character before a byte offset that is not skipped.
    private func before(_ end: Int, skipping isSkipped: (Unicode.Scalar) -> Bool) -> Unicode.Scalar? {
        var end = end
        for _ in 0..<Self.maximumRun {
            guard let (scalar, start) = before(end) else { return nil }
            if !isSkipped(scalar) { return scalar }
            end = start
        }
        return nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .lowercaseLetter, .uppercaseLetter: !DisplayHazard.contains(scalar)
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: !DisplayHazard.contains(scalar)
        default: false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    /// Returns whether a character is an emoji; digits and signs are none without a keycap.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
        0xE0030...0xE0039 ~= scalar.value || 0xE0061...0xE007A ~= scalar.value
    }
}

extension DisplayContext {
    /// Scripts with invisible characters of their own.
    ///
    /// Swift has no property for scripts; these are their blocks.
    private enum Script { case arabic, syriac, mongolian, otherCursive, withoutSpaces }

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        switch scalar.value {
        case 0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10EC0...0x10EFF: .arabic
        case 0x700...0x74F, 0x860...0x86F: .syriac
        case 0x1800...0x18AF, 0x11660...0x1167F: .mongolian
        // N'Ko, Mandaic, Phags-pa, Manichaean, Psalter Pahlavi, Hanifi Rohingya, Sogdian to Chorasmian, Adlam.
        case 0x7C0...0x7FF, 0x840...0x85F, 0xA840...0xA87F, 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F,
            0x10F30...0x10FDF, 0x1E900...0x1E95F:
            .otherCursive
        // Thai, Lao, Myanmar, Khmer, Tai Le and New Tai Lue, Tai Tham, extensions of Myanmar, Tai Viet.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
            0xAA60...0xAADF:
            .withoutSpaces
        default: nil
        }
    }

    /// Returns the script of a letter or digit whose neighbours it joins.
    private static func cursiveScript(of scalar: Unicode.Scalar) -> Script? {
        guard let script = script(of: scalar), script != .withoutSpaces else { return nil }
        return isLetter(scalar) || scalar.properties.generalCategory == .decimalNumber ? script : nil
    }
}
