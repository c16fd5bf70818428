internal import FoundationEssentials
internal import Geo
public import Geocoding

/// Builds a gazetteer file from GeoNames' settlements and translations, the same bytes from the same input.
public struct WorldBuilder {
    private let input: GeoNamesFolder
    private var texts = TextPool()
    private var localNames: LocalNames

    private var countryIndex: [String: UInt16] = [:]
    private var countryLanguage: [String] = []
    private var divisionIndex: [Division: UInt16] = [:]
    private var zoneIndex: [String: UInt16] = [:]
    /// Names by language, `local` among them.
    private var names: [String: [NameKey: UInt32]] = [:]

    private struct Division: Hashable, Comparable {
        var country: String
        var code: String
        var id: String { "\(country).\(code)" }
        static func < (left: Division, right: Division) -> Bool {
            (left.country, left.code) < (right.country, right.code)
        }
    }

    private init(_ input: GeoNamesFolder) {
        self.input = input
        localNames = LocalNames(catalogs: input.catalogs)
    }

    /// Reads the folder and writes the file, which replaces an older one in one step.
    ///
    /// - Parameters:
    ///   - folder: `cities500.json`, `countries.json`, `locale/*/LC_MESSAGES/geonames.mo` and `sources.txt`.
    ///   - output: The file's path.
    ///   - log: Is told what is being done, a line at a time.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
    public static func build(
        folder: String, output: String, log: (String) -> Void
    ) throws(GeocodingError) {
        log("reading \(folder)")
        let input = try GeoNamesFolder(path: folder)
        log("\(input.cities.count) settlements, \(input.catalogs.count) languages")
        let borders = try BorderInput.read(folder: folder)
        let bytes = try bytes(from: input, borders: borders, log: log)
        do { try Data(bytes).write(to: URL(filePath: output), options: .atomic) } catch {
            throw GeocodingError(.outputFailed, "cannot write \(output)", underlying: error)
        }
        log("wrote \(output): \(bytes.count) bytes, CRC-32 \(String(bytes.withUnsafeBytes(CRC32.of), radix: 16))")
    }

    static func bytes(
        from input: GeoNamesFolder, borders: BorderInput? = nil, log: (String) -> Void = { _ in }
    ) throws(GeocodingError) -> [UInt8] {
        var builder = WorldBuilder(input)
        let countries = try builder.countries()
        let divisions = try builder.divisions()
        let zones = try builder.zones(more: borders?.zones.zones ?? [])
        let (positions, places, nodes) = try builder.settlements()
        let (languages, names) = builder.nameTables()
        let borderSections = borders.map { builder.borderSections($0, log: log) } ?? []
        return SectionFile.bytes(
            borderSections + [
                (.nodes, nodes), (.positions, positions), (.places, places), (.countries, countries),
                (.divisions, divisions), (.zones, zones), (.languages, languages), (.names, names),
                (.texts, builder.texts.bytes), (.meta, builder.meta(hasBorders: borders != nil)),
            ])
    }

    private mutating func countries() throws(GeocodingError) -> [UInt8] {
        var record = RecordWriter()
        for country in input.countries {
            guard country.iso.utf8.count == 2, let index = UInt16(exactly: countryIndex.count),
                countryIndex.updateValue(index, forKey: country.iso) == nil
            else { throw GeocodingError(.inputInvalid, "the country code \(country.iso) is wrong or there twice") }
            let language = LocalNames.language(of: country) ?? ""
            countryLanguage.append(language)
            let key = NameKey(.country, Int(index))
            try addTranslations(of: country.iso, to: key, language, country: country.iso)
            for (tag, table) in input.countryNames.sorted(by: { $0.key < $1.key }) where tag != "en" {
                guard let name = table[country.iso] else { continue }
                names[tag, default: [:]][key] = try texts.offset(of: name)
                let isLocal = tag == language && !["TW", "HK", "MO"].contains(country.iso)
                if isLocal || tag == "zh-Hant" && language == "zh" && ["TW", "HK", "MO"].contains(country.iso) {
                    names[GazetteerFormat.localTag, default: [:]][key] = try texts.offset(of: name)
                }
            }
            record.append(contentsOf: Array(country.iso.utf8))
            record.append(UInt16(0))
            let english = input.countryNames["en"]?[country.iso] ?? input.catalogs["en"]?.messages[country.iso]
            try record.append(texts.offset(of: english ?? country.name))
            record.append(Tag8(language) ?? Tag8(rawValue: 0))
        }
        return record.bytes
    }

    private mutating func divisions() throws(GeocodingError) -> [UInt8] {
        var record = RecordWriter()
        let all = Set(input.cities.map { Division(country: $0.countrycode, code: $0.admin1code) })
        for (number, division) in all.sorted().enumerated() {
            guard let country = countryIndex[division.country], let index = UInt16(exactly: number) else {
                throw GeocodingError(.inputInvalid, "no country \(division.country), or too many divisions")
            }
            divisionIndex[division] = index
            let language = countryLanguage[Int(country)]
            try addTranslations(
                of: division.id, to: NameKey(.division, number), language, country: division.country)
            record.append(country)
            record.append(UInt16(0))
            try record.append(texts.offset(of: division.code))
            try record.append(texts.offset(of: input.catalogs["en"]?.messages[division.id] ?? ""))
        }
        return record.bytes
    }

    private func borderSections(
        _ input: BorderInput, log: (String) -> Void
    ) -> [(section: GazetteerSection, bytes: [UInt8])] {
        let settlements = self.input.cities.compactMap { city -> BorderSettlement? in
            guard let point = GridPoint(longitude: city.longitude, latitude: city.latitude),
                let country = countryIndex[city.countrycode],
                let division = divisionIndex[Division(country: city.countrycode, code: city.admin1code)]
            else { return nil }
            return BorderSettlement(point: point, country: country, division: division)
        }
        return BorderBuilder.sections(
            input, settlements: settlements, country: { [countryIndex] in countryIndex[$0] },
            zone: { [zoneIndex] in zoneIndex[$0] }, log: log)
    }

    private mutating func zones(more: [String]) throws(GeocodingError) -> [UInt8] {
        var record = RecordWriter()
        for (number, zone) in Set(input.cities.map(\.timezone) + more).sorted().enumerated() {
            zoneIndex[zone] = UInt16(exactly: number)
            try record.append(texts.offset(of: zone))
        }
        return record.bytes
    }

    private mutating func settlements() throws(GeocodingError) -> (positions: [UInt8], places: [UInt8], nodes: [UInt8])
    {
        var entries: [SettlementTree.Entry] = []
        var local: [String?] = []
        for (source, city) in input.cities.enumerated() {
            guard let coordinate = Coordinate(latitude: city.latitude, longitude: city.longitude),
                let country = countryIndex[city.countrycode]
            else { throw GeocodingError(.inputInvalid, "settlement \(city.geonameid) lies nowhere") }
            let language = countryLanguage[Int(country)]
            let name = language.isEmpty ? nil : localNames.name(of: city, language: language)
            local.append(name)
            let division = "\(city.countrycode).\(city.admin1code)"
            let reach = Reach.metres(
                of: city, localName: name,
                divisionName: input.catalogs[language]?.messages[division])
            let vector = SurfaceVector(coordinate)
            entries.append(
                SettlementTree.Entry(
                    source: source, position: vector.rounded,
                    reach: UInt16(min(reach.rounded(), 65_535)), country: country))
        }
        let tree = SettlementTree(entries)
        var positions = RecordWriter()
        var places = RecordWriter()
        for (index, entry) in tree.entries.enumerated() {
            let city = input.cities[entry.source]
            for axis in 0..<3 { positions.append(entry.position[axis]) }
            positions.append(entry.reach)
            positions.append(divisionIndex[Division(country: city.countrycode, code: city.admin1code)] ?? 0)
            places.append(city.geonameid)
            places.append(UInt32(clamping: city.population))
            try places.append(texts.offset(of: city.name))
            places.append(zoneIndex[city.timezone] ?? 0)
            places.append(UInt16(0))
            try addNames(of: city, at: index, local: local[entry.source], language: countryLanguage[Int(entry.country)])
        }
        return (positions.bytes, places.bytes, tree.nodes)
    }

    private mutating func addNames(
        of city: GeoNamesFolder.City, at index: Int, local: String?, language: String
    ) throws(GeocodingError) {
        let key = NameKey(.place, index)
        let id = String(city.geonameid)
        for (tag, catalog) in input.catalogs.sorted(by: { $0.key < $1.key }) {
            guard var name = catalog.messages[id] else { continue }
            // Where English is the local language GeoNames' main name is the fuller one: New York City, not New York.
            if tag == "en", name == city.name || language == "en" { continue }
            // The better local name (多摩市 for 多摩) also answers for its language.
            if tag == language, let local { name = local }
            names[tag, default: [:]][key] = try texts.offset(of: name)
        }
        for (tag, name) in localNames.namesToldByScript(of: city) where input.catalogs[tag]?.messages[id] == nil {
            // At home the local name is the better one (東京, not トウキョウ).
            if tag == language, local != nil { continue }
            names[tag, default: [:]][key] = try texts.offset(of: name)
        }
        if let local, local != city.name {
            names[GazetteerFormat.localTag, default: [:]][key] = try texts.offset(of: local)
        }
    }

    /// The names of a country or division in all languages and in its own.
    private mutating func addTranslations(
        of id: String, to key: NameKey, _ language: String, country: String
    ) throws(GeocodingError) {
        for (tag, catalog) in input.catalogs.sorted(by: { $0.key < $1.key }) where tag != "en" {
            // One name a country and language: the table's, not that of the catalogue of a variant (zh-CN).
            let base = String(tag.prefix { $0 != "-" })
            if id == country, input.countryNames[base]?[id] != nil { continue }
            guard let name = catalog.messages[id] else { continue }
            names[tag, default: [:]][key] = try texts.offset(of: name)
        }
        guard language != "en" else { return }
        let local = localNames.catalogs(language: language, country: country).lazy.compactMap { $0.messages[id] }.first
        if let local { names[GazetteerFormat.localTag, default: [:]][key] = try texts.offset(of: local) }
    }

    private func nameTables() -> (languages: [UInt8], names: [UInt8]) {
        var languages = RecordWriter()
        var records = RecordWriter()
        var count: UInt32 = 0
        let tables = names.compactMap { name, table in Tag8(name).map { (tag: $0, table: table) } }
        for (tag, table) in tables.sorted(by: { $0.tag < $1.tag }) {
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

    private func meta(hasBorders: Bool) -> [UInt8] {
        var lines = ["attribution=\(World.attribution)", "licence=CC BY 4.0"]
        if hasBorders {
            // The borders are a database of their own, and so is their licence.
            lines[0] += "; borders and time zones © OpenStreetMap contributors, ODbL 1.0"
            lines[1] += "; sections BREG, BGRD and BEDG: ODbL 1.0"
        }
        lines += input.sources.map { "source=\($0)" }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
