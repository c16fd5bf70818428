import FoundationEssentials

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// Places with names in many scripts, tagged and untagged.
struct NamesInput {
    static let zurich = (47.36667, 8.55)
    static let geneva = (46.20222, 6.14569)
    static let brig = (46.3167, 7.98333)
    static let ruse = (43.84872, 25.9534)
    static let huazhou = (21.66349, 110.63904)

    private static let cities: [(id: Int, name: String, at: (Double, Double), area: String, others: [String])] = [
        (1, "Zürich", zurich, "CH.ZH", ["취리히", "Cīrihe"]),
        (2, "Geneva", geneva, "CH.GE", ["Genève", "Женева"]),
        (3, "Brig", brig, "CH.VS", []),
        (4, "Ruse", ruse, "BG.53", ["Русе", "Рушчук", "Russe"]),
        (5, "Huazhou", huazhou, "CN.30", ["化州", "化州市", "Huazhou Shi"]),
    ]

    private static let catalogs: [String: [String: String]] = [
        "en": ["1": "Zurich", "2": "Geneva", "CH": "Switzerland"],
        "de": ["1": "Zürich", "2": "Genf", "3": "Brig"],
        "fr": ["1": "Zurich FR", "2": "Genève", "3": "Brigue"],
        "zh": ["1": "蘇黎世"],
        "sr": ["1": "Цирих"],
        "el": ["2": "Geneva"],
        "ru": ["2": "Женева (город)"],
    ]

    private static let countries = [
        "en\tCH\tSwitzerland", "fr\tCH\tSuisse", "th\tCH\tสวิตเซอร์แลนด์", "en\tBG\tBulgaria", "en\tCN\tChina",
    ]
    private static let divisions = ["fr\tCH.ZH\tCanton de Zurich", "en\tCH.ZH\tCanton of Zürich", "th\tCH.ZH\tซูริก"]
    private static let variants = ["苏\t\t蘇", "蘇\t苏\t"]

    /// The gazetteer of this input.
    static func bytes() throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let objects = cities.map { city in
            let parts = city.area.split(separator: ".")
            let others = city.others.map { "\"\($0)\"" }.joined(separator: ",")
            return """
                "\(city.id)":{"geonameid":\(city.id),"name":"\(city.name)","latitude":\(city.at.0),"longitude":\(city.at.1),\
                "countrycode":"\(parts[0])","population":1000,"timezone":"Test/Zone","admin1code":"\(parts[1])",\
                "alternatenames":[\(others)]}
                """
        }
        try write("{\(objects.joined(separator: ","))}", "cities500.json")
        try write(
            """
            {"BG":{"name":"Bulgaria","iso":"BG","languages":"bg,tr-BG"},"CH":{"name":"Switzerland","iso":"CH","languages":"de-CH,fr-CH"},
             "CN":{"name":"China","iso":"CN","languages":"zh-CN"}}
            """, "countries.json")
        try write(countries.joined(separator: "\n"), "country-names.tsv")
        try write(divisions.joined(separator: "\n"), "division-names.tsv")
        try write(variants.joined(separator: "\n"), "chinese-variants.tsv")
        for (language, messages) in catalogs {
            let locale = folder.appending(path: "locale/\(language)/LC_MESSAGES")
            try FileManager.default.createDirectory(at: locale, withIntermediateDirectories: true)
            try Data(SmallInput.catalog(messages)).write(to: locale.appending(path: "geonames.mo"))
        }
        return try WorldBuilder.bytes(from: GeoNamesFolder(path: folder.path))
    }
}
