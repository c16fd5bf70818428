/// Errors in GeoNames' list of settlements that no rule can detect.
///
/// Deliberately few; each with its reason.
enum SettlementCorrections {
    /// Populations that belong to another place, by GeoNames id; 0 if the place's own is unknown.
    static let populations: [UInt32: Int] = [
        // Quarters and suburbs with the population of their whole city, which would be named instead of it: New Mosul,
        // Old Basra, Camayenne in Conakry, Ra's Bayrūt, Sulṭānah in Medina, Kanayannur in Kochi, South Boston,
        // Mansilingan in Bacolod, New Kingston, Honchō in Funabashi, Aihara in Sagamihara, Minato in Wakayama, Kampung
        // Baru Subang, Minamirinkan in Yamato.
        99_071: 0, 388_349: 0, 2_422_488: 0, 268_743: 0, 101_760: 0, 12_501_153: 0, 4_951_305: 0,
        1_701_500: 0, 3_489_297: 0, 1_863_905: 0, 1_865_689: 0, 1_852_383: 0, 1_771_023: 0, 1_857_144: 0,
        // The same for Victoria and Hong Kong Island; the New Territories are not a settlement.
        1_931_681: 0, 12_747_064: 0, 12_747_063: 0,
        // Quarters with the population of an unrelated city of the same name: Puyang in Henan, and of Tokyo's wards
        // Kōtō (in Kumamoto), Toshima (in the ward of Kita), Suginami (in Ibaraki), Shinagawa (in Ehime) and Bunkyō (in
        // Sagamihara).
        1_798_425: 0, 11_209_896: 0, 8_572_994: 0, 11_836_117: 0, 1_852_139: 0, 11_790_632: 0,
        // The same for towns and villages: Sahiwal in Sargodha, Bahawalnagar in Okara, Maragheh in Khorasan, Maku in
        // Hormozgan, Andisheh east of Tehran, Karuri in Murang'a, Dondo in Lucala, Enchanted Hills in Rio Rancho,
        // Meikle Earnock in Hamilton, and two places with the population of Hvidovre: Klinteby Frihed and Avedøre.
        1_166_547: 0, 1_332_083: 0, 124_878: 0, 125_206: 0, 10_865_375: 0, 193_627: 0, 2_241_372: 0, 7_839_240: 0,
        2_642_814: 0, 2_618_741: 0, 2_624_427: 0,
        // Mahabad's population; the census of 2016 counts 91,515 in Piranshahr.
        121_110: 91_515,
        // Villages with more inhabitants than their province: Budta and Malingao.
        1_723_510: 0, 1_978_681: 0,
        // The county's population: Kenya's census of 2019 counts 107,227 in the town of Kakamega.
        195_272: 107_227,
        // China's census of 2020 counts 1,382,713 in the whole prefecture of Wuzhong.
        1_790_842: 1_382_713,
    ]

    /// Cities that are countries, whose districts do not occur in addresses: Hong Kong, Macau and Singapore.
    ///
    /// In GeoNames the city itself has no division and each quarter has its own, so the city would never be named.
    static let cityStates: Set<String> = ["HK", "MO", "SG"]

    /// Settlements with another country's code, by GeoNames id: parishes of Macau.
    static let countries: [UInt32: String] = [
        13_527_308: "MO", 13_527_315: "MO", 13_527_316: "MO", 13_527_318: "MO",
    ]

    /// Entries that are not settlements: a radio amateur's home in Brazil, with 10,000 inhabitants.
    static let others: Set<UInt32> = [8_739_860]

    /// Returns the settlement with corrections applied.
    static func corrected(_ city: GeoNamesFolder.City) -> GeoNamesFolder.City {
        var city = city
        if let country = countries[city.geonameid] { city.countrycode = country }
        if let population = populations[city.geonameid] { city.population = population }
        if cityStates.contains(city.countrycode) { city.admin1code = "" }
        city.name = NameSpelling.mainName(city.name, country: city.countrycode)
        return city
    }
}
