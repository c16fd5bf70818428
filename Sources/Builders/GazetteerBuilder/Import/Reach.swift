import Glibc

/// The reach of a settlement in metres; `Docs/Formats/Gazetteer.md` has the rule and its measurement.
enum Reach {
    static func metres(population: Int) -> Double {
        guard population > 0 else { return 0 }
        return 20 * pow(Double(population), 0.4)
    }

    /// Returns the radius of a disc with an area in square kilometres.
    static func metres(area: Double) -> Double { (area / .pi).squareRoot() * 1000 }

    /// Returns the reach of a settlement.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - localName: Its name in its own language.
    ///   - divisionName: The name of its division in that language.
    /// - Returns: Metres.
    static func metres(of city: GeoNamesFolder.City, localName: String?, divisionName: String?) -> Double {
        if let ward = TokyoWard.all[city.geonameid] { return metres(area: ward.area) }
        // 東京都 is a prefecture; its municipalities are the wards and cities.
        if city.countrycode == "JP", let localName, localName == divisionName { return 0 }
        return metres(population: city.population)
    }
}

/// A special ward of Tokyo: an independent municipality whose population says little about its extent.
///
/// The areas are those in the Tokyo Metropolitan Government's table of municipalities by population and area (2022).
/// Six wards (Bunkyō, Kōtō, Shinagawa, Suginami, Toshima, Nerima) come only from `Scripts/lib/world-settlements.py`:
/// GeoNames' list of settlements with at least 500 inhabitants lacks them.
struct TokyoWard {
    let name: String
    /// The area in square kilometres.
    let area: Double

    /// The wards by GeoNames id.
    static let all: [UInt32: TokyoWard] = [
        11_749_713: TokyoWard(name: "千代田区", area: 11.66),
        13_353_695: TokyoWard(name: "中央区", area: 10.21),
        13_353_696: TokyoWard(name: "港区", area: 20.37),
        11_790_353: TokyoWard(name: "新宿区", area: 18.22),
        11_790_369: TokyoWard(name: "台東区", area: 10.11),
        1_851_454: TokyoWard(name: "墨田区", area: 13.77),
        11_790_374: TokyoWard(name: "目黒区", area: 14.67),
        8_469_289: TokyoWard(name: "大田区", area: 61.86),
        11_790_342: TokyoWard(name: "世田谷区", area: 58.05),
        11_808_021: TokyoWard(name: "渋谷区", area: 15.11),
        8_715_035: TokyoWard(name: "中野区", area: 15.59),
        8_469_285: TokyoWard(name: "北区", area: 20.61),
        10_968_247: TokyoWard(name: "荒川区", area: 10.16),
        1_861_321: TokyoWard(name: "板橋区", area: 32.22),
        10_987_897: TokyoWard(name: "足立区", area: 53.25),
        8_469_284: TokyoWard(name: "葛飾区", area: 34.80),
        11_071_717: TokyoWard(name: "江戸川区", area: 49.90),
        7_475_133: TokyoWard(name: "文京区", area: 11.29),
        1_858_665: TokyoWard(name: "江東区", area: 42.99),
        1_852_140: TokyoWard(name: "品川区", area: 22.85),
        1_851_510: TokyoWard(name: "杉並区", area: 34.06),
        7_475_135: TokyoWard(name: "豊島区", area: 13.01),
        1_855_502: TokyoWard(name: "練馬区", area: 48.08),
    ]
}
