import Foundation
import TestSupport
import Testing

@Suite("locate photos geotag, strip, undo: files", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TaggingFileTests {
    private static let photo = TestPhotos.Facts(date: "2014:05:24 10:00:30", offset: "+09:00")

    private func album() throws -> TaggingAlbum {
        let album = try TaggingAlbum()
        try album.walk([(35.6, 139.7, 1_400_893_200), (35.61, 139.7, 1_400_893_260)])
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, Self.photo))
        return album
    }

    @Test("A photo whose name is not valid UTF-8 is named, and the others are written")
    func names() async throws {
        let album = try album()
        let name = Array(album.path("b").utf8) + [0xFF] + Array(".jpg\0".utf8)
        let file = name.withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
        }
        try #require(file >= 0)
        defer { close(file) }
        let bytes = [UInt8](try TestPhotos.jpeg(60, 40, Self.photo))
        try #require(write(file, bytes, bytes.count) == bytes.count)
        for words in [
            ["geotag", album.photos, "--track", album.track, "--json"], ["tag", album.photos, "--json"],
            ["strip", album.photos, "--json"],
        ] {
            let end = try await album.locate(words)
            let found = try TaggingAlbum.objects(end)
            #expect(
                end.status == 1 && end.errors.contains(#"/b\xFF.jpg is not valid UTF-8; rename it"#), "\(end.errors)")
            #expect(found.map { $0["action"] as? String } == ["written", "failed"])
            #expect((found[1]["url"] as? String)?.hasSuffix("/b%FF.jpg") == true)
        }
        var status = stat()
        #expect(fstat(file, &status) == 0 && Int(status.st_size) == bytes.count && status.st_nlink == 1)
    }

    @Test("The photo that a link leads to is written, and undo says where")
    func links() async throws {
        let album = try album()
        let other = album.folder.file("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: album.path("a.jpg"), toPath: other + "/real.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: album.path("a.jpg"), withDestinationPath: "../other/real.jpg")
        let before = try album.state(of: other)
        let geotag = try await album.locate(["geotag", album.photos, "--track", album.track])
        #expect(geotag.status == 0)
        #expect(geotag.errors.components(separatedBy: "is undone with locate photos undo /").count == 2)
        #expect(try album.state(of: other) != before)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: album.path("a.jpg")) == "../other/real.jpg")
        let undo = try await album.locate(["undo", album.photos])
        #expect(undo.errors.contains("links lead to photos in "))
        #expect(undo.errors.contains("other; what was changed there is undone with locate photos undo /"))
        let strip = try await album.locate(["strip", album.photos])
        #expect(strip.status == 0 && strip.errors.contains("/other or below still holds the positions"))
        #expect(try await album.locate(["undo", other, "--all"]).status == 0)
        #expect(try album.state(of: other) == before)
        #expect(!(try await album.locate(["undo", album.photos]).errors.contains("links lead")))
    }

    @Test("Strip --forget keeps and names the journal of a folder that a link led to, which was not named")
    func forgetLinks() async throws {
        let album = try album()
        let other = album.folder.file("my other")
        try FileManager.default.createDirectory(atPath: other + "/below", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: album.path("a.jpg"), toPath: other + "/below/b.jpg")
        try FileManager.default.moveItem(atPath: album.path("a.jpg"), toPath: other + "/real.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: album.path("a.jpg"), withDestinationPath: "../my other/real.jpg")
        #expect(try await album.locate(["geotag", other, "--track", album.track]).status == 0)
        let strip = try await album.locate(["strip", album.photos, "--forget", "--quiet"])
        // The command can be pasted into a shell.
        let advice = "locate photos undo --forget '/"
        #expect(strip.status == 0 && strip.errors.contains(advice) && strip.errors.contains("/my other'"), "\(strip)")
        let journals = ["/", "/below/"].map { FileManager.default.fileExists(atPath: other + $0 + ".locationkit-undo") }
        #expect(journals == [true, true])
    }

    @Test("While a journal below cannot be read, undo names it and takes nothing back")
    func lockedJournal() async throws {
        let album = try album()
        try FileManager.default.createDirectory(atPath: album.path("b"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: album.path("a.jpg"), toPath: album.path("b/b.jpg"))
        _ = try await album.geotag()
        let written = try album.state()
        let journal = open(album.path("b/.locationkit-undo"), O_RDWR | O_CLOEXEC)
        try #require(journal >= 0 && flock(journal, LOCK_EX) == 0)
        let busy = try await album.locate(["undo", album.photos])
        #expect(busy.status == 73 && busy.errors.contains("another run changes photos in \(album.path("b"))"))
        flock(journal, LOCK_UN)
        let version: [UInt8] = [4]
        #expect(pwrite(journal, version, 1, 8) == 1)
        let newer = try await album.locate(["undo", album.photos])
        #expect(newer.status == 73 && newer.errors.contains(album.path("b/.locationkit-undo")))
        #expect(try album.state() == written)
        #expect(pwrite(journal, [3], 1, 8) == 1)
        close(journal)
        #expect(try await album.locate(["undo", album.photos]).status == 0)
        #expect(try album.state() != written)
    }

    @Test(
        "Stopped at any moment, a command ends with the signal's status or has done all", arguments: ["strip", "undo"])
    func stopped(command: String) async throws {
        let album = try album()
        for name in ["b", "c", "d"] {
            try FileManager.default.copyItem(atPath: album.path("a.jpg"), toPath: album.path("\(name).jpg"))
        }
        _ = try await album.geotag()
        let (signals, before) = ([SIGTERM, SIGINT, SIGHUP], try album.state())
        // So long it takes when nothing stops it.
        let begin = ContinuousClock.now
        _ = try await album.locate([command, album.photos, "--quiet"])
        let whole = (ContinuousClock.now - begin) / .microseconds(1)
        let done = try album.state().mapValues { $0.split(separator: " ").prefix(2) }
        _ =
            try await command == "undo"
            ? album.geotag() : try TaggingAlbum.objects(album.locate(["undo", album.photos, "--json"]))
        for round in 0..<40 {
            let program = try album.start([command, album.photos, "--quiet"])
            usleep(UInt32(whole * Double(round) / 40))
            program.signal(signals[round % 3])
            let end = try await program.end(seconds: 60)
            if end.status == 0 {
                let now = try album.state().mapValues { $0.split(separator: " ").prefix(2) }
                #expect(now == done, "round \(round): \(end)")
            } else {
                #expect(
                    end.signal == signals[round % 3] || end.status == 128 + signals[round % 3], "round \(round): \(end)"
                )
            }
            // As it was before.
            if command == "undo" {
                // All runs: photos that an interrupted undo has restored are tagged in a run of their own, and the next undo
                // would take back that one alone.
                _ = try await album.locate(["undo", album.photos, "--all", "--quiet"])
                _ = try await album.geotag()
            } else if album.hasJournal, try album.state() != before {
                _ = try await album.locate(["undo", album.photos, "--quiet"])
            }
        }
    }

    @Test("Photos and folders that may not be written are named, left as they are, and the rest is written")
    func protection() async throws {
        let album = try album()
        try album.add("b.jpg", try TestPhotos.jpeg(60, 40, Self.photo))
        try FileManager.default.createDirectory(atPath: album.path("c"), withIntermediateDirectories: false)
        try album.add("c/c.jpg", try TestPhotos.jpeg(60, 40, Self.photo))
        // Root may write everything.
        let isRoot = geteuid() == 0
        let program = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        if isRoot {
            guard let locate = LocateProgram.path,
                try await ChildProcess(program + [locate, "--version"]).end().status == 0
            else { return print("skipped: nobody cannot run what root has built") }
            for path in ["", "a.jpg", "b.jpg", "c", "c/c.jpg"] { chown(album.path(path), 65534, 65534) }
            chmod(album.folder.path, 0o755)
            chmod(album.track, 0o644)
        }
        chmod(album.path("b.jpg"), 0o444)
        chmod(album.path("c"), 0o555)
        defer { chmod(album.path("c"), 0o755) }
        let before = try album.state()
        let end = try await album.locate(["geotag", album.photos, "--track", album.track, "--json"], below: program)
        #expect(end.status == 1, "\(end.errors)")
        #expect(try TaggingAlbum.objects(end).map { $0["action"] as? String } == ["written", "failed", "failed"])
        #expect(end.errors.contains("b.jpg: Permission denied; run this as a user who may"))
        #expect(end.errors.contains("c/.locationkit-undo: Permission denied; run this as a user who may"))
        let after = try album.state()
        #expect(after["a.jpg"] != before["a.jpg"])
        #expect(["b.jpg", "c/c.jpg"].allSatisfy { after[$0] == before[$0] }, "\(before) \(after)")
        #expect(try await album.locate(["undo", album.photos], below: program).status == 0)
        #expect(try album.state() == before)
    }
}
