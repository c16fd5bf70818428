import Foundation
import TestSupport
import Testing

@Suite("locate photos geotag, tag, strip and undo", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TaggingCommandTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private func locate(_ arguments: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(["photos"] + arguments, keeping: cache).end(seconds: 60)
    }

    private func objects(_ end: ChildProcess.End) throws -> [[String: Any]] {
        try end.lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    private var photos: String { folder.file("photos") }

    /// Photos in the minutes of a walk through Tokyo, one without zone, one long after it, one that has a position.
    private func fill() throws {
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false)
        try put("a.jpg", .init(date: "2014:05:24 10:00:30", offset: "+09:00", model: "X100"))
        try put("b.jpg", .init(date: "2014:05:24 10:01:00"))
        try put("late.jpg", .init(date: "2014:05:25 10:01:00", offset: "+09:00"))
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+09:00")
        (facts.north, facts.east) = ((10, 40, 5244), (20, 45, 5445))
        try put("placed.jpg", facts)
        try TestPhotos.raw(.init(date: "2014:05:24 10:00:30", offset: "+09:00"))
            .write(to: URL(filePath: photos + "/a.dng"))
        var gpx = #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
        for minute in 0...3 {
            gpx +=
                #"<trkpt lat="35.6\#(minute)" lon="139.7"><ele>40</ele><time>2014-05-24T01:0\#(minute):00Z</time></trkpt>"#
        }
        try folder.write("walk.gpx", Data((gpx + "</trkseg></trk></gpx>").utf8))
    }

    private func put(_ name: String, _ facts: TestPhotos.Facts) throws {
        try TestPhotos.jpeg(60, 40, facts).write(to: URL(filePath: "\(photos)/\(name)"))
    }

    /// Names, contents and times of modification of all files that are not hidden.
    private func state() throws -> [String: String] {
        var state: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: photos) where !name.hasPrefix(".") {
            let bytes = try Data(contentsOf: URL(filePath: "\(photos)/\(name)"))
            let time = try FileManager.default.attributesOfItem(atPath: "\(photos)/\(name)")[.modificationDate] as? Date
            state[name] = "\(bytes.base64EncodedString()) \(time?.timeIntervalSince1970 ?? 0)"
        }
        return state
    }

    private var journal: Bool { FileManager.default.fileExists(atPath: photos + "/.locationkit-undo") }

    @Test("Undo names each run, and a dry run names what it would undo and restores nothing")
    func undoneRuns() async throws {
        try fill()
        let before = try state()
        do {
            #expect(
                try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--policy", "replace").status
                    == 0)
        }
        let after = try state()
        let dry = try await locate("undo", photos, "-n", "--all")
        #expect(dry.status == 0 && dry.lines.count == 1)
        #expect(dry.lines.allSatisfy { $0.hasPrefix("would undo the run of 20") && $0.hasSuffix(" files)") })
        #expect(try await locate("undo", photos, "-n").lines == [dry.lines[0]])
        #expect(try state() == after)
        #expect(try await locate("undo", photos + "/a.jpg", "-n").status == 64)
        let end = try await locate("undo", photos, "--all")
        #expect(
            dry.lines.allSatisfy { end.errors.contains($0.replacing("would undo", with: "undid")) }, "\(end.errors)")
        #expect(try state() == before)
        #expect(try await locate("undo", photos, "-n").errors.contains("nothing to undo"))
    }

    @Test("A dry run of undo names a run once that has changed photos in several folders")
    func undoneRunOfFolders() async throws {
        try fill()
        let other = folder.file("other")
        try FileManager.default.copyItem(atPath: photos, toPath: other)
        let status = try await locate(
            "geotag", photos, other, "--track", folder.file("walk.gpx"), "--policy", "replace"
        ).status
        #expect(status == 0)
        let one = try await locate("undo", photos, "-n")
        let both = try await locate("undo", photos, other, "-n")
        #expect(one.lines.count == 1 && both.lines.count == 1 && both.lines != one.lines)
        #expect(try await locate("undo", photos, other, "-n", "--all").lines == both.lines)
    }

    @Test("A walk gives photos their positions, a dry run says so beforehand, and undo takes them away byte for byte")
    func geotag() async throws {
        try fill()
        let before = try state()
        let dry = try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--json", "--dry-run")
        #expect(try dry.status == 0 && state() == before && !journal)
        #expect(dry.errors.contains("would write 2, 1 kept, 1 skipped; this was a dry run, and nothing was written"))
        let end = try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--json")
        #expect(end.status == 0 && end.output == dry.output.replacing(",\"dryRun\":true}", with: "}"))
        #expect(dry.lines.allSatisfy { $0.hasSuffix(",\"dryRun\":true}") } && !end.output.contains("dryRun"))
        #expect(end.errors == "locate: photos geotag: 4 photos and videos: 2 written, 1 kept, 1 skipped\n")
        let found = try objects(end)
        #expect(
            end.lines[1].hasPrefix(
                #"{"path":"\#(photos)/a.jpg","action":"written","latitude":35.605,"longitude":139.7,"source":"walk.gpx","gap":30,"#
            ))
        #expect(
            end.lines[1].hasSuffix(
                #""time":"2014-05-24T01:00:30.000Z","zone":"+09:00","companions":["\#(photos)/a.dng"]}"#))
        #expect(found[1]["error"] as? Double ?? 0 > 1)
        // Tokyo's zone by the track, as the photo states none.
        #expect(found[2]["zone"] as? String == "Asia/Tokyo" && found[2]["latitude"] as? Double == 35.61)
        #expect(found[0]["action"] as? String == "kept" && found[0]["reason"] as? String == "it has a position already")
        #expect(found[3]["action"] as? String == "skipped")
        // The reader of others sees the same, in the raw file too.
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool") {
            for (name, latitude) in [("a.jpg", "35.605"), ("a.dng", "35.605"), ("b.jpg", "35.61")] {
                let program = try ChildProcess(["/usr/bin/exiftool", "-n", "-s3", "-GPSLatitude", "\(photos)/\(name)"])
                #expect(try await program.end().output == latitude + "\n")
            }
        }
        let again = try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--json")
        #expect(try again.status == 0 && objects(again).allSatisfy { $0["action"] as? String != "written" })
        let undone = try await locate("undo", photos, "--json")
        #expect(try undone.status == 0 && objects(undone).count == 3)
        #expect(try state() == before && !journal)
        let nothing = try await locate("undo", photos)
        #expect(nothing.status == 0 && nothing.errors.contains("there is nothing to undo in \(photos)"))
    }

    @Test("Sidecars are all that is written where that is wanted")
    func sidecars() async throws {
        try fill()
        let before = try state()
        let end = try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--sidecar")
        #expect(end.status == 0)
        #expect(end.lines.contains { $0.hasPrefix("written  \(photos)/b.jpg: 35.610000, 139.700000 within") })
        #expect(end.lines.contains { $0.hasSuffix("in \(photos)/b.jpg.xmp") })
        let after = try state()
        #expect(after.filter { !$0.key.hasSuffix(".xmp") } == before)
        #expect(after.keys.filter { $0.hasSuffix(".xmp") }.sorted() == ["a.dng.xmp", "a.jpg.xmp", "b.jpg.xmp"])
        // They are read as the photos' own.
        let list = try objects(try await locate("list", photos, "--json"))
        #expect(list.first { ($0["path"] as? String)?.hasSuffix("b.jpg") == true }?["latitude"] as? Double == 35.61)
        #expect(try await locate("undo", photos, "--all").status == 0)
        #expect(try state() == before)
    }

    @Test("Names of places are written, and strip leaves no trace of them or of positions")
    func tagAndStrip() async throws {
        try fill()
        #expect(try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--quiet").status == 0)
        let tag = try await locate("tag", photos, "--language", "en", "--json")
        #expect(tag.status == 0)
        let place = try #require(try objects(tag)[1]["place"] as? [String: Any])
        #expect(place["countryCode"] as? String == "JP" && place["country"] as? String == "Japan")
        #expect(tag.errors.contains("3 written, 1 skipped"))
        #expect(try await locate("tag", photos, "--language", "en").errors.contains("3 kept, 1 skipped"))
        let list = try objects(try await locate("list", photos, "--json"))
        #expect((list[1]["place"] as? [String: Any])?["countryCode"] as? String == "JP")
        let tagged = try state()
        let strip = try await locate("strip", photos, "--json")
        #expect(strip.status == 0 && strip.errors.contains("3 written, 1 kept"))
        #expect(strip.errors.contains(".locationkit-undo in \(photos) or below still holds the positions"))
        for name in try state().keys {
            let text = String(
                decoding: try Data(contentsOf: URL(filePath: "\(photos)/\(name)")), as: Unicode.ASCII.self)
            #expect(!text.contains("Japan") && !text.contains("GPSL"), "\(name)")
        }
        for photo in try objects(try await locate("list", photos, "--json")) {
            #expect(photo["latitude"] == nil && photo["place"] == nil)
        }
        #expect(try await locate("undo", photos).status == 0)
        #expect(try state() == tagged)
        let forgotten = try await locate("strip", photos, "--forget", "--quiet")
        #expect(forgotten.status == 0 && forgotten.errors.isEmpty && !journal)
    }

    @Test("Single files are stripped, and their folder's journal is spoken of")
    func stripFiles() async throws {
        try fill()
        let file = photos + "/placed.jpg"
        let end = try await locate("strip", file)
        #expect(
            end.status == 0
                && end.lines == ["written  \(file): removes position"])
        #expect(end.errors.contains("titles, comments and keywords were not searched"))
        #expect(end.errors.contains(".locationkit-undo in \(photos)"))
        // The advice changes no photo, also none that was not named.
        #expect(end.errors.contains("locate photos undo --forget \(photos)"))
        let stripped = try state()
        let forgotten = try await locate("undo", "--forget", photos)
        #expect(forgotten.status == 0 && forgotten.errors.contains("the photos stay as they are"))
        #expect(try !journal && state() == stripped)
        let again = try await locate("undo", "--forget", photos)
        #expect(again.status == 0 && again.errors.contains("there is nothing to forget"))
        for option in ["--all", "-n"] { #expect(try await locate("undo", photos, "--forget", option).status == 64) }
        #expect(try await locate("undo", file, "--forget").status == 64)
        #expect(try await locate("strip", file, "--forget").status == 64)
        let other = try await locate("strip", folder.file("walk.gpx"))
        #expect(other.status == 1 && other.errors.contains("walk.gpx"))
    }

    @Test("What cannot be done is named, and the rest is done")
    func problems() async throws {
        try fill()
        try put("c.jpg", .init(date: "2014:05:24 10:02:00", offset: "+09:00"))
        // A photo with two names would be one afterwards, so that a sidecar has its position.
        try FileManager.default.linkItem(atPath: photos + "/c.jpg", toPath: folder.file("other.jpg"))
        let end = try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--json")
        #expect(end.status == 0)
        #expect(try objects(end).last { $0["sidecars"] != nil }?["sidecars"] as? [String] == [photos + "/c.jpg.xmp"])
        let missing = try await locate("geotag", photos, "--track", folder.file("none.gpx"))
        #expect(missing.status == 66 && missing.errors.contains("none.gpx") && missing.output.isEmpty)
        let wrong = try await locate("geotag", photos, "--track", photos + "/a.jpg")
        #expect(wrong.status == 65 && wrong.errors.contains("a.jpg"))
        #expect(try await locate("undo", folder.file("none")).status == 66)
        #expect(try await locate("geotag", folder.file("none"), "--track", folder.file("walk.gpx")).status == 66)
        for words in [
            [], [photos, "--offset", "much"], [photos, "--time-zone", "Nowhere/Land"], [photos, "--jobs", "0"],
            [photos, "--policy", "ask"], [photos, "--max-gap=-1"],
        ] {
            #expect(try await LocateProgram.start(["photos", "geotag"] + words, keeping: cache).end().status == 64)
        }
    }

    @Test(
        "A signal ends it after the photos under way, and the same command again continues",
        arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) async throws {
        try fill()
        let photo = try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:30", offset: "+09:00"))
        let total = Fixtures.isThorough ? 1200 : 400
        for index in 4..<total { try photo.write(to: URL(filePath: "\(photos)/many-\(index).jpg")) }
        let before = try state()
        let words = ["photos", "geotag", photos, "--track", folder.file("walk.gpx")]
        let program = try LocateProgram.start(words, keeping: cache)
        // The first batch is through.
        _ = try await program.log.first { event in if case .line = event { true } else { nil } }
        program.signal(number)
        let end = try await program.end(seconds: 60)
        let count = end.lines.count
        // On a fast machine all may be done before the signal comes, which then ends what is left to do.
        if count == total {
            #expect(end.status == 0 || end.signal == number, "\(end)")
        } else {
            #expect(end.status == 128 + number, "\(end.errors)")
            #expect(
                end.errors.contains(
                    "stopped after \(count) of \(total) photos and videos; run the same command again to continue"))
        }
        let after = try state()
        #expect(after.filter { before[$0.key] != $0.value }.count >= end.lines.count { $0.hasPrefix("written") })
        #expect(try await LocateProgram.start(words, keeping: cache).end(seconds: 60).status == 0)
        #expect(try await locate("undo", photos, "--all", "--quiet").status == 0)
        #expect(try state() == before && !journal)
    }

    @Test("While another run changes photos of the folder there is no second one")
    func busy() async throws {
        try fill()
        #expect(try await locate("geotag", photos, "--track", folder.file("walk.gpx"), "--quiet").status == 0)
        let lock = open(photos + "/.locationkit-undo", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        let before = try state()
        for words in [["tag", photos], ["strip", photos], ["geotag", photos, "--track", folder.file("walk.gpx")]] {
            let end = try await LocateProgram.start(["photos"] + words, keeping: cache).end()
            #expect(end.status == 73 && end.errors.contains("another run changes photos in \(photos)"))
            #expect(end.output.isEmpty)
        }
        #expect(try await locate("undo", photos).status == 73)
        #expect(try state() == before)
    }

    @Test("A phone's photos place the camera's, and a clock that is wrong is found out")
    func clocks() async throws {
        try fill()
        // Half an hour slow, as its photos with a receiver's time would say; told by hand here.
        let end = try await locate(
            "geotag", photos, "--track", folder.file("walk.gpx"), "--offset", "60", "--time-zone", "Asia/Tokyo",
            "--json")
        let found = try objects(end)
        #expect(found[1]["latitude"] as? Double == 35.615)
        #expect(found[1]["time"] as? String == "2014-05-24T01:01:30.000Z")
        #expect(try await locate("undo", photos).status == 0)
        // No track at all: the photo that has a position is one.
        let alone = try await locate("geotag", photos, "--json")
        #expect(alone.errors.contains("no track is named, so positions come from the photos here that have one"))
        let others = try objects(alone)
        #expect(others[1]["source"] as? String == "photos of unknown camera" && others[1]["gap"] as? Double == 30)
        #expect(others[3]["action"] as? String == "skipped")
        let auto = try await locate(
            "geotag", photos, "--track", folder.file("walk.gpx"), "--offset", "auto", "--dry-run")
        #expect(auto.status == 0)
    }
}
