import Testing

@testable import LKGeocoding

@Suite("AddressFormatter's postal form")
struct PostalFormTests {
    private func lines(_ components: String, withCountry: Bool = false) -> [String] {
        AddressFormatter(style: .postal, includesCountry: withCountry).lines(for: address(components))
    }

    @Test("Follows the order of every country's own data") func orders() throws {
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
                let printed = expected.split(separator: "\n").map(String.init)
                #expect(lines == printed, "\(code)")
            }
        }
        #expect(count > 190)
    }

    @Test("Omits missing parts together with their separators", arguments: [true, false]) func gaps(isFirstKnown: Bool)
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

    @Test("Has the post's order and capitals") func examples() {
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

    private static let spacings: [(String, String, String)] = [
        ("nl", "1012lg", "1012 LG"), ("nl", "1012 LG", "1012 LG"), ("gb", "sw1a2aa", "SW1A 2AA"),
        ("gb", "m25bq", "M2 5BQ"), ("gb", "gir0aa", "GIR 0AA"), ("uk", "bfpo61", "BFPO 61"),
        ("ca", "k1a0b1", "K1A 0B1"), ("ca", "K1A-0B1", "K1A 0B1"), ("se", "11455", "SE-114 55"),
        ("se", "SE-114 55", "SE-114 55"), ("cz", "11908", "119 08"), ("sk", "01001", "010 01"),
        ("gr", "10563", "105 63"), ("pl", "00902", "00-902"), ("pl", "00 902", "00-902"),
        ("br", "22221000", "22221-000"), ("pt", "1100148", "1100-148"), ("us", "941154004", "94115-4004"),
        ("us", "94115", "94115"), ("ie", "d02fh38", "D02 FH38"), ("lv", "1050", "LV-1050"),
        ("lt", "LT-01100", "LT-01100"), ("de", "D-10119", "10119"), ("fr", "75 008", "75008"),
        ("ch", "CH-3003", "CH-3003"), ("ad", "500", "AD500"), ("je", "je11aa", "JE1 1AA"),
        ("mt", "vct1753", "VCT 1753"), ("ky", "ky11100", "KY1-1100"), ("in", "110 001", "110001"),
        // What is none of the country's stays.
        ("nl", "unknown", "unknown"), ("gb", "12345", "12345"), ("de", "1234", "1234"),
    ]

    @Test("Spaces postcodes as the country's post does, whatever way they come", arguments: spacings)
    func spacing(country: String, given: String, written: String) {
        let lines = lines("road=Street;city=Town;state=State;postcode=\(given);country_code=\(country)")
        // Where the post wants the line in capitals, it has them.
        #expect(lines.contains { $0.uppercased().contains(written.uppercased()) }, "\(lines)")
        if !written.contains(given) { #expect(!lines.joined().contains(given)) }
    }

    @Test("Writes Japanese postcodes with their sign") func japanese() {
        for given in ["1000005", "100-0005", "〒100-0005", "１００−０００５"] {
            #expect(
                lines("state=東京都;city=千代田区;suburb=丸の内;postcode=\(given);country_code=jp").first == "〒100-0005")
        }
        #expect(
            AddressFormatter(style: .postal).problems(with: address("postcode=1000005;country_code=jp")).allSatisfy {
                if case .wrongPostcode = $0 { false } else { true }
            })
    }

    @Test("Every example of every country comes out as itself, from its bare letters and digits too") func ownExamples()
    {
        for code in AddressData.embedded.keys where code.count == 2 {
            guard let rules = AddressData.embedded.rules(code), let form = rules.postcodeForm else { continue }
            for example in rules.postcodeExamples {
                #expect(form.written(example) == example, "\(code) \(example)")
                let bare = example.filter { $0.isLetter || $0.isNumber }.lowercased()
                #expect(form.written(bare) == example, "\(code) \(bare)")
            }
        }
    }

    @Test("Has street and number in the country's order, also where the post has no order of its own")
    func numbers() {
        #expect(
            lines("road=Victoria Parade;house_number=12;city=Suva;country_code=fj") == ["12 Victoria Parade", "Suva"])
        #expect(
            lines("road=Main Road;house_number=1;city=Georgetown;postcode=ascn1zz;country_code=ac").contains("ASCN 1ZZ")
        )
    }

    @Test("Writes states as the country's post does") func states() {
        #expect(
            lines("road=Madero 1;city=Ciudad de México;state=Ciudad de México;postcode=06000;country_code=mx").last?
                .hasSuffix("CDMX") == true)
        #expect(lines("road=A;city=B;state_code=CMX;postcode=06000;country_code=mx").last?.hasSuffix("CDMX") == true)
    }

    @Test("Says what a letter lacks") func problems() {
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

    @Test("Knows its own examples of postcodes") func postcodes() throws {
        for code in AddressData.embedded.keys where code.count == 2 {
            guard let rules = AddressData.embedded.rules(code), let text = rules.postcodePattern else { continue }
            let pattern = try #require(TextPattern(text), "\(code)")
            for example in rules.postcodeExamples { #expect(pattern.matchesWhole(example), "\(code) \(example)") }
            #expect(!pattern.matchesWhole("no postcode"))
        }
    }
}
