import LKGeo
import LKGeocoding
import Testing

@Suite("Addresses of the address book")
struct AddressDictionaryTests {
    private func placemark(_ address: PostalAddress) throws -> Placemark {
        Placemark(address, coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), provider: "test")
    }

    private let ellis = address(
        "house_number=1800;road=Ellis St;city=San Francisco;state=CA;postcode=94115-4004;country=United States;"
            + "country_code=us")
    private let marunouchi = address(
        "state=東京都;city=千代田区;road=丸の内1丁目;house_number=9番地1;country_code=jp")

    @Test("The ancestor's two examples come out exactly, as a string and in lines") func ancestor() throws {
        #expect(
            try placemark(ellis).addressString
                == "1800 Ellis St, San Francisco, CA 94115-4004, United States")
        #expect(try placemark(marunouchi).addressString == "東京都千代田区丸の内1丁目9番地1")
        #expect(AddressFormatter().string(for: marunouchi) == "東京都千代田区丸の内1丁目9番地1")
        #expect(
            try placemark(ellis).addressLines == ["1800 Ellis St", "San Francisco, CA 94115-4004", "United States"])
        #expect(try placemark(marunouchi).addressLines == ["東京都千代田区丸の内1丁目9番地1"])
    }

    /// The dictionary that the ancestor's header shows (`LKReverseGeocoder.h`), as its keys and values; between state and ZIP it
    /// has two spaces in the lines, which Apple's form of the United States prints.
    private static let store = [
        "Name": "Apple Store, San Francisco", "Street": "1800 Ellis St", "Thoroughfare": "Ellis St",
        "SubThoroughfare": "1800", "SubLocality": "Union Square", "City": "San Francisco",
        "SubAdministrativeArea": "San Francisco", "State": "CA", "ZIP": "94115", "PostCodeExtension": "4004",
        "Country": "United States", "CountryCode": "US",
    ]
    private static let storeLines = [
        "Apple Store, San Francisco", "1800 Ellis St", "San Francisco, CA 94115-4004", "United States",
    ]

    @Test(
        "The ancestor's whole dictionary comes out, whether the state comes by its code or its name",
        arguments: ["CA", "California"])
    func wholeDictionary(state: String) throws {
        let place = try placemark(
            address(
                "shop=Apple Store, San Francisco;house_number=1800;road=Ellis St;suburb=Union Square;city=San Francisco;"
                    + "county=San Francisco;state=\(state);postcode=94115-4004;country=United States;country_code=us"))
        let dictionary = place.addressDictionary
        #expect(
            Dictionary(uniqueKeysWithValues: dictionary.entries.map { ($0.key.rawValue, $0.value) }) == Self.store)
        #expect(dictionary.formattedAddressLines == Self.storeLines)
        #expect(place.addressString == Self.storeLines.joined(separator: ", "))
        #expect(place.administrativeArea == state)
        // And back: the dictionary's own lines.
        #expect(AddressFormatter().lines(for: PostalAddress(dictionary)) == Self.storeLines)
    }

    @Test("An area of interest heads lines and string without a street too, and ends what goes from the country down")
    func heading() throws {
        var castle = try placemark(address("town=Vaduz;country=Liechtenstein;country_code=li"))
        castle.areasOfInterest = ["Schloss Vaduz"]
        castle.language = LanguageTag("de")
        #expect(castle.addressLines == ["Schloss Vaduz", "Vaduz", "Liechtenstein"])
        #expect(castle.addressString == "Schloss Vaduz, Vaduz, Liechtenstein")
        castle.areasOfInterest = ["Vaduz"]
        #expect(castle.addressLines == ["Vaduz", "Liechtenstein"])
        var station = try placemark(marunouchi)
        station.areasOfInterest = ["東京駅"]
        station.postalCode = "100-0005"
        #expect(station.addressLines == ["〒100-0005", "東京都千代田区丸の内1丁目9番地1", "東京駅"])
        station.thoroughfare = nil
        station.postalCode = nil
        station.language = LanguageTag("ja")
        #expect(station.addressString == "東京都千代田区東京駅")
        var palace = try placemark(
            address("city=서울특별시;suburb=종로구;road=사직로;house_number=161;postcode=03045;country=대한민국;country_code=kr"))
        palace.areasOfInterest = ["경복궁"]
        palace.language = LanguageTag("ko")
        #expect(palace.addressLines == ["서울특별시 종로구 사직로 161", "경복궁", "03045"])
    }

    @Test(
        "The country has one name in lines, string and dictionary, with a street and without",
        arguments: ["United States", "USA", "Vereinigte Staaten", "Puerto Rico"])
    func countryName(name: String) throws {
        for parts in ["road=Main St;postcode=00901;city=San Juan", "city=San Juan;state=X", "road=Main St", "state=X"] {
            let code = name == "Puerto Rico" ? "pr" : "us"
            let place = try placemark(address("\(parts);country=\(name);country_code=\(code)"))
            let dictionary = place.addressDictionary
            #expect(dictionary[.country] == name)
            #expect(dictionary.formattedAddressLines.last == name)
            #expect(place.addressString.hasSuffix(", " + name))
            #expect(AddressFormatter().lines(for: PostalAddress(place)).last == name)
            #expect(AddressFormatter().lines(for: PostalAddress(dictionary)).last == name)
        }
    }

    @Test(
        "The state in the dictionary is the one in the lines",
        arguments: [
            ("road=Main St;city=Sydney;state=New South Wales;country=Australia;country_code=au", "NSW"),
            ("road=Main St;city=Montréal;state=Québec;country=Canada;country_code=ca", "QC"),
            ("city=Montréal;state=Québec;country=Canada;country_code=ca", "Québec"),
            ("road=Via Roma;city=Firenze;state=Toscana;country=Italia;country_code=it", "Toscana"),
            ("road=Main St;city=Tamuning;postcode=96913;country=Guam;country_code=gu", "GU"),
        ])
    func state(components: String, state: String) throws {
        let dictionary = try placemark(address(components)).addressDictionary
        #expect(dictionary[.state] == state)
    }

    @Test("Without the country they are the same to the state") func withoutCountry() throws {
        let formatter = AddressFormatter(includesCountry: false)
        #expect(formatter.string(for: try placemark(ellis)) == "1800 Ellis St, San Francisco, CA 94115-4004")
        var japan = marunouchi
        japan[.country] = "日本"
        #expect(formatter.string(for: try placemark(japan)) == "東京都千代田区丸の内1丁目9番地1")
    }

    @Test("The dictionary has exactly the contract's keys, in their order, and no empty ones") func keys() throws {
        let whole = try placemark(
            address(
                "shop=Store;house_number=1;road=Ellis St;suburb=Union Square;city=San Francisco;county=Marin;state=CA;"
                    + "postcode=94115-4004;country=United States;country_code=us")
        ).addressDictionary
        #expect(
            whole.entries.map { "\($0.key.rawValue)=\($0.value)" } == [
                "Name=Store", "Street=1 Ellis St", "Thoroughfare=Ellis St", "SubThoroughfare=1",
                "SubLocality=Union Square", "City=San Francisco", "SubAdministrativeArea=Marin", "State=CA",
                "ZIP=94115", "PostCodeExtension=4004", "Country=United States", "CountryCode=US",
            ])
        #expect(whole.entries.map(\.key) == AddressDictionary.Key.allCases)
        let dictionary = try placemark(ellis).addressDictionary
        #expect(
            dictionary.entries.map { "\($0.key.rawValue)=\($0.value)" } == [
                "Name=1800 Ellis St", "Street=1800 Ellis St", "Thoroughfare=Ellis St", "SubThoroughfare=1800",
                "City=San Francisco", "State=CA", "ZIP=94115", "PostCodeExtension=4004", "Country=United States",
                "CountryCode=US",
            ])
        #expect(
            dictionary.formattedAddressLines == ["1800 Ellis St", "San Francisco, CA 94115-4004", "United States"])
        #expect(
            Set(AddressDictionary.Key.allCases.map(\.rawValue)) == [
                "Name", "Street", "Thoroughfare", "SubThoroughfare", "SubLocality", "City", "SubAdministrativeArea",
                "State",
                "ZIP", "PostCodeExtension", "Country", "CountryCode",
            ])
    }

    @Test("An address comes back from its dictionary") func back() throws {
        for one in [ellis, marunouchi] {
            let back = PostalAddress(try placemark(one).addressDictionary)
            for entry in one.entries where entry.component != .countryCode {
                #expect(back[entry.component] == entry.value)
            }
            #expect(back[.attention] == nil)
        }
        var dictionary = AddressDictionary()
        dictionary[.name] = "Adler"
        dictionary[.street] = "Weg 5"
        dictionary[.city] = "Kiel"
        dictionary[.zip] = "24103"
        dictionary[.countryCode] = "DE"
        #expect(AddressFormatter().lines(for: PostalAddress(dictionary)) == ["Adler", "Weg 5", "24103 Kiel"])
    }

    @Test("A county is a part of addresses with a street or postcode, and is left out beside a city alone")
    func county() {
        let place: AddressDictionary = [.city: "Guildford", .subAdministrativeArea: "Surrey", .countryCode: "GB"]
        var address = place
        address[.zip] = "GU1 3EL"
        let county: AddressDictionary = [.subAdministrativeArea: "Surrey", .countryCode: "GB"]
        #expect(PostalAddress(place)[.county] == nil)
        #expect(PostalAddress(address)[.county] == "Surrey" && PostalAddress(county)[.county] == "Surrey")
    }

    @Test("It prints as a dictionary in the order of its keys, the lines at the end") func printed() throws {
        let text =
            #"["Name": "1800 Ellis St", "Street": "1800 Ellis St", "Thoroughfare": "Ellis St", "SubThoroughfare": "1800", "#
            + #""City": "San Francisco", "State": "CA", "ZIP": "94115", "PostCodeExtension": "4004", "#
            + #""Country": "United States", "CountryCode": "US", "FormattedAddressLines": ["1800 Ellis St", "#
            + #""San Francisco, CA 94115-4004", "United States"]]"#
        let dictionary = try placemark(ellis).addressDictionary
        #expect("\(dictionary)" == text && String(reflecting: dictionary) == text)
        #expect("\(AddressDictionary())" == "[:]")
        let japan: AddressDictionary = [.city: "千代田区", .name: "\"丸の内\"", .zip: ""]
        #expect("\(japan)" == #"["Name": "\"丸の内\"", "City": "千代田区"]"#)
        #expect("\(AddressDictionary.Key.subLocality) \([AddressDictionary.Key.zip])" == "SubLocality [ZIP]")
        var dumped = ""
        dump(dictionary, to: &dumped)
        #expect(dumped.contains(#"- City: "San Francisco""#) && dumped.contains("FormattedAddressLines: 3 elements"))
    }

    @Test("A literal makes one, without empty texts, the last of a key's") func literal() {
        let address: AddressDictionary = [.city: "Kiel", .country: "", .countryCode: "DK", .countryCode: "DE"]
        #expect(address.entries.map { "\($0.key)=\($0.value)" } == ["City=Kiel", "CountryCode=DE"])
        #expect(([:] as AddressDictionary).isEmpty)
    }
}
