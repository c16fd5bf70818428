import LKGeocoding
import TestSupport
import Testing

@Suite("AddressFormatter's display form")
struct AddressFormatterTests {
    /// An address written by hand as `key=value` pairs, and its lines.
    struct Case: Sendable, CustomTestStringConvertible {
        var components: String
        var lines: [String]
        init(_ components: String, _ lines: String...) {
            self.components = components
            self.lines = lines
        }
        var testDescription: String { components }
    }

    static let countries: [Case] = [
        Case(
            "house_number=1800;road=Ellis St;city=San Francisco;state=CA;postcode=94115-4004;country=USA;country_code=us",
            "1800 Ellis St", "San Francisco, CA 94115-4004", "United States of America"),
        Case(
            "house_number=24;road=Sussex Drive;city=Ottawa;state=Ontario;postcode=K1M1M4;country=Canada;country_code=ca",
            "24 Sussex Drive", "Ottawa, ON K1M 1M4", "Canada"),
        Case(
            "house_number=10;road=Downing Street;city=London;postcode=SW1A 2AA;country=United Kingdom;country_code=gb",
            "10 Downing Street", "London", "SW1A 2AA", "United Kingdom"),
        Case(
            "house_number=1;road=Platz der Republik;city=Berlin;postcode=11011;country=Deutschland;country_code=de",
            "Platz der Republik 1", "11011 Berlin", "Deutschland"),
        Case(
            "house_number=55;road=Rue du Faubourg Saint-Honoré;city=Paris;postcode=75008;country=France;country_code=fr",
            "55 Rue du Faubourg Saint-Honoré", "75008 Paris", "France"),
        Case(
            "house_number=3;road=Calle de Bailén;city=Madrid;postcode=28013;country=España;country_code=es",
            "Calle de Bailén, 3", "28013 Madrid", "España"),
        Case(
            "house_number=1;road=Via della Scala;city=Firenze;county=Firenze;postcode=50123;country=Italia;country_code=it",
            "Via della Scala 1", "50123 Firenze FI", "Italia"),
        Case(
            "house_number=3;road=Bundesplatz;city=Bern;postcode=3003;country=Schweiz;country_code=ch",
            "Bundesplatz 3", "3003 Bern", "Schweiz"),
        Case(
            "house_number=1;road=Dam;city=Amsterdam;postcode=1012JS;country=Nederland;country_code=nl",
            "Dam 1", "1012 JS Amsterdam", "Nederland"),
        Case(
            "house_number=22;road=Drottninggatan;city=Stockholm;postcode=11151;country=Sverige;country_code=se",
            "Drottninggatan 22", "111 51 Stockholm", "Sverige"),
        Case(
            "house_number=1;road=Karl Johans gate;city=Oslo;postcode=0154;country=Norge;country_code=no",
            "Karl Johans gate 1", "0154 Oslo", "Norge"),
        Case(
            "house_number=2;road=Slotsholmsgade;city=København;postcode=1216;country=Danmark;country_code=dk",
            "Slotsholmsgade 2", "1216 København", "Danmark"),
        Case(
            "house_number=1;road=Mannerheimintie;city=Helsinki;postcode=00100;country=Suomi;country_code=fi",
            "Mannerheimintie 1", "00100 Helsinki", "Suomi"),
        Case(
            "house_number=4;road=Wiejska;city=Warszawa;postcode=00902;country=Polska;country_code=pl",
            "Wiejska 4", "00-902 Warszawa", "Polska"),
        Case(
            "house_number=1;road=Hradčanské náměstí;city=Praha;postcode=11908;country=Česko;country_code=cz",
            "Hradčanské náměstí 1", "119 08 Praha", "Česko"),
        Case(
            "house_number=1;road=Kossuth Lajos tér;city=Budapest;postcode=1055;country=Magyarország;country_code=hu",
            "1055 Budapest", "Kossuth Lajos tér 1.", "Magyarország"),
        Case(
            "house_number=2;road=Plateia Syntagmatos;city=Athens;postcode=10563;country=Greece;country_code=gr",
            "Plateia Syntagmatos 2", "105 63 Athens", "Greece"),
        Case(
            "house_number=1;road=Praça do Comércio;city=Lisboa;postcode=1100148;country=Portugal;country_code=pt",
            "Praça do Comércio 1", "1100-148 Lisboa", "Portugal"),
        Case(
            "house_number=5;road=Kildare Street;city=Dublin;county=County Dublin;postcode=D02FH38;country=Ireland;"
                + "country_code=ie", "5 Kildare Street", "Dublin", "D02 FH38", "Ireland"),
        Case(
            "house_number=4;road=Тверская улица;city=Москва;state=Москва;postcode=125009;country=Россия;country_code=ru",
            "Тверская улица, 4", "Москва", "Россия", "125009"),
        Case(
            "house_number=68;road=Rua Silveira Martins;suburb=Catete;city=Rio de Janeiro;state=Rio de Janeiro;"
                + "postcode=22221000;country=Brasil;country_code=br",
            "Rua Silveira Martins, 68", "Catete", "Rio de Janeiro - RJ", "22221-000", "Brasil"),
        Case(
            "house_number=50;road=Balcarce;suburb=Monserrat;city=Buenos Aires;postcode=C1064AAB;country=Argentina;"
                + "country_code=ar", "Balcarce 50", "Monserrat", "C1064 AAB Buenos Aires", "Argentina"),
        Case(
            "house_number=2;road=Plaza de la Constitución;suburb=Centro;city=Ciudad de México;state=Ciudad de México;"
                + "postcode=06010;country=México;country_code=mx",
            "Plaza de la Constitución 2", "Centro", "06010 Ciudad de México, CMX", "México"),
        Case(
            "house_number=2;road=Macquarie Street;city=Sydney;state=New South Wales;postcode=2000;country=Australia;"
                + "country_code=au", "2 Macquarie Street", "Sydney NSW 2000", "Australia"),
        Case(
            "house_number=1;road=Molesworth Street;suburb=Pipitea;city=Wellington;postcode=6011;country=New Zealand;"
                + "country_code=nz", "1 Molesworth Street", "Pipitea", "Wellington 6011", "New Zealand"),
        Case(
            "house_number=5;road=Sansad Marg;suburb=Janpath;city=New Delhi;state=Delhi;postcode=110001;country=India;"
                + "country_code=in", "5, Sansad Marg", "Janpath", "New Delhi - 110001", "Delhi", "India"),
        Case(
            "house_number=1;road=Parliament Place;city=Singapore;postcode=178880;country=Singapore;country_code=sg",
            "1 Parliament Place", "Singapore 178880"),
        Case(
            "house_number=1;road=Queen's Road;state_district=Central;state=Hong Kong;country=China;country_code=hk",
            "1 Queen's Road", "Central", "Hong Kong", "China"),
        Case(
            "state=東京都;city=千代田区;suburb=丸の内1丁目;house_number=9番地1;postcode=1000005;country=日本;country_code=jp",
            "日本", "〒100-0005", "東京都千代田区丸の内1丁目9番地1"),
        Case(
            "house_number=1-9-1;road=Marunouchi;city=Chiyoda;state=Tokyo;postcode=1000005;country=Japan;country_code=jp",
            "1-9-1 Marunouchi", "Chiyoda, Tokyo 100-0005", "Japan"),
        Case(
            "state=北京市;city_district=东城区;road=景山前街;house_number=4号;postcode=100009;country=中国;country_code=cn",
            "中国", "100009", "北京市东城区景山前街4号"),
        Case(
            "state=上海市;city=上海市;county=浦东新区;road=世纪大道;house_number=8号;country=中国;country_code=cn",
            "中国", "上海市浦东新区世纪大道8号"),
        Case(
            "state=浙江省;city=杭州市;county=桐庐县;town=富春江镇;road=子陵东路;postcode=311504;country=中国;country_code=cn",
            "中国", "311504", "浙江省杭州市桐庐县富春江镇子陵东路"),
        Case(
            "house_number=8;road=Yan'an Road;city_district=Shangcheng;city=Hangzhou;state=Zhejiang;postcode=310000;"
                + "country=China;country_code=cn", "8 Yan'an Road", "Shangcheng", "310000 Hangzhou, Zhejiang", "China"),
        Case(
            "house_number=1;road=West Chang'an Avenue;suburb=Xicheng;city=Beijing;state=Beijing;postcode=100006;"
                + "country=China;country_code=cn", "1 West Chang'an Avenue", "Xicheng", "100006 Beijing", "China"),
        Case(
            "city=제주시;town=애월읍;state=제주특별자치도;road=애월로;house_number=3;country=대한민국;country_code=kr",
            "대한민국", "제주특별자치도 제주시 애월읍 애월로 3"),
        Case(
            "state=서울특별시;city=서울;borough=강남구;road=테헤란로;house_number=152;postcode=06236;country=대한민국;"
                + "country_code=kr", "대한민국", "서울특별시 강남구 테헤란로 152", "06236"),
        Case(
            "house_number=152;road=Teheran-ro;suburb=Yeoksam-dong;borough=Gangnam-gu;city=Seoul;state=Seoul;"
                + "country=South Korea;country_code=kr", "152 Teheran-ro", "Yeoksam-dong, Gangnam-gu, Seoul",
            "South Korea"),
        Case(
            "road=Island Highway;county=Regional District of Nanaimo;state=British Columbia;country=Canada;"
                + "country_code=ca", "Island Highway", "Regional District of Nanaimo, BC", "Canada"),
        Case(
            "hamlet=Hope;municipality=Grey Highlands;county=Grey County;state=Ontario;country=Canada;country_code=ca",
            "Hope, ON", "Canada"),
        Case("town=Kolonia;state=Pohnpei;country=Micronesia;country_code=fm", "Kolonia", "Micronesia"),
        Case(
            "island=Vancouver Island;state=British Columbia;country=Canada;country_code=ca", "Vancouver Island, BC",
            "Canada"),
        Case(
            "house_number=7-10;road=Carrera 8;suburb=La Candelaria;city=Bogotá;state=Bogotá;postcode=111711;"
                + "country=Colombia;country_code=co", "Carrera 8 7-10", "La Candelaria", "111711 Bogotá", "Colombia"),
        Case(
            "road=Calle 51;city=Medellín;state=Antioquia;country=Colombia;country_code=co", "Calle 51",
            "Medellín, ANT", "Colombia"),
        Case(
            "city=Sevilla;city_district=Triana;county=Sevilla;state=Andalucía;country=España;country_code=es",
            "Triana", "Sevilla", "Andalucía", "España"),
        Case(
            "post_office=Post Office;road=Kaselehlie Street;town=Kolonia;state=Pohnpei;postcode=96941;"
                + "country=Micronesia;country_code=fm", "Post Office", "Kaselehlie Street", "Kolonia, FM 96941",
            "Micronesia"),
        Case(
            "house_number=1;road=Hlavná;city=Bratislava;county=District of Bratislava I;postcode=81101;"
                + "country=Slovakia;country_code=sk", "Hlavná 1", "811 01 Bratislava", "Slovakia"),
        Case(
            "road=Front Street;town=Cockburn Town;island=Grand Turk;postcode=TKCA 1ZZ;"
                + "country=Turks and Caicos Islands;country_code=tc", "Front Street", "Cockburn Town, Grand Turk",
            "TKCA 1ZZ", "Turks and Caicos Islands"),
        Case(
            "state=서울특별시;borough=종로구;road=사직로;house_number=161;postcode=03045;country=대한민국;country_code=kr",
            "대한민국", "서울특별시 종로구 사직로 161", "03045"),
        Case(
            "house_number=4;road=Atatürk Bulvarı;city=Ankara;postcode=06420;country=Türkiye;country_code=tr",
            "Atatürk Bulvarı 4", "06420 Ankara", "Türkiye"),
        Case(
            "house_number=13;road=Ahmet Haxhiu;city=Prishtina;postcode=10010;country=Kosovë;country_code=xk",
            "13, Ahmet Haxhiu", "Prishtina 10010", "Kosovë"),
        Case(
            "house_number=3;road=Kenyatta Avenue;city=Nairobi;postcode=00100;country=Kenya;country_code=ke",
            "3 Kenyatta Avenue", "Nairobi", "00100", "Kenya"),
        Case(
            "house_number=1;road=Calle San Francisco;city=San Juan;postcode=00901;country=Puerto Rico;country_code=pr",
            "1 Calle San Francisco", "San Juan, PR 00901", "United States of America"),
    ]

    @Test("Is each country's own", arguments: countries) func country(_ one: Case) {
        #expect(AddressFormatter().lines(for: address(one.components)) == one.lines)
    }

    @Test("Leaves no separator behind, whatever is missing", arguments: countries) func missing(_ one: Case) {
        let whole = address(one.components).entries
        for mask in 0..<(1 << whole.count) {
            // With few of them, and with few of them missing; in the long version with any.
            let count = mask.nonzeroBitCount
            guard Fixtures.isThorough || count <= 2 || count >= whole.count - 2 else { continue }
            var part = PostalAddress()
            for (index, entry) in whole.enumerated() where mask & (1 << index) != 0 {
                part[entry.component] = entry.value
            }
            for style in AddressFormatter.Style.allCases {
                for withCountry in [true, false] {
                    let formatter = AddressFormatter(style: style, includesCountry: withCountry)
                    for line in formatter.lines(for: part) {
                        #expect(line.isTidy, "\(line) of \(part)")
                    }
                }
            }
        }
    }

    @Test("Says the place, whatever it is called there") func places() {
        func lines(_ components: String) -> [String] { AddressFormatter().lines(for: address(components)) }
        #expect(
            lines("state=北京市;borough=东城区;road=景山前街;house_number=4号;country_code=cn") == ["北京市东城区景山前街4号"])
        #expect(lines("state=浙江省;county=桐庐县;road=迎春路;house_number=1号;country_code=cn") == ["浙江省桐庐县迎春路1号"])
        #expect(
            lines("road=Queen's Road;house_number=1;suburb=Wan Chai;city=Hong Kong;country_code=hk")
                == ["1 Queen's Road", "Wan Chai", "Hong Kong"])
        #expect(lines("road=皇后大道;suburb=灣仔;city=香港;country_code=hk") == ["香港灣仔皇后大道"])
        #expect(lines("road=Haifa Street;village=Dora;state=Baghdad;country_code=iq") == ["Haifa Street", "Dora"])
        // What is a city, and what a state says already, stays as the country's form has it.
        #expect(
            lines("road=Shenton Way;house_number=1;suburb=Downtown;country=Singapore;country_code=sg")
                == ["1 Shenton Way", "Singapore"])
    }

    @Test("Writes postcodes in capitals, and otherwise as they come") func postcodes() {
        func line(_ components: String) -> String? { AddressFormatter().lines(for: address(components)).last }
        #expect(line("road=A;city=London;postcode=sw1a2aa;country_code=gb") == "SW1A 2AA")
        #expect(line("road=A;city=London;postcode=SW1A2AA;country_code=gb") == "SW1A2AA")
        #expect(line("road=A;city=London;postcode=none;country_code=gb") == "none")
    }

    @Test("Drops what is not text: control characters, and values longer than any part of an address") func values() {
        func lines(_ components: String) -> [String] { AddressFormatter().lines(for: address(components)) }
        #expect(lines("road=A\u{0}B\u{1B}[2J;city=C\u{85}\u{7F}D;postcode=1") == ["AB[2J", "1 C D"])
        #expect(lines("road=\(String(repeating: "a", count: 5_000));city=Kiel;postcode=1") == ["1 Kiel"])
        #expect(lines("road=\(String(repeating: "a, ", count: 100_000));city=Kiel;postcode=1") == ["1 Kiel"])
    }

    @Test("Goes without the country") func withoutCountry() {
        let formatter = AddressFormatter(includesCountry: false)
        func lines(_ components: String) -> [String] { formatter.lines(for: address(components)) }
        #expect(
            lines("road=Main Street;city=Springfield;state=Illinois;country=United States;country_code=us")
                == ["Main Street", "Springfield, IL"])
        #expect(
            lines("road=Moor Lane;city=London;state=England;country=United Kingdom;country_code=gb")
                == ["Moor Lane", "London"])
        #expect(
            lines("road=Dover Crescent;postcode=130026;city=Singapore;country=Singapore;country_code=sg")
                == ["Dover Crescent", "Singapore 130026"])
        #expect(lines("country=France;country_code=fr") == [])
    }

    @Test("Falls back for unknown countries and for none") func unknown() {
        let expected = ["Long Street 5", "1234 Town", "Nowhere"]
        for code in ["", ";country_code=zz", ";country_code=qq", ";country_code=123", ";country_code=é"] {
            let text = "road=Long Street;house_number=5;postcode=1234;city=Town;country=Nowhere" + code
            #expect(AddressFormatter().lines(for: address(text)) == expected)
        }
        #expect(AddressFormatter().lines(for: PostalAddress()) == [])
        #expect(AddressFormatter().lines(for: address("country=France")) == ["France"])
        #expect(AddressFormatter().lines(for: address("restaurant=Chez Paul")) == ["Chez Paul"])
        #expect(AddressFormatter().lines(for: address("city=Paris;country_code=fr")) == ["Paris"])
    }

    @Test("Takes values that are none for missing") func insane() {
        let text = "road=https://example.org;city=Kiel;postcode=-;house_number=;country=Germany;country_code=de"
        #expect(AddressFormatter().lines(for: address(text)) == ["Kiel", "Germany"])
        let many = "road=Weg;city=Aschaffenburg;postcode=63739,63741,63743;country_code=de"
        #expect(AddressFormatter().lines(for: address(many)) == ["Weg", "63739 Aschaffenburg"])
        let lines = "road=Weg\n5;city=Kiel\r\nNord;country_code=de"
        #expect(AddressFormatter().lines(for: address(lines)) == ["Weg 5", "Kiel Nord"])
    }

    @Test("Shortens words of streets on request") func abbreviations() {
        let formatter = AddressFormatter(abbreviates: true)
        for (road, country, short) in [
            ("North Main Street", "us", "N Main St"), ("Avenue of the Americas", "us", "Avenue of the Americas"),
            ("Rosenthaler Straße", "de", "Rosenthaler Str."), ("Bahnhofstraße", "de", "Bahnhofstr."),
            ("Karl-Marx-Straße", "de", "Karl-Marx-Str."), ("Straße", "de", "Straße"),
            ("Boulevard Saint-Michel", "fr", "Bd Saint-Michel"), ("Avenida Maracanã", "br", "Av. Maracanã"),
            ("Street", "gb", "Street"), ("улица Ленина", "ru", "ул. Ленина"), ("Main Street", "jp", "Main Street"),
        ] {
            #expect(
                formatter.lines(for: address("road=\(road);country_code=\(country);postcode=1")).first == short)
        }
        let french = AddressFormatter(language: LanguageTag("fr"), abbreviates: true)
        #expect(french.lines(for: address("road=Avenue Louise;country_code=zz;postcode=1")).first == "Av. Louise")
    }

    @Test("Joins lines in the country's way") func joined() {
        func string(_ components: String) -> String { AddressFormatter().string(for: address(components)) }
        #expect(
            string("road=Rosenthaler Straße;house_number=1;postcode=10119;city=Berlin;country=Germany;country_code=de")
                == "Rosenthaler Straße 1, 10119 Berlin, Germany")
        #expect(string("state=東京都;city=千代田区;road=丸の内1丁目;house_number=9番地1;country_code=jp") == "東京都千代田区丸の内1丁目9番地1")
        #expect(string("state=서울특별시;city=종로구;road=사직로;country=대한민국;country_code=kr") == "대한민국 서울특별시 종로구 사직로")
    }
}
