import FoundationEssentials
import Geo
import Geocoding
import Testing

@Suite("Placemark's address")
struct PlacemarkAddressTests {
    private func placemark(
        _ language: String?, locality: String? = nil, area: String? = nil, country: String? = nil, code: String? = nil
    ) throws -> Placemark {
        let point = try #require(Coordinate(latitude: 0, longitude: 0))
        var placemark = Placemark(coordinate: point, provider: "test")
        placemark.language = language.flatMap { LanguageTag($0) }
        placemark.locality = locality
        placemark.administrativeArea = area
        placemark.country = country
        placemark.isoCountryCode = code
        return placemark
    }

    @Test("goes up in English")
    func english() throws {
        let place = try placemark("en", locality: "Chiyoda", area: "Tokyo", country: "Japan", code: "JP")
        #expect(place.addressString == "Chiyoda, Tokyo, Japan")
        #expect(place.addressLines == ["Chiyoda, Tokyo", "Japan"])
    }

    @Test("goes down in Japanese, without the country at home")
    func japanese() throws {
        let place = try placemark("ja-JP", locality: "千代田区", area: "東京都", country: "日本", code: "JP")
        #expect(place.addressString == "東京都千代田区")
        #expect(place.addressLines == ["東京都千代田区"])
    }

    @Test("puts spaces only where Japanese names would run into each other")
    func japaneseAbroad() throws {
        let paris = try placemark("ja", locality: "パリ", area: "イル＝ド＝フランス", country: "フランス", code: "FR")
        #expect(paris.addressString == "フランス イル＝ド＝フランス パリ")
        #expect(paris.addressLines == ["フランス", "イル＝ド＝フランス パリ"])
        let chengdu = try placemark("ja", locality: "成都", area: "四川省", country: "中国", code: "CN")
        #expect(chengdu.addressString == "中国四川省成都")
        let saitama = try placemark("ja", locality: "さいたま市", area: "埼玉県", country: "日本", code: "JP")
        #expect(saitama.addressString == "埼玉県さいたま市")
    }

    @Test("goes down with spaces in Korean")
    func korean() throws {
        let place = try placemark("ko", locality: "수원시", area: "경기도", country: "대한민국", code: "KR")
        #expect(place.addressString == "경기도 수원시")
    }

    @Test("says a repeated name once")
    func repeated() throws {
        let berlin = try placemark("de", locality: "Berlin", area: "Berlin", country: "Deutschland", code: "DE")
        #expect(berlin.addressString == "Berlin, Deutschland")
        let beijing = try placemark("zh", locality: "北京", area: "北京市", country: "中国", code: "CN")
        #expect(beijing.addressString == "北京市")
        let singapore = try placemark("en", locality: "Singapore", country: "Singapore", code: "SG")
        #expect(singapore.addressLines == ["Singapore"])
    }

    @Test("leaves out a division that has no name in the city's script")
    func scripts() throws {
        let place = try placemark("ru", locality: "Париж", area: "Île-de-France", country: "Франция", code: "FR")
        #expect(place.addressString == "Париж, Франция")
        #expect(place.addressDictionary[.state] == "Île-de-France")
    }

    @Test("is empty where nothing is known")
    func empty() throws {
        let place = try placemark("ja")
        #expect(place.addressString == "")
        #expect(place.addressLines == [])
        #expect(place.addressDictionary.isEmpty)
        #expect(try JSONEncoder().encode(place.addressDictionary) == Data("{}".utf8))
    }

    @Test("has the address book's keys, known ones only, and comes back from JSON")
    func dictionary() throws {
        var place = try placemark("en", locality: "Springfield", area: "Illinois", country: "United States", code: "US")
        place.name = "Springfield"
        place.postalCode = "62701-1234"
        let dictionary = place.addressDictionary
        #expect(
            dictionary.entries.map(\.key.rawValue)
                == ["Name", "City", "State", "ZIP", "PostCodeExtension", "Country", "CountryCode"])
        #expect(dictionary[.zip] == "62701")
        #expect(dictionary[.postCodeExtension] == "1234")
        let json = try JSONEncoder().encode(dictionary)
        #expect(try JSONDecoder().decode(AddressDictionary.self, from: json) == dictionary)
        #expect(
            String(decoding: json, as: UTF8.self).contains(
                #""FormattedAddressLines":["Springfield, Illinois","United States"]"#))
    }
}
