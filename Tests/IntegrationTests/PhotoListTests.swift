import Foundation
import TestSupport
import Testing

@Suite("locate photos list", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct PhotoListTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private func list(_ arguments: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(["photos", "list"] + arguments, keeping: cache).end()
    }

    private func put(_ data: Data, _ name: String) throws { try data.write(to: URL(filePath: folder.file(name))) }

    private func objects(_ end: ChildProcess.End) throws -> [[String: Any]] {
        try end.lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    /// Two photos of May 2014, one in Tokyo, and one of June.
    private func fill() throws {
        var facts = TestPhotos.Facts(orientation: 6, date: "2014:05:24 10:00:00", offset: "+09:00")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        (facts.make, facts.model) = ("Apple", "iPhone 6")
        try put(try TestPhotos.jpeg(60, 40, facts), "a.jpg")
        try put(try TestPhotos.jpeg(60, 40, .init(date: "2014:06:01 12:00:00", model: "X100")), "c.jpg")
        try put(try TestPhotos.jpeg(60, 40, .init(date: "2014:05:25 11:00:00")), "b.jpg")
    }

    @Test("JSON has what the files say, upright, and nothing else")
    func json() async throws {
        try fill()
        try put(TestPhotos.raw(.init(date: "2014:05:25 11:00:00")), "b.dng")
        let end = try await list(folder.path, "--json")
        #expect(end.status == 0)
        #expect(
            end.lines == [
                #"{"path":"\#(folder.file("a.jpg"))","type":"jpeg","date":"2014-05-24T10:00:00+09:00","width":40,"#
                    + #""height":60,"latitude":35.681233333,"longitude":139.765125,"orientation":6,"#
                    + #""camera":"Apple iPhone 6"}"#,
                #"{"path":"\#(folder.file("b.jpg"))","type":"jpeg","date":"2014-05-25T11:00:00","width":60,"#
                    + #""height":40,"orientation":1,"companions":["\#(folder.file("b.dng"))"]}"#,
                #"{"path":"\#(folder.file("c.jpg"))","type":"jpeg","date":"2014-06-01T12:00:00","width":60,"#
                    + #""height":40,"orientation":1,"camera":"X100"}"#,
            ])
        #expect(end.errors == "locate: photos list: 3 photos and videos\n")
        // From the catalog it is the same.
        #expect(FileManager.default.fileExists(atPath: cache.file("locationkit/photos.sqlite")))
        #expect(try await list(folder.path, "--json").output == end.output)
    }

    @Test("A place of which there is no photo is answered with those there are")
    func noSuchPlace() async throws {
        try fill()
        let end = try await list(folder.path, "--place", "Frnace", "--language", "en")
        #expect(end.status == 0 && end.output.isEmpty)
        #expect(
            end.errors.hasPrefix("locate: photos list: no photo here is of Frnace; the places are Chiyoda (1)\n"),
            "\(end.errors)")
        #expect(try await list(folder.path, "--place", "Japan", "--quiet").lines.count == 1)
    }

    @Test("Groups, the order and filters")
    func groups() async throws {
        try fill()
        let months = try await list(folder.path, "--group", "month", "--sort", "descending", "--quiet")
        #expect(months.errors.isEmpty)
        let titles = months.lines.filter { !$0.hasPrefix(" ") }
        #expect(titles == ["2014-06 (1 photo)", "2014-05 (2 photos)"])
        let files = months.lines.filter { $0.hasPrefix(" ") }.compactMap { $0.split(separator: "/").last }
        #expect(files == ["c.jpg", "b.jpg", "a.jpg"])
        #expect(
            months.lines.last == "  2014-05-24 10:00:00 +09:00  40x60  35.681233, 139.765125  Apple iPhone 6  "
                + folder.file("a.jpg"))
        let weeks = try objects(try await list(folder.path, "--group", "week", "--json"))
        #expect(weeks.map { $0["group"] as? String } == ["2014-W21", "2014-W21", "2014-W22"])
        for (arguments, names) in [
            (["--near", "35.68,139.76,1000"], ["a.jpg"]), (["--near", "-33.8,151.2,1000"], []),
            (["--filter", "located"], ["a.jpg"]), (["--filter", "not-located"], ["b.jpg", "c.jpg"]),
            (["--filter", "png,video"], []),
            (["--filter", "photo", "--filter", "jpeg,png"], ["a.jpg", "b.jpg", "c.jpg"]),
            (["--place", "Paris"], []), (["--place", "tokyo"], ["a.jpg"]), (["--place", "Chiyoda, Japan"], ["a.jpg"]),
            (["--place", "東京"], ["a.jpg"]), (["--place", "Tokio"], []),
            (["--place", "jp", "--filter", "not-jpeg"], []),
            (["--place", "Tokio", "--language", "de"], ["a.jpg"]),
        ] {
            let found = try await LocateProgram.start(
                ["photos", "list", folder.path, "--json"] + arguments, keeping: cache
            ).end()
            #expect(found.status == 0)
            #expect(
                try objects(found).map { ($0["path"] as? String)?.split(separator: "/").last.map(String.init) }
                    == names, "\(arguments)")
        }
    }

    @Test("Photos that have only a position are put together by the places of the built-in world")
    func places() async throws {
        try fill()
        let english = try await list(folder.path, "--group", "place")
        let titles = english.lines.filter { !$0.hasPrefix(" ") }
        #expect(titles == ["Japan, Tokyo, Chiyoda (1 photo)", "No place (2 photos)"])
        let japanese = try objects(try await list(folder.path, "--group", "place", "--language", "ja", "--json"))
        #expect(japanese.map { $0["group"] as? String } == ["日本, 東京都, 千代田区", "No place", "No place"])
        // The position says it, not the file.
        #expect(japanese.map { ($0["place"] as? [String: Any])?["country"] as? String } == ["日本", nil, nil])
        let found = try objects(try await list(folder.path, "--place", "Tokyo", "--language", "en", "--json"))
        #expect(found.map { ($0["place"] as? [String: Any])?["city"] as? String } == ["Chiyoda"])
        #expect(try objects(try await list(folder.path, "--json")).allSatisfy { $0["place"] == nil })
        let misplaced = try await list(folder.path, "--language", "ja")
        #expect(misplaced.status == 64 && misplaced.errors.contains("--language is for --place and --group place"))
        for text in ["", ",", " . "] { #expect(try await list(folder.path, "--place", text).status == 64) }
    }

    @Test("Another world is asked where the environment names it, and told where it is damaged")
    func otherWorld() async throws {
        try fill()
        try put(Data("no world".utf8), "world.gazetteer")
        let program = try #require(LocateProgram.path)
        for words in [["--group", "place"], ["--place", "Tokyo"], []] {
            let end = try await ChildProcess(
                [program, "photos", "list", folder.path] + words,
                environment: ["XDG_CACHE_HOME": cache.path, "LOCATIONKIT_DATA": folder.file("world.gazetteer")]
            ).end()
            // Who asks for no names needs no world.
            #expect(end.status == (words.isEmpty ? 0 : 65))
            #expect(words.isEmpty || end.errors.contains("LOCATIONKIT_DATA names the file"))
        }
    }

    @Test("A photo without a date has that of its file, and says so")
    func fileTime() async throws {
        try put(try TestPhotos.jpeg(), "plain.jpg")
        let time = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.file("plain.jpg"))
        let photo = try #require(try objects(try await list(folder.path, "--json")).first)
        #expect(photo["date"] as? String == "2001-09-09T01:46:40+00:00")
        #expect(photo["dateRule"] as? String == "fileTime")
        #expect(try await list(folder.path).output.hasPrefix("2001-09-09 01:46:40 +00:00 (file)  60x40  "))
    }

    @Test("What cannot be read is named, and the rest is listed")
    func problems() async throws {
        try fill()
        try put(Data(), "broken.jpg")
        let damaged = try await list(folder.path, "--json")
        #expect(damaged.status == 1 && damaged.lines.count == 3)
        #expect(damaged.errors.contains("locate: photos list: ") && damaged.errors.contains("broken.jpg"))
        // Once: what is damaged and has not changed is not news, unless it is asked for by its name.
        let again = try await list(folder.path, "--json")
        #expect(again.status == 0 && again.lines.count == 3)
        #expect(again.errors == "locate: photos list: 3 photos and videos; 1 problem, named earlier\n")
        #expect(try await list(folder.file("broken.jpg")).status == 1)
        try put(Data("broken".utf8), "broken.jpg")
        #expect(try await list(folder.path, "--quiet").errors.contains("broken.jpg"))
        let missing = try await list(folder.path, folder.file("none"))
        #expect(missing.status == 66 && missing.lines.count == 3)
        #expect(missing.errors.contains("the folder \(folder.file("none")) does not exist"))
        #expect(try await list(folder.file("none")).status == 66)
        let file = try await list(folder.file("gone.jpg"), folder.file("a.jpg"))
        #expect(file.status == 66 && file.lines.count == 1)
        #expect(file.errors.contains("the file \(folder.file("gone.jpg")) does not exist; check the name"))
        for wrong in [[], [""], ["x", "--group", "decade"], ["x", "--filter", "jpgg"], ["x", "--near", "1,2"]] {
            #expect(try await LocateProgram.start(["photos", "list"] + wrong, keeping: cache).end().status == 64)
        }
    }

    @Test("Paths are as the folder was given, and names that are no text have replacement characters")
    func names() async throws {
        let program = try #require(LocateProgram.path)
        let photo = try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:00"))
        try FileManager.default.createDirectory(atPath: folder.file("x y"), withIntermediateDirectories: false)
        try put(photo, "x y/a.jpg")
        let bytes = Array(folder.file("x y/").utf8) + [0xFF, 0x0A] + Array(".jpg\0".utf8)
        let descriptor = bytes.withUnsafeBytes { path in
            path.assumingMemoryBound(to: CChar.self).baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o600) } ?? -1
        }
        try #require(descriptor >= 0)
        _ = photo.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        for (given, shown) in [(".", "./x y"), ("x y/", "x y"), ("./x y", "./x y"), (folder.path, folder.file("x y"))] {
            for format in ["--json", "--quiet"] {
                let end = try await ChildProcess(
                    ["/usr/bin/env", "-C", folder.path, program, "photos", "list", given, format],
                    environment: ["XDG_CACHE_HOME": cache.path]
                ).end()
                #expect(end.status == 0)
                let isJSON = format == "--json"
                let paths =
                    isJSON
                    ? try objects(end).compactMap { $0["path"] as? String }
                    : end.lines.map { String($0.drop { $0 != "6" }.dropFirst(7)) }
                let newline = isJSON ? "\n" : "\u{FFFD}"
                let expected: [String] = ["\(shown)/a.jpg", "\(shown)/\u{FFFD}\(newline).jpg"]
                #expect(paths == expected)
            }
        }
    }
}
