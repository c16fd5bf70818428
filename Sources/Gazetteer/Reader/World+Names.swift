internal import Geocoding

extension World {
    /// One wish of the caller: the tables to look in for it, the most exact first.
    struct Wish {
        /// Ranges of `NAME`.
        var tables: [Range<Int>]
        var language: Tag8
        /// Chinese or Japanese: names of the other in characters are better than names in Latin letters.
        var readsCharacters: Bool
        var isEnglish: Bool
    }

    /// Looks the languages up once for all the names of a placemark.
    func wishes(for languages: [LanguageTag]) throws(GeocodingError) -> [Wish] {
        var wishes: [Wish] = []
        for tag in languages {
            var tables: [Range<Int>] = []
            for name in Self.tableNames(for: tag) {
                guard let key = Tag8(name), let table = try table(key) else { continue }
                tables.append(table)
            }
            wishes.append(
                Wish(
                    tables: tables, language: Tag8(tag.language) ?? Tag8(rawValue: 0),
                    readsCharacters: tag.language == "zh" || tag.language == "ja",
                    isEnglish: tag.language == "en"))
        }
        return wishes
    }

    /// The tables that answer a tag: the tag itself, then without its region, then its kin.
    private static func tableNames(for tag: LanguageTag) -> [String] {
        let language = tag.language
        var names: [String] = []
        if let region = tag.region { names.append(language + "-" + region) }
        if language == "zh" {
            // Traditional characters are wanted in Taiwan, Hong Kong and Macau; the other kind is better than none.
            let isTraditional =
                tag.script == "Hant" || tag.script == nil && ["TW", "HK", "MO"].contains(tag.region)
            let traditional = ["zh-Hant", "zh-TW", "zh-HK"]
            let simplified = ["zh-CN", "zh-SG"]
            names += isTraditional ? traditional + ["zh"] + simplified : simplified + ["zh"] + traditional
            return names
        }
        names.append(language)
        switch language {
        case "no": names += ["nb", "nn"]
        case "nn": names.append("nb")
        case "nb": names.append("nn")
        case "iw": names.append("he")
        case "in": names.append("id")
        case "tl": names.append("fil")
        case "sh": names += ["sr", "hr", "bs"]
        default: break
        }
        return names
    }

    /// The names under a tag, found by halving.
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
                    throw damaged("the names of \(tag.text) lie outside")
                }
                return first..<first + count
            }
            if value < tag.rawValue { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The text of a key in one table, found by halving; 0 when it has none.
    func reference(_ key: NameKey, in table: Range<Int>) -> UInt32 {
        let section = layout.names
        var low = table.lowerBound
        var high = table.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            let offset = section.offset + middle * section.recordSize
            let value = bytes.uint32(offset)
            if value == key.rawValue { return bytes.uint32(offset + 4) }
            if value < key.rawValue { low = middle + 1 } else { high = middle }
        }
        return 0
    }

    /// The name in the first wish that has one; English, and then the main name, stand in at the end.
    ///
    /// A wish for the country's own language is always met: by that language's table, by the local name, by the main
    /// name. So is one for English. Without wishes the local name is given.
    func name(_ key: NameKey, main: UInt32, wishes: [Wish], country: Country) throws(GeocodingError) -> String? {
        if wishes.isEmpty { return try localName(key, main: main) }
        for wish in wishes {
            for table in wish.tables {
                let reference = reference(key, in: table)
                if reference != 0 { return try text(reference) }
            }
            if wish.isEnglish { return try text(main) }
            let isHome = wish.language == country.language && country.language.rawValue != 0
            if isHome || wish.readsCharacters && Self.charactersAreRead.contains(country.code) {
                return try localName(key, main: main)
            }
        }
        if let english = Tag8("en"), let table = try table(english) {
            let reference = reference(key, in: table)
            if reference != 0 { return try text(reference) }
        }
        return try text(main)
    }

    private static let charactersAreRead: Set<String> = ["JP", "CN", "TW", "HK", "MO"]

    private func localName(_ key: NameKey, main: UInt32) throws(GeocodingError) -> String? {
        if let local = Tag8(GazetteerFormat.localTag), let table = try table(local) {
            let reference = reference(key, in: table)
            if reference != 0 { return try text(reference) }
        }
        return try text(main)
    }
}
