import LKGeo
import LKGeocoding
import Testing

@testable import LKGazetteer

/// Which of several names is given, on a few places made up for it.
@Suite("World: which name is given")
struct NameSelectionTests {
    private let world: World

    init() throws { world = try World(bytes: NamesInput.bytes()) }

    private func placemark(_ point: (Double, Double), _ languages: String...) throws -> Placemark {
        let point = try #require(Coordinate(latitude: point.0, longitude: point.1))
        return try world.placemark(at: point, languages: languages.map { try #require(LanguageTag($0)) })
    }

    @Test("Keeps the two kinds of Chinese apart, and derives the one a source lacks")
    func chinese() throws {
        for (tag, name) in [
            ("zh", "苏黎世"), ("zh-CN", "苏黎世"), ("zh-Hans", "苏黎世"), ("zh-SG", "苏黎世"), ("zh-TW", "蘇黎世"), ("zh-HK", "蘇黎世"),
            ("zh-Hant", "蘇黎世"), ("zh_MO.UTF-8", "蘇黎世"), ("zh-Hans-HK", "苏黎世"), ("zh-Hant-CN", "蘇黎世"),
        ] {
            #expect(try placemark(NamesInput.zurich, tag).locality == name, "\(tag)")
        }
    }

    @Test("Reports the script of a language: Serbian in Latin script if requested")
    func serbian() throws {
        #expect(try placemark(NamesInput.zurich, "sr").locality == "Цирих")
        #expect(try placemark(NamesInput.zurich, "sr-RS").locality == "Цирих")
        #expect(try placemark(NamesInput.zurich, "sr-Latn").locality == "Cirih")
        #expect(try placemark(NamesInput.zurich, "sr_RS@latin").locality == "Cirih")
        #expect(try placemark(NamesInput.zurich, "sr-ME").locality == "Cirih")
        #expect(try placemark(NamesInput.zurich, "sh").locality == "Cirih")
    }

    @Test("Takes the first language of the list that has a name")
    func order() throws {
        #expect(try placemark(NamesInput.zurich, "xx", "ko", "fr").locality == "취리히")
        #expect(try placemark(NamesInput.zurich, "fr", "ko").locality == "Zurich FR")
        #expect(try placemark(NamesInput.zurich, "fr-CA", "ko").locality == "Zurich FR")
    }

    @Test("Gives the local name to who can read it, and English to who cannot")
    func readable() throws {
        #expect(try placemark(NamesInput.zurich, "is").locality == "Zürich")
        #expect(try placemark(NamesInput.zurich, "th").locality == "Zurich")
        #expect(try placemark(NamesInput.ruse, "mk").locality == "Русе")
        #expect(try placemark(NamesInput.ruse, "mk", "en").locality == "Русе")
        #expect(try placemark(NamesInput.ruse, "is").locality == "Ruse")
        #expect(try placemark(NamesInput.ruse, "ja").locality == "Ruse")
        #expect(try placemark(NamesInput.huazhou, "ja").locality == "化州")
        #expect(try placemark(NamesInput.huazhou, "ko").locality == "Huazhou")
    }

    @Test("Says which language each name is in")
    func languages() throws {
        let french = try placemark(NamesInput.zurich, "fr").nameLanguages
        #expect(french.locality?.description == "fr" && french.country?.description == "fr")
        #expect(!french.isMixed)
        let thai = try placemark(NamesInput.zurich, "th").nameLanguages
        #expect(thai.locality == .english && thai.country?.description == "th")
        #expect(thai.isMixed)
        #expect(try placemark(NamesInput.ruse).nameLanguages.locality?.description == "bg")
    }

    @Test("Names a division's places in the division's language")
    func divisions() throws {
        #expect(try placemark(NamesInput.zurich).locality == "Zürich")
        #expect(try placemark(NamesInput.geneva).locality == "Genève")
        #expect(try placemark(NamesInput.geneva).language?.description == "fr")
        #expect(try placemark(NamesInput.geneva, "de").locality == "Genf")
        #expect(try placemark(NamesInput.brig).locality == "Brig")
        #expect(try placemark(NamesInput.brig, "fr").locality == "Brigue")
    }

    @Test("Leaves out what is in the wrong script or in brackets")
    func filing() throws {
        #expect(try placemark(NamesInput.geneva, "el").locality == "Geneva")
        #expect(try placemark(NamesInput.geneva, "ru").locality == "Женева")
    }

    @Test("Reads a file without languages of divisions as one of the country's language")
    func older() throws {
        var bytes = try NamesInput.bytes()
        let tag = Array("DLNG".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: tag) })
        bytes[place] = UInt8(ascii: "X")
        let older = try World(bytes: sealed(bytes))
        let point = try #require(Coordinate(latitude: NamesInput.geneva.0, longitude: NamesInput.geneva.1))
        #expect(try older.placemark(at: point, languages: []).language?.description == "de")
        #expect(try older.placemark(at: point, languages: [.english]).locality == "Geneva")
    }
}
