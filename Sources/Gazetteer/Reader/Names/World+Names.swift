internal import Geocoding

extension World {
    /// The name in the first of the languages that has one, or what its reader can read best; see `Docs/Names.md`.
    ///
    /// A wish for the place's own language is always met: by that language's table, by the local name, by the main name. So
    /// is one for English. Readers of other scripts than Latin get a local name that is in their script before the next
    /// wish; readers of Latin letters after the last one. At the end stand English and the main name. Without wishes the
    /// local name is given.
    ///
    /// - Parameters:
    ///   - key: What is named.
    ///   - main: Its main or English name (text), 0 when it has none.
    ///   - naming: The languages.
    ///   - home: The language of its local name.
    /// - Returns: The name, `nil` where there is none at all.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func name(_ key: NameKey, main: UInt32, naming: Naming, home: Tag8) throws(GeocodingError) -> Name? {
        for wish in naming.wishes {
            for table in wish.tables {
                let reference = reference(key, in: table.names)
                if reference != 0 { return try name(reference, table.language) }
            }
            if wish.isEnglish, main != 0 { return try name(main, .english) }
            if wish.homes.contains(home) {
                return try name(localReference(key, main, naming), wish.language)
            }
            if wish.isLatin { continue }
            let local = localReference(key, main, naming)
            let script = WritingScripts(ofFirstLetterIn: try textBytes(local))
            if !script.isEmpty, wish.scripts.contains(script) { return try name(local, language(of: home)) }
        }
        let local = localReference(key, main, naming)
        let isLatin = try WritingScripts(ofFirstLetterIn: textBytes(local)) == .latin
        if naming.wishes.isEmpty || naming.readsLatin && isLatin { return try name(local, language(of: home)) }
        if let english = naming.english {
            let reference = reference(key, in: english.names)
            if reference != 0 { return try name(reference, .english) }
        }
        return try name(main, .english)
    }

    /// The text of a key in one table, found by halving; 0 when it has none.
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

    private func name(_ reference: UInt32, _ language: LanguageTag?) throws(GeocodingError) -> Name? {
        try text(reference).map { Name(text: $0, language: language) }
    }

    private func localReference(_ key: NameKey, _ main: UInt32, _ naming: Naming) -> UInt32 {
        guard let local = naming.local else { return main }
        let reference = reference(key, in: local)
        return reference != 0 ? reference : main
    }
}
