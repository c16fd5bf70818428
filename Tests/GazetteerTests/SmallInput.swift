import FoundationEssentials

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// A handful of settlements and two catalogues in a folder of their own, as the builder reads them.
struct SmallInput {
    static let japanese = [
        "JP": "日本", "JP.40": "東京都", "100": "東京都", "101": "多摩", "FR": "フランス", "201": "パリ", "FJ": "フィジー",
    ]
    static let english = [
        "JP": "Japan", "JP.40": "Tokyo", "FR": "France", "FR.11": "Île-de-France", "FJ": "Fiji", "202": "Boulogne",
    ]
    static let french = ["FR": "France", "FR.11": "Île-de-France", "202": "Boulogne-Billancourt"]

    static let districts = "101\tTama-shi\n102\tChūō-ku\n202\tHauts-de-Seine\n203\tÎle-de-France\n"

    typealias City = (
        id: Int, name: String, at: (Double, Double), country: String, area: String, people: Int, others: [String]
    )

    static let cities: [City] =
        [
            (100, "Tokyo", (35.6895, 139.69171), "JP", "40", 9_733_276, ["東京都"]),
            (101, "Tama", (35.63694, 139.44628), "JP", "40", 148_285, ["多摩", "多摩市"]),
            (11_749_713, "Chiyoda", (35.68449, 139.75056), "JP", "40", 66_680, ["千代田区"]),
            (13_353_695, "Chūō", (35.67004, 139.77544), "JP", "40", 169_179, ["中央区"]),
            (102, "Ginza", (35.67190, 139.76500), "JP", "40", 3_608, ["銀座"]),
            (201, "Paris", (48.85341, 2.3488), "FR", "11", 2_138_551, ["Paryż", "Париж", "파리"]),
            (202, "Boulogne-Billancourt", (48.83545, 2.24128), "FR", "11", 108_782, []),
            (203, "Paris 04", (48.8546, 2.3577), "FR", "11", 27_332, []),
            (301, "East", (-16.5, 179.99), "FJ", "", 900, []),
            (302, "West", (-16.5, -179.9), "FJ", "", 0, []),
            (401, "Polar", (89.9, 10), "FR", "", 500, []),
        ]

    let folder: URL

    init(cities: [City] = Self.cities, belonging: String? = nil, districts: String? = Self.districts) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "gazetteer-\(UUID().uuidString)")
        var objects: [String] = []
        for city in cities {
            let others = city.others.map { "\"\($0)\"" }.joined(separator: ",")
            objects.append(
                """
                "\(city.id)":{"geonameid":\(city.id),"name":"\(city.name)","latitude":\(city.at.0),"longitude":\(city.at.1),\
                "countrycode":"\(city.country)","population":\(city.people),"timezone":"Test/\(city.country)",\
                "admin1code":"\(city.area)","alternatenames":[\(others)]}
                """)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("{\(objects.joined(separator: ","))}", "cities500.json")
        try write(
            """
            {"FJ":{"name":"Fiji","iso":"FJ","languages":"en-FJ,fj"},"FR":{"name":"France","iso":"FR","languages":"fr-FR,frp"},
             "JP":{"name":"Japan","iso":"JP","languages":"ja"}}
            """, "countries.json")
        try write("test\t1\tCC0\t00\n", "sources.txt")
        if let belonging { try write(belonging, "belonging.tsv") }
        if let districts { try write(districts, "districts.tsv") }
        for (language, messages) in [("ja", Self.japanese), ("en", Self.english), ("fr", Self.french)] {
            let locale = folder.appending(path: "locale/\(language)/LC_MESSAGES")
            try FileManager.default.createDirectory(at: locale, withIntermediateDirectories: true)
            try Data(Self.catalog(messages)).write(to: locale.appending(path: "geonames.mo"))
        }
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The gazetteer of this input, or of other settlements.
    static func bytes(
        cities: [City] = Self.cities, belonging: String? = nil, districts: String? = Self.districts
    ) throws -> [UInt8] {
        let input = try SmallInput(cities: cities, belonging: belonging, districts: districts)
        defer { input.remove() }
        return try WorldBuilder.bytes(from: GeoNamesFolder(path: input.folder.path))
    }

    /// A compiled message catalogue.
    static func catalog(_ messages: [String: String]) -> [UInt8] {
        let pairs = [("", "Content-Type: text/plain; charset=UTF-8\n")] + messages.sorted { $0.key < $1.key }
        var header = RecordWriter()
        for number in [0x9504_12DE, 0, pairs.count, 28, 28 + 8 * pairs.count, 0, 0] { header.append(UInt32(number)) }
        var texts: [UInt8] = []
        let start = 28 + 16 * pairs.count
        for text in pairs.map(\.0) + pairs.map(\.1) {
            header.append(UInt32(text.utf8.count))
            header.append(UInt32(start + texts.count))
            texts += Array(text.utf8) + [0]
        }
        return header.bytes + texts
    }
}
