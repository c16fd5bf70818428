import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Photos and their sidecars get what they are to say")
struct PhotoTaggerTests {
    private let album = Album()

    init() {
        album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        // An image of one pixel, of a format that is not written.
        album.add(
            "b.gif",
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
    }

    private func edit(_ name: String, _ change: (inout MetadataEdit) throws -> Void = { _ in }) throws -> PhotoEdit {
        var edit = MetadataEdit()
        edit.location = .set(PhotoLocation(coordinate: try #require(Coordinate(latitude: 35.5, longitude: -139.25))))
        try change(&edit)
        let path = album.path(name)
        return PhotoEdit(path: path, edit: edit, expected: try PhotoStamp(of: path))
    }

    private func facts(_ name: String) throws -> PlaceFacts {
        try PlaceFacts.Reader().facts(of: URL(filePath: album.path(name)))
    }

    @Test("A photo is written, what cannot be has a sidecar, and undo takes all back")
    func whereNeeded() async throws {
        let before = album.photos
        let tagger = PhotoTagger()
        let edits = [try edit("a.jpg"), try edit("b.gif")]
        let photos = await tagger.write(edits)
        await tagger.finish()
        #expect(photos.map(\.action) == [.written, .written])
        #expect(photos[0].sidecars.isEmpty && photos[0].refusal == nil)
        #expect(photos[1].sidecars == [album.path("b.gif.xmp")] && photos[1].refusal?.code == .unsafe)
        #expect(album.photo("b.gif") == before["b.gif"] && album.photo("a.jpg") != before["a.jpg"])
        for name in ["a.jpg", "b.gif"] {
            let found = try #require(try facts(name).location?.coordinate)
            #expect(abs(found.latitude - 35.5) < 1e-7 && abs(found.longitude + 139.25) < 1e-7)
        }
        // Once more there is nothing to do.
        let again = await PhotoTagger().write([try edit("a.jpg"), try edit("b.gif")])
        #expect(again.map(\.action) == [.unchanged, .unchanged] && again.allSatisfy(\.sidecars.isEmpty))
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("Each of two hard links is refused under its own path") func hardLinks() async throws {
        try #require(link(album.path("a.jpg"), album.path("second.jpg")) == 0)
        let edits = [try edit("a.jpg"), try edit("second.jpg")]
        let photos = await PhotoTagger().write(edits)
        for (photo, edit) in zip(photos, edits) {
            #expect(photo.refusal?.path == edit.path && photo.refusal?.message.hasPrefix(edit.path) == true)
        }
    }

    @Test("The preview says what would be, and writes nothing")
    func preview() async throws {
        let before = album.photos
        for sidecars in [PhotoTagger.SidecarUse.whereNeeded, .always] {
            let tagger = PhotoTagger(sidecars: sidecars)
            let edits = [try edit("a.jpg"), try edit("b.gif")]
            let said = await tagger.preview(edits)
            #expect(album.photos == before && album.hidden.isEmpty)
            #expect(await tagger.write(edits) == said)
            await tagger.finish()
            #expect(try await album.undo().allSatisfy { $0.action == .restored })
            #expect(album.photos == before)
        }
    }

    @Test("With sidecars only, photos stay as they are")
    func always() async throws {
        let before = album.photo("a.jpg")
        let photos = await PhotoTagger(sidecars: .always).write([try edit("a.jpg")])
        #expect(photos.map(\.action) == [.written] && photos[0].sidecars == [album.path("a.jpg.xmp")])
        #expect(album.photo("a.jpg") == before)
        #expect(try facts("a.jpg").location?.coordinate.latitude == 35.5)
    }

    @Test("A sidecar that says another position follows the photo")
    func followingSidecar() async throws {
        let elsewhere = try #require(Coordinate(latitude: 1, longitude: 2))
        let first = try edit("a.jpg") { $0.location = .set(PhotoLocation(coordinate: elsewhere)) }
        #expect(await PhotoTagger(sidecars: .always).write([first])[0].action == .written)
        let photos = await PhotoTagger().write([try edit("a.jpg")])
        #expect(photos[0].action == .written && photos[0].sidecars == [album.path("a.jpg.xmp")])
        #expect(try facts("a.jpg").location?.coordinate.latitude == 35.5)
        #expect(try MetadataReader().metadata(of: album.path("a.jpg")).location?.coordinate.latitude == 35.5)
    }

    @Test("A position that is taken away is gone from photo and sidecars, and is not put anywhere")
    func removal() async throws {
        var city = PhotoPlace()
        city.city = "Springfield"
        let full = try edit("a.jpg") { $0.placeShown = .set(city) }
        #expect(await PhotoTagger().write([full])[0].action == .written)
        #expect(
            await PhotoTagger(sidecars: .always).write([try edit("a.jpg") { $0 = full.edit }])[0].action == .written)
        let strip = PhotoEdit(path: album.path("a.jpg"), edit: .withoutPlace)
        let stripped = await PhotoTagger().write([strip])
        #expect(stripped[0].error?.message == nil)
        #expect(stripped[0].action == .written && stripped[0].sidecars == [album.path("a.jpg.xmp")])
        for name in ["a.jpg", "a.jpg.xmp"] {
            let text = String(decoding: album.bytes(name), as: Unicode.ASCII.self)
            #expect(!text.contains("Springfield") && !text.contains("GPSL"), "\(name)")
        }
        #expect(try facts("a.jpg").location == nil && facts("a.jpg").shown == nil)
        #expect(await PhotoTagger().preview([strip])[0].action == .unchanged)
        // A format that is not written is no reason for a sidecar, nor for a complaint where nothing is to be removed.
        let gif = PhotoEdit(path: album.path("b.gif"), edit: .withoutPlace)
        #expect(await PhotoTagger().write([gif])[0].action == .unchanged)
        let comment = Array("exif:GPSLatitude='1,2N'".utf8)
        album.add("b.gif", album.bytes("b.gif").dropLast() + [0x21, 0xFE, UInt8(comment.count)] + comment + [0, 0x3B])
        let placed = await PhotoTagger().write([gif])
        #expect(placed[0].error?.code == .unsafe && placed[0].error?.message.contains("sidecar") == false)
        #expect(!album.folder.names.contains("b.gif.xmp"))
    }

    @Test("A photo that has changed since the plan is left alone, and so are its sidecars")
    func changed() async throws {
        let edit = try edit("a.jpg")
        album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:08"), modified: 1_700_000_000)
        for sidecars in [PhotoTagger.SidecarUse.whereNeeded, .always] {
            #expect(await PhotoTagger(sidecars: sidecars).preview([edit])[0].error?.code == .changed)
            #expect(await PhotoTagger(sidecars: sidecars).write([edit])[0].error?.code == .changed)
        }
        #expect(album.photos.keys.sorted() == ["a.jpg", "b.gif"])
    }

    @Test("A sidecar without the photo's ending is not taken where photos share it")
    func sharedStem() async throws {
        album.add("b.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        let empty =
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/></x:xmpmeta>"
        album.add("b.xmp", Array(empty.utf8))
        #expect(await PhotoTagger().write([try edit("b.gif")])[0].sidecars == [album.path("b.gif.xmp")])
        _ = try await album.undo()
        try FileManager.default.removeItem(atPath: album.path("b.jpg"))
        #expect(await PhotoTagger().write([try edit("b.gif")])[0].sidecars == [album.path("b.xmp")])
    }

    /// A raw file as Olympus marks it, with a directory of one entry.
    private static let raw: [UInt8] =
        Array("IIRO".utf8) + [8, 0, 0, 0, 1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]

    /// A sidecar as Adobe's programs name it: it does not say whose it is.
    private static let adobe = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
         exif:GPSLatitude="1,30N" exif:GPSLongitude="2,30E" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    private func addPair() {
        album.add("c.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        album.add("c.orf", Self.raw)
        album.add("c.xmp", Self.adobe)
    }

    @Test(
        "A raw file and its JPEG that share a sidecar are placed by it, and by no second one",
        arguments: [false, true])
    func placedPair(isRawFirst: Bool) async throws {
        addPair()
        let before = album.photos
        let names = isRawFirst ? ["c.orf", "c.jpg"] : ["c.jpg", "c.orf"]
        let edits = try names.map { try edit($0) }
        let photos = await PhotoTagger().write(edits)
        #expect(photos.map(\.action) == [.written, .written])
        #expect(photos.flatMap(\.sidecars) == [album.path("c.xmp")])
        #expect(Set(album.photos.keys) == Set(before.keys))
        for name in names { #expect(try facts(name).location?.coordinate.latitude == 35.5) }
        #expect(String(decoding: album.bytes("c.xmp"), as: UTF8.self).contains("Rating=\"4\""))
        #expect(
            await PhotoTagger().write(edits.map { PhotoEdit(path: $0.path, edit: $0.edit) }).allSatisfy {
                $0.action == .unchanged
            })
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.photos == before)
    }

    @Test("What photos share with a sidecar is taken from it once, and no photo fails for the other's sake")
    func strippedPair() async throws {
        addPair()
        album.add("c.png", album.bytes("b.gif"))
        let edits = ["c.jpg", "c.orf", "c.png"].map { PhotoEdit(path: album.path($0), edit: .withoutPlace) }
        let said = await PhotoTagger().preview(edits)
        let photos = await PhotoTagger().write(edits)
        #expect(photos == said)
        #expect(photos.compactMap(\.error).isEmpty)
        #expect(photos.flatMap(\.sidecars) == [album.path("c.xmp")])
        for name in ["c.jpg", "c.orf", "c.png"] { #expect(try facts(name).location == nil) }
    }

    @Test("A photo that several links lead to is written once, and each name has that outcome")
    func links() async throws {
        try FileManager.default.createSymbolicLink(atPath: album.path("link.jpg"), withDestinationPath: "a.jpg")
        let photos = await PhotoTagger().write([try edit("link.jpg"), try edit("b.gif"), try edit("a.jpg")])
        #expect(photos.map(\.action) == [.written, .written, .written])
        #expect(try facts("link.jpg").location?.coordinate == facts("a.jpg").location?.coordinate)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: album.path("link.jpg")) == "a.jpg")
        // What two names share cannot be written without parting them: each has a sidecar.
        album.add("c.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        try FileManager.default.linkItem(atPath: album.path("c.jpg"), toPath: album.path("d.jpg"))
        let names = await PhotoTagger().write([try edit("c.jpg"), try edit("d.jpg")])
        #expect(names.map(\.sidecars) == [[album.path("c.jpg.xmp")], [album.path("d.jpg.xmp")]])
        #expect(names.allSatisfy { $0.refusal?.message.hasSuffix(" of its own first, or use a sidecar") == true })
        // A sidecar takes nothing away.
        let stripped = await PhotoTagger().write([PhotoEdit(path: album.path("c.jpg"), edit: .withoutPlace)])
        #expect(stripped[0].error?.message.hasSuffix(" of its own first") == true, "\(stripped)")
    }

    @Test("Only what is to be written becomes an edit")
    func edits() throws {
        let url = URL(filePath: album.path("a.jpg"))
        let stamp = try PhotoStamp(of: url)
        let wanted = try edit("a.jpg")
        #expect(PhotoEdit(PlannedPhoto(url: url, action: .write(wanted.edit), stamp: stamp)) == wanted)
        #expect(PhotoEdit(PlannedPhoto(url: url, action: .skip(.noTime), stamp: stamp)) == nil)
        #expect(PhotoEdit(PlannedPlace(action: .write(wanted.edit)), of: url, expected: stamp) == wanted)
        #expect(PhotoEdit(PlannedPlace(action: .keep), of: url) == nil)
        let odd = try #require(URL(string: "file:///tmp/%FF.jpg"))
        #expect(PhotoEdit(PlannedPhoto(url: odd, action: .write(wanted.edit))) == nil)
    }
}
