import Foundation
import LKFormats
import LKGeo
import LKGeocoding
import Testing

@testable import LKGazetteer

/// The gazetteer in use: the embedded one, or `LOCATIONKIT_DATA`.
enum NamedWorld {
    static let world = try? World.open(environment: ProcessInfo.processInfo.environment)
    /// Whether it was built by the rules of `Docs/Names.md`: those files know the languages of divisions.
    static let isRuled = world.map { $0.layout.divisionLanguages.count > 0 } ?? false
}

/// Well-known places in many languages.
@Suite(
    "World: names in every language",
    .enabled(if: NamedWorld.isRuled, "the gazetteer is older than the rules for names; build it again"))
struct NamedPlacesTests {
    private func placemark(_ latitude: Double, _ longitude: Double, _ language: String) throws -> Placemark {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let languages = language.isEmpty ? [] : try #require(LanguageTag.list(language))
        return try #require(NamedWorld.world).placemark(at: point, languages: languages)
    }

    private static let prefectures: [(Double, Double, String, String)] = [
        (43.0621, 141.3544, "北海道", "札幌市"), (40.8222, 140.7474, "青森県", "青森市"), (39.7020, 141.1545, "岩手県", "盛岡市"),
        (38.2682, 140.8694, "宮城県", "仙台市"), (39.7200, 140.1026, "秋田県", "秋田市"), (38.2554, 140.3396, "山形県", "山形市"),
        (37.7608, 140.4748, "福島県", "福島市"), (36.3659, 140.4714, "茨城県", "水戸市"), (36.5551, 139.8828, "栃木県", "宇都宮市"),
        (36.3895, 139.0634, "群馬県", "前橋市"), (35.8617, 139.6455, "埼玉県", "さいたま市"), (35.6073, 140.1063, "千葉県", "千葉市"),
        (35.6938, 139.7036, "東京都", "新宿区"), (35.4437, 139.6380, "神奈川県", "横浜市"), (37.9161, 139.0364, "新潟県", "新潟市"),
        (36.6953, 137.2113, "富山県", "富山市"), (36.5613, 136.6562, "石川県", "金沢市"), (36.0641, 136.2196, "福井県", "福井市"),
        (35.6642, 138.5684, "山梨県", "甲府市"), (36.6486, 138.1948, "長野県", "長野市"), (35.4233, 136.7607, "岐阜県", "岐阜市"),
        (34.9756, 138.3828, "静岡県", "静岡市"), (35.1815, 136.9066, "愛知県", "名古屋市"), (34.7186, 136.5057, "三重県", "津市"),
        (35.0178, 135.8546, "滋賀県", "大津市"), (35.0116, 135.7681, "京都府", "京都市"), (34.6937, 135.5023, "大阪府", "大阪市"),
        (34.6901, 135.1955, "兵庫県", "神戸市"), (34.6851, 135.8048, "奈良県", "奈良市"), (34.2305, 135.1708, "和歌山県", "和歌山市"),
        (35.5011, 134.2351, "鳥取県", "鳥取市"), (35.4681, 133.0484, "島根県", "松江市"), (34.6551, 133.9195, "岡山県", "岡山市"),
        (34.3853, 132.4553, "広島県", "広島市"), (34.1783, 131.4737, "山口県", "山口市"), (34.0703, 134.5548, "徳島県", "徳島市"),
        (34.3428, 134.0466, "香川県", "高松市"), (33.8392, 132.7657, "愛媛県", "松山市"), (33.5589, 133.5312, "高知県", "高知市"),
        (33.5902, 130.4017, "福岡県", "福岡市"), (33.2635, 130.3009, "佐賀県", "佐賀市"), (32.7503, 129.8777, "長崎県", "長崎市"),
        (32.8032, 130.7079, "熊本県", "熊本市"), (33.2396, 131.6093, "大分県", "大分市"), (31.9077, 131.4202, "宮崎県", "宮崎市"),
        (31.5966, 130.5571, "鹿児島県", "鹿児島市"), (26.2124, 127.6809, "沖縄県", "那覇市"),
    ]

    @Test("Names Japan's prefectural capitals in Japanese", arguments: prefectures)
    func capitals(latitude: Double, longitude: Double, prefecture: String, city: String) throws {
        let place = try placemark(latitude, longitude, "ja")
        #expect(place.addressString == prefecture + city)
        #expect(try placemark(latitude, longitude, "").addressString == prefecture + city)
    }

    private static let cities: [(Double, Double, String, String, String)] = [
        // Europe
        (48.8566, 2.3522, "ru", "Париж", "Франция"), (48.8566, 2.3522, "zh-Hant", "巴黎", "法國"),
        (45.4642, 9.1900, "de", "Mailand", "Italien"), (48.1372, 11.5755, "it", "Monaco di Baviera", "Germania"),
        (37.9838, 23.7275, "el", "Αθήνα", "Ελλάδα"), (55.7558, 37.6173, "ru", "Москва", "Россия"),
        (50.4501, 30.5234, "uk", "Київ", "Україна"), (48.2082, 16.3738, "hu", "Bécs", "Ausztria"),
        (59.3293, 18.0686, "fi", "Tukholma", "Ruotsi"), (51.5074, -0.1278, "pl", "Londyn", "Wielka Brytania"),
        (41.9028, 12.4964, "tr", "Roma", "İtalya"), (42.6977, 23.3219, "bg", "София", "България"),
        (44.8125, 20.4612, "sr-Latn", "Beograd", "Srbija"), (52.3676, 4.9041, "hy", "Ամստերդամ", "Նիդեռլանդներ"),
        // Asia
        (13.7563, 100.5018, "th", "กรุงเทพมหานคร", "ไทย"), (37.5665, 126.9780, "ko", "서울특별시", "대한민국"),
        (39.9042, 116.4074, "zh-Hans", "北京", "中国"), (19.0760, 72.8777, "hi", "मुंबई", "भारत"),
        (35.6892, 51.3890, "fa", "تهران", "ایران"), (31.7690, 35.2163, "he", "ירושלים", "ישראל"),
        (41.7151, 44.8271, "ka", "თბილისი", "საქართველო"), (13.0827, 80.2707, "ta", "சென்னை", "இந்தியா"),
        (21.0285, 105.8542, "vi", "Hà Nội", "Việt Nam"), (23.8103, 90.4125, "bn", "ঢাকা", "বাংলাদেশ"),
        (31.5497, 74.3436, "ur", "لاھور", "پاکستان"),
        // Africa
        (30.0444, 31.2357, "ar", "القاهرة", "مصر"), (9.0250, 38.7469, "am", "አዲስ አበባ", "ኢትዮጵያ"),
        (-33.9249, 18.4241, "af", "Kaapstad", "Suid-Afrika"), (30.0444, 31.2357, "ja", "カイロ", "エジプト"),
        // The Americas
        (40.7128, -74.0060, "es", "Nueva York", "Estados Unidos"), (45.5019, -73.5674, "fr", "Montréal", "Canada"),
        (-23.5505, -46.6333, "ko", "상파울루", "브라질"), (19.4326, -99.1332, "ru", "Мехико", "Мексика"),
        (-34.6037, -58.3816, "zh-Hant", "布宜諾斯艾利斯", "阿根廷"),
        // Oceania
        (-33.8688, 151.2093, "ja", "シドニー", "オーストラリア"), (-36.8485, 174.7633, "ru", "Окленд", "Новая Зеландия"),
        (-33.8688, 151.2093, "zh-Hans", "悉尼", "澳大利亚"),
    ]

    @Test("Names places of all continents in the language asked for", arguments: cities)
    func world(latitude: Double, longitude: Double, language: String, city: String, country: String) throws {
        let place = try placemark(latitude, longitude, language)
        #expect(place.locality == city)
        #expect(place.country == country)
        #expect(place.nameLanguages.locality?.canonical.language == LanguageTag(language)?.language)
    }

    @Test(
        "Names places in their own language where none is asked for",
        arguments: [
            (48.1372, 11.5755, "München"), (45.4642, 9.1900, "Milano"), (48.2082, 16.3738, "Wien"),
            (46.2044, 6.1432, "Genève"),
            (47.3769, 8.5417, "Zürich"), (46.0037, 8.9511, "Lugano"), (50.8503, 4.3517, "Bruxelles"),
            (51.2194, 4.4025, "Antwerpen"),
            (50.6326, 5.5797, "Liège"), (46.8139, -71.2080, "Québec"), (45.4215, -75.6972, "Ottawa"),
            (46.4983, 11.3548, "Bolzano"),
            (60.1699, 24.9384, "Helsinki"), (22.2819, 114.1581, "香港"), (25.0330, 121.5654, "台北市"),
            (31.2304, 121.4737, "上海"),
            (44.8125, 20.4612, "Београд"), (42.4304, 19.2594, "Podgorica"), (1.2903, 103.8519, "Singapore"),
            (-33.9249, 18.4241, "Cape Town"), (9.6615, 80.0255, "யாழ்ப்பாணம்"), (50.0755, 14.4378, "Praha"),
        ])
    func local(latitude: Double, longitude: Double, city: String) throws {
        #expect(try placemark(latitude, longitude, "").locality == city)
    }

    @Test(
        "Keeps the two kinds of Chinese apart",
        arguments: [
            (48.8566, 2.3522, "zh-TW", "法國"), (48.8566, 2.3522, "zh-CN", "法国"), (46.2044, 6.1432, "zh-Hant", "日內瓦"),
            (46.2044, 6.1432, "zh-Hans", "日内瓦"), (45.5019, -73.5674, "zh-Hant", "蒙特利爾"),
            (25.0330, 121.5654, "zh-Hans", "台北市"),
            (37.5665, 126.9780, "zh-Hant", "首爾"), (37.5665, 126.9780, "zh", "首尔"),
        ])
    func chinese(latitude: Double, longitude: Double, language: String, part: String) throws {
        let address = try placemark(latitude, longitude, language).addressString
        #expect(address.contains(part), "\(address)")
    }

    @Test(
        "Names the city and the division that an atlas has",
        arguments: [
            (36.3327, 43.1056, "Mosul", "Nineveh"), (30.5032, 47.8151, "Basra", "Basra Governorate"),
            (21.0285, 105.8542, "Hanoi", "Hanoi"), (10.7769, 106.7009, "Ho Chi Minh City", "Ho Chi Minh City"),
            (16.4637, 107.5909, "Huế", "Huế"), (51.1694, 71.4491, "Astana", "Astana"),
            (24.4798, 118.0894, "Xiamen", "Fujian"),
            (69.9689, 23.2717, "Alta", "Finnmark"), (25.0111, 121.4627, "New Taipei City", "New Taipei"),
            (22.6163, 120.3133, "Kaohsiung", "Kaohsiung"), (24.4539, 54.3773, "Abu Dhabi", "Abu Dhabi Emirate"),
            (46.4825, 30.7233, "Odesa", "Odesa Oblast"),
        ])
    func atlas(latitude: Double, longitude: Double, city: String, division: String) throws {
        let place = try placemark(latitude, longitude, "en")
        #expect(place.locality == city)
        #expect(place.administrativeArea == division)
    }

    @Test(
        "Says Hong Kong, Macau and Singapore once",
        arguments: [
            (22.2819, 114.1581, "ja", "香港"), (22.1987, 113.5439, "ja", "マカオ"), (22.1987, 113.5439, "en", "Macao"),
            (1.2903, 103.8519, "zh", "新加坡"),
        ])
    func cityStates(latitude: Double, longitude: Double, language: String, name: String) throws {
        let place = try placemark(latitude, longitude, language)
        #expect(place.locality == name)
        #expect(place.addressString.components(separatedBy: name).count == 2, "\(place.addressString)")
    }

    @Test("Has tables for forty languages and more, the common ones with thousands of names")
    func tables() throws {
        let world = try #require(NamedWorld.world)
        let languages = try world.information().languages
        #expect(languages.count > 150)
        for language in ["ar", "de", "es", "fa", "fr", "ja", "ko", "ru", "uk", "zh-Hans", "zh-Hant"] {
            let table = try Tag8(language).flatMap { try world.table($0) }
            #expect(try #require(table).count > 4000, "\(language)")
        }
    }
}
