import Foundation
import TestSupport
import Testing

@Suite("locate photos geotag: choices", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TaggingChoiceTests {
    /// 2014-05-24 01:00:00 UTC.
    private static let begin = 1_400_893_200

    /// A photo of 10:00:30 in Tokyo, half way between two points, the one named `dense` among many.
    private func album() throws -> TaggingAlbum {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:30", offset: "+09:00")))
        try walk(album, every: 60)
        return album
    }

    private func walk(_ album: TaggingAlbum, every seconds: Int, longitude: Double = 139.7) throws {
        let points = stride(from: 0, through: 60, by: seconds).map { second in
            (35.6 + Double(second) / 6000, longitude, Self.begin + second)
        }
        try album.walk(points)
    }

    @Test("Positions are kept, replaced, or replaced where the new one is the better one")
    func policies() async throws {
        let album = try album()
        let first = try #require(try await album.geotag().first)
        #expect(first["latitude"] as? Double == 35.605 && first["longitude"] as? Double == 139.7)
        let error = try #require(first["error"] as? Double)
        try walk(album, every: 2, longitude: 139.701)
        let kept = try #require(try await album.geotag("--policy", "keep").first)
        #expect(kept["action"] as? String == "kept" && kept["longitude"] as? Double == 139.7)
        let better = try #require(try await album.geotag("--policy", "replace-if-worse").first)
        #expect(better["action"] as? String == "written" && better["longitude"] as? Double == 139.701)
        #expect(better["error"] as? Double ?? error < error)
        try walk(album, every: 60)
        let worse = try #require(try await album.geotag("--policy", "replace-if-worse").first)
        #expect(worse["action"] as? String == "kept" && worse["longitude"] as? Double == 139.701)
        let replaced = try #require(try await album.geotag("--policy", "replace").first)
        #expect(replaced["action"] as? String == "written" && replaced["longitude"] as? Double == 139.7)
        #expect(try await album.locate(["undo", album.photos, "--all"]).status == 0)
        #expect(
            try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:30", offset: "+09:00"))
                == Data(contentsOf: URL(filePath: album.path("a.jpg"))))
    }

    @Test("A clock is found out by photos that have a receiver's time")
    func clock() async throws {
        let album = try TaggingAlbum()
        try walk(album, every: 60)
        // The camera shows Sydney's time, and a minute more.
        var facts = TestPhotos.Facts(date: "2014:05:24 11:01:00", model: "X100")
        (facts.north, facts.east) = ((35, 36, 0), (139, 42, 0))
        facts.received = ("2014:05:24", (1, 0, 0))
        for index in 0..<3 {
            facts.date = "2014:05:24 11:01:0\(index)"
            facts.received = ("2014:05:24", (1, 0, index))
            try album.add("placed-\(index).jpg", try TestPhotos.jpeg(60, 40, facts))
        }
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 11:01:30", model: "X100")))
        let end = try await album.locate(["geotag", album.photos, "--track", album.track, "--offset", "auto", "--json"])
        let found = try #require(
            try TaggingAlbum.objects(end).first { ($0["path"] as? String)?.hasSuffix("/a.jpg") == true })
        #expect(found["time"] as? String == "2014-05-24T01:00:30.000Z")
        #expect(found["zone"] as? String == "Asia/Tokyo")
        #expect(end.status == 0 && end.errors.contains("X100: -3660 s added to its time make the true time"))
    }

    @Test("As many threads as one likes write the same bytes")
    func jobs() async throws {
        let albums = try (0..<2).map { _ in try TaggingAlbum() }
        for (album, jobs) in zip(albums, ["1", "4"]) {
            try walk(album, every: 60)
            for second in 10..<50 {
                let facts = TestPhotos.Facts(date: "2014:05:24 10:00:\(second)", offset: "+09:00")
                try album.add("\(second).jpg", try TestPhotos.jpeg(60, 40, facts))
            }
            #expect(try await album.geotag("--jobs", jobs).count { $0["action"] as? String == "written" } == 40)
        }
        for second in 10..<50 {
            let data = try albums.map { try Data(contentsOf: URL(filePath: $0.path("\(second).jpg"))) }
            #expect(data[0] == data[1])
        }
    }
}
