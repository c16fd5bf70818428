import LKGeocoding
import Testing

@Suite struct AddressTemplateTests {
    private func dictionary(_ values: [AddressDictionary.Key: String]) -> AddressDictionary {
        var dictionary = AddressDictionary()
        for (key, value) in values { dictionary[key] = value }
        return dictionary
    }

    @Test("The longer of two keywords wins") func longest() throws {
        let template = try AddressTemplate(
            "%addr.CountryCode %addr.Country %addr.SubThoroughfare|%addr.Thoroughfare%addr.ZIPs")
        let values = dictionary([
            .country: "Japan", .countryCode: "JP", .thoroughfare: "T", .subThoroughfare: "S", .zip: "1",
        ])
        #expect(template.string(from: values) == "JP Japan S|T1s")
        #expect(template.keywords.map(\.key) == [.countryCode, .country, .subThoroughfare, .thoroughfare, .zip])
    }

    @Test("A value is never expanded again") func notAgain() throws {
        let template = try AddressTemplate("%addr.Street %addr.City")
        let values = dictionary([.street: "%addr.City", .city: "%addr.Street"])
        #expect(template.string(from: values) == "%addr.City %addr.Street")
    }

    @Test("A missing value leaves nothing, a default, or what a function says") func missing() throws {
        let template = try AddressTemplate("[%addr.City|%addr.State]")
        let values = dictionary([.city: "Kiel"])
        #expect(template.string(from: values) == "[Kiel|]")
        #expect(template.string(from: values, default: "?") == "[Kiel|?]")
        #expect(template.string(from: values) { "no \($0.text)" } == "[Kiel|no %addr.State]")
    }

    @Test(
        "An unknown keyword is an error that names it",
        arguments: ["%addr.Town", "%addr.FormattedAddressLines", "a %addr. b"])
    func unknown(text: String) throws {
        do {
            _ = try AddressTemplate(text)
            Issue.record("no error")
        } catch {
            #expect(error.code == .templateInvalid)
            #expect(error.message.contains(text.split(separator: " ").first { $0.hasPrefix("%") } ?? ""))
        }
    }

    @Test("Everything else stays as it is") func plain() throws {
        #expect(try AddressTemplate("100 % %% %addr \\n 市").string(from: AddressDictionary()) == "100 % %% %addr \\n 市")
        #expect(try AddressTemplate("%addr.City市").string(from: dictionary([.city: "千代田"])) == "千代田市")
    }

    @Test("Twelve keywords have titles in the reader's language") func titles() throws {
        #expect(AddressTemplate.keywords.count == 12)
        #expect(AddressTemplate.keywords.map(\.text) == AddressTemplate.keywords.map(\.text).sorted())
        #expect(AddressTemplate.keywords.first?.text == "%addr.City")
        let languages = try ["ja", "en", "de", "fr", "es"].map { try #require(LanguageTag($0)) }
        for keyword in AddressTemplate.keywords {
            for language in languages { #expect(keyword.title(language: language) != keyword.key.rawValue) }
        }
        #expect(AddressTemplate.keywords[0].title(language: languages[0]) == "市区町村")
        #expect(try AddressTemplate.keywords[0].title(language: #require(LanguageTag("sw"))) == "city")
    }
}
