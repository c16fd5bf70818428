import Foundation
import TestSupport
import Testing

@Suite("locate photos watch", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct PhotoWatchTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private func watch(_ arguments: String...) async throws -> ChildProcess {
        let program = try LocateProgram.start(["photos", "watch", folder.path] + arguments, keeping: cache)
        _ = try await program.log.first { event in
            if case .note(let text) = event, text.contains("watching") { true } else { nil }
        }
        return program
    }

    /// The line that tells of a kind of event, as an object.
    private func line(_ program: ChildProcess, _ kind: String) async throws -> [String: Any] {
        let text = try await program.log.first { event in
            if case .line(let text) = event, text.hasPrefix("{\"event\":\"\(kind)\"") { text } else { nil }
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("Each thing that happens to a photo is told once, and a signal ends it")
    func events() async throws {
        let photo = try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:00"))
        try folder.write("old.jpg", photo)
        let program = try await watch("--json")
        // Written by halves: told when it is complete.
        let half = photo.count / 2
        try folder.write("new.jpg", photo.prefix(half), photo.suffix(photo.count - half))
        let inserted = try await line(program, "inserted")
        #expect(inserted["path"] as? String == folder.file("new.jpg"))
        #expect(inserted["width"] as? Int == 60)
        #expect(rename(folder.file("new.jpg"), folder.file("renamed.jpg")) == 0)
        let moved = try await line(program, "moved")
        #expect(moved["from"] as? String == folder.file("new.jpg"))
        #expect(moved["path"] as? String == folder.file("renamed.jpg"))
        try folder.write("old.jpg", try TestPhotos.jpeg(80, 40))
        let updated = try await line(program, "updated")
        #expect(updated["width"] as? Int == 80)
        unlink(folder.file("renamed.jpg"))
        let deleted = try await line(program, "deleted")
        #expect(deleted["path"] as? String == folder.file("renamed.jpg"))
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143 && end.lines.count == 4)
    }

    @Test("With --tag a photo that arrives gets the names of its place, once")
    func tag() async throws {
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+09:00")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        let photo = try TestPhotos.jpeg(60, 40, facts)
        try folder.write("old.jpg", photo)
        let program = try await watch("--json", "--tag", "--language", "en")
        try folder.write("new.jpg", photo)
        let tagged = try await line(program, "tagged")
        #expect(tagged["path"] as? String == folder.file("new.jpg") && tagged["action"] as? String == "written")
        #expect((tagged["place"] as? [String: Any])?["country"] as? String == "Japan")
        // The writing is an event too, which leads to nothing more.
        let updated = try await line(program, "updated")
        #expect((updated["place"] as? [String: Any])?["countryCode"] as? String == "JP")
        try folder.write("without.jpg", try TestPhotos.jpeg())
        _ = try await program.log.first { event in
            if case .line(let text) = event, text.contains("without.jpg") { true } else { nil }
        }
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143 && end.lines.count == 4)
        #expect(try Data(contentsOf: URL(filePath: folder.file("old.jpg"))) == photo)
        #expect(try await LocateProgram.start(["photos", "undo", folder.path], keeping: cache).end().status == 0)
        #expect(try Data(contentsOf: URL(filePath: folder.file("new.jpg"))) == photo)
    }

    @Test("What a person has taken back is not written again, whoever wrote it", arguments: [false, true])
    func takenBack(byTag: Bool) async throws {
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+09:00")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        let photo = try TestPhotos.jpeg(60, 40, facts)
        if byTag {
            try folder.write("new.jpg", photo)
            let tag = try LocateProgram.start(["photos", "tag", folder.path, "--language", "en"], keeping: cache)
            #expect(try await tag.end().status == 0)
        }
        let program = try await watch("--json", "--tag", "--language", "en")
        if !byTag {
            try folder.write("new.jpg", photo)
            _ = try await line(program, "tagged")
        }
        let undo = try LocateProgram.start(["photos", "undo", folder.path], keeping: cache)
        #expect(try await undo.end().status == 0)
        #expect(try Data(contentsOf: URL(filePath: folder.file("new.jpg"))) == photo)
        _ = try await program.log.first { event in
            if case .note(let text) = event, text.contains("new.jpg: its names were taken back") { true } else { nil }
        }
        // A further event of the photo writes nothing, either; one of another photo shows that it was passed.
        #expect(utimes(folder.file("new.jpg"), nil) == 0)
        try folder.write("other.jpg", photo + [0])
        _ = try await program.log.first { event in
            if case .line(let text) = event, text.hasPrefix("{\"event\":\"tagged\""), text.contains("other.jpg") {
                true
            } else {
                nil
            }
        }
        program.signal(SIGTERM)
        #expect(try await program.end().status == 143)
        #expect(try Data(contentsOf: URL(filePath: folder.file("new.jpg"))) == photo)
    }

    @Test("Lines for people, and the end by Ctrl-C")
    func text() async throws {
        let program = try await watch()
        try folder.write("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:00")))
        let text = try await program.log.first { event in if case .line(let text) = event { text } else { nil } }
        #expect(text == "inserted  2014-05-24 10:00:00  60x40  \(folder.file("a.jpg"))")
        program.signal(SIGINT)
        let end = try await program.end()
        #expect(end.status == 130 && end.errors.contains("watching \(folder.path) with 0 photos and videos"))
    }

    /// A user namespace has limits of its own, which no other program meets and which take no rights to lower.
    private static func inNamespace(_ command: String, cache: String) throws -> ChildProcess {
        try ChildProcess(
            ["/usr/bin/unshare", "--user", "--map-root-user", "/bin/bash", "-c", command],
            environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CACHE_HOME": cache])
    }

    @Test("Folders beyond the limit of watches are listed, and the limit is told with what raises it")
    func watchLimit() async throws {
        let lowered = "echo 5 > /proc/sys/user/max_inotify_watches"
        guard try await Self.inNamespace(lowered, cache: cache.path).end().status == 0 else {
            return print("skipped: this system gives users no namespaces")
        }
        let path = try #require(LocateProgram.path)
        let photo = try TestPhotos.jpeg()
        for number in 0..<20 {
            try FileManager.default.createDirectory(
                atPath: folder.file("\(number)"), withIntermediateDirectories: false)
            try folder.write("\(number)/a.jpg", photo)
        }
        let program = try Self.inNamespace(
            "\(lowered) && exec '\(path)' photos watch '\(folder.path)'", cache: cache.path)
        _ = try await program.log.first { event in
            if case .note(let text) = event, text.contains("watching") { true } else { nil }
        }
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143 && end.errors.contains("with 20 photos and videos"), "\(end.errors)")
        let limits = end.errors.split(separator: "\n").filter { $0.contains("sysctl fs.inotify.max_user_watches=") }
        #expect(limits.count == 1, "\(end.errors)")
    }

    @Test("A folder that is missing is an error, and so is one that goes away")
    func missing() async throws {
        let none = try await LocateProgram.start(["photos", "watch", folder.file("none")], keeping: cache).end()
        #expect(none.status == 66 && none.errors.contains("none does not exist"))
        let program = try await watch()
        #expect(rmdir(folder.path) == 0)
        let end = try await program.end()
        #expect(end.status == 66 && end.errors.contains("nothing is left to watch"))
        #expect(!end.errors.contains("it is watched again"), "\(end)")
    }
}
