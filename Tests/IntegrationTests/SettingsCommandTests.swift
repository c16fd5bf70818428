import Foundation
import TestSupport
import Testing

@Suite struct SettingsCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "configuration-\(UInt64.random(in: 0 ... .max))")
    private var file: URL { folder.appending(path: "locationkit/locate.plist") }

    private func run(_ arguments: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(arguments, configuration: folder.path).end()
    }

    @Test("A value is set, counts, gives way to the command line, and is reset", .timeLimit(.minutes(5)))
    func round() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("settings", "get", "accuracy").output == "100\n")
        #expect(try await run("settings", "set", "language", "ja").status == 0)
        #expect(try await run("settings", "get", "language").output == "ja\n")
        #expect(try await run("reverse", "35.68", "139.76").output == "東京都千代田区\n")
        #expect(try await run("reverse", "35.68", "139.76", "--language", "en").output == "Chiyoda, Tokyo, Japan\n")
        #expect(try await run("settings", "list").output.contains("language              ja"))
        let json = try await run("settings", "list", "--json").output
        #expect(json.contains(#"{"key":"language","value":"ja","isSet":true,"source":"user","#))
        #expect(json.contains(#"{"key":"timeout","value":"30","isSet":false,"source":"default"}"#))
        #expect(try await run("settings", "reset", "language").status == 0)
        #expect(try await run("reverse", "35.68", "139.76").output == "Chiyoda, Tokyo, Japan\n")
    }

    @Test("Wrong keys and values are 64, with the option's own words", .timeLimit(.minutes(5)))
    func wrong() async throws {
        let value = try await run("settings", "set", "accuracy", "near")
        #expect(value.status == 64)
        #expect(
            value.errors
                == "locate: settings set: --accuracy near: expected a number of metres, such as 100\n")
        #expect(try await run("settings", "set", "gpsd", "a:b:c").status == 64)
        let key = try await run("settings", "get", "acuracy")
        #expect(key.status == 64)
        #expect(key.errors.hasSuffix("there is no setting \"acuracy\"; did you mean accuracy?\n"))
        for words in [["get"], ["set", "quiet"], ["set", "watch", "true"], ["reset", "a", "b"], ["list", "x"], []] {
            #expect(try await LocateProgram.start(["settings"] + words, configuration: folder.path).end().status == 64)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("A format that only one command knows counts there, --json counts more", .timeLimit(.minutes(5)))
    func formats() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("settings", "set", "format", "nmea").status == 0)
        let plain = try await run("reverse", "0", "-30", "--language", "en")
        #expect((plain.status, plain.errors.contains("settings")) == (0, false))
        #expect(try await run("settings", "set", "format", "csv").status == 0)
        #expect(try await run("reverse", "35.68", "139.76").output.contains(","))
        #expect(try await run("reverse", "35.68", "139.76", "--json").output.hasPrefix("{"))
    }

    @Test("A damaged file is named, left alone by readers, and kept by the writer", .timeLimit(.minutes(5)))
    func damaged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("<plist>".utf8).write(to: file)
        let reading = try await run("reverse", "35.68", "139.76")
        #expect(reading.output == "Chiyoda, Tokyo, Japan\n")
        #expect(reading.errors.hasPrefix("locate: settings: \(file.path):1: damaged settings: "))
        let writing = try await run("settings", "set", "quiet", "true")
        #expect(writing.status == 0)
        #expect(writing.errors.contains("are kept as locate.plist.damaged; new ones begin"))
        #expect(try Data(contentsOf: file.appendingPathExtension("damaged")) == Data("<plist>".utf8))
    }

    @Test("A link to what holds no settings is refused, and its target left alone", .timeLimit(.minutes(5)))
    func linked() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let target = folder.appending(path: "letter.txt")
        try Data("Dear".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        let end = try await run("settings", "set", "timeout", "4")
        #expect(end.status == 74)
        #expect(end.errors.split(separator: "\n").count == 1)
        #expect(end.errors.contains("a link leads there, so it is left as it is"))
        #expect(try Data(contentsOf: target) == Data("Dear".utf8))
    }

    @Test("A value that no command takes is not shown as if it counted", .timeLimit(.minutes(5)))
    func shown() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("settings", "set", "timeout", "4").status == 0)
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(">4<", with: ">nan<").utf8).write(to: file)
        for words in [["list"], ["get", "timeout"]] {
            let end = try await LocateProgram.start(["settings"] + words, configuration: folder.path).end()
            #expect(end.status == 0)
            #expect(!end.output.contains("nan"))
            #expect(end.errors.contains("\(file.path): --timeout nan: "))
            #expect(end.errors.hasSuffix("; the built-in default is used\n"))
        }
    }

    @Test("A value edited by hand that makes no sense is named and passed over", .timeLimit(.minutes(5)))
    func edited() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("settings", "set", "language", "ja").status == 0)
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(">ja<", with: ">!<").utf8).write(to: file)
        let end = try await run("reverse", "35.68", "139.76")
        #expect(end.output == "Chiyoda, Tokyo, Japan\n")
        #expect(end.errors.contains("\(file.path): --language !: expected a language tag"))
    }

    private func administer(_ name: String, _ text: String) throws {
        let place = folder.appending(path: "\(name)/locationkit")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place.appending(path: "locate.plist"))
    }

    private func administered(_ arguments: String...) async throws -> ChildProcess.End {
        let folders = ["first", "second"].map { folder.appending(path: $0).path }.joined(separator: ":")
        return try await LocateProgram.start(arguments, configuration: folder.path, administrators: folders).end()
    }

    @Test(
        "Administrators' values count where the user has none, and the list says where each comes from",
        .timeLimit(.minutes(5)))
    func administrators() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try administer("first", "<plist version=\"1.0\"><dict><key>language</key><string>ja</string></dict></plist>")
        try administer(
            "second",
            "<plist version=\"1.0\"><dict><key>language</key><string>de</string><key>accuracy</key><real>20</real></dict></plist>"
        )
        #expect(try await administered("reverse", "35.68", "139.76").output == "東京都千代田区\n")
        #expect(try await administered("settings", "get", "accuracy").output == "20\n")
        #expect(try await administered("settings", "set", "language", "en").status == 0)
        #expect(try await administered("reverse", "35.68", "139.76").output == "Chiyoda, Tokyo, Japan\n")
        let list = try await administered("settings", "list")
        let second = folder.appending(path: "second/locationkit/locate.plist").path
        #expect(list.errors.isEmpty)
        #expect(list.lines.contains { $0.hasPrefix("language ") && $0.hasSuffix("  set") })
        #expect(list.lines.contains { $0.hasPrefix("accuracy ") && $0.hasSuffix("  set for all users in \(second)") })
        #expect(list.lines.contains { $0.hasPrefix("timeout ") && $0.hasSuffix("  default") })
        let json = try await administered("settings", "list", "--json").lines
        #expect(json.contains(#"{"key":"language","value":"en","isSet":true,"source":"user","file":"\#(file.path)"}"#))
        #expect(
            json.contains(#"{"key":"accuracy","value":"20","isSet":true,"source":"administrator","file":"\#(second)"}"#)
        )
        #expect(json.contains(#"{"key":"timeout","value":"30","isSet":false,"source":"default"}"#))
        let reset = try await administered("settings", "reset")
        let first = folder.appending(path: "first/locationkit/locate.plist").path
        #expect(reset.status == 0 && reset.output.isEmpty && reset.errors.split(separator: "\n").count == 2)
        #expect(
            reset.errors.contains(
                "locate: settings: language is ja for all users, by \(first); to change it for yourself: "
                    + "locate settings set language VALUE\n"))
        #expect(reset.errors.contains("accuracy is 20 for all users, by \(second); "))
        #expect(try await administered("settings", "reset", "timeout").errors.isEmpty)
        #expect(try await administered("settings", "get", "language").output == "ja\n")
        // A value of the user that is of no use.
        #expect(try await administered("settings", "set", "language", "en").status == 0)
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(">en<", with: ">!<").utf8).write(to: file)
        let useless = try await administered("settings", "get", "language")
        #expect(useless.output == "ja\n" && useless.errors.hasSuffix("; the value of \(first) is used\n"), "\(useless)")
    }

    @Test("An administrator's file that is damaged is said and passed over, and left as it is", .timeLimit(.minutes(5)))
    func damagedByAdministrators() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try administer("first", "<plist><dict><key>language")
        try administer("second", "<plist version=\"1.0\"><dict><key>language</key><string>ja</string></dict></plist>")
        let end = try await administered("reverse", "35.68", "139.76")
        #expect((end.status, end.output) == (0, "東京都千代田区\n"))
        let first = folder.appending(path: "first/locationkit/locate.plist").path
        #expect(end.errors.hasPrefix("locate: settings: \(first):1: damaged settings: "))
        #expect(end.errors.split(separator: "\n").count == 1)
        #expect(try String(contentsOfFile: first, encoding: .utf8) == "<plist><dict><key>language")
        try administer("first", "<plist version=\"1.0\"><dict><key>language</key><string>!</string></dict></plist>")
        let wrong = try await administered("reverse", "35.68", "139.76")
        #expect((wrong.status, wrong.output) == (0, "東京都千代田区\n"))
        #expect(wrong.errors.contains("\(first): --language !: expected a language tag"))
    }

    @Test(
        "A folder of settings that cannot be used is named, the user's and an administrator's", .timeLimit(.minutes(5)))
    func unusableFolders() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let place = folder.appending(path: "file").path
        try Data().write(to: URL(filePath: place))
        let known = "Chiyoda, Tokyo, Japan\n"
        let own = try await LocateProgram.start(
            ["reverse", "35.68", "139.76"], configuration: place, administrators: "/nonexistent"
        ).end()
        #expect((own.status, own.output) == (0, known))
        #expect(own.errors.hasPrefix("locate: settings: cannot open the folder \(place)/locationkit: "), "\(own)")
        #expect(own.errors.hasSuffix("; the user's settings are ignored\n"), "\(own)")
        let theirs = try await LocateProgram.start(
            ["reverse", "35.68", "139.76"], configuration: folder.path, administrators: place
        ).end()
        #expect((theirs.status, theirs.output) == (0, known))
        #expect(theirs.errors.hasPrefix("locate: settings: cannot open the folder \(place)/locationkit: "), "\(theirs)")
        let relative = try await LocateProgram.start(
            ["settings", "get", "timeout"], configuration: folder.path, administrators: "etc:/nonexistent"
        ).end()
        #expect(
            relative.errors
                == "locate: settings: XDG_CONFIG_DIRS names the folder etc, which is ignored: it needs an absolute path\n"
        )
    }

    @Test("Settings count in every command that has the option", .timeLimit(.minutes(5)))
    func everywhere() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (key, value) in [
            ("time-zone", "nowhere"), ("policy", "all"), ("max-gap", "-1"), ("jobs", "0"), ("size", "big"),
            ("track-accuracy", "x"), ("web-timeout", "x"), ("sidecar", "yes"), ("style", "letter"), ("provider", "all"),
        ] {
            let end = try await run("settings", "set", key, value)
            #expect(end.status == 64 && end.errors.contains(": expected "), "\(key)")
        }
        #expect(try await run("settings", "set", "format", "json").status == 0)
        #expect(try await run("search", "Vaduz", "--limit", "1").output.hasPrefix("{"))
        #expect(try await run("settings", "set", "style", "postal").status == 0)
        #expect(try await run("settings", "set", "gpsd", "127.0.0.1:1").status == 0)
        let track = folder.appending(path: "walk.track").path
        let record = try await run("track", "record", track, "--duration", "0.5")
        #expect(record.status == 69 && record.errors.contains("127.0.0.1:1"))
        #expect(try await run("settings", "set", "track-accuracy", "0.001").status == 0)
        let walk = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let strict = try await run("track", "record", track, "--replay", walk, "--speed", "0", "--explain")
        #expect(strict.status == 0 && strict.errors.contains(" accuracy"))
    }
}
