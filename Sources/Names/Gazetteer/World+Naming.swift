import LKFormats
import LKGeocoding
import LKThreads

extension World {
    /// Returns the naming for a list of languages.
    ///
    /// Caches the last one, so that naming many points needs only one look-up.
    func naming(for languages: [LanguageTag]) throws(GeocodingError) -> Naming {
        if let last = lastNaming.withLock({ $0 }), last.languages == languages { return last }
        var preferences: [Naming.Preference] = []
        for tag in languages {
            var tables: [Naming.Table] = []
            for name in tag.lookupTags {
                guard let key = Tag8(name), let names = try table(key), let language = LanguageTag(name) else {
                    continue
                }
                tables.append(Naming.Table(names: names, language: language))
            }
            // Files of older builders have one tag, zh, for both Chinese scripts.
            let script = "\(tag.canonical.language)-\(tag.likelyScript)"
            let isUsual = tag.canonical.base.likelyScript == tag.likelyScript || tag.language == "zh"
            let homes = [script] + (isUsual ? [tag.canonical.language] : [])
            preferences.append(
                Naming.Preference(
                    tables: tables, language: tag, homes: homes.compactMap { Tag8($0) }, scripts: tag.readableScripts))
        }
        var naming = Naming(
            languages: languages, preferences: preferences, english: nil, local: nil,
            readsLatin: preferences.contains { $0.scripts.contains(.latin) })
        if let key = Tag8("en"), let names = try table(key) {
            naming.english = Naming.Table(names: names, language: .english)
        }
        if let key = Tag8(GazetteerFormat.localTag) { naming.local = try table(key) }
        lastNaming.withLock { $0 = naming }
        return naming
    }

    /// Returns the language of a place's local names; `nil` if it is not known.
    func language(of home: Tag8) -> LanguageTag? {
        if home.rawValue == 0 { return nil }
        return homeLanguages.withLock { known in
            if let language = known[home.rawValue] { return language }
            let language = LanguageTag(home.text)
            // Bounded, since a damaged file could contain any number of tags.
            if known.count < 1000 { known[home.rawValue] = language }
            return language
        }
    }

    /// Returns the range of `NAME` for a tag; binary search.
    func table(_ tag: Tag8) throws(GeocodingError) -> Range<Int>? {
        let section = layout.languages
        var low = 0
        var high = section.count
        while low < high {
            let middle = (low + high) / 2
            let offset = section.offset + middle * section.recordSize
            let value = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            if value == tag.rawValue {
                let first = Int(bytes.uint32(offset + 8))
                let count = Int(bytes.uint32(offset + 12))
                guard first <= layout.names.count, count <= layout.names.count - first else {
                    throw damaged("the names of \(tag.text) are outside their section")
                }
                return first..<first + count
            }
            if value < tag.rawValue { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

/// The tables to search for a list of languages, looked up once for any number of points.
///
/// Valid only for the `World` that made it.
struct Naming: Sendable {
    /// A table of names with its language.
    struct Table: Sendable {
        /// The range in `NAME`.
        var names: Range<Int>
        var language: LanguageTag
    }

    /// One of the requested languages.
    struct Preference: Sendable {
        /// The tables to search, most specific first.
        var tables: [Table]
        var language: LanguageTag
        /// The tags of local names that count as this language.
        var homes: [Tag8]
        var scripts: WritingScripts

        let isEnglish: Bool
        let isLatin: Bool

        init(tables: [Table], language: LanguageTag, homes: [Tag8], scripts: WritingScripts) {
            self.tables = tables
            self.language = language
            self.homes = homes
            self.scripts = scripts
            isEnglish = language.language == "en"
            isLatin = scripts == .latin
        }
    }

    var languages: [LanguageTag]
    var preferences: [Preference]
    /// The fallbacks: English, and each place's own language.
    var english: Table?
    var local: Range<Int>?
    /// Whether one of the preferred languages is written in Latin script.
    var readsLatin: Bool
}

/// A name and its language, if known.
struct Name {
    var text: String
    var language: LanguageTag?
}

/// The text chosen as a name, and the rule that chose it.
struct NameChoice {
    enum Source {
        /// The table of a preference.
        case table(preference: Int, table: Int)
        /// A preferred language that is the place's own.
        case preference(Int)
        /// The local name, in the place's own language.
        case home
        case english
    }

    /// The byte offset in `STRS`, 0 for no name.
    var reference: UInt32
    var source: Source

    init(_ reference: UInt32, _ source: Source) {
        self.reference = reference
        self.source = source
    }
}

extension World {
    /// Returns the name in the first of the languages that has one, or the one that its reader can read best; see
    /// `Docs/Names.md`.
    ///
    /// A preference for the place's own language is always met: by that language's table, by the local name, or by the
    /// main name. The same applies to English. Readers of non-Latin scripts get a local name in their script before the
    /// next preference; readers of Latin script get it after the last preference. The final fallbacks are English and
    /// the main name. Without preferences, the local name is returned.
    ///
    /// - Parameters:
    ///   - key: The subject of the name.
    ///   - main: The offset of its main or English name, 0 if it has none.
    ///   - naming: The languages.
    ///   - home: The language of its local name.
    /// - Returns: The name, `nil` if there is none at all.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func name(_ key: NameKey, main: UInt32, naming: Naming, home: Tag8) throws(GeocodingError) -> Name? {
        let choice = try choice(key, main: main, naming: naming, home: home)
        guard let text = try text(choice.reference) else { return nil }
        switch choice.source {
        case .english: return Name(text: text, language: .english)
        case .home: return Name(text: text, language: language(of: home))
        case .preference(let preference): return Name(text: text, language: naming.preferences[preference].language)
        case .table(let preference, let table):
            return Name(text: text, language: naming.preferences[preference].tables[table].language)
        }
    }

    /// Returns the text chosen as the name, and the rule that chose it; does not copy the naming.
    func choice(_ key: NameKey, main: UInt32, naming: Naming, home: Tag8) throws(GeocodingError) -> NameChoice {
        var local: UInt32?
        for preference in naming.preferences.indices {
            for table in naming.preferences[preference].tables.indices {
                let reference = reference(key, in: naming.preferences[preference].tables[table].names)
                if reference != 0 { return NameChoice(reference, .table(preference: preference, table: table)) }
            }
            if naming.preferences[preference].isEnglish, main != 0 { return NameChoice(main, .english) }
            if naming.preferences[preference].homes.contains(home) {
                return NameChoice(localReference(key, main, naming.local), .preference(preference))
            }
            if naming.preferences[preference].isLatin { continue }
            let own = local ?? localReference(key, main, naming.local)
            local = own
            let script = WritingScripts(ofFirstLetterIn: try textBytes(own))
            if !script.isEmpty, naming.preferences[preference].scripts.contains(script) {
                return NameChoice(own, .home)
            }
        }
        let own = local ?? localReference(key, main, naming.local)
        if naming.preferences.isEmpty { return NameChoice(own, .home) }
        if naming.readsLatin, WritingScripts(ofFirstLetterIn: try textBytes(own)) == .latin {
            return NameChoice(own, .home)
        }
        if let english = naming.english {
            let reference = reference(key, in: english.names)
            if reference != 0 { return NameChoice(reference, .english) }
        }
        return NameChoice(main, .english)
    }

    /// Returns the text of a key in one table, by binary search; 0 if there is none.
    func reference(_ key: NameKey, in table: Range<Int>) -> UInt32 {
        let start = layout.names.offset
        let size = layout.names.recordSize
        var low = table.lowerBound
        var high = table.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            let offset = start + middle * size
            let value = bytes.uint32(offset)
            if value == key.rawValue { return bytes.uint32(offset + 4) }
            if value < key.rawValue { low = middle + 1 } else { high = middle }
        }
        return 0
    }

    private func localReference(_ key: NameKey, _ main: UInt32, _ local: Range<Int>?) -> UInt32 {
        guard let local else { return main }
        let reference = reference(key, in: local)
        return reference != 0 ? reference : main
    }
}
