import Foundation
import Glibc
import LocationKit
import TestSupport
import Testing

@Suite("locate track", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TrackCommandTests {
    private let folder = TemporaryFolder()
    private var walk: String { Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path }

    private func record(_ arguments: String...) async throws -> ChildProcess.End {
        let command = ["track", "record", folder.file("walk.track"), "--replay", walk, "--speed", "0"]
        return try await LocateProgram.start(command + arguments).end()
    }

    private func info(_ path: String) async throws -> [String: Any] {
        let end = try await LocateProgram.run("track", "info", path, "--json")
        #expect(end.status == 0)
        return try #require(try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    }

    @Test("A recording becomes a track, and is continued by the next")
    func recording() async throws {
        let first = try await record("--name", "Sumida")
        #expect(first.status == 0)
        #expect(first.output.isEmpty)
        let log = try await info(folder.file("walk.track"))
        let points = try #require(log["points"] as? Int)
        #expect(points > 20 && log["name"] as? String == "Sumida" && log["status"] as? String == "finished")
        let second = try await record()
        #expect(second.status == 0)
        let both = try await info(folder.file("walk.track"))
        #expect(both["points"] as? Int == 2 * points && both["segments"] as? Int == 2)
        let way = try #require(log["distance"] as? Double)
        #expect(way > 10 && abs((both["distance"] as? Double ?? 0) - 2 * way) < 0.2)
    }

    @Test("What is too near is not kept, and that is explained")
    func filters() async throws {
        _ = try await record()
        let all = try #require(try await info(folder.file("walk.track"))["points"] as? Int)
        try FileManager.default.removeItem(atPath: folder.file("walk.track"))
        let end = try await record("--distance", "20", "--explain")
        let kept = try #require(try await info(folder.file("walk.track"))["points"] as? Int)
        #expect(kept > 1 && kept < all / 2)
        #expect(end.errors.contains("locate: track record: not kept: \(all - kept) distance\n"))
    }

    @Test("Every format has all points, and can be read again", arguments: TrackFormat.writable.map(\.rawValue))
    func export(format: String) async throws {
        _ = try await record()
        let points = try #require(try await info(folder.file("walk.track"))["points"] as? Int)
        let path = folder.file("walk.\(format)")
        let end = try await LocateProgram.run("track", "export", folder.file("walk.track"), "-o", path)
        #expect(end.status == 0 && end.output.isEmpty && end.errors.isEmpty)
        #expect(try await info(path)["points"] as? Int == points)
        let printed = try await LocateProgram.run("track", "export", folder.file("walk.track"), "--format", format)
        #expect(Data(printed.output.utf8) == FileManager.default.contents(atPath: path))
    }

    @Test(
        "A pipe is exported as a file is, also into a format that takes several passes",
        arguments: ["gpx", "kml", "csv"])
    func pipes(format: String) async throws {
        _ = try await record()
        let gpx = try await LocateProgram.run("track", "export", folder.file("walk.track"), "--format", "gpx").output
        try Data(gpx.utf8).write(to: URL(filePath: folder.file("walk.gpx")))
        let whole = try await LocateProgram.run("track", "export", folder.file("walk.gpx"), "--format", format)
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let writer = try ChildProcess(["/bin/sh", "-c", "exec cat \"$0\" > \"$1\"", folder.file("walk.gpx"), pipe])
        let piped = try await LocateProgram.run("track", "export", pipe, "--format", format)
        #expect(piped.status == 0 && piped.output == whole.output && !piped.output.isEmpty, "\(piped.errors)")
        _ = try await writer.end()
    }

    @Test(
        "A damaged track in a named pipe is an error with advice, and the pipe is not opened again",
        .timeLimit(.minutes(5)), arguments: [["track", "info"], ["photos", "geotag", "FOLDER", "--track"]])
    func damagedPipe(command: [String]) async throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        try folder.write("broken.gpx", Data("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/>".utf8))
        let writer = try ChildProcess(
            ["/bin/sh", "-c", "exec cat \"$0\" > \"$1\"", folder.file("broken.gpx"), pipe])
        let words = command.map { $0 == "FOLDER" ? folder.path : $0 } + [pipe]
        let end = try await LocateProgram.start(words).end()
        #expect(end.status == 65 && end.errors.contains("; --salvage uses the intact parts"), "\(end)")
        #expect(try await writer.end().status == 0)
    }

    @Test("No text of a track is a formula with --csv-safe, in a file and in a pipe")
    func spreadsheet() async throws {
        let path = folder.file("walk.csv")
        try Data("kind,latitude,longitude,name\nwaypoint,-1,2,=1+1\n".utf8).write(to: URL(filePath: path))
        let printed = try await LocateProgram.run("track", "export", path, "--format", "csv", "--csv-safe")
        #expect(printed.status == 0 && printed.output.contains(",-1,") && printed.output.contains("'=1+1"))
        let safe = folder.file("safe.csv")
        let end = try await LocateProgram.run("track", "export", path, "-o", safe, "--csv-safe")
        #expect(end.status == 0)
        #expect(try String(contentsOfFile: safe, encoding: .utf8) == printed.output)
    }

    @Test("What cannot be done says so, and leaves what was there")
    func refusals() async throws {
        let path = folder.file("walk.gpx")
        try "<gpx/>".write(toFile: path, atomically: true, encoding: .utf8)
        let other = try await LocateProgram.start(["track", "record", path, "--replay", walk]).end()
        #expect(other.status == 64 && other.errors.contains("locate track export"))
        let foreign = folder.file("foreign.track")
        try "<gpx/>".write(toFile: foreign, atomically: true, encoding: .utf8)
        #expect(try await LocateProgram.start(["track", "record", foreign, "--replay", walk]).end().status == 65)
        #expect(try String(contentsOfFile: foreign, encoding: .utf8) == "<gpx/>")
        try FileManager.default.removeItem(atPath: foreign)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "<gpx/>")
        let broken = folder.file("broken.gpx")
        try "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/>".write(toFile: broken, atomically: true, encoding: .utf8)
        let damaged = try await LocateProgram.run("track", "export", broken, "-o", path, "--force")
        #expect(damaged.status == 65 && damaged.errors.contains("broken.gpx"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "<gpx/>")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["broken.gpx", "walk.gpx"])
        // Its sentences on satellites would be lost.
        let own = folder.file("own.nmea")
        try FileManager.default.copyItem(atPath: walk, toPath: own)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.nmea"), withDestinationPath: own)
        let onItself = try await LocateProgram.run("track", "export", own, "-o", folder.file("link.nmea"))
        #expect(onItself.status == 73 && onItself.errors.contains("link.nmea is a symbolic link to \(own), "))
        #expect(FileManager.default.contentsEqual(atPath: own, andPath: walk))
        #expect(try await LocateProgram.run("track", "info", folder.file("none")).status == 66)
        #expect(try await LocateProgram.run("track", "export", path).status == 64)
        #expect(try await LocateProgram.run("track", "record").status == 64)
    }

    @Test("A log is not replaced, a pipe is written to, and a link is refused")
    func outputs() async throws {
        _ = try await record()
        let log = folder.file("walk.track")
        let before = FileManager.default.contents(atPath: log)
        let onto = try await LocateProgram.run("track", "export", log, "--format", "csv", "-o", log)
        #expect(onto.status == 73 && onto.errors.contains("is a track log"))
        #expect(FileManager.default.contents(atPath: log) == before)

        let (link, target) = (folder.file("link.csv"), folder.file("target.csv"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.csv")
        let linked = try await LocateProgram.run("track", "export", log, "-o", link)
        #expect(linked.status == 73 && linked.errors.contains("link.csv is a symbolic link to target.csv, "))
        #expect(try await LocateProgram.run("track", "export", log, "-o", target).status == 0)
        let text = try String(contentsOfFile: target, encoding: .utf8)

        let pipe = folder.file("pipe.csv")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = Task.detached { FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() }
        #expect(try await LocateProgram.run("track", "export", log, "-o", pipe).status == 0)
        #expect(await reader.value == Data(text.utf8))
        let dash = try await LocateProgram.run("track", "export", log, "--format", "csv", "-o", "-")
        #expect(dash.output == text)
    }

    @Test("Without a terminal it is said once why there is no fix, and a recording of nothing leaves nothing")
    func nothing() async throws {
        let end = try await LocateProgram.run(
            "track", "record", folder.file("none.track"), "--replay", folder.file("none.nmea"))
        #expect(end.status == 66 && !end.errors.contains("0 points"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.track")))
        let strict = try await LocateProgram.run(
            "track", "record", folder.file("strict.track"), "--replay", walk, "--speed", "0", "--accuracy", "0.001")
        #expect(strict.status == 0 && strict.errors.contains("not kept: "))
    }

    @Test("Without gpsd a recording of some seconds ends with 69")
    func silence() async throws {
        let end = try await LocateProgram.run(
            "track", "record", folder.file("walk.track"), "--gpsd", "127.0.0.1:1", "--duration", "0.5")
        #expect(end.status == 69)
        #expect(end.errors.contains("nothing was recorded: "))
    }

    @Test("A second recorder on the same file is refused")
    func inUse() async throws {
        let path = folder.file("walk.track")
        let first = try LocateProgram.start(["track", "record", path, "--gpsd", "127.0.0.1:1"])
        // The file is there before the lock is given up.
        #expect(try await eventually { FileManager.default.fileExists(atPath: path) })
        let second = try await LocateProgram.run("track", "record", path, "--gpsd", "127.0.0.1:1")
        #expect(second.status == 73)
        first.signal(SIGTERM)
        let end = try await first.end()
        #expect(end.status == 143)
    }

    @Test("A damaged log is refused, and with --salvage and repair its points are saved")
    func damagedLog() async throws {
        _ = try await record()
        let whole = try #require(FileManager.default.contents(atPath: folder.file("walk.track")))
        let points = try #require(try await info(folder.file("walk.track"))["points"] as? Int)
        let torn = folder.file("torn.track")
        try whole.prefix(whole.count - 1000).write(to: URL(filePath: torn))

        let refused = try await LocateProgram.run("track", "info", torn)
        #expect(refused.status == 65 && refused.output.isEmpty && refused.errors.contains("track repair"))
        let export = try await LocateProgram.run("track", "export", torn, "-o", folder.file("torn.gpx"))
        #expect(export.status == 65 && !FileManager.default.fileExists(atPath: folder.file("torn.gpx")))

        let salvaged = try await LocateProgram.run("track", "info", torn, "--salvage", "--json")
        #expect(salvaged.status == 1 && salvaged.errors.contains("torn.track: the log is damaged"))
        let new = folder.file("new.track")
        let repair = try await LocateProgram.run("track", "repair", torn, "-o", new)
        #expect(repair.status == 1 && repair.errors.contains("points in 1 segment saved"))
        let saved = try #require(try await info(new)["points"] as? Int)
        #expect(saved > points - 15 && saved < points)
        let gpx = try await LocateProgram.run("track", "export", torn, "--salvage", "-o", folder.file("torn.gpx"))
        #expect(gpx.status == 1)
        #expect(try await info(folder.file("torn.gpx"))["points"] as? Int == saved)

        #expect(try await LocateProgram.run("track", "repair", torn, "-o", new).status == 73)
        #expect(try await LocateProgram.run("track", "repair", torn, "-o", folder.file("x.gpx")).status == 64)
        #expect(try await LocateProgram.run("track", "repair", torn, "-o", folder.file("x.kmz")).status == 64)
        #expect(try await LocateProgram.run("track", "repair", torn).status == 64)
        #expect(
            try await LocateProgram.run("track", "repair", folder.file("none"), "-o", folder.file("x")).status == 66)
        let sound = try await LocateProgram.run("track", "repair", new, "-o", folder.file("again.track"))
        #expect(sound.status == 0 && sound.errors.contains("no damage was found"))

        try FileManager.default.removeItem(atPath: folder.file("walk.track"))
        try FileManager.default.moveItem(atPath: torn, toPath: folder.file("walk.track"))
        let continued = try await record()
        #expect(continued.status == 0 && continued.errors.contains("walk.track.damaged"))
        #expect(try await info(folder.file("walk.track"))["points"] as? Int == saved + points)
    }

    @Test("A torn GPX is refused, and with --salvage gives its whole points; values that are lost are said")
    func tornGPX() async throws {
        let path = folder.file("torn.gpx")
        let text =
            "<gpx>\n<trk><trkseg>\n<trkpt lat='1' lon='2'><ele>high</ele><time>noon</time></trkpt>\n"
            + "<trkpt lat='1.001' lon='2'/>\n<trkpt lat='1.0"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let outputs = [[], ["--format", "csv"], ["-o", folder.file("refused.csv")]]
        for (command, words) in zip(["info", "export", "export"], outputs) {
            let refused = try await LocateProgram.start(["track", command, path] + words).end()
            #expect(refused.status == 65 && refused.errors.hasSuffix("; --salvage uses the intact parts\n"))
        }
        let salvaged = try await LocateProgram.run("track", "export", path, "--salvage", "--format", "csv")
        #expect(salvaged.status == 1 && salvaged.output.utf8.count { $0 == 10 } == 3)
        #expect(salvaged.errors.contains("torn.gpx:3: \"high\" is not a valid ele\n"))
        #expect(salvaged.errors.contains("torn.gpx:3: \"noon\" is not a valid time\n"))
        #expect(salvaged.errors.contains("what follows is lost"))
        let repaired = try await LocateProgram.run("track", "repair", path, "-o", folder.file("new.gpx"))
        #expect(repaired.status == 1)
        #expect(try await info(folder.file("new.gpx"))["points"] as? Int == 2)
        for name in ["new.track", "new.xyz", "new"] {
            let wrong = try await LocateProgram.run("track", "repair", path, "-o", folder.file(name))
            #expect(wrong.status == 64 && !FileManager.default.fileExists(atPath: folder.file(name)))
            #expect(wrong.errors.contains("torn.gpx is not a track log; name a new file that ends in .gpx, .geojson, "))
        }
    }

    @Test("A folder is not recorded into, and a photo is not a track, whatever is in it")
    func notTracks() async throws {
        let recording = try await LocateProgram.run("track", "record", folder.path, "--duration", "1")
        #expect(
            recording.status == 73
                && recording.errors.hasSuffix(" is a folder; name a file in it, such as \(folder.path)/walk.track\n"))
        let photo = folder.file("walk.nmea")
        try Data([0xFF, 0xD8, 0xFF, 0xE0] + Array("\n$GPGGA,x\n".utf8)).write(to: URL(filePath: photo))
        let end = try await LocateProgram.run("track", "info", photo)
        #expect(end.status == 65 && end.output.isEmpty)
        #expect(end.errors == "locate: track info: \(photo) is a JPEG image; name a file with tracks\n")
    }

    @Test("What --hide cuts follows from a secret that is kept, is the user's alone, and is made anew if it is damaged")
    func hiding() async throws {
        let kept = TemporaryFolder()
        func map(_ page: String, hiding circle: String = "35.7103,139.7986,20") async throws -> ChildProcess.End {
            let words = ["track", "map", walk, "-o", folder.file(page), "--hide", circle, "--language", "en"]
            return try await LocateProgram.start(words, keeping: kept).end()
        }
        let first = try await map("one.html")
        #expect(first.status == 0)
        #expect(first.errors.contains("wrote \(folder.file("one.html"))"))
        let secret = kept.file("locationkit/map-secret")
        let permissions = try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(try Data(contentsOf: URL(filePath: secret)).count == 32)
        #expect(try await map("two.html").status == 0)
        let pages = try ["one.html", "two.html"].map { try Data(contentsOf: URL(filePath: folder.file($0))) }
        #expect(pages[0] == pages[1])

        try Data("short".utf8).write(to: URL(filePath: secret))
        let damaged = try await map("three.html")
        #expect(damaged.status == 0 && damaged.errors.contains("has 5 bytes instead of 32"))
        #expect(try Data(contentsOf: URL(filePath: secret)).count == 32)

        let all = try await map("none.html", hiding: "35.7103,139.7986,90000")
        #expect(all.status == 65)
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.html")))
    }
}
