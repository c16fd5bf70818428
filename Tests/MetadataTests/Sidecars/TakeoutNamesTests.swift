import LKMetadata
import Testing

@Suite("TakeoutNames") struct TakeoutNamesTests {
    private func json(of photo: String, among names: [String]) -> String? {
        TakeoutNames(names.map { Array($0.utf8) }).matches(of: Array(photo.utf8)).first.map {
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

    @Test("Each of many photos of the same name has the JSON with its own number") func manyNumbers() {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        let cut = String(long.prefix(46))
        // Each third number is missing.
        let numbers = (1...300).filter { $0 % 3 != 0 }
        let jsons = numbers.flatMap {
            ["IMG.jpg(\($0)).json", "b.jpg.supplemental-metadata(\($0)).json", "\(cut)(\($0)).json"]
        }
        let names = TakeoutNames((jsons + ["IMG.jpg.json", "\(cut).json", "IMG(7).jpg.json"]).map { Array($0.utf8) })
        func json(of photo: String) -> String? {
            names.matches(of: Array(photo.utf8)).first.map { String(decoding: $0.name, as: UTF8.self) }
        }
        for number in 1...301 where number != 7 {
            let isThere = number % 3 != 0 && number < 301
            #expect(json(of: "IMG(\(number)).jpg") == (isThere ? "IMG.jpg(\(number)).json" : nil))
            #expect(json(of: "IMG-edited(\(number)).jpg") == (isThere ? "IMG.jpg(\(number)).json" : nil))
            #expect(json(of: "b(\(number)).jpg") == (isThere ? "b.jpg.supplemental-metadata(\(number)).json" : nil))
            #expect(json(of: "\(long)(\(number)).jpg") == (isThere ? "\(cut)(\(number)).json" : nil))
        }
        #expect(json(of: "IMG(7).jpg") == "IMG(7).jpg.json")
        #expect(
            json(of: "IMG.jpg") == "IMG.jpg.json" && json(of: "b.jpg") == nil
                && json(of: "\(long).jpg") == "\(cut).json")
    }

    @Test(
        "The cut names of a photo are those by which its JSON is found",
        arguments: ["", "-edited"].flatMap { suffix in ["", "(3)"].map { (suffix, $0) } })
    func cutNames(_ suffix: String, _ number: String) {
        let original = "IMG_20210801_101112_long_name_of_photo_from_phone"
        let photo = Array("\(original)\(suffix)\(number).jpg".utf8)
        let cuts = Set(TakeoutNames.cutNames(ofPhoto: photo))
        for count in 30..<original.utf8.count {
            let name = Array(original.utf8.prefix(count))
            let match = TakeoutNames([name + Array("\(number).json".utf8)]).matches(of: photo).first
            #expect((match?.isCut == true) == (count >= 40) && cuts.contains(name) == (count >= 40), "\(count)")
        }
        #expect(TakeoutNames.cutNames(ofPhoto: Array("IMG\(suffix)\(number).jpg".utf8)).isEmpty)
    }

    @Test("A name that was cut off is marked, so that the title can decide") func cut() throws {
        let long = String(repeating: "ä", count: 60)
        let names = TakeoutNames([Array((long.prefix(46) + ".json").utf8)])
        #expect(try #require(names.matches(of: Array("\(long).jpg".utf8)).first).isCut)
        #expect(names.matches(of: Array("\(long.prefix(30)).jpg".utf8)).isEmpty)
    }

    @Test("Names that are equal only once they are cut off have numbers, and of those a few are candidates")
    func equalBeginnings() {
        let start = "Wedding of Anna and Bernhard in Salzburg, 2012-05-"
        let cut = String(start.prefix(46))
        let names = TakeoutNames(
            (["\(cut).json"] + (1...20).map { "\(cut)(\($0)).json" }).map { Array($0.utf8) })
        let found = names.matches(of: Array("\(start)12.jpg".utf8))
        #expect(found.count == 9 && found.allSatisfy(\.isCut))
        #expect(
            found.prefix(3).map { String(decoding: $0.name, as: UTF8.self) }
                == ["\(cut).json", "\(cut)(1).json", "\(cut)(2).json"])
        #expect(found.map(\.hasOtherNumber) == [false] + Array(repeating: true, count: 8))
        // A number in the photo's own name is that of its JSON.
        #expect(names.matches(of: Array("\(start)12(2).jpg".utf8)).map(\.hasOtherNumber) == [false])
    }
}
