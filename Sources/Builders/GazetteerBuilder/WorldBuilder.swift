import FoundationEssentials
import LKFormats
import LKGazetteer
import LKGeo
public import LKGeocoding
package import LKStorage

/// Builds a gazetteer file from GeoNames' settlements and translations; the same input yields the same bytes.
public struct WorldBuilder {
    private let input: GeoNamesFolder
    private var texts = TextPool()
    private var names: WorldNames

    private var countryIndex: [String: UInt16] = [:]
    private var divisionIndex: [Division: UInt16] = [:]
    private var zoneIndex: [String: UInt16] = [:]
    private var districtIndex: [String: UInt16] = [:]

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
        names = WorldNames(input)
    }

    /// Reads the folder and writes the file, which replaces an older one atomically.
    ///
    /// - Parameters:
    ///   - folder: `cities500.json`, `countries.json`, `locale/*/LC_MESSAGES/geonames.mo` and `sources.txt`.
    ///   - output: The file's path. An existing file is replaced if it is empty or a world; a symbolic link is not followed.
    ///   - boundaries: A user's own country areas, GeoPackage or GeoJSON; they override those of the time zones.
    ///   - replacesOthers: Whether any other file is replaced too.
    ///   - report: Called with each step of the work.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
    public static func build(
        folder: String, output: String, boundaries: [String] = [], replacesOthers: Bool = false,
        report: (BuildReport) -> Void
    ) throws(GeocodingError) {
        let file: OutputFile
        do throws(StorageError) {
            file = try OutputFile(
                output, replacing: replacesOthers ? .everything : .own(GazetteerFormat.kind.isBeginning),
                inputs: inputs(folder: folder, boundaries: boundaries))
        } catch {
            throw GeocodingError(.outputFailed, error)
        }
        try build(folder: folder, output: file, boundaries: boundaries, report: report)
    }

    /// Reads the folder and writes an output; see ``build(folder:output:boundaries:replacesOthers:report:)``.
    package static func build(
        folder: String, output: OutputFile, boundaries: [String] = [], report: (BuildReport) -> Void
    ) throws(GeocodingError) {
        report(.note("reading \(folder)"))
        let input = try GeoNamesFolder(path: folder)
        report(.note("\(input.cities.count) settlements, \(input.catalogs.count) languages"))
        let borders = try BorderInput.read(folder: folder, boundaries: boundaries)
        let bytes = try bytes(from: input, borders: borders, report: report)
        do {
            try output.write { file in try OutputFile.write(bytes, to: file, output.path) }
        } catch {
            throw .unwritten(output.path, error)
        }
        report(
            .note(
                "wrote \(output.path): \(bytes.count) bytes, CRC-32 "
                    + String(bytes.withUnsafeBytes(CRC32.of), radix: 16)))
    }

    /// Returns the files of the folder and the additional ones, all of which a build reads.
    package static func inputs(folder: String, boundaries: [String]) -> [FileIdentity] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // An earlier output may be in the folder too.
        let inputs = files.filter { !$0.hasSuffix(".world") }.map { "\(folder)/\($0)" } + boundaries
        return inputs.compactMap { FileIdentity(path: $0) }
    }

    static func bytes(
        from input: GeoNamesFolder, borders: BorderInput? = nil, report: (BuildReport) -> Void = { _ in }
    ) throws(GeocodingError) -> [UInt8] {
        var builder = WorldBuilder(input)
        let countries = try builder.countries()
        let (divisions, divisionLanguages) = try builder.divisions()
        let districts = try builder.districts()
        let zones = try builder.zones(more: borders?.zones.zones ?? [])
        let settlements = try builder.settlements(report: report)
        let (languages, names) = builder.names.sections()
        let borderSections = try builder.borderSections(borders, report: report)
        return SectionFile.bytes(
            borderSections + [
                (.nodes, settlements.nodes), (.positions, settlements.positions), (.places, settlements.places),
                (.countries, countries),
                (.divisions, divisions), (.divisionLanguages, divisionLanguages), (.zones, zones),
                (.languages, languages),
                (.names, names), (.otherNames, settlements.otherNames), (.texts, builder.texts.bytes),
                (.meta, builder.meta(hasBorders: borders != nil)),
            ] + (settlements.parts.isEmpty ? [] : [(.belonging, settlements.parts)])
                + (districts.isEmpty ? [] : [(.districts, districts)]))
    }

    private mutating func countries() throws(GeocodingError) -> [UInt8] {
        var record = RecordWriter()
        for country in input.countries {
            guard country.iso.utf8.count == 2, let index = UInt16(exactly: countryIndex.count),
                countryIndex.updateValue(index, forKey: country.iso) == nil
            else { throw GeocodingError(.inputInvalid, "the country code \(country.iso) is wrong or there twice") }
            try names.add(
                country.iso, country: country.iso, division: nil, key: NameKey(.country, Int(index)), texts: &texts)
            record.append(contentsOf: Array(country.iso.utf8))
            record.append(UInt16(0))
            try record.append(texts.offset(of: names.englishName(of: country.iso) ?? country.name))
            record.append(names.home(country: country.iso).first.flatMap { Tag8($0) } ?? Tag8(rawValue: 0))
        }
        return record.bytes
    }

    private mutating func divisions() throws(GeocodingError) -> (records: [UInt8], languages: [UInt8]) {
        var record = RecordWriter()
        var languages = RecordWriter()
        let all = Set(input.cities.map { Division(country: $0.countrycode, code: $0.admin1code) })
        for (number, division) in all.sorted().enumerated() {
            guard let country = countryIndex[division.country], let index = UInt16(exactly: number) else {
                throw GeocodingError(.inputInvalid, "no country \(division.country), or too many divisions")
            }
            divisionIndex[division] = index
            try names.add(
                division.id, country: division.country, division: division.code, key: NameKey(.division, number),
                texts: &texts)
            let home = names.home(country: division.country, division: division.code)
            languages.append(home.first.flatMap { Tag8($0) } ?? Tag8(rawValue: 0))
            record.append(country)
            record.append(UInt16(0))
            try record.append(texts.offset(of: division.code))
            try record.append(texts.offset(of: names.englishName(of: division.id) ?? ""))
        }
        return (record.bytes, languages.bytes)
    }

    private func borderSections(
        _ input: BorderInput?, report: (BuildReport) -> Void
    ) throws(GeocodingError) -> [(section: GazetteerSection, bytes: [UInt8])] {
        guard let input else { return [] }
        let settlements = self.input.cities.compactMap { city -> BorderSettlement? in
            guard let point = GridPoint(longitude: city.longitude, latitude: city.latitude),
                let country = countryIndex[city.countrycode],
                let division = divisionIndex[Division(country: city.countrycode, code: city.admin1code)]
            else { return nil }
            return BorderSettlement(point: point, country: country, division: division)
        }
        return try BorderBuilder.sections(
            input, settlements: settlements, country: { [countryIndex] in countryIndex[$0] },
            zone: { [zoneIndex] in zoneIndex[$0] },
            codeOf: { [countries = self.input.countries] in countries[Int($0)].iso },
            division: { [divisionIndex] in divisionIndex[Division(country: $0, code: $1)] },
            report: report)
    }

    /// Returns `DIST`: the names of second-level divisions in order, after an empty one; empty if the input has none.
    private mutating func districts() throws(GeocodingError) -> [UInt8] {
        let names = Set(input.cities.compactMap { input.districts[$0.geonameid] }).sorted()
        guard !names.isEmpty else { return [] }
        guard names.count < Int(UInt16.max) else {
            throw GeocodingError(.inputInvalid, "\(names.count) names of districts are too many for the file")
        }
        var record = RecordWriter()
        record.append(UInt32(0))
        for name in names {
            districtIndex[name] = UInt16(districtIndex.count + 1)
            try record.append(texts.offset(of: name))
        }
        return record.bytes
    }

    private mutating func zones(more: [String]) throws(GeocodingError) -> [UInt8] {
        var record = RecordWriter()
        for (number, zone) in Set(input.cities.map(\.timezone) + more).sorted().enumerated() {
            zoneIndex[zone] = UInt16(exactly: number)
            try record.append(texts.offset(of: zone))
        }
        return record.bytes
    }

    /// The sections of settlements.
    private struct Settlements {
        var positions: [UInt8]
        var places: [UInt8]
        var nodes: [UInt8]
        var otherNames: [UInt8]
        var parts: [UInt8]
    }

    private mutating func settlements(report: (BuildReport) -> Void) throws(GeocodingError) -> Settlements {
        var entries: [SettlementTree.Entry] = []
        var local: [String?] = []
        for (source, city) in input.cities.enumerated() {
            guard let coordinate = Coordinate(latitude: city.latitude, longitude: city.longitude),
                let country = countryIndex[city.countrycode]
            else { throw GeocodingError(.inputInvalid, "settlement \(city.geonameid) has no position") }
            let name = names.localName(of: city)
            local.append(name)
            let reach = Reach.metres(
                of: city, localName: name,
                divisionName: names.localName(ofDivision: city.admin1code, in: city.countrycode))
            let vector = SurfaceVector(coordinate)
            entries.append(
                SettlementTree.Entry(
                    source: source, position: vector.rounded,
                    reach: UInt16(min(reach.rounded(), 65_535)), country: country))
        }
        let tree = SettlementTree(entries)
        var positions = RecordWriter()
        var places = RecordWriter()
        var otherNames = RecordWriter()
        for (index, entry) in tree.entries.enumerated() {
            let city = input.cities[entry.source]
            if index.isMultiple(of: 2_048) {
                report(.progress("choosing names", Double(index) / Double(tree.entries.count)))
            }
            for axis in 0..<3 { positions.append(entry.position[axis]) }
            positions.append(entry.reach)
            positions.append(divisionIndex[Division(country: city.countrycode, code: city.admin1code)] ?? 0)
            places.append(city.geonameid)
            places.append(UInt32(clamping: city.population))
            try places.append(texts.offset(of: names.mainName(of: city)))
            places.append(zoneIndex[city.timezone] ?? 0)
            places.append(input.districts[city.geonameid].flatMap { districtIndex[$0] } ?? 0)
            let key = NameKey(.place, index)
            for name in try names.add(city, local: local[entry.source], key: key, texts: &texts) {
                otherNames.append(key.rawValue)
                try otherNames.append(texts.offset(of: name))
            }
        }
        return Settlements(
            positions: positions.bytes, places: places.bytes, nodes: tree.nodes, otherNames: otherNames.bytes,
            parts: parts(tree))
    }

    /// Returns `PART`: the city of each settlement, in tree order; empty if the input has none.
    private func parts(_ tree: SettlementTree) -> [UInt8] {
        guard !input.belonging.isEmpty else { return [] }
        let indices = Dictionary(
            tree.entries.enumerated().map { (input.cities[$1.source].geonameid, $0) }, uniquingKeysWith: min)
        var record = RecordWriter()
        for entry in tree.entries {
            let belonging = input.belonging[input.cities[entry.source].geonameid]
            // The list gives parishes of Macau China's code, but they are not part of Zhuhai.
            let city = belonging.flatMap { indices[$0.city] }.flatMap { index in
                tree.entries[index].country == entry.country ? index : nil
            }
            record.append(PartRecord(city: city, confidence: belonging?.confidence ?? 0).rawValue)
        }
        return record.bytes
    }

    private func meta(hasBorders: Bool) -> [UInt8] {
        var lines = ["attribution=\(World.namesAttribution)", "licence=CC BY 4.0"]
        if hasBorders {
            // The borders are a separate database with its own licence.
            lines[0] += "; \(World.bordersAttribution)"
            lines[1] += "; sections BREG, BGRD and BEDG: ODbL 1.0"
        }
        lines += input.sources.map { "source=\($0)" }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// The builder's progress.
public enum BuildReport: Sendable, Equatable {
    /// A message to keep: a count, or something that did not match.
    case note(String)
    /// The current step and its share done, 0 to 1, for a progress line.
    case progress(String, Double)
}
