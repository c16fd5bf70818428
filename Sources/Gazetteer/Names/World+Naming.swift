internal import Geocoding
internal import Synchronization

extension World {
    /// The naming for a list of languages.
    ///
    /// The last one is cached, so that many points cost one look-up.
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
            // Files of older builders have one tag, zh, for both scripts of Chinese.
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

    /// The language of a place's local names; `nil` if it is not known.
    func language(of home: Tag8) -> LanguageTag? {
        if home.rawValue == 0 { return nil }
        return homeLanguages.withLock { known in
            if let language = known[home.rawValue] { return language }
            let language = LanguageTag(home.text)
            // A damaged file could have any number of them.
            if known.count < 1000 { known[home.rawValue] = language }
            return language
        }
    }

    /// The range of `NAME` under a tag; binary search.
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

/// How to name places for a list of languages: the tables to search, looked up once for any number of points.
///
/// It is valid only for the `World` that made it.
struct Naming: Sendable {
    /// A table of names and the language it is in.
    struct Table: Sendable {
        /// Range of `NAME`.
        var names: Range<Int>
        var language: LanguageTag
    }

    /// One of the languages asked for.
    struct Preference: Sendable {
        /// The tables to search, the most specific first.
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

/// A name and its language, where that is known.
struct Name {
    var text: String
    var language: LanguageTag?
}

/// The text that was chosen as a name, and why.
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

    /// Offset in `STRS`, 0 for no name.
    var reference: UInt32
    var source: Source

    init(_ reference: UInt32, _ source: Source) {
        self.reference = reference
        self.source = source
    }
}
