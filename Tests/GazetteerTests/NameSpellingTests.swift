import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("How names are spelled")
struct NameSpellingTests {
    @Test(
        "Mends slips of the pen in every language",
        arguments: [
            ("fr", "NIcosie", "Nicosie"), ("ja", "サンバーナーディーノ_", "サンバーナーディーノ"), ("et", "Rakvere_vald", "Rakvere vald"),
            ("de", " Orange  (New South Wales) ", "Orange (New South Wales)"), ("en", "BABOR - VILLE", "Babor - Ville"),
            ("fa", "فرغانه\u{200E}", "فرغانه"), ("fil", "Angola_-_Cabinda.svg|miniatyr|Kabinda", "Kabinda"),
            ("ro", "imatra", "Imatra"), ("tr", "izmir", "İzmir"), ("ca", "LHavana", "L'Havana"),
            ("de", "EMalahleni", "Emalahleni"),
        ])
    func mended(language: String, name: String, expected: String) {
        #expect(NameSpelling.mended(name, language: language) == expected)
        #expect(NameSpelling.mended(expected, language: language) == expected)
    }

    @Test(
        "Leaves names that only look odd",
        arguments: [
            ("nl", "IJmuiden"), ("zu", "IJerusalem"), ("zu", "iKapa"), ("zu", "i-Macau"), ("ce", "КӀахети"),
            ("ka", "თბილისი"), ("chr", "ᎫᎵᏘᎦ"),
            ("en", "USA"), ("ko", "워싱턴 DC"), ("ca", "el Prat de Llobregat"), ("es", "l'Alfàs del Pi"), ("ja", "ラプ=ラプ市"),
            ("fa", "رحیم\u{200C}یارخان"),
        ])
    func left(language: String, name: String) { #expect(NameSpelling.mended(name, language: language) == name) }

    @Test("Cuts what says where a settlement is, and the word for the division around it")
    func remarks() {
        #expect(NameSpelling.mended("Kushiro, Hokkaidō", language: "ro") == "Kushiro")
        #expect(NameSpelling.mended("سیالکوت، پاکستان", language: "fa") == "سیالکوت")
        #expect(NameSpelling.mended("پوئبلا٬ پوئبلا", language: "fa") == "پوئبلا")
        #expect(NameSpelling.mended("استان فیوم", language: "fa") == "فیوم")
        #expect(NameSpelling.mended("استان فارس", language: "fa", kind: .division) == "استان فارس")
        #expect(NameSpelling.mended("Bristol, City of", language: "en", kind: .division) == "Bristol")
        #expect(NameSpelling.mended("Congo, Democratic", language: "en", kind: .country) == "Congo, Democratic")
        #expect(NameSpelling.mended(",", language: "en") == ",")
        #expect(NameSpelling.mended("", language: "en") == "")
    }

    @Test("Knows by a message's key what it names")
    func kinds() {
        #expect(NameSpelling.kind(ofMessage: "2950159") == .settlement)
        #expect(NameSpelling.kind(ofMessage: "DE.16") == .division)
        #expect(NameSpelling.kind(ofMessage: "DE") == .country)
    }

    @Test(
        "Spells main names in Latin letters, with a capital and without what the census counted",
        arguments: [
            ("ID", "VILLA PERMATA HIJAU", "Villa Permata Hijau"), ("JP", "HIgashifushimi", "Higashifushimi"),
            ("DE", "Querum -  Wabenkamp", "Querum - Wabenkamp"), ("IN", "patamda", "Patamda"),
            ("PS", "al-Kum", "Al-Kum"),
            ("MX", "Real del Valle (El Paraíso) [Fraccionamiento]", "Real del Valle (El Paraíso)"),
            ("CH", "Zürich (Kreis 9) / Altstetten", "Altstetten"), ("CH", "Horgen / Allmend", "Horgen / Allmend"),
            ("DZ", "Sidi Senoussi سيدي سنوسي", "Sidi Senoussi"), ("GR", "Mosynopolis, Μαξιμιανούπολις", "Mosynopolis"),
            ("JP", "Misato, Saitama", "Misato"),
            ("ES", "Sant Pere, Santa Caterina i La Ribera", "Sant Pere, Santa Caterina i La Ribera"),
            ("NL", "t Harde", "'t Harde"), ("NL", "s-Gravendeel", "'s-Gravendeel"),
            ("NL", "IJsselstein", "IJsselstein"),
            ("ZA", "eMkhuze", "eMkhuze"), ("ES", "el Masnou", "el Masnou"), ("HK", "LOHAS Park", "LOHAS Park"),
            ("MY", "SS2", "SS2"),
            ("CN", "城郊", "城郊"), ("MK", "Слупчане", "Слупчане"),
        ])
    func main(country: String, name: String, expected: String) {
        #expect(NameSpelling.mainName(name, country: country) == expected)
    }

    @Test("Knows what is not a name")
    func notNames() {
        #expect(!NameSpelling.isName("Ct 0024", country: "CA"))
        #expect(!NameSpelling.isName("Ninguno [CERESO]", country: "MX"))
        #expect(NameSpelling.isName("Court", country: "CA"))
        #expect(NameSpelling.isName("Ninguno", country: "AR"))
        #expect(NameSpelling.isName("3 B", country: "IN"))
    }

    @Test("Leaves out settlements without a name, and files names as they should be spelled")
    func built() throws {
        let bytes = try SmallInput.bytes(
            cities: SmallInput.cities + [
                (501, "Ct 0024", (48.86, 2.35), "FR", "11", 600, []),
                (502, "CHELLES-SUR-MARNE", (48.88, 2.59), "FR", "11", 700, []),
            ])
        let world = try World(bytes: bytes)
        #expect(try world.information().settlements == SmallInput.cities.count + 1)
        #expect(try world.search(name: "Chelles").first?.place?.name == "Chelles-Sur-Marne")
    }
}
