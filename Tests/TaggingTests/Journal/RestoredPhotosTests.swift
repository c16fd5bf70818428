import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Undo counts photos, whatever belongs to them and however often they were changed") struct RestoredPhotosTests {
    @Test(
        "Files of one name are one photo, with their sidecars",
        arguments: [
            (["x/a.jpg", "x/a.CR2", "x/a.CR2.xmp", "x/a.jpg.XMP", "x/a.mov"], 1),
            (["a.cr2", "a.mov"], 1), (["a.xmp", "a.jpg"], 1), (["a.cr2.xmp"], 1), (["a.b.xmp"], 1),
            (["x/a.jpg", "x/a.jpg_original", "x/a.xmp_original", "x/a.jpg.xmp_original", "x/b.JPG_original"], 2),
            (["x/a.jpg", "x/a.png", "y/a.jpg"], 3), (["x.y/a", "x.y/b"], 2), ([], 0),
        ])
    func groups(_ paths: [String], _ count: Int) {
        let photos = RestoredPhotos.grouped(paths)
        #expect(photos.count == count)
        #expect(photos.joined().sorted() == paths.sorted())
    }

    @Test("The worst of a photo's files counts, and what is known already is not news")
    func worst() {
        var restored = RestoredPhotos()
        let news = [
            restored.record(.restored, of: "a.jpg"), restored.record(.restored, of: "a.jpg"),
            restored.record(.unchanged, of: "a.cr2"), restored.record(.restored, of: "b.jpg"),
            restored.record(.failed, of: "b.jpg"), restored.record(.unchanged, of: "c.jpg"),
        ]
        #expect(news == [true, false, true, true, true, true])
        #expect(restored.photos == [.restored, .failed, .unchanged])
        #expect(restored.contains("a.cr2") && !restored.contains("a.mov"))
    }
}
