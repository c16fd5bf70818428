/// The spacing of a country's postcodes: `1012 LG`, `SW1A 2AA`, `00-902`.
///
/// The country's examples determine the position of spaces and dashes, and its pattern whether the result is valid.
/// Other postcodes stay unchanged.
struct PostcodeForm: Sendable {
    private let pattern: TextPattern
    /// The separators of the examples, by their letters and digits: `LDDLLL` has a space at 3.
    private var shapes: [String: [Gap]] = [:]
    /// The separators by length, if all examples of that length agree.
    private var lengths: [Int: [Gap]] = [:]
    /// The letters at the start of every postcode of the country: `LV`.
    private let prefix: String
    private let hasLetters: Bool

    private struct Gap: Hashable {
        /// The number of letters and digits before the separator.
        var position: Int
        var separator: Character
    }

    /// Creates the form from a country's pattern and examples; returns `nil` if there are none.
    init?(pattern text: String?, examples: [String]) {
        guard let text, let pattern = TextPattern(text), !examples.isEmpty else { return nil }
        self.pattern = pattern
        var disagreed: Set<Int> = []
        for example in examples {
            guard let bare = Self.bare(example) else { continue }
            let gaps = Self.gaps(of: example)
            shapes[Self.shape(bare)] = gaps
            if let known = lengths[bare.count], known != gaps { disagreed.insert(bare.count) }
            lengths[bare.count] = gaps
        }
        for length in disagreed { lengths[length] = nil }
        let letters = examples.map { $0.prefix { $0.isLetter } }
        prefix = letters.allSatisfy { $0 == letters[0] } && examples.count > 1 ? String(letters[0]) : ""
        hasLetters = examples.contains { $0.contains(where: \.isLetter) }
    }

    /// Returns whether a text, unchanged, is one of the country's postcodes.
    func matches(_ postcode: String) -> Bool { pattern.matchesWhole(postcode) }

    /// Returns the postcode as the country's post writes it; `nil` when it cannot be made valid.
    ///
    /// Capitalizes letters, removes country prefixes (`SE-`, `〒`), and adds the prefix that all postcodes of the
    /// country have.
    func written(_ given: String) -> String? {
        guard given.utf8.count <= 32, let bare = Self.bare(given) else { return nil }
        if let spaced = spaced(bare) { return spaced }
        if !prefix.isEmpty, let spaced = spaced(prefix + bare) { return spaced }
        if !hasLetters {
            let sign = bare.prefix { $0.isLetter }
            if !sign.isEmpty, sign.count <= 3 { return spaced(String(bare.dropFirst(sign.count))) }
        }
        return nil
    }

    private func spaced(_ bare: String) -> String? {
        let known = shapes[Self.shape(bare)] ?? lengths[bare.count]
        var text = ""
        for (index, character) in bare.enumerated() {
            for gap in known ?? [] where gap.position == index { text.append(gap.separator) }
            text.append(character)
        }
        if pattern.matchesWhole(text) { return text }
        return pattern.matchesWhole(bare) ? bare : nil
    }

    /// Returns the letters and digits in upper case; `nil` if there are other characters.
    private static func bare(_ text: String) -> String? {
        var bare = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A: bare.unicodeScalars.append(scalar)
            case 0x61...0x7A: bare.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0x20)))
            // Full-width digits and letters.
            case 0xFF10...0xFF19, 0xFF21...0xFF3A:
                bare.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            case 0xFF41...0xFF5A: bare.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF00)))
            case 0x20, 0x2D, 0xA0, 0x2010...0x2015, 0x2212, 0x3012, 0x3000, 0xFF0D: continue
            default: return nil
            }
        }
        return bare.isEmpty ? nil : bare
    }

    private static func shape(_ bare: String) -> String { String(bare.map { $0.isNumber ? "D" : "L" }) }

    private static func gaps(of example: String) -> [Gap] {
        var gaps: [Gap] = []
        var position = 0
        for character in example {
            if character.isLetter || character.isNumber {
                position += 1
            } else {
                gaps.append(Gap(position: position, separator: character))
            }
        }
        return gaps
    }
}
