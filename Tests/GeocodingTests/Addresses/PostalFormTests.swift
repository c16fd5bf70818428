import Testing

@testable import Geocoding

@Suite("AddressFormatter's postal form")
struct PostalFormTests {
    private func lines(_ components: String, withCountry: Bool = false) -> [String] {
        AddressFormatter(style: .postal, includesCountry: withCountry).lines(for: address(components))
    }

    @Test("follows the order of every country's own data") func orders() throws {
        let values: [Character: String] = [
            "N": "Name", "O": "Office", "A": "Street", "D": "Quarter", "C": "Town", "S": "State", "Z": "12345",
            "X": "CEDEX",
        ]
        let codes = AddressData.embedded.keys.filter { $0.count == 2 }
        var count = 0
        for code in codes {
            let fields = try #require(AddressData.embedded.fields(ofRecord: code))
            for field in fields where field.tag == .postalOrder || field.tag == .latinPostalOrder {
                count += 1
                // The order string itself, filled in, is what must be printed.
                var expected = field.texts[0].replacing("%n", with: "\n")
                for (letter, value) in values { expected = expected.replacing("%\(letter)", with: value) }
                let lines = PostalOrder(field.texts[0]).lines { values[$0] }
                #expect(lines == expected.split(separator: "\n").map(String.init), "\(code)")
            }
        }
        #expect(count > 190)
    }

    @Test("leaves out what is missing with its separator", arguments: [true, false]) func gaps(isFirstKnown: Bool)
        throws
    {
        for code in AddressData.embedded.keys where code.count == 2 {
            guard let order = AddressData.embedded.rules(code)?.postalOrder else { continue }
            let fields = Array(Set(order.fields)).sorted()
            for mask in 0..<(1 << fields.count) {
                let known = Set(fields.enumerated().filter { mask & (1 << $0.offset) != 0 }.map(\.element))
                for line in order.lines({ known.contains($0) ? "x" : nil }) { #expect(line.isTidy, "\(code): \(line)") }
            }
        }
    }

    @Test("has the post's order and capitals") func examples() {
        #expect(
            lines(
                "house_number=1800;road=Ellis St;city=San Francisco;state=California;postcode=94115;"
                    + "country=United States;country_code=us", withCountry: true)
                == ["1800 Ellis St", "SAN FRANCISCO, CA 94115", "UNITED STATES"])
        #expect(
            lines("house=Lokku Ltd;house_number=82;road=Clerkenwell Road;city=London;postcode=EC1M 5RF;country_code=gb")
                == ["Lokku Ltd", "82 Clerkenwell Road", "LONDON", "EC1M 5RF"])
        #expect(
            lines("road=Bundesplatz;house_number=3;city=Bern;postcode=3003;country_code=ch")
                == ["Bundesplatz 3", "CH-3003 Bern"])
        #expect(
            lines("state=東京都;city=千代田区;suburb=丸の内1丁目;house_number=9番地1;postcode=100-0005;country_code=jp")
                == ["〒100-0005", "東京都", "千代田区丸の内1丁目9番地1"])
        #expect(
            lines("road=Parliament Place;house_number=1;city=Singapore;postcode=178880;country_code=sg")
                == ["1 Parliament Place", "SINGAPORE 178880"])
        #expect(
            lines("road=Via Roma;house_number=5;city=Torino;county=Torino;postcode=10121;country_code=it")
                == ["Via Roma 5", "10121 TORINO TO"])
        #expect(lines("road=Long Street;house_number=5;city=Town;postcode=1;country_code=zz").last == "Town")
    }

    @Test("says what a letter lacks") func problems() {
        func problems(_ components: String) -> [PostalAddress.Problem] {
            AddressFormatter(style: .postal).problems(with: address(components))
        }
        #expect(problems("road=Weg;city=Berlin;postcode=10119;country_code=de") == [])
        #expect(problems("road=Weg;city=Berlin;country_code=de") == [.missing(.postcode)])
        #expect(
            problems("road=Weg;city=Berlin;postcode=1011;country_code=de")
                == [.wrongPostcode("1011", examples: ["26133", "53225"])])
        #expect(problems("road=High St;city=London;postcode=EC1M 5RF;country_code=gb") == [])
        #expect(problems("road=High St;city=London;postcode=XX1M 5RF;country_code=uk").count == 1)
        #expect(
            problems("country_code=us") == [.missing(.road), .missing(.city), .missing(.state), .missing(.postcode)])
        #expect("\(PostalAddress.Problem.missing(.postcode))" == "the postcode is missing")
    }

    @Test("knows its own examples of postcodes") func postcodes() throws {
        for code in AddressData.embedded.keys where code.count == 2 {
            guard let rules = AddressData.embedded.rules(code), let text = rules.postcodePattern else { continue }
            let pattern = try #require(TextPattern(text), "\(code)")
            for example in rules.postcodeExamples { #expect(pattern.matchesWhole(example), "\(code) \(example)") }
            #expect(!pattern.matchesWhole("no postcode"))
        }
    }
}
