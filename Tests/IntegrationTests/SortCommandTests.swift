import Foundation
import TestSupport
import Testing

@Suite("locate photos sort, and geotag --from-photos", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct SortCommandTests {
    private func album() throws -> TaggingAlbum {
        let album = try TaggingAlbum()
        let tokyo = TestPhotos.Facts(
            date: "2014:05:24 10:00:30", offset: "+09:00", north: (35, 40, 5000), east: (139, 45, 0))
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, tokyo))
        try album.add("a.dng", TestPhotos.raw(tokyo))
        let empty =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
        try album.add("a.jpg.xmp", Data(empty.utf8))
        try album.add("b.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2015:06:01 12:00:00")))
        try album.add("c.png", try Data(contentsOf: URL(filePath: album.path("b.jpg"))))
        return album
    }

    private func sort(_ album: TaggingAlbum, _ words: String...) async throws -> ChildProcess.End {
        try await album.locate(
            ["sort", album.photos, "--into", album.folder.file("sorted"), "--language", "en"] + words)
    }

    @Test("Photos go where the pattern says, together with their files, and undo puts them back")
    func sorting() async throws {
        let album = try album()
        let before = try album.state()
        let dry = try await sort(album, "--by", "%country/%Y-%m", "--dry-run")
        #expect(dry.status == 0 && dry.lines.count == 3, "\(dry)")
        #expect(
            dry.lines.first?.hasPrefix("would move  ") == true
                && dry.lines.first?.contains("Japan/2014-05/a.jpg") == true)
        #expect(dry.errors.contains("would move 3; this was a dry run, and nothing was moved"))
        #expect(dry.errors.contains("%country is unknown for 2 photos; Unknown is used"))
        #expect(try album.state() == before && !FileManager.default.fileExists(atPath: album.folder.file("sorted")))
        let dryLines = try await sort(album, "--by", "%country/%Y-%m", "--dry-run", "--json").lines
        #expect(dryLines.count == 3 && dryLines.allSatisfy { $0.hasSuffix(",\"dryRun\":true}") })
        let end = try await sort(album, "--by", "%country/%Y-%m", "--json")
        let found = try TaggingAlbum.objects(end)
        #expect(end.status == 0 && found.map { $0["action"] as? String } == ["moved", "moved", "moved"], "\(end)")
        #expect(end.errors.contains("; locate photos undo \(album.folder.file("sorted")) takes it back"))
        #expect((found[0]["newPath"] as? String)?.hasSuffix("sorted/Japan/2014-05/a.jpg") == true)
        #expect((found[0]["companions"] as? [String])?.count == 2 && found[1]["unknown"] as? [String] == ["%country"])
        let sorted = try album.state(of: album.folder.file("sorted"))
        #expect(
            Set(sorted.keys) == [
                "Japan/2014-05/a.jpg", "Japan/2014-05/a.dng", "Japan/2014-05/a.jpg.xmp", "Unknown/2015-06/b.jpg",
                "Unknown/2015-06/c.png",
            ])
        #expect(try album.state().isEmpty)
        let undo = try await album.locate(["undo", album.folder.file("sorted")])
        #expect(undo.status == 0 && undo.output.contains("it was "), "\(undo)")
        #expect(undo.errors.contains("3 photos and videos: 3 restored"), "\(undo)")
        #expect(try album.state() == before && !FileManager.default.fileExists(atPath: album.folder.file("sorted")))
    }

    @Test("Where the user's state folder cannot be written, sort names an undo that works, also if it is to be quiet")
    func withoutState() async throws {
        let album = try album()
        let before = try album.state()
        let sorted = album.folder.file("sorted")
        let undo = "locate photos undo \(sorted) \(album.photos)"
        for words in [[], ["--quiet"], ["--copy"]] {
            let end = try await album.locate(
                ["sort", album.photos, "--into", sorted, "--by", "%Y"] + words,
                below: ["/usr/bin/env", "XDG_STATE_HOME=/dev/null"])
            #expect(end.status == 0 && end.errors.contains("so use \(undo): "), "\(end)")
            #expect(end.errors.contains("; \(undo) takes it back") == !words.contains("--quiet"), "\(end)")
            let undone = try await album.locate(
                ["undo", sorted, album.photos], below: ["/usr/bin/env", "XDG_STATE_HOME=/dev/null"])
            #expect(undone.status == 0, "\(undone)")
            #expect(try album.state() == before && !FileManager.default.fileExists(atPath: sorted + "/2015/b.jpg"))
        }
    }

    @Test("Undo that fails because photos were sorted since names the other folder, and newer runs there")
    func sortedSince() async throws {
        let album = try album()
        let sorted = album.folder.file("sorted")
        #expect(try await album.locate(["place", album.photos, "--at", "48.1,11.5", "--quiet"]).status == 0)
        #expect(try await sort(album, "--by", "%Y").status == 0)
        let first = try await album.locate(["undo", album.photos])
        #expect(first.status != 0, "\(first)")
        #expect(first.errors.contains("they are moved back with locate photos undo \(sorted)\n"), "\(first)")
        try album.add("d.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2016:06:01 12:00:00")))
        let card = album.folder.file("card")
        try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: album.path("d.jpg"), toPath: card + "/d.jpg")
        #expect(try await album.locate(["sort", card, "--into", sorted, "--by", "%Y"]).status == 0)
        let second = try await album.locate(["undo", album.photos])
        #expect(
            second.errors.contains("locate photos undo \(sorted), which undoes newer runs there first"), "\(second)")
        #expect(try await album.locate(["undo", sorted, "--all"]).status == 0)
        #expect(try await album.locate(["undo", album.photos]).status == 0)
    }

    @Test("Sidecars that were sorted away can still be undone where they were written, once they are back")
    func sidecars() async throws {
        let album = try album()
        let before = try album.state()
        let placed = try await album.locate(["place", album.photos, "--at", "1,2", "--sidecar", "--policy", "replace"])
        #expect(placed.status == 0, "\(placed.errors)")
        let withSidecars = try album.state()
        #expect(withSidecars != before)
        #expect(try await sort(album, "--by", "%Y", "--quiet").status == 0)
        let early = try await album.locate(["undo", album.photos])
        #expect(early.status == 1 && early.errors.contains("undo that first"), "\(early)")
        #expect(try await album.locate(["undo", album.folder.file("sorted"), "--quiet"]).status == 0)
        #expect(try album.state() == withSidecars)
        #expect(try await album.locate(["undo", album.photos, "--quiet"]).status == 0)
        #expect(try album.state() == before)
    }

    @Test("A single sorted photo goes back by its name")
    func single() async throws {
        let album = try album()
        let before = try album.state()
        #expect(try await sort(album, "--by", "%Y").status == 0)
        let undo = try await album.locate(["undo", album.folder.file("sorted/2014/a.jpg")])
        #expect(undo.status == 0, "\(undo)")
        #expect(try album.state() == before.filter { $0.key.hasPrefix("a.") })
        #expect(try await album.locate(["undo", album.folder.file("sorted")]).status == 0)
        #expect(try album.state() == before)
    }

    @Test("Copies stay where they are, and again there is nothing to copy")
    func copies() async throws {
        let album = try album()
        let before = try album.state()
        let first = try await sort(album, "--by", "%Y/%name", "--copy")
        #expect(first.status == 0 && first.errors.contains("3 copied"), "\(first)")
        #expect(try album.state() == before)
        let again = try await sort(album, "--by", "%Y/%name", "--copy")
        #expect(again.status == 0 && again.output.contains("the same photo is there already: "), "\(again)")
        #expect(again.errors.contains("3 skipped"))
        let moved = try await sort(album, "--by", "%Y/%name")
        #expect(moved.errors.contains("3 skipped"))
        #expect(try album.state() == before)
    }

    @Test(
        "What is missing or wrong on the command line is said",
        arguments: [
            (["--by", "%Y"], "--into DIR"), (["--into", "x"], "--by"),
            (["--into", "x", "--by", "%q"], "%q is not a placeholder"),
            (["--into", "x", "--by", "../%Y"], "leads out"),
        ])
    func usage(words: [String], text: String) async throws {
        let album = try album()
        let end = try await album.locate(["sort", album.photos] + words)
        #expect(end.status == 64 && end.errors.contains(text), "\(end)")
    }

    @Test("A photo that cannot be moved is named, and the rest go on")
    func failure() async throws {
        let album = try album()
        try FileManager.default.createDirectory(
            atPath: album.folder.file("sorted"), withIntermediateDirectories: false)
        try Data([1]).write(to: URL(filePath: album.folder.file("sorted/2014")))
        let end = try await sort(album, "--by", "%Y")
        #expect(end.status == 1 && end.errors.contains("sorted/2014 is a file"), "\(end)")
        #expect(end.errors.contains("2 moved, 1 failed"))
        #expect(Set(try album.state().keys) == ["a.jpg", "a.dng", "a.jpg.xmp"])
    }

    @Test("A camera's photos get the positions of a phone's, which are named")
    func fromPhotos() async throws {
        let album = try TaggingAlbum()
        let phone = album.folder.file("phone")
        try FileManager.default.createDirectory(atPath: phone, withIntermediateDirectories: false)
        for (name, time, north) in [("IMG_1.jpg", "10:00:00", 35), ("IMG_2.jpg", "11:00:00", 36)] {
            let facts = TestPhotos.Facts(
                date: "2014:05:24 \(time)", offset: "+09:00", north: (north, 30, 0), east: (139, 45, 0), model: "Phone")
            try TestPhotos.jpeg(60, 40, facts).write(to: URL(filePath: "\(phone)/\(name)"))
        }
        let before = try album.state(of: phone)
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:40", model: "Camera")))
        try album.add("b.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:30:40", model: "Camera")))
        let short = try await album.locate([
            "geotag", album.photos, "--from-photos", phone, "--max-gap", "600", "--time-zone", "Asia/Tokyo",
            "--dry-run",
        ])
        #expect(short.status == 0 && short.output.contains("from \(phone)/IMG_1.jpg, 40 s away"), "\(short)")
        #expect(short.output.contains("b.jpg: the track has no fix near its time"), "\(short)")
        let other = try await album.locate(["geotag", album.photos, "--from-photos", phone, "--camera", "Kamera"])
        #expect(
            other.errors.contains(
                "no photo was taken with a camera with Kamera in its name; the cameras here: Camera (2)\n"),
            "\(other)")
        let end = try await album.locate(["geotag", album.photos, "--from-photos", phone, "--json"])
        let found = try TaggingAlbum.objects(end)
        #expect(found.map { $0["action"] as? String } == ["written", "written"], "\(end)")
        #expect(found[0]["latitude"] as? Double == 35.5 && found[0]["gap"] as? Double == 40)
        #expect((found[1]["source"] as? String)?.hasSuffix("phone/IMG_2.jpg") == true)
        #expect(found[1]["latitude"] as? Double == 36.5 && found[1]["zone"] as? String == "Asia/Tokyo")
        #expect(try album.state(of: phone) == before)
        // What was derived places no other.
        let none = try await album.locate(["geotag", phone, "--from-photos", album.photos, "--policy", "replace"])
        #expect(none.errors.contains("no photo in \(album.photos) has a position"), "\(none)")
        let missing = try await album.locate(["geotag", album.photos, "--from-photos", album.folder.file("none")])
        #expect(missing.status == 66, "\(missing)")
    }
}
