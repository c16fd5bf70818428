import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("The rule for names without a language")
struct NameRuleTests {
    private let characters = ChineseCharacters(lines: ["苏\t\t蘇", "蘇\t苏\t", "后\t后\t後后", "後\t后\t"])

    private func city(_ name: String, _ country: String, _ others: [String]) -> GeoNamesFolder.City {
        GeoNamesFolder.City(
            geonameid: 1, name: name, latitude: 0, longitude: 0, countrycode: country, population: 1, timezone: "",
            admin1code: "", alternatenames: others)
    }

    private func names(_ others: [String], tagged: [String: String] = [:], home: [String] = ["de"]) -> [String: String]
    {
        UntaggedNames(characters: characters).names(of: city("X", "DE", others), tagged: tagged, home: home)
    }

    @Test(
        "Knows a language by a script of its own",
        arguments: [
            ("ko", "뮌헨"), ("ja", "ミュンヘン"), ("th", "มิวนิก"), ("el", "Μόναχο"), ("he", "מינכן"), ("ka", "მიუნხენი"),
            ("hy", "Մյունխեն"), ("ta", "மியூனிக்"), ("am", "ሙኒክ"), ("my", "မြူးနစ်"), ("km", "មុយនិច"), ("dv", "މިއުނިކް"),
        ])
    func ownScript(language: String, name: String) { #expect(names([name]) == [language: name]) }

    @Test("Knows a language by letters of its own, and leaves other names of shared scripts without one")
    func ownLetters() {
        #expect(names(["Київ", "Киев"]) == ["uk": "Київ"])
        #expect(names(["Магілёў"])["be"] == "Магілёў")
        #expect(names(["القاهرة"])["ar"] == "القاهرة")
        #expect(names(["پاریس"])["fa"] == "پاریس")
        #expect(names(["Мюнхен"]) == ["und-Cyrl": "Мюнхен"])
        #expect(names(["Мюнхен", "Минхен"]) == [:])
        #expect(names(["Київ"], tagged: ["rue": "Київ"])["uk"] == nil)
    }

    @Test("Does not take Japanese for Chinese, nor Yiddish for Hebrew")
    func neighbours() {
        #expect(names(["東京"], home: ["ja"])["zh-Hans"] == nil)
        #expect(names(["蘇黎世"])["zh-Hans"] == "苏黎世")
        #expect(names(["苏黎世"])["zh-Hant"] == "蘇黎世")
        #expect(names(["苏黎世", "苏里"])["zh-Hans"] == nil)
        #expect(names(["בערלין", "ברלין"], tagged: ["yi": "בערלין"])["he"] == "ברלין")
    }

    @Test("Adds nothing where the language is tagged, or is the place's own")
    func known() {
        #expect(names(["뮌헨"], tagged: ["ko": "뮌헨시"]) == [:])
        #expect(names(["Αθήνα"], home: ["el"]) == [:])
    }

    @Test("Reads Chinese names aloud: Kunshan is the city, and not the town in its middle")
    func chinese() {
        let readings = ChineseReadings(lines: ["昆\thun kun", "山\tshan", "玉\tyu", "市\tshi", "broken", "长\tchang zhang"])
        var local = LocalNames(characters: characters, readings: readings)
        let names = ["玉山", "昆山市"]
        #expect(local.name(of: city("Kunshan", "CN", names), tagged: [:], home: ["zh-Hans"]) == "昆山市")
        #expect(local.name(of: city("Yushan", "CN", names), tagged: [:], home: ["zh-Hans"]) == "玉山")
        // The town's name is tagged as the city's; a name that is read otherwise stays where there is no other.
        let tagged = ["zh-Hans": "玉山"]
        #expect(local.name(of: city("Kunshan", "CN", names), tagged: tagged, home: ["zh-Hans"]) == "昆山市")
        #expect(local.name(of: city("Harbin", "CN", names), tagged: tagged, home: ["zh-Hans"]) == "玉山")
        #expect(readings.difference("长山", from: "Zhangshan") == 0)
        #expect(readings.difference("国", from: "Guo") == 1)
        #expect(readings.difference("", from: "Guo") == 1)
    }

    @Test("Takes for the local name the one that reads like the main one")
    func local() {
        var local = LocalNames(characters: characters)
        #expect(
            local.name(of: city("Sasovo", "RU", ["Саз", "Сасово", "Сасов"]), tagged: [:], home: ["ru"]) == "Сасово")
        #expect(local.name(of: city("Suwon", "KR", ["수원", "수원시"]), tagged: [:], home: ["ko"]) == "수원시")
        #expect(local.name(of: city("Köln", "DE", ["Cologne"]), tagged: [:], home: ["de"]) == nil)
    }

    @Test("Tells simplified from traditional characters")
    func kinds() {
        #expect(characters.kind("苏黎世") == .simplified)
        #expect(characters.kind("蘇黎世") == .traditional)
        #expect(characters.kind("北京") == .both)
        #expect(characters.kind("苏蘇") == .mixed)
        #expect(characters.kind("后") == .both)
        #expect(characters.traditional("苏后") == "蘇後")
        #expect(ChineseCharacters(lines: ["", "\t", "a\tb", "\t\t"]).kind("苏") == .both)
    }

    @Test("Writes Serbian in Latin letters")
    func serbian() {
        #expect(SerbianLatin.text("Љубљана") == "Ljubljana")
        #expect(SerbianLatin.text("Ђер, Њујорк") == "Đer, Njujork")
    }
}
