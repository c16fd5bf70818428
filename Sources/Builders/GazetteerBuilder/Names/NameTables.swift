import LKGazetteer
import LKGeocoding

/// Builds `LANG` and `NAME`: names by table and by subject.
struct NameTables {
    private var tables: [String: [NameKey: UInt32]] = [:]

    /// Adds a name; skips empty names and those too long for the file.
    mutating func add(_ name: String, to key: NameKey, table: String, texts: inout TextPool) throws(GeocodingError) {
        guard !name.isEmpty, name.utf8.count < 256 else { return }
        tables[table, default: [:]][key] = try texts.offset(of: name)
    }

    /// Returns the two sections, sorted by tag and then by key.
    func sections() -> (languages: [UInt8], names: [UInt8]) {
        var languages = RecordWriter()
        var records = RecordWriter()
        var count: UInt32 = 0
        let tagged = tables.compactMap { name, table in Tag8(name).map { (tag: $0, table: table) } }
        for (tag, table) in tagged.sorted(by: { $0.tag < $1.tag }) {
            languages.append(tag)
            languages.append(count)
            languages.append(UInt32(table.count))
            for (key, offset) in table.sorted(by: { $0.key < $1.key }) {
                records.append(key.rawValue)
                records.append(offset)
            }
            count += UInt32(table.count)
        }
        return (languages.bytes, records.bytes)
    }
}

/// Chooses the table of a tagged name: that of its language and of its actual script.
///
/// Catalogues contain names in the wrong script (Greek `Hong Kong`, Galician `Mumbai - मुम़बई`) and both kinds of
/// Chinese under one tag; names that no reader of the language can read are dropped.
struct NameFiling {
    let characters: ChineseCharacters

    /// Languages that are written in two scripts.
    private static let twoScripts: [String: [String]] = [
        "sr": ["Latn"], "az": ["Cyrl"], "uz": ["Cyrl"], "kk": ["Latn"], "tt": ["Latn"], "ug": ["Latn"],
        "ku": ["Arab"], "tk": ["Cyrl"], "ks": ["Deva"], "sd": ["Deva"], "bs": ["Cyrl"], "pa": ["Arab"],
    ]

    /// Returns the table of a tag: `zh-Hans` for `zh`, `nb` for `no`, with the script only if it is not the usual one.
    static func table(_ tag: LanguageTag) -> String {
        let tag = tag.canonical
        let language = tag.language
        let usual = LanguageTag(language)?.likelyScript
        // A table's tag is limited to eight letters: zh-HK means zh-Hant-HK.
        if let region = tag.region { return "\(language)-\(region)" }
        if language == "zh" { return "zh-\(tag.likelyScript)" }
        return tag.likelyScript == usual ? language : "\(language)-\(tag.likelyScript)"
    }

    /// Returns the tables and names under which a name is filed; empty when it is not a name in that language.
    func tables(_ tag: LanguageTag, _ name: String) -> [(table: String, name: String)] {
        let name = Self.withoutRemark(name)
        guard !name.isEmpty, name.utf8.count < 200 else { return [] }
        let scripts = WritingScripts(of: name)
        if tag.canonical.language == "zh" {
            guard scripts == .han else { return [] }
            switch characters.kind(name) {
            case .simplified: return [("zh-Hans", name)]
            case .traditional: return [("zh-Hant", name)]
            case .both: return [("zh-Hans", name), ("zh-Hant", name)]
            // Variant and simplified characters together: normalize according to the tag.
            case .mixed: return [("zh-Hans", characters.simplified(name))]
            }
        }
        if tag.readableScripts.isSuperset(of: scripts) { return [(Self.table(tag), name)] }
        for script in Self.twoScripts[tag.language] ?? [] {
            guard let other = LanguageTag("\(tag.language)-\(script)"), other.readableScripts == scripts else {
                continue
            }
            return [(Self.table(other), name)]
        }
        return []
    }

    /// Adds names that can be derived: the other kind of Chinese, Serbian in Latin letters.
    func complete(_ names: inout [String: String]) {
        if names["zh-Hans"] == nil, let name = names["zh-Hant"] { names["zh-Hans"] = characters.simplified(name) }
        if names["zh-Hant"] == nil, let name = names["zh-Hans"] { names["zh-Hant"] = characters.traditional(name) }
        if names["sr-Latn"] == nil, let name = names["sr"] { names["sr-Latn"] = SerbianLatin.text(name) }
    }

    /// Removes the remark in brackets at the end: `Санкт-Петербург (город)`.
    private static func withoutRemark(_ name: String) -> String {
        guard let bracket = name.firstIndex(where: { $0 == "(" || $0 == "（" }) else { return name }
        return String(name[..<bracket].reversed().drop { $0 == " " }.reversed())
    }
}
