import Foundation
import TestSupport
import Testing

@Suite(
    "locate photos: single files and positions by hand", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct NamedPhotosTests {
    private static let photo = TestPhotos.Facts(date: "2014:05:24 10:00:30", offset: "+09:00")

    /// Four photos of one moment, one of them with a raw file.
    private func album() throws -> TaggingAlbum {
        let album = try TaggingAlbum()
        try album.walk([(35.6, 139.7, 1_400_893_200), (35.61, 139.7, 1_400_893_260)])
        for name in ["a.jpg", "b.jpg", "c.jpg", "-d.jpg"] {
            try album.add(name, try TestPhotos.jpeg(60, 40, Self.photo))
        }
        try album.add("a.dng", TestPhotos.raw(Self.photo))
        return album
    }

    private func names(_ found: [[String: Any]], _ action: String) -> [String] {
        found.filter { $0["action"] as? String == action }.compactMap {
            ($0["path"] as? String)?.split(separator: "/").last
        }
        .map(String.init)
    }

    @Test("What a shell makes of *.jpg is geotagged, and nothing else of the folder; undo takes single photos back")
    func geotagAndUndo() async throws {
        let album = try album()
        let before = try album.state()
        let words = ["geotag", album.path("a.jpg"), album.path("b.jpg"), album.path("a.dng"), album.track]
        let dry = try await album.locate(words + ["--dry-run"])
        #expect(dry.status == 0 && dry.lines.allSatisfy { $0.hasPrefix("would write  \(album.photos)/") })
        #expect(dry.errors.contains("2 photos and videos: would write 2; this was a dry run"))
        #expect(try album.state() == before && !album.hasJournal)
        let end = try await album.locate(words + ["--json"])
        let found = try TaggingAlbum.objects(end)
        #expect(end.status == 0 && names(found, "written") == ["a.jpg", "b.jpg"])
        #expect(found[0]["companions"] as? [String] == [album.path("a.dng")])
        let tagged = try album.state()
        #expect(Set(tagged.keys.filter { tagged[$0] != before[$0] }) == ["a.jpg", "a.dng", "b.jpg"])
        // A later run over another photo does not matter to these.
        #expect(try await album.locate(["place", album.path("c.jpg"), "--at", "1,2"]).status == 0)
        let undo = try await album.locate(["undo", album.path("a.jpg")])
        #expect(undo.status == 0 && undo.errors.contains("1 photo or video: 1 restored"))
        #expect(Set(undo.lines) == ["restored  \(album.path("a.jpg"))", "restored  \(album.path("a.dng"))"])
        let after = try album.state()
        #expect(["a.jpg", "a.dng"].allSatisfy { after[$0] == before[$0] } && after["b.jpg"] == tagged["b.jpg"])
        let nothing = try await album.locate(["undo", album.path("a.jpg")])
        #expect(nothing.status == 0 && nothing.errors.contains("there is nothing to undo in \(album.path("a.jpg"))"))
        let nowhere = try await album.locate(["undo", album.path("none")])
        #expect(
            nowhere.status == 66
                && nowhere.errors.contains("the folder \(album.path("none")) does not exist; check the name"))
        let gone = try await album.locate(["undo", album.path("gone.jpg"), "--quiet"])
        #expect(gone.status == 66 && gone.errors.contains("the file \(album.path("gone.jpg")) does not exist and has"))
        #expect(try await album.locate(["undo", album.path("b.jpg"), album.photos, "--all"]).status == 0)
        #expect(try album.state() == before && !album.hasJournal)
    }

    @Test("Undo counts photos, not the files and runs that made them")
    func undoCounts() async throws {
        let album = try album()
        let before = try album.state()
        _ = try await album.geotag()
        _ = try await album.locate(["place", album.photos, "--at", "1,2", "--policy", "replace", "--sidecar"])
        let end = try await album.locate(["undo", album.photos, "--all"])
        #expect(end.status == 0 && end.errors.contains("4 photos and videos: 4 restored"))
        #expect(
            end.lines.count == 10 && end.lines.allSatisfy { $0.hasPrefix("restored  ") || $0.hasPrefix("removed   ") })
        #expect(end.lines.contains("removed   \(album.path("a.dng.xmp")): it was not there before"))
        #expect(try album.state() == before)
    }

    @Test("Lists of paths come from files and standard input, and -- ends options")
    func lists() async throws {
        let album = try album()
        try album.folder.write("list", Data("\(album.path("a.jpg"))\n\(album.path("gone.jpg"))\n".utf8))
        let lines = try await album.locate(["list", "--json", "--files-from", album.folder.file("list")])
        #expect(lines.status == 66 && lines.lines.count == 1)
        #expect(lines.errors.contains("the file \(album.path("gone.jpg")) does not exist"))
        let tool = try #require(LocateProgram.path)
        let pipe = "printf '%s\\0' a.jpg c.jpg | '\(tool)' photos list -0 --files-from - --json --quiet"
        let zeros = try await ChildProcess(
            ["/usr/bin/env", "-C", album.photos, "/bin/sh", "-c", pipe], environment: ["XDG_CACHE_HOME": "/nonexistent"]
        ).end()
        #expect(try TaggingAlbum.objects(zeros).map { $0["path"] as? String } == ["a.jpg", "c.jpg"])
        let dash = try await ChildProcess(
            ["/usr/bin/env", "-C", album.photos, tool, "photos", "strip", "--json", "--", "-d.jpg", "./b.jpg"],
            environment: ["XDG_CACHE_HOME": "/nonexistent"]
        ).end()
        #expect(try TaggingAlbum.objects(dash).map { $0["path"] as? String } == ["-d.jpg", "./b.jpg"])
        let empty = try await album.locate(["geotag", "--files-from", "/dev/null", "--track", album.track])
        #expect(empty.status == 0 && empty.errors.contains("0 photos and videos") && empty.output.isEmpty)
        #expect(try await album.locate(["list", album.photos, "-0"]).status == 64)
    }

    @Test("Keywords that name the place stay when it is taken away, and are named")
    func keywords() async throws {
        let album = try album()
        let photo = album.path("b.jpg")
        _ = try await album.locate(["place", photo, "--at", "48.8584,2.2945", "--policy", "replace"])
        _ = try await album.locate(["tag", photo, "--language", "en", "--keywords"])
        let dry = try await album.locate(["strip", photo, "--dry-run"])
        #expect(
            dry.lines.first?.contains(": removes position and place names, keywords that name the place stay: ")
                == true, "\(dry)")
        let end = try await album.locate(["strip", photo, "--json"])
        let words = try TaggingAlbum.objects(end).first?["keywords"] as? [String]
        #expect(words?.contains("Paris") == true && words?.contains("France") == true, "\(end)")
        // Nothing tells any more that they are names of places.
        #expect(try await !album.locate(["strip", photo]).output.contains("keywords that name"))
    }

    @Test("A file that is damaged, missing or no photo fails, is named once, and the rest is done")
    func problems() async throws {
        let album = try album()
        try album.add("broken.jpg", Data("broken".utf8))
        try album.add("notes.txt", Data("notes".utf8))
        let words = ["a.jpg", "broken.jpg", "gone.jpg", "notes.txt"].map(album.path)
        let end = try await album.locate(["geotag"] + words + ["--track", album.track, "--json"])
        let found = try TaggingAlbum.objects(end)
        #expect(end.status == 66 && names(found, "written") == ["a.jpg"])
        #expect(names(found, "failed").sorted() == ["broken.jpg", "gone.jpg", "notes.txt"])
        for name in ["broken.jpg", "gone.jpg", "notes.txt"] {
            #expect(end.errors.components(separatedBy: album.path(name)).count == 2, "\(end.errors)")
        }
        #expect(end.errors.contains("4 photos and videos: 1 written, 3 failed"))
        // Named by the first listing of the folder, or by what came before.
        #expect(try await album.locate(["list", album.photos]).status == 0)
        #expect(try await album.locate(["strip", album.photos]).status == 1)
    }

    @Test("A position is given by hand, with policies, sidecars, a dry run and undo")
    func place() async throws {
        let album = try album()
        let before = try album.state()
        let photo = album.path("a.jpg")
        let complaints = TaggingAlbum.hasJudge ? try await album.complaints(album.path("c.jpg")) : []
        let dry = try await album.locate(["place", photo, "--at", "-33.8,151.2", "--dry-run"])
        #expect(dry.status == 0 && dry.lines == ["would write  \(photo): -33.800000, 151.200000"])
        #expect(try album.state() == before)
        let placed = try await album.locate(["place", photo, "--at", "-33.8,151.2", "--json"])
        #expect(
            placed.lines == [
                #"{"path":"\#(photo)","action":"written","latitude":-33.8,"longitude":151.2,"companions":["\#(album.path("a.dng"))"]}"#
            ])
        let void = try await album.locate(["place", photo, "--at", "0,0", "--policy", "replace"])
        #expect(void.status == 64 && void.errors.contains("--at 0,0: exactly 0, 0 is what cameras write"), "\(void)")
        let kept = try await album.locate(["place", photo, "--at", "1,2"])
        #expect(kept.status == 0 && kept.lines == ["kept     \(photo): it has a position already"])
        let replaced = try await album.locate(["place", photo, "--at", "1,2", "--policy", "replace", "--json"])
        #expect(try TaggingAlbum.objects(replaced)[0]["latitude"] as? Double == 1)
        let like = try await album.locate(["place", album.path("b.jpg"), "--like", photo, "--sidecar", "--json"])
        let found = try #require(try TaggingAlbum.objects(like).first)
        #expect(found["latitude"] as? Double == 1 && found["source"] as? String == photo)
        #expect(found["sidecars"] as? [String] == [album.path("b.jpg.xmp")])
        // Also from a sidecar, and from the raw file.
        let again = try await album.locate(["place", album.path("c.jpg"), "--like", album.path("b.jpg")])
        #expect(again.status == 0 && again.lines.first?.contains("1.000000, 2.000000") == true)
        if TaggingAlbum.hasJudge {
            #expect(try await album.judged(["-n", "-s3", "-GPSLatitude"], album.path("a.dng")) == ["1"])
            #expect(try await album.complaints(album.path("c.jpg")).isSubset(of: complaints))
        }
        #expect(try await album.locate(["undo", album.photos, "--all"]).status == 0)
        #expect(try album.state() == before && !album.hasJournal)
        let none = try await album.locate(["place", photo, "--like", album.path("b.jpg")])
        #expect(none.status == 65 && none.errors.contains("it has no position"))
        #expect(try await album.locate(["place", photo, "--like", album.path("gone.jpg")]).status == 66)
        #expect(try await album.locate(["place", photo, "--like", album.track]).status == 65)
        #expect(try await album.locate(["place", photo]).status == 64)
    }

    @Test("A place is found by its name; of a name that several places have the candidates are named")
    func names() async throws {
        let album = try album()
        let photo = album.path("a.jpg")
        let paris = try await album.locate(["place", photo, "--at", "Paris", "--language", "en"])
        #expect(paris.status == 0 && paris.lines.first?.contains("France") == true)
        let texas = try await album.locate(
            ["place", photo, "--at", "Paris, Texas", "--language", "en", "--policy", "replace", "--json"])
        #expect(try TaggingAlbum.objects(texas)[0]["source"] as? String == "Paris, Texas, United States")
        let before = try album.state()
        let several = try await album.locate(["place", photo, "--at", "Springfield", "--language", "en"])
        #expect(several.status == 64 && several.output.isEmpty)
        #expect(["Missouri", "Illinois", "say which"].allSatisfy(several.errors.contains))
        let none = try await album.locate(["place", photo, "--at", "Xyzzyville"])
        #expect(none.status == 64 && none.errors.contains("no place is called that"))
        #expect(try album.state() == before)
    }

    @Test("Settings are the defaults of the commands for photos, too")
    func settings() async throws {
        let album = try album()
        let tool = try #require(LocateProgram.path)
        func run(_ words: String...) async throws -> ChildProcess.End {
            let folder = album.folder.path
            return try await ChildProcess(
                [tool] + words, environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder]
            ).end()
        }
        #expect(try await run("settings", "set", "language", "ja").status == 0)
        #expect(try await run("settings", "set", "quiet", "true").status == 0)
        let place = try await run("photos", "place", album.path("a.jpg"), "--at", "Tokyo", "--dry-run")
        #expect(place.status == 0 && place.errors.isEmpty && place.lines.first?.contains("東京") == true)
        let loud = try await run("photos", "list", album.path("a.jpg"), "--quiet=false")
        #expect(loud.errors == "locate: photos list: 1 photo or video\n")
        // A language is not a mistake there without --tag.
        let watch = try await run("photos", "watch", album.path("none"), "--json")
        #expect(watch.status == 66)
    }

    @Test("A single file is watched, and the rest of its folder is not", .timeLimit(.minutes(10)))
    func watch() async throws {
        let album = try album()
        let program = try album.start(["watch", album.path("a.jpg"), album.path("later.jpg"), "--json"])
        _ = try await program.log.first { event in
            if case .note(let text) = event, text.contains("watching") { text } else { nil }
        }
        try album.add("other.jpg", try TestPhotos.jpeg(60, 40, Self.photo))
        try album.add("later.jpg", try TestPhotos.jpeg(60, 40, Self.photo))
        // Files that were made just now may be told of as well: a process that starts meanwhile holds them open for a moment.
        let start = #"{"event":"inserted","path":"\#(album.path("later.jpg"))""#
        _ = try await program.log.first { event in
            if case .line(let text) = event, text.hasPrefix(start) { text } else { nil }
        }
        program.signal(SIGINT)
        let end = try await program.end()
        #expect(end.status == 130 && !end.output.contains("other.jpg"))
    }
}
