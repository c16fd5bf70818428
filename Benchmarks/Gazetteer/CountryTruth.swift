import Foundation

/// Countries by the polygons of country-coder, which are no input of the gazetteer: what is measured against.
struct CountryTruth {
    private struct Collection: Decodable { var features: [Feature] }
    private struct Feature: Decodable {
        var properties: Properties
        var geometry: Geometry?
    }
    private struct Properties: Decodable {
        var iso1A2: String?
        var country: String?
        var nameEn: String?
    }
    private struct Geometry: Decodable { var coordinates: [[[[Double]]]] }

    private struct Polygon {
        var code: String
        var rings: [[[Double]]]
        var west = 181.0
        var south = 91.0
        var east = -181.0
        var north = -91.0
    }

    private var polygons: [Polygon] = []

    /// Territories of the file that ISO 3166 and GeoNames code by themselves, or not at all.
    private static let codes = [
        "FX": "FR", "IC": "ES", "AC": "SH", "TA": "SH", "DG": "IO", "CQ": "GG", "CP": "FR", "Saint Helena": "SH",
        "Alderney": "GG", "Guernsey": "GG", "Bonaire": "BQ", "Saba": "BQ", "Sint Eustatius": "BQ", "Svalbard": "SJ",
        "Jan Mayen": "SJ", "Northern Cyprus": "CY", "Akrotiri": "CY", "Dhekelia": "CY", "Peros Banhos": "IO",
        "Egmont Islands": "IO", "Great Chagos Bank": "IO", "Salomon Atoll": "IO", "Navassa Island": "UM",
        "Wake Island": "UM", "Baker Island": "UM", "Midway Atoll": "UM", "Jarvis Island": "UM", "Palmyra Atoll": "UM",
        "Kingman Reef": "UM", "Johnston Atoll": "UM", "Howland Island": "UM", "Kerguelen Islands": "TF",
        "Scattered Islands": "TF", "Crozet Islands": "TF", "Saint-Paul and Amsterdam": "TF",
    ]

    /// - Throws: `BenchmarkError` when the file is not there.
    init(path: String) throws(BenchmarkError) {
        guard let data = FileManager.default.contents(atPath: path),
            let collection = try? JSONDecoder().decode(Collection.self, from: data)
        else { throw BenchmarkError("\(path) is missing or no collection of polygons") }
        for feature in collection.features {
            let properties = feature.properties
            let own = properties.iso1A2.flatMap { Self.codes[$0] ?? $0 }
            guard let code = properties.nameEn.flatMap({ Self.codes[$0] }) ?? own ?? properties.country else {
                continue
            }
            for rings in feature.geometry?.coordinates ?? [] {
                var polygon = Polygon(code: code, rings: rings)
                for point in rings.first ?? [] where point.count >= 2 {
                    polygon.west = min(polygon.west, point[0])
                    polygon.east = max(polygon.east, point[0])
                    polygon.south = min(polygon.south, point[1])
                    polygon.north = max(polygon.north, point[1])
                }
                polygons.append(polygon)
            }
        }
    }

    /// The country's code; `nil` outside all polygons.
    func code(latitude: Double, longitude: Double) -> String? {
        polygons.first { polygon in
            longitude >= polygon.west && longitude <= polygon.east && latitude >= polygon.south
                && latitude <= polygon.north && Self.contains(polygon.rings, latitude, longitude)
        }?.code
    }

    private static func contains(_ rings: [[[Double]]], _ latitude: Double, _ longitude: Double) -> Bool {
        var isInside = false
        for ring in rings {
            guard var last = ring.last else { continue }
            for point in ring {
                if (last[1] <= latitude) != (point[1] <= latitude),
                    last[0] + (latitude - last[1]) * (point[0] - last[0]) / (point[1] - last[1]) > longitude
                {
                    isInside.toggle()
                }
                last = point
            }
        }
        return isInside
    }
}
