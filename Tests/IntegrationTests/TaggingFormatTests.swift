import Foundation
import TestSupport
import Testing

@Suite(
    "locate photos geotag, tag, strip, undo: formats", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TaggingFormatTests {
    /// 2014-05-24 01:00:30 UTC, ten in the morning in Tokyo.
    private static let moment = 1_400_893_230
    private static let facts = TestPhotos.Facts(date: "2014:05:24 10:00:30", offset: "+09:00")

    private static func data(_ name: String) throws -> Data {
        switch name {
        case "a.jpg": return try TestPhotos.jpeg(60, 40, facts)
        case "a.png": return try TestContainers.png(facts)
        case "a.webp": return TestContainers.webP(facts)
        case "a.tif": return TestContainers.tiff(date: "2014:05:24 10:00:30")
        case "a.dng": return TestPhotos.raw(facts)
        default:
            let parts = TestContainers.video(
                moment, isQuickTime: name.hasSuffix("mov"), mediaCount: 16, movieFirst: name.hasPrefix("first"))
            return parts.head + Data("sixteen bytes...".utf8) + parts.tail
        }
    }

    private func album(_ name: String, _ data: Data) throws -> TaggingAlbum {
        let album = try TaggingAlbum()
        try album.walk([(35.6, 139.7, Self.moment - 30), (35.61, 139.7, Self.moment + 30)])
        try album.add(name, data)
        return album
    }

    @Test(
        "Each format gets position and names, loses them, and is what it was after undo",
        .enabled(if: TaggingAlbum.hasJudge, TaggingAlbum.absence),
        arguments: ["a.jpg", "a.png", "a.webp", "a.tif", "a.dng", "a.mp4", "a.mov", "first.mp4", "first.mov"])
    func formats(name: String) async throws {
        let album = try album(name, try Self.data(name))
        let path = album.path(name)
        let before = try album.state()
        let wrong = try await album.complaints(path)
        let found = try #require(try await album.geotag("--time-zone", "+09:00").first)
        #expect(found["action"] as? String == "written" && found["sidecars"] == nil, "\(found)")
        let isVideo = name.hasSuffix("mp4") || name.hasSuffix("mov")
        var words = ["-n", "-s3", "-GPSLatitude", "-GPSLongitude", "-GPSAltitude"]
        if !isVideo { words += ["-GPSDateStamp", "-GPSTimeStamp"] }
        let expected = ["35.605", "139.7", "40"] + (isVideo ? [] : ["2014:05:24", "01:00:30"])
        #expect(try await album.judged(words, path) == expected)
        #expect(try await album.complaints(path).subtracting(wrong) == [])
        let placed = try album.state()
        #expect(try await album.locate(["tag", album.photos, "--language", "en", "--quiet"]).status == 0)
        #expect(try await album.judged(["-s3", "-XMP-photoshop:Country"], path) == ["Japan"])
        #expect(try await album.complaints(path).subtracting(wrong) == [])
        let strip = try await album.locate(["strip", album.photos])
        #expect(strip.status == 0, "\(strip.errors)")
        let left = try await album.judged(["-a", "-G1", "-s", "-GPS*", "-Location*", "-Country*", "-City"], path)
        #expect(left.allSatisfy { $0.contains("GPSVersionID") || $0.contains("LocationInformation") }, "\(left)")
        let again = try await album.locate(["strip", album.photos])
        #expect(again.lines == ["kept     \(path): searched, no position found"])
        #expect(try await album.locate(["undo", album.photos, "--quiet"]).status == 0)
        #expect(try await album.locate(["undo", album.photos, "--quiet"]).status == 0)
        #expect(try album.state() == placed)
        #expect(try await album.locate(["undo", album.photos, "--all", "--quiet"]).status == 0)
        #expect(try album.state() == before && !album.hasJournal)
    }

    @Test("Raw files and damaged photos get a sidecar, and strip says of what it cannot change whether that is bare")
    func sidecars() async throws {
        let album = try album("a.nef", TestPhotos.raw(Self.facts, isDNG: false))
        let jpeg = try Self.data("a.jpg")
        let picture = try #require(jpeg.range(of: Data([0xFF, 0xDA])))
        try album.add("cut.jpg", jpeg[..<picture.lowerBound])
        let before = try album.state()
        for object in try await album.geotag() {
            let path = try #require(object["path"] as? String)
            #expect(object["sidecars"] as? [String] == [path + ".xmp"], "\(object)")
        }
        #expect(try album.state().filter { !$0.key.hasSuffix("xmp") } == before)
        let tag = try await album.locate(["tag", album.photos, "--language", "en"])
        #expect(tag.status == 0 && tag.output.contains("Japan"))
        let strip = try await album.locate(["strip", album.photos])
        #expect(strip.status == 0, "\(strip.errors)")
        for name in ["a.nef.xmp", "cut.jpg.xmp"] {
            let text = try String(contentsOfFile: album.path(name), encoding: .utf8)
            #expect(!text.contains("GPS") && !text.contains("Japan"))
        }
        #expect(try await album.locate(["undo", album.photos, "--all", "--quiet"]).status == 0)
        #expect(try album.state() == before && !album.hasJournal)
    }

    @Test(
        "A video of more than four gigabytes costs kilobytes, and is what it was after undo", arguments: [true, false])
    func largeVideo(movieFirst: Bool) async throws {
        let mediaCount = 5 << 30
        let parts = TestContainers.video(
            Self.moment, isQuickTime: false, mediaCount: mediaCount, movieFirst: movieFirst)
        let album = try album("a.mp4", parts.head)
        let path = album.path("a.mp4")
        let size = parts.head.count + mediaCount
        try #require(truncate(path, off_t(size)) == 0)
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: parts.tail)
        try file.close()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_400_900_000)], ofItemAtPath: path)
        let before = try ends(of: path)
        let found = try #require(try await album.geotag().first)
        #expect(found["action"] as? String == "written", "\(found)")
        let placed = try ends(of: path)
        #expect(placed.size - before.size < 4096 && placed.blocks < 64 && placed.bytes != before.bytes)
        if TaggingAlbum.hasJudge {
            let words = ["-n", "-s3", "-api", "largefilesupport=1", "-GPSLatitude", "-MediaDataSize"]
            #expect(try await album.judged(words, path) == ["35.605", "\(mediaCount)"])
        }
        #expect(try await album.locate(["undo", album.photos, "--quiet"]).status == 0)
        let after = try ends(of: path)
        #expect(after.size == before.size && after.time == before.time && after.bytes == before.bytes)
        #expect(!album.hasJournal)
    }

    /// The length of a file, its blocks of 4 KiB, its time of modification, and its bytes at both ends.
    private func ends(of path: String) throws -> (size: Int, blocks: Int, time: Int, bytes: Data) {
        var status = stat()
        try #require(stat(path, &status) == 0)
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var bytes = try file.read(upToCount: 16384) ?? Data()
        try file.seek(toOffset: UInt64(status.st_size) - 16384)
        bytes += try file.readToEnd() ?? Data()
        return (Int(status.st_size), Int(status.st_blocks) / 8, status.st_mtim.tv_sec, bytes)
    }
}
