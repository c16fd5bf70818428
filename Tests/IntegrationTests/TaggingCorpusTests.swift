import Foundation
import TestSupport
import Testing

/// All samples go through geotag, strip and undo, with exiftool as the judge of what stays.
@Suite(
    "locate photos geotag, strip, undo: samples", .enabled(if: LocateProgram.path != nil, "locate is not built"),
    .enabled(if: TaggingAlbum.hasJudge, TaggingAlbum.absence))
struct TaggingCorpusTests {
    private static let samples = Fixtures.folder("photos")
    private static let absence: Comment =
        "the sample photos are not at hand; set LOCATIONKIT_TEST_DATA to where their folder is"

    /// What is edited, tells of the file itself, or counts from the beginning of a file that became longer.
    private static let ignored = [
        "SourceFile", "System:", "GPS:", "Composite:", "XMP-exif:GPS", "File:ExifByteOrder", "IFD1:ThumbnailOffset",
        "QuickTime:MediaData", "QuickTime:Free", "QuickTime:Unknown_free", "QuickTime:GPSCoordinates",
        "UserData:GPSCoordinates", "ItemList:GPSCoordinates", "Keys:GPSCoordinates", "UserData:LocationInformation",
        "Keys:LocationAccuracyHorizontal", "IFD0:GPSInfo", "GPSInfo:", "RIFF:WebP_Flags", "ExifTool:",
    ]
    /// What EXIF demands of an image that had none.
    private static let demanded = ["IFD0:", "ExifIFD:"]
    /// The notes of this camera lead to a directory behind the block, as was complained of before in other words.
    private static let accepted = ["Bad NikonScanIFD"]

    @Test(
        "Tagging every sample keeps its other tags, strip removes the position, and undo restores all bytes",
        .enabled(if: samples != nil, absence))
    func everySample() async throws {
        let album = try TaggingAlbum()
        let samples = try #require(Self.samples)
        try FileManager.default.copyItem(atPath: samples.path, toPath: album.path("all"))
        _ = try await ChildProcess(["/bin/chmod", "-R", "u+w", album.photos]).end()
        let names = try album.state().keys.sorted()
        for (index, name) in names.enumerated() where !Fixtures.isThorough && index % 5 > 0 { unlink(album.path(name)) }
        let before = try album.state()
        try await walkEverywhere(album)
        let (tags, wrong) = (try await Self.tags(album), try await Self.complaints(album))
        let found = try await album.geotag("--policy", "replace", "--time-zone", "UTC", seconds: 300)
        #expect(!found.contains { $0["action"] as? String == "failed" && $0["latitude"] != nil })
        let failures = found.filter {
            $0["action"] as? String == "failed" && ($0["reason"] as? String)?.contains("known format") == false
        }
        #expect(failures.isEmpty, "\(failures)")
        let written = found.filter { $0["action"] as? String == "written" && $0["sidecars"] == nil }
        let (newTags, newWrong) = (try await Self.tags(album), try await Self.complaints(album))
        for photo in written {
            let path = try #require(photo["path"] as? String)
            let (old, new) = (try #require(tags[path]), try #require(newTags[path]))
            #expect(new.contains { $0.key.hasSuffix(":GPSLatitude") || $0.key.hasSuffix(":GPSCoordinates") }, "\(path)")
            #expect(Self.differences(old, new) == [], "\(path)")
            let complaints = (newWrong[path] ?? []).subtracting(wrong[path] ?? [])
            #expect(complaints.filter { text in !Self.accepted.contains { text.contains($0) } } == [], "\(path)")
        }
        let untouched = Set(written.compactMap { $0["path"] as? String })
        let placed = try album.state()
        for (name, state) in before where !untouched.contains(album.path(name)) { #expect(placed[name] == state) }
        let strip = try await album.locate(["strip", album.photos, "--json"], seconds: 300)
        let stripped = try TaggingAlbum.objects(strip)
        let bare = try await Self.tags(album)
        for photo in stripped where photo["action"] as? String != "failed" {
            let path = try #require(photo["path"] as? String)
            let left = try #require(bare[path]).keys.filter { key in
                ["GPSLatitude", "GPSLongitude", "GPSCoordinates", "GPSPosition"].contains { key.hasSuffix(":" + $0) }
            }
            #expect(left.isEmpty, "\(photo) \(left)")
        }
        for photo in stripped where photo["action"] as? String == "failed" {
            print("strip: \(photo["reason"] ?? "")")
        }
        print(
            "\(found.count) samples: \(written.count) written, \(stripped.count { $0["action"] as? String == "failed" }) not stripped"
        )
        #expect(written.count > (Fixtures.isThorough ? 120 : 20))
        #expect(try await album.locate(["undo", album.photos, "--all", "--quiet"], seconds: 300).status == 0)
        #expect(try album.state() == before)
    }

    /// A track that stands still, with points around the times of all photos.
    private func walkEverywhere(_ album: TaggingAlbum) async throws {
        var seconds: Set<Int> = []
        for photo in try TaggingAlbum.objects(try await album.locate(["list", album.photos, "--json"])) {
            guard let text = photo["date"] as? String,
                let date = try? Date(String(text.prefix(19)) + "Z", strategy: .iso8601)
            else { continue }
            for hour in -26...26 { seconds.insert(Int(date.timeIntervalSince1970) + hour * 3600) }
        }
        try album.walk(seconds.sorted().map { (-33.8568, 151.2153, $0) })
    }

    private static func differences(_ old: [String: String], _ new: [String: String]) -> [String] {
        let hadEXIF = old.keys.contains { $0.hasPrefix("IFD0:") }
        return Set(old.keys).union(new.keys).sorted().filter { key in
            guard old[key] != new[key], !ignored.contains(where: { key.hasPrefix($0) }) else { return false }
            return hadEXIF || old[key] != nil || !demanded.contains { key.hasPrefix($0) }
        }.map { "\($0): \(old[$0] ?? "none") -> \(new[$0] ?? "none")" }
    }

    /// All tags by path, and by group and name; of those that are there more than once, all.
    private static func tags(_ album: TaggingAlbum) async throws -> [String: [String: String]] {
        let objects = try await answers(album, ["-a", "-G1", "-n", "-u", "-struct"])
        // Members of a struct have no order.
        return try objects.mapValues { object in
            try object.mapValues { value in
                let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
                return String(
                    decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
            }
        }
    }

    private static func complaints(_ album: TaggingAlbum) async throws -> [String: Set<String>] {
        try await answers(album, ["-validate", "-warning", "-error", "-a", "-G4"]).mapValues { object in
            Set(object.filter { $0.key.hasSuffix("Warning") || $0.key.hasSuffix("Error") }.map { "\($0.value)" })
        }
    }

    private static func answers(_ album: TaggingAlbum, _ words: [String]) async throws -> [String: [String: Any]] {
        // More than a pipe should hold.
        let output = album.folder.file("answers.json")
        let arguments = [TaggingAlbum.judge, "-j", "-r", "-ext", "*"] + words + [album.photos]
        _ = try await ChildProcess(["/bin/sh", "-c", "\"$@\" > \(output)", "sh"] + arguments).end(seconds: 300)
        // Warnings quote bytes of damaged photos, which are no UTF-8.
        let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        return Dictionary(
            uniqueKeysWithValues: try #require(list).compactMap { object in
                (object["SourceFile"] as? String).map { ($0, object) }
            })
    }
}
