internal import Geocoding

extension World {
    /// The name in the first of the languages that has one, or what its reader can read best; see `Docs/Names.md`.
    ///
    /// A preference for the place's own language is always met: by that language's table, by the local name, by the main name. So
    /// is one for English. Readers of other scripts than Latin get a local name that is in their script before the next
    /// preference; readers of Latin letters after the last one. Last come English and the main name. Without preferences the
    /// local name is given.
    ///
    /// - Parameters:
    ///   - key: What is named.
    ///   - main: Its main or English name (text), 0 when it has none.
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

    /// Which text that name is, and which rule chose it; copies nothing of the naming.
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

    /// The text of a key in one table, by binary search; 0 when it has none.
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
