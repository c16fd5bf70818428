import LKGeocoding

/// The names whose language the sources state, by subject.
struct TaggedNames {
    /// By GeoNames id, country code or `CC.ADM1`, then by table.
    private var names: [String: [String: String]] = [:]

    /// Creates the names from the catalogues; `countries` overrides them, `divisions` adds missing names.
    init(
        catalogs: [String: MessageCatalog], countries: [String: [String: String]],
        divisions: [String: [String: String]],
        filing: NameFiling
    ) {
        // Country names: one per language. If CLDR has the language, GeoNames' names (フランス共和国) are dropped.
        add(countries, filing)
        let settled = names
        // A regional catalogue (zh-TW) is more specific than the general one.
        for (tag, catalog) in catalogs.sorted(by: { ($1.key.count, $0.key) < ($0.key.count, $1.key) }) {
            guard let language = LanguageTag(tag) else { continue }
            let table = NameFiling.table(language)
            for (id, name) in catalog.messages {
                if let known = settled[id], known[table] != nil || known[NameFiling.table(language.base)] != nil {
                    continue
                }
                let name = NameSpelling.mended(
                    name, language: language.language, kind: NameSpelling.kind(ofMessage: id))
                for (table, name) in filing.tables(language, name) where names[id]?[table] == nil {
                    names[id, default: [:]][table] = name
                }
            }
        }
        add(divisions, filing)
        for id in names.keys { filing.complete(&names[id, default: [:]]) }
        for (id, corrected) in NameCorrections.names { names[id, default: [:]].merge(corrected) { $1 } }
        for (id, other) in NameCorrections.namedLike {
            names[id, default: [:]].merge(names[other] ?? [:]) { $1 }
        }
    }

    /// Returns the names by table.
    subscript(id: String) -> [String: String] { names[id] ?? [:] }

    private mutating func add(_ tables: [String: [String: String]], _ filing: NameFiling) {
        for (tag, table) in tables.sorted(by: { $0.key < $1.key }) {
            guard let language = LanguageTag(tag) else { continue }
            for (id, name) in table {
                let name = NameSpelling.mended(
                    name, language: language.language, kind: NameSpelling.kind(ofMessage: id))
                for (table, name) in filing.tables(language, name) {
                    // Regional tags keep their region: pt-PT as well as pt.
                    let table = language.region == nil ? table : NameFiling.table(language)
                    if names[id]?[table] == nil { names[id, default: [:]][table] = name }
                }
            }
        }
    }
}
