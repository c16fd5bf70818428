/// Tells Simplified from Traditional Chinese, and writes a name in the other kind.
///
/// From Unihan's `kSimplifiedVariant` and `kTraditionalVariant` (Unicode Standard Annex 38), as Scripts/build-world-data
/// sorts them.
struct ChineseCharacters {
    enum Kind { case simplified, traditional, both, mixed }

    private var simplified: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private var traditional: [Unicode.Scalar: [Unicode.Scalar]] = [:]

    /// Reads lines of character, simplified forms and traditional forms, the commonest first, separated by tabs.
    init(lines: [String]) {
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(\.unicodeScalars)
            guard fields.count == 3, let character = fields[0].first else { continue }
            if !fields[1].isEmpty { simplified[character] = Array(fields[1]) }
            if !fields[2].isEmpty { traditional[character] = Array(fields[2]) }
        }
    }

    /// Which readers write the name so.
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

    /// The name in simplified characters, where each has one simple form.
    func simplified(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let forms = simplified[scalar] ?? [scalar]
            text.unicodeScalars.append(forms.contains(scalar) ? scalar : forms[0])
        }
        return text
    }

    /// The name in traditional characters, of several forms the commonest.
    func traditional(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars { text.unicodeScalars.append(traditional[scalar]?.first ?? scalar) }
        return text
    }
}
