/// What the sources have wrong and no rule can tell.
///
/// Few on purpose; each with its reason.
enum NameCorrections {
    /// Cities that are called what their country is called, by GeoNames id: CLDR's names of the country stand for theirs.
    ///
    /// GeoNames has no translations for Macau and Singapore.
    static let namedLike = ["1819729": "HK", "1821274": "MO", "1880252": "SG"]

    /// Main names that go with `namedLike`.
    static let mainNames: [UInt32: String] = [1_821_274: "Macao"]

    /// Tagged names that are out of date or not what the place is called, by GeoNames id or division.
    static let names: [String: [String: String]] = [
        // The one prefectural capital whose alternates lack its full name.
        "6940394": ["ja": "さいたま市"],
        // Bombay was renamed in 1995; the catalogues have बम्बई, and Marathi in Latin letters.
        "1275339": ["hi": "मुंबई", "mr": "मुंबई", "ne": "मुम्बई"],
    ].merging(english.mapValues { ["en": $0] }) { $0.merging($1) { $1 } }

    /// English names that no atlas has: old ones, those of an administration, transliterations.
    private static let english: [String: String] = [
        "1526273": "Astana", "1790645": "Xiamen", "1790587": "Xiangyang", "1786760": "Yixing", "1817993": "Anqing",
        "1788081": "Xuancheng", "698740": "Odesa", "1269920": "Hubballi", "738329": "Üsküdar",
        "292968": "Abu Dhabi", "292672": "Sharjah", "104515": "Mecca", "172955": "Raqqa", "1133616": "Mazar-i-Sharif",
        "1176734": "Hyderabad", "1254661": "Thane", "1164909": "Sialkot", "144448": "Ahvaz", "1273313": "Dehradun",
        "551487": "Kazan", "1835553": "Suwon", "315808": "Elazığ",
        // The word for city where the name is known without.
        "1673820": "Kaohsiung", "1668355": "Tainan", "6696918": "Taoyuan", "1670029": "Banqiao", "2036502": "Jilin",
        "1816269": "Baise", "1792359": "Huangshan", "1715348": "Davao", "1720151": "Caloocan", "1684308": "Taguig",
        "1679432": "Zamboanga", "1730501": "Antipolo", "1185188": "Rangpur", "3687925": "Cali", "3521081": "Puebla",
        "3991164": "Querétaro", "4014338": "Chihuahua", "3985606": "San Luis Potosí",
        // Divisions.
        "KZ.05": "Astana", "RU.86": "Voronezh Oblast", "UA.17": "Odesa Oblast", "MM.17": "Yangon", "MM.10": "Sagaing",
        "AZ.09": "Baku",
        "ID.29": "North Maluku", "CG.12": "Brazzaville", "TW.02": "Kaohsiung", "TW.03": "New Taipei",
        "MN.06": "Dornod", "MN.08": "Dundgovi", "MN.09": "Zavkhan", "MN.18": "Töv",
    ]
}
