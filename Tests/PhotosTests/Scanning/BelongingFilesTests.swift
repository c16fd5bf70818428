import LKPhotos
import Testing

@Suite("BelongingFiles") struct BelongingFilesTests {
    private func files(_ names: [String]) -> BelongingFiles {
        BelongingFiles(names) { name in [".jpg", ".JPG", ".MP"].contains { name.hasSuffix($0) } }
    }

    @Test("A file with several extensions belongs to the photo with the longest name") func longestName() {
        let json = "X.MP.jpg.supplemental-metadata.json"
        let motion = files(["X.MP", "X.MP.jpg", json, "X.MP.pp3"])
        #expect(motion.names(of: "X.MP.jpg") == [json, "X.MP.pp3"] && motion.names(of: "X.MP") == ["X.MP.pp3"])
        let alone = files(["X.MP", json])
        #expect(alone.names(of: "X.MP") == [json])
        let others = files(["IMG.JPG", "IMG.JPG.out.pp3", "IMG.WAV", "IMG.notes.txt", ".IMG.JPG.swp"])
        #expect(others.names(of: "IMG.JPG").sorted() == ["IMG.JPG.out.pp3", "IMG.WAV"])
    }

    @Test("A JSON with the beginning of a photo's name belongs to it only with the photo's title") func cutTitle() {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        let json = String(long.prefix(46)) + ".json"
        let found = files([long + ".jpg", json, "a.jpg", "a.jpg.json"])
        var asked: [String] = []
        for isTitled in [true, false] {
            let names = found.names(of: long + ".jpg") {
                asked.append($0)
                return isTitled
            }
            #expect(names == (isTitled ? [json] : []))
        }
        #expect(asked == [json, json])
        // A full name counts whatever the title is.
        #expect(found.names(of: "a.jpg", isTitled: { _ in false }) == ["a.jpg.json"])
    }
}
