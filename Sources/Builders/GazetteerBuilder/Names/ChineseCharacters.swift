/// Distinguishes Simplified from Traditional Chinese, and converts names between them.
///
/// From Unihan's `kSimplifiedVariant` and `kTraditionalVariant` (Unicode Standard Annex 38), sorted by
/// Scripts/build-world-data.
struct ChineseCharacters {
    enum Kind { case simplified, traditional, both, mixed }

    private var simplified: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private var traditional: [Unicode.Scalar: [Unicode.Scalar]] = [:]

    /// Parses lines of character, simplified forms and traditional forms, most common first, separated by tabs.
    init(lines: [String]) {
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(\.unicodeScalars)
            guard fields.count == 3, let character = fields[0].first else { continue }
            if !fields[1].isEmpty { simplified[character] = Array(fields[1]) }
            if !fields[2].isEmpty { traditional[character] = Array(fields[2]) }
        }
    }

    /// Returns which kind of characters a name is written in.
    func kind(_ name: String) -> Kind {
        var kind = Kind.both
        for scalar in name.unicodeScalars {
            let here: Kind
            if let forms = simplified[scalar], !forms.contains(scalar) {
                here = .traditional
            } else if let forms = traditional[scalar], !forms.contains(scalar) {
                here = .simplified
            } else {
                continue
            }
            if kind != .both, kind != here { return .mixed }
            kind = here
        }
        return kind
    }

    /// Returns the name in simplified characters, where each has a single simplified form.
    func simplified(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let forms = simplified[scalar] ?? [scalar]
            text.unicodeScalars.append(forms.contains(scalar) ? scalar : forms[0])
        }
        return text
    }

    /// Returns the name in traditional characters, choosing the most common of several forms.
    func traditional(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars { text.unicodeScalars.append(traditional[scalar]?.first ?? scalar) }
        return text
    }
}

/// Compares the pronunciation of Chinese names with GeoNames' main name: Kunshan is 昆山, whereas 玉山 is the town at its
/// centre.
///
/// Uses Unihan's readings (Unicode Standard Annex 38), without tones.
struct ChineseReadings {
    private var readings: [Unicode.Scalar: [[UInt8]]] = [:]

    /// Parses lines of a character and its readings, separated by a tab and spaces.
    init(lines: [String]) {
        for line in lines {
            let fields = line.split(separator: "\t")
            guard fields.count == 2, let character = fields[0].unicodeScalars.first else { continue }
            readings[character] = fields[1].split(separator: " ").map { Array($0.utf8) }
        }
    }

    /// Returns the difference between a name and Latin letters, from 0 (alike) to 1; 1 for a character without a
    /// reading.
    ///
    /// If it reduces the difference, the last character is treated as a word for a kind of place: 昆山市.
    func difference(_ name: String, from latin: String) -> Double {
        let characters = Array(name.unicodeScalars)
        let target = Romanization.folded(latin)
        guard !readings.isEmpty, !target.isEmpty else { return 1 }
        var best = difference(characters[...], from: target)
        if characters.count > 2, let last = characters.last, Self.kinds.contains(last) {
            best = min(best, difference(characters.dropLast(), from: target))
        }
        return best
    }

    /// 市, 县, 区, 镇, 乡, 街道 and 村, in both kinds of characters.
    private static let kinds = Set("市县縣区區镇鎮乡鄉道村".unicodeScalars)
    /// The maximum number of combinations of readings compared; names are short and few characters have three readings.
    private static let maximumTexts = 64

    private func difference(_ characters: ArraySlice<Unicode.Scalar>, from target: [UInt8]) -> Double {
        var texts: [[UInt8]] = [[]]
        for character in characters {
            guard let here = readings[character] else { return 1 }
            texts = texts.flatMap { text in here.map { text + $0 } }
            if texts.count > Self.maximumTexts { texts.removeSubrange(Self.maximumTexts...) }
        }
        let differences = texts.map { Double(Romanization.distance($0, target)) / Double(max($0.count, target.count)) }
        return differences.min() ?? 1
    }
}
