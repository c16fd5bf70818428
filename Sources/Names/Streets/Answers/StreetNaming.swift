import LKGeocoding
import LKThreads

/// How to name things for a list of languages: the languages of the file that count, looked up once for any number of points.
///
/// It is valid only for the index that made it.
struct StreetNaming {
    /// One of the languages asked for.
    struct Preference {
        /// Numbers in `LANG`, the most specific first, each with its language.
        var tables: [(number: UInt32, language: LanguageTag)]
        var language: LanguageTag
        var scripts: WritingScripts
    }

    let languages: [LanguageTag]
    fileprivate let preferences: [Preference]
    /// The number of English; `nil` in a file without it.
    fileprivate let english: UInt32?
    /// Whether one of the preferred languages is written in Latin script.
    fileprivate let readsLatin: Bool

    /// A name and its language, where that is known.
    struct Name {
        var text: String
        var language: LanguageTag?
    }
}

extension StreetIndex {
    /// Returns the naming for a list of languages.
    ///
    /// The last one is cached, so that many points cost one look-up.
    func naming(for languages: [LanguageTag]) -> StreetNaming {
        if let last = lastNaming.withLock({ $0 }), last.languages == languages { return last }
        var numbers: [String: UInt32] = [:]
        if !languages.isEmpty {
            for number in 0..<layout.languages.count {
                guard let tag = languageTag(number) else { continue }
                // The first of several spellings counts.
                for key in [tag.description, tag.canonical.description] where numbers[key] == nil {
                    numbers[key] = UInt32(number)
                }
            }
        }
        let preferences = languages.map { tag in
            StreetNaming.Preference(
                tables: tag.lookupTags.compactMap { name in
                    guard let number = numbers[name], let language = LanguageTag(name) else { return nil }
                    return (number, language)
                }, language: tag, scripts: tag.readableScripts)
        }
        let naming = StreetNaming(
            languages: languages, preferences: preferences, english: numbers["en"],
            readsLatin: preferences.contains { $0.scripts.contains(.latin) })
        lastNaming.withLock { $0 = naming }
        return naming
    }

    /// Returns the language of a number; `nil` for local names, names used only for searching, and what is not a language.
    private func languageTag(_ number: Int) -> LanguageTag? {
        let size = layout.languages.size
        let bytes = layout.languages.bytes[number * size..<(number + 1) * size]
        return LanguageTag(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }

    /// Calls a closure with the languages and texts of a list of names, until it returns `false`.
    @inline(__always) func forEachName(_ names: UInt32, _ body: (UInt32, UInt32) -> Bool) {
        guard names != 0, let head = layout.names[Int(names)] else { return }
        let count = Int(head.uint32(0))
        guard count <= (layout.names.count - Int(names) - 1) / 2 else { return }
        for index in 0..<count {
            guard let language = layout.names[Int(names) + 1 + 2 * index]?.uint32(0),
                let text = layout.names[Int(names) + 2 + 2 * index]?.uint32(0), body(language, text)
            else { return }
        }
    }

    /// Returns the text of a language in a list of names; 0 if there is none.
    @inline(__always) private func name(_ names: UInt32, in language: UInt32) -> UInt32 {
        var found: UInt32 = 0
        forEachName(names) { number, text in
            if number == language { found = text }
            // In ascending order.
            return number < language
        }
        return found
    }

    /// Returns the number of an object's local name, which equal names share; 0 if there is none.
    func localName(_ names: UInt32) -> UInt32 { name(names, in: 0) }

    /// Returns an object's name in the first of the languages that has one, or the one that the reader can read best.
    ///
    /// A preference for the local language is met by the local name. Readers of scripts other than Latin get a local name
    /// in their script before the next preference; readers of Latin script after the last one. English and the local name
    /// come last: the rules of `Docs/Names.md`. Without preferences, it is the local name.
    ///
    /// - Parameters:
    ///   - names: The list.
    ///   - naming: The languages.
    ///   - home: The languages of local names there, if known.
    /// - Returns: The name; `nil` if there is none.
    func name(_ names: UInt32, _ naming: StreetNaming, home: [LanguageTag]) -> StreetNaming.Name? {
        let local = localName(names)
        for preference in naming.preferences {
            for table in preference.tables {
                let reference = name(names, in: table.number)
                if reference != 0, let text = text(reference) {
                    return StreetNaming.Name(text: text, language: table.language)
                }
            }
            let isHome = home.contains {
                $0.language == preference.language.language && $0.likelyScript == preference.language.likelyScript
            }
            // In a country with several languages, the local name may be in another one of them.
            if isHome, home.count == 1, let text = text(local) {
                return StreetNaming.Name(text: text, language: home[0])
            }
            if preference.scripts == .latin { continue }
            let script = WritingScripts(ofFirstLetterIn: textBytes(local))
            if !script.isEmpty, preference.scripts.contains(script), let text = text(local) {
                return StreetNaming.Name(text: text, language: home.count == 1 ? home[0] : nil)
            }
        }
        let isReadable =
            naming.preferences.isEmpty
            || naming.readsLatin && WritingScripts(ofFirstLetterIn: textBytes(local)) == .latin
        if !isReadable, let english = naming.english {
            let reference = name(names, in: english)
            if reference != 0, let text = text(reference) {
                return StreetNaming.Name(text: text, language: .english)
            }
        }
        return text(local).map { StreetNaming.Name(text: $0, language: home.count == 1 ? home[0] : nil) }
    }
}
