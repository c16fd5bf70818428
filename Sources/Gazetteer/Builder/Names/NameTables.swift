internal import Geocoding

/// `LANG` and `NAME` in the making: names by table and by what they name.
struct NameTables {
    private var tables: [String: [NameKey: UInt32]] = [:]

    /// Keeps a name; one that is too long for the file or empty is passed over.
    mutating func add(_ name: String, to key: NameKey, table: String, texts: inout TextPool) throws(GeocodingError) {
        guard !name.isEmpty, name.utf8.count < 256 else { return }
        tables[table, default: [:]][key] = try texts.offset(of: name)
    }

    /// The two sections, in the order of the tags and then of the keys.
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
