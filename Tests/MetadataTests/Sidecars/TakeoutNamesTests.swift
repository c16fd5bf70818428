import Metadata
import Testing

@Suite("TakeoutNames") struct TakeoutNamesTests {
    private func json(of photo: String, among names: [String]) -> String? {
        TakeoutNames(names.map { Array($0.utf8) }).match(of: Array(photo.utf8)).map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    @Test(
        "Finds the JSON of a photo by Takeout's rules for names",
        arguments: [
            ("IMG.jpg", "IMG.jpg.json"), ("IMG.jpg", "IMG.jpg.supplemental-metadata.json"),
            ("IMG.jpg", "IMG.jpg.supplemental-metad.json"), ("IMG.jpg", "IMG.jpg.s.json"), ("IMG.jpg", "IMG.jpg..json"),
            ("IMG.jpg", "IMG.json"), ("IMG(1).jpg", "IMG.jpg(1).json"), ("IMG(1).jpg", "IMG(1).jpg.json"),
            ("IMG(12).jpg", "IMG.jpg.supplemental-metadata(12).json"), ("IMG(1).jpg", "IMG.jpg.suppl(1).json"),
            ("IMG-edited.jpg", "IMG.jpg.json"), ("IMG-edited(1).jpg", "IMG.jpg(1).json"),
            ("IMG-bearbeitet.jpg", "IMG.jpg.supplemental-metadata.json"), ("IMG-modifié.jpg", "IMG.jpg.json"),
            ("IMG-編集済み.jpg", "IMG.jpg.json"), ("IMG.MP4", "IMG.MP4.supplemental-metadata.JSON"),
            (
                "IMG_20210801_101112_long_name_of_photo_from_phone.jpg",
                "IMG_20210801_101112_long_name_of_photo_from_ph.json"
            ),
            (
                "IMG_20210801_101112_long_name_of_photo_from_pho(2).jpg",
                "IMG_20210801_101112_long_name_of_photo_from_ph(2).json"
            ),
            (
                "IMG_20210801_101112_long_name_of_photo_fro-edi.jpg",
                "IMG_20210801_101112_long_name_of_photo_fro.jpg.json"
            ),
        ]) func belongs(_ photo: String, _ name: String)
    {
        #expect(json(of: photo, among: ["other.jpg.json", name, photo]) == name)
    }

    @Test(
        "A JSON of another photo does not match",
        arguments: [
            ("IMG.jpg", "IMG.png.json"), ("IMG.jpg", "IMG.jpg(1).json"), ("IMG(1).jpg", "IMG.jpg.json"),
            ("IMG(1).jpg", "IMG.jpg(2).json"), ("IMG.jpg", "IMG-edited.jpg.json"), ("IMG_10.jpg", "IMG_1.json"),
            ("IMG.jpg", "IM.json"), ("IMG.jpg", "IMG.jpg.metadata.json"), ("IMG.jpg", "metadata.json"),
            ("IMG.jpg", ".json"), ("()", "().json(1)"), ("IMG.jpg", "IMG.jpg.json.txt"),
        ]) func differs(_ photo: String, _ name: String)
    {
        #expect(json(of: photo, among: [name, photo]) == nil)
    }

    @Test("The most specific of several names counts") func precedence() {
        let names = ["IMG.jpg.json", "IMG.jpg(1).json", "IMG(1).jpg.json", "IMG.json", "IMG-edited.jpg.json"]
        #expect(json(of: "IMG.jpg", among: names) == "IMG.jpg.json")
        #expect(json(of: "IMG(1).jpg", among: names) == "IMG(1).jpg.json")
        #expect(json(of: "IMG-edited.jpg", among: names) == "IMG-edited.jpg.json")
        let both = ["IMG.jpg.json", "IMG.jpg.supplemental-metadata.json"]
        #expect(json(of: "IMG.jpg", among: both) == both[1])
        #expect(json(of: "IMG.jpg", among: both.reversed()) == both[1])
    }

    @Test("A name that was cut off is marked, so that the title can decide") func cut() throws {
        let long = String(repeating: "ä", count: 60)
        let names = TakeoutNames([Array((long.prefix(46) + ".json").utf8)])
        #expect(try #require(names.match(of: Array("\(long).jpg".utf8))).isCut)
        #expect(names.match(of: Array("\(long.prefix(30)).jpg".utf8)) == nil)
    }
}
