import Geo
import Geocoding
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

    @Test("the ancestor's two examples come out exactly") func ancestor() throws {
        #expect(
            try placemark(ellis).addressString
                == "1800 Ellis St, San Francisco, CA 94115-4004, United States")
        #expect(try placemark(marunouchi).addressString == "東京都千代田区丸の内1丁目9番地1")
        #expect(AddressFormatter().string(for: marunouchi) == "東京都千代田区丸の内1丁目9番地1")
        #expect(
            try placemark(ellis).addressLines == ["1800 Ellis St", "San Francisco, CA 94115-4004", "United States"])
    }

    @Test("without the country they are the same to the state") func withoutCountry() throws {
        let formatter = AddressFormatter(includesCountry: false)
        #expect(formatter.string(for: try placemark(ellis)) == "1800 Ellis St, San Francisco, CA 94115-4004")
        var japan = marunouchi
        japan[.country] = "日本"
        #expect(formatter.string(for: try placemark(japan)) == "東京都千代田区丸の内1丁目9番地1")
    }

    @Test("the dictionary has exactly the contract's keys") func keys() throws {
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

    @Test("an address comes back from its dictionary") func back() throws {
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
}
