import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("What became of a photo follows from what became of its files") struct PhotoOutcomeTests {
    private let error = TaggingError(code: .unwritable, message: "no room", path: "a.mov")

    private func photo(_ actions: PhotoOutcome.Action...) -> PhotoOutcome? {
        let names = ["a.jpg", "a.dng", "a.mov"]
        return PhotoOutcome(of: zip(names, actions).map { PhotoOutcome(path: $0, action: $1) })
    }

    @Test("A failure counts for all, then a file whose turn did not come, then one that was written")
    func actions() {
        #expect(photo() == nil)
        #expect(photo(.written, .notBegun, .failed(error))?.action == .failed(error))
        #expect(photo(.written, .notBegun)?.action == .notBegun)
        #expect(photo(.unchanged, .written)?.action == .written)
        #expect(photo(.unchanged, .unchanged)?.action == .unchanged)
        #expect(photo(.written, .unchanged)?.path == "a.jpg")
    }

    @Test("The sidecars of all its files are named, and why a file stays as it is")
    func sidecars() {
        var (own, raw) = (PhotoOutcome(path: "a.jpg", action: .written), PhotoOutcome(path: "a.dng", action: .written))
        (own.sidecars, raw.sidecars, raw.refusal) = (["a.jpg.xmp"], ["a.xmp"], error)
        let photo = PhotoOutcome(of: [own, raw])
        #expect(photo?.sidecars == ["a.jpg.xmp", "a.xmp"] && photo?.refusal == error && photo?.action == .written)
    }

    @Test("A photo that still says where it was taken after its place was removed has failed")
    func rechecked() async throws {
        let album = Album()
        album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        var edit = MetadataEdit.withoutPlace
        let tagger = PhotoTagger()
        let path = album.path("a.jpg")
        let written = PhotoOutcome(path: path, action: .written)
        let clean = await tagger.rechecked([written], removing: [PhotoEdit(path: path, edit: edit)])
        #expect(clean == [written])
        // As if the removal had not reached the disk.
        var place = PhotoPlace()
        place.city = "Springfield"
        edit = MetadataEdit()
        edit.placeShown = .set(place)
        #expect(await tagger.write([PhotoEdit(path: path, edit: edit)])[0].action == .written)
        let unbegun = PhotoOutcome(path: path, action: .notBegun)
        let removal = PhotoEdit(path: path, edit: .withoutPlace)
        let rest = await tagger.rechecked([written, unbegun], removing: [removal, removal])
        #expect(rest[0].error?.code == .verification && rest[0].error?.message.hasPrefix(path) == true)
        #expect(rest[1] == unbegun)
    }
}
