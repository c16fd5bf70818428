import LKGeocoding

/// The meaning of each `admin_level` in a country.
///
/// The reference is the table "Admin_level for all countries" of the OpenStreetMap wiki (CC BY-SA 2.0),
/// [Tag:boundary=administrative](https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dadministrative). Tests compare Liechtenstein
/// and Monaco with the answers of a real Nominatim; the other rows have not been compared with data. The choice among several
/// levels is ours, based on what addresses of the country contain.
struct AdministrativeLevels {
    /// The divisions that addresses name as state, province or prefecture; the first level with an area counts.
    let state: [Int]
    /// Counties and districts of a state; the first level with an area counts.
    let county: [Int]
    /// The city, town or village of an address; the first level with an area counts.
    let city: [Int]
    /// Parts of a city; the first level with an area counts.
    let quarter: [Int]
    /// The languages of local names.
    let languages: [LanguageTag]

    /// Returns the levels of a country.
    ///
    /// - Parameter country: ISO 3166-1 alpha-2; `nil` if it is not known.
    /// - Returns: Its levels, or ``usual`` for other countries.
    static func of(_ country: String?) -> AdministrativeLevels { country.flatMap { table[$0] } ?? usual }

    /// The countries whose levels are known.
    static var countries: [String] { table.keys.sorted() }

    /// The levels in most countries.
    static let usual = AdministrativeLevels("4", "6", "8 7", "9 10 11", "")

    private init(_ state: String, _ county: String, _ city: String, _ quarter: String, _ languages: String) {
        func levels(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }
        self.state = levels(state)
        self.county = levels(county)
        self.city = levels(city)
        self.quarter = levels(quarter)
        self.languages = languages.split(separator: " ").compactMap { LanguageTag(String($0)) }
    }

    /// Divisions that are single cities, by ISO 3166-2: what would be a city elsewhere is part of them.
    static let cities: Set<String> = [
        "AT-9", "AR-C", "BG-22", "BY-HM", "CN-BJ", "CN-CQ", "CN-SH", "CN-TJ", "CO-DC", "CZ-10", "DE-BE", "DE-HH",
        "HU-BU",
        "ID-JK", "KR-11", "KR-26", "KR-27", "KR-28", "KR-29", "KR-30", "KR-31", "KR-50", "KZ-71", "KZ-75", "MX-CMX",
        "RO-B",
        "RU-MOW", "RU-SPE", "TH-10", "TW-KHH", "TW-NWT", "TW-TAO", "TW-TNN", "TW-TPE", "TW-TXG", "UA-30", "US-DC",
        "UZ-TK",
        "VN-CT", "VN-DN", "VN-HN", "VN-HP", "VN-SG",
    ]

    /// By country: state, county, city, parts of a city, languages.
    ///
    /// Without a level for the city, places tagged as cities count: in Great Britain, Ireland or Russia, municipalities are
    /// districts of several towns, and in Denmark, Greece, Iceland and Sweden they have names of their own (Københavns Kommune).
    private static let table: [String: AdministrativeLevels] = [
        // Europe.
        "AD": .init("", "", "7", "8 9 10", "ca"),
        "AL": .init("4", "", "8 7", "9 10", "sq"),
        "AT": .init("4", "6", "8", "9 10", "de"),
        "BA": .init("4", "5", "8 7", "9 10", "bs sr hr"),
        "BE": .init("4", "6", "8", "9 10", "nl fr de"),
        "BG": .init("6", "7", "8", "9 10", "bg"),
        "BY": .init("4", "6", "", "9 10", "be ru"),
        "CH": .init("4", "6", "8", "9 10", "de fr it"),
        "CZ": .init("6", "7", "8", "10 9", "cs"),
        "DE": .init("4", "6", "8", "10 9 11", "de"),
        "DK": .init("4", "7", "", "9 10", "da"),
        "EE": .init("6", "", "7", "9 10", "et"),
        "ES": .init("4", "6", "8", "10 9", "es ca gl eu"),
        "FI": .init("4 6", "", "8", "10 9", "fi sv"),
        "FR": .init("4", "6", "8", "9 10", "fr"),
        "GB": .init("4", "6", "", "10", "en"),
        "GR": .init("5", "7 6", "", "9 8", "el"),
        "HR": .init("6", "", "7", "8 9 10", "hr"),
        "HU": .init("6", "7", "8", "9 10", "hu"),
        "IE": .init("", "6", "", "", "en ga"),
        "IS": .init("", "6 5", "", "9 10", "is"),
        "IT": .init("4", "6", "8", "10 9", "it"),
        "LI": .init("", "6", "8", "9 10", "de"),
        "LT": .init("4", "5", "8", "10 9", "lt"),
        "LU": .init("", "6", "8", "9 10", "lb fr de"),
        "LV": .init("", "5", "8 7", "9 10", "lv"),
        "MC": .init("", "", "8", "10", "fr"),
        "MT": .init("", "4", "8", "10", "mt en"),
        "NL": .init("4", "", "10 8", "11 9", "nl"),
        "NO": .init("4", "", "7", "9 10", "nb"),
        "PL": .init("4", "6", "8", "9 10", "pl"),
        "PT": .init("6 4", "", "7", "8 9 10", "pt"),
        "RO": .init("4", "", "8 6", "9 10", "ro"),
        "RS": .init("", "6", "7", "8 9 10", "sr"),
        "RU": .init("4", "6", "", "9 10", "ru"),
        "SE": .init("4", "7", "", "9 10", "sv"),
        "SI": .init("", "", "8", "10 9", "sl"),
        "SK": .init("4", "8", "9", "10", "sk"),
        "UA": .init("4", "6", "9", "10", "uk"),
        // Asia.
        "CN": .init("4", "", "5", "6 8 10", "zh"),
        "ID": .init("4", "", "5", "7 6", "id"),
        "IL": .init("4", "5", "8", "9 10", "he ar"),
        "IN": .init("4", "5", "8", "10 9", "hi en"),
        "IR": .init("4", "5", "8 7", "10 9", "fa"),
        "JP": .init("4", "6", "7", "8 9 10", "ja"),
        "KR": .init("4", "", "6", "8 7", "ko"),
        "KZ": .init("4", "6", "", "9 10", "kk ru"),
        "PH": .init("4", "", "6", "10 9", "en fil"),
        "TH": .init("4", "6", "", "8 10", "th"),
        "TR": .init("4", "", "6", "8 10", "tr"),
        "TW": .init("4", "", "7 8", "9", "zh-Hant"),
        "VN": .init("4", "", "", "6 8 10", "vi"),
        // Africa.
        "EG": .init("4", "", "", "6 8", "ar"),
        "MA": .init("4", "5", "8", "9 10", "ar fr"),
        "NG": .init("4", "6", "", "8 10", "en"),
        "ZA": .init("4", "6", "", "10 9", "en af zu"),
        // America.
        "AR": .init("4", "5", "8 7", "9 10", "es"),
        "BR": .init("4", "", "8", "10 9", "pt"),
        "CA": .init("4", "6", "8", "10 9", "en fr"),
        "CL": .init("4", "6", "8", "10", "es"),
        "CO": .init("4", "", "6", "8 7 9", "es"),
        "MX": .init("4", "", "8 6", "10 9", "es"),
        "PE": .init("4", "6", "8", "10", "es"),
        "US": .init("4", "6", "8 7", "10 9", "en"),
        // Oceania.
        "AU": .init("4", "6", "9 10", "", "en"),
        "NZ": .init("4", "6", "", "10 9", "en mi"),
    ]
}
