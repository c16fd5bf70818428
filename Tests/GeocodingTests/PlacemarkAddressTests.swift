import FoundationEssentials
import LKGeo
import LKGeocoding
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

    @Test("Goes up in English")
    func english() throws {
        let place = try placemark("en", locality: "Chiyoda", area: "Tokyo", country: "Japan", code: "JP")
        #expect(place.addressString == "Chiyoda, Tokyo, Japan")
        #expect(place.addressLines == ["Chiyoda, Tokyo", "Japan"])
    }

    @Test("Goes down in Japanese, without the country at home")
    func japanese() throws {
        let place = try placemark("ja-JP", locality: "千代田区", area: "東京都", country: "日本", code: "JP")
        #expect(place.addressString == "東京都千代田区")
        #expect(place.addressLines == ["東京都千代田区"])
    }

    @Test("Puts spaces only where Japanese names would run into each other")
    func japaneseAbroad() throws {
        let paris = try placemark("ja", locality: "パリ", area: "イル＝ド＝フランス", country: "フランス", code: "FR")
        #expect(paris.addressString == "フランス イル＝ド＝フランス パリ")
        #expect(paris.addressLines == ["フランス", "イル＝ド＝フランス パリ"])
        let chengdu = try placemark("ja", locality: "成都", area: "四川省", country: "中国", code: "CN")
        #expect(chengdu.addressString == "中国四川省成都")
        let saitama = try placemark("ja", locality: "さいたま市", area: "埼玉県", country: "日本", code: "JP")
        #expect(saitama.addressString == "埼玉県さいたま市")
    }

    @Test("Goes down with spaces in Korean")
    func korean() throws {
        let place = try placemark("ko", locality: "수원시", area: "경기도", country: "대한민국", code: "KR")
        #expect(place.addressString == "경기도 수원시")
    }

    @Test("Says a repeated name once")
    func repeated() throws {
        let berlin = try placemark("de", locality: "Berlin", area: "Berlin", country: "Deutschland", code: "DE")
        #expect(berlin.addressString == "Berlin, Deutschland")
        let beijing = try placemark("zh", locality: "北京", area: "北京市", country: "中国", code: "CN")
        #expect(beijing.addressString == "北京市")
        let singapore = try placemark("en", locality: "Singapore", country: "Singapore", code: "SG")
        #expect(singapore.addressLines == ["Singapore"])
    }

    @Test("Leaves out a division that has no name in the city's script")
    func scripts() throws {
        let place = try placemark("ru", locality: "Париж", area: "Île-de-France", country: "Франция", code: "FR")
        #expect(place.addressString == "Париж, Франция")
        #expect(place.addressDictionary[.state] == "Île-de-France")
    }

    @Test("Is empty where nothing is known")
    func empty() throws {
        let place = try placemark("ja")
        #expect(place.addressString == "")
        #expect(place.addressLines == [])
        #expect(place.addressDictionary.isEmpty)
        #expect(try JSONEncoder().encode(place.addressDictionary) == Data("{}".utf8))
    }

    @Test("Has the address book's keys, only those known, and survives a round trip through JSON")
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
                #""FormattedAddressLines":["Springfield, IL 62701-1234","United States"]"#))
    }

    @Test("With a street has the form of the country, and the country's name as it is")
    func street() throws {
        var place = try placemark("en", locality: "San Francisco", area: "CA", country: "United States", code: "US")
        place.thoroughfare = "Ellis St"
        place.subThoroughfare = "1800"
        place.postalCode = "94115-4004"
        #expect(place.addressLines == ["1800 Ellis St", "San Francisco, CA 94115-4004", "United States"])
        #expect(place.addressString == "1800 Ellis St, San Francisco, CA 94115-4004, United States")
        #expect(
            AddressFormatter(includesCountry: false).string(for: place)
                == "1800 Ellis St, San Francisco, CA 94115-4004")
        let dictionary = place.addressDictionary
        #expect(dictionary[.street] == "1800 Ellis St")
        #expect(dictionary[.zip] == "94115" && dictionary[.postCodeExtension] == "4004")
        #expect(dictionary.formattedAddressLines == place.addressLines)
    }

    @Test("With a street in Japanese goes down to the house, together")
    func japaneseStreet() throws {
        var place = try placemark("ja", locality: "千代田区", area: "東京都", country: "日本", code: "JP")
        place.thoroughfare = "丸の内1丁目"
        place.subThoroughfare = "9番地1"
        #expect(place.street == "丸の内1丁目9番地1")
        #expect(place.addressString == "東京都千代田区丸の内1丁目9番地1")
        place.postalCode = "100-0005"
        #expect(place.addressLines == ["〒100-0005", "東京都千代田区丸の内1丁目9番地1"])
        #expect(place.addressString == "〒100-0005 東京都千代田区丸の内1丁目9番地1")
        place.language = .english
        #expect(place.addressLines.first == "日本")
    }

    @Test("Puts number and street in the country's order")
    func order() throws {
        for (code, expected) in [
            ("DE", "Long 5"), ("US", "5 Long"), ("FR", "5 Long"), ("ES", "Long, 5"), ("HU", "Long 5."),
            ("CA", "5 Long"),
            ("IN", "5, Long"), ("ZZ", "Long 5"), ("GG", "5 Long"),
        ] {
            var place = try placemark("en", locality: "Town", country: "Land", code: code)
            place.thoroughfare = "Long"
            place.subThoroughfare = "5"
            #expect(place.street == expected, "\(code)")
            place.subThoroughfare = nil
            #expect(place.street == "Long")
        }
    }

    @Test("Comes from the components that maps use")
    func components() throws {
        let point = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        let place = Placemark(
            address(
                "restaurant=Fabisch;pedestrian=Rosenthaler Straße;house_number=1;suburb=Mitte;town=Berlin;state=Berlin;"
                    + "postcode=10119;country=Deutschland;country_code=de"), coordinate: point, provider: "test")
        #expect(place.name == "Fabisch" && place.precision == .house && place.isoCountryCode == "DE")
        #expect(place.addressString == "Fabisch, Rosenthaler Straße 1, 10119 Berlin, Deutschland")
        #expect(place.subLocality == "Mitte" && place.locality == "Berlin")
        #expect(PostalAddress(place)[.road] == "Rosenthaler Straße")
        #expect(Placemark(PostalAddress(), coordinate: point, provider: "test").precision == .none)
    }

    @Test("Is kept as JSON under the maps' keys")
    func json() throws {
        let json = Data(#"{"road":"Weg","house_number":5,"extra":{"a":1},"postcode":"01234"}"#.utf8)
        let decoded = try JSONDecoder().decode(PostalAddress.self, from: json)
        #expect(decoded[.houseNumber] == "5" && decoded[.postcode] == "01234" && decoded.entries.count == 3)
        #expect(try JSONDecoder().decode(PostalAddress.self, from: JSONEncoder().encode(decoded)) == decoded)
    }
}
