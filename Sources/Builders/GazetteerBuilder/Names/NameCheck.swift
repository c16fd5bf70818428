public import LKGeocoding

/// Measures the rules for untagged names: hides the tagged names of a language and checks whether the rules find them.
public struct NameCheck: Sendable {
    /// The counts for one language.
    public struct Row: Hashable, Sendable {
        /// The table of names: `ru`, `zh-Hant`; tables of `local` names have the language's tag with an `@`.
        public var language: String
        /// The number of places with a tagged name.
        public var tagged = 0
        /// The number of these for which the rule found a name.
        public var given = 0
        /// The number of these for which it found the tagged name.
        public var equal = 0
        /// The same, ignoring hyphens, spaces, joiners, Arabic and Hebrew accents, and endings such as 市.
        public var alike = 0
        /// The number of places without a tagged name for which the rule found one.
        public var gained = 0

        /// The share of found names that are correct, 0...1; 1 if none was found.
        public var precision: Double { given == 0 ? 1 : Double(alike) / Double(given) }
        /// The share of the tagged names that the rule finds, 0...1.
        public var recall: Double { tagged == 0 ? 0 : Double(alike) / Double(tagged) }
    }

    /// Reads the builder's input and measures each language.
    ///
    /// - Parameter folder: The input folder of `WorldBuilder.build(folder:output:log:)`.
    /// - Returns: A row for each language that the rule covers, then one for the local names of each alphabet.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    public static func rows(folder: String) throws(GeocodingError) -> [Row] {
        let input = try GeoNamesFolder(path: folder)
        var names = WorldNames(input)
        var rows: [String: Row] = [:]
        for city in input.cities { names.measure(city) { rows[$0, default: Row(language: $0)].count($1) } }
        return rows.values.filter { $0.tagged + $0.gained >= 10 }.sorted { $0.language < $1.language }
    }
}

extension NameCheck {
    /// The outcome for one place.
    enum Outcome {
        case gained
        case missed
        case given(String, tagged: String)
    }

    /// Returns a normalized form that is equal for different spellings of a name.
    static func plain(_ name: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars {
            // Hebrew and Arabic points, nukta, joiners and all punctuation.
            switch scalar.value {
            case 0x591...0x5C7, 0x64B...0x65F, 0x93C, 0x9BC, 0x200C...0x200D, 0x0...0x2F, 0xB7, 0x2010...0x201F, 0x30FB:
                continue
            case 0x451: text.append("е")
            default: text.append(scalar)
            }
        }
        var plain = String(text)
        for ending in ["특별시", "광역시", "직할시", "시", "군", "市", "区", "區", "县", "縣", "镇", "鎮", "町", "村"]
        where plain.count > ending.count + 1 && plain.hasSuffix(ending) {
            plain.removeLast(ending.count)
            break
        }
        return plain
    }
}

extension NameCheck.Row {
    mutating func count(_ outcome: NameCheck.Outcome) {
        switch outcome {
        case .gained: gained += 1
        case .missed: tagged += 1
        case .given(let name, let truth):
            tagged += 1
            given += 1
            if name == truth { equal += 1 }
            if NameCheck.plain(name) == NameCheck.plain(truth) { alike += 1 }
        }
    }
}
