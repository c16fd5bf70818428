import Foundation
import TestSupport
import Testing

@Suite("locate photos takeout", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TakeoutCommandTests {
    private static let json = Data(
        #"""
        {"title":"a.jpg","description":"Lunch","photoTakenTime":{"timestamp":"1627805472"},
        "geoData":{"latitude":48.137,"longitude":11.575},"people":[{"name":"Ann"},{"name":"Bo"}]}
        """#.utf8)

    @Test("Writes what a photo lacks, reports each photo, and undo restores it")
    func takeout() async throws {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg())
        try album.add("a.jpg.json", Self.json)
        try album.add("b.jpg", try TestPhotos.jpeg())
        let before = try album.state()
        let command = ["takeout", album.photos, "--json"]
        let dry = try TaggingAlbum.objects(try await album.locate(command + ["--dry-run"]))
        #expect(dry.compactMap { $0["action"] as? String } == ["written", "skipped"], "\(dry)")
        #expect(try album.state() == before)
        let first = try TaggingAlbum.objects(try await album.locate(command))
        #expect(first.compactMap { $0["action"] as? String } == ["written", "skipped"], "\(first)")
        #expect(first.first?["latitude"] as? Double == 48.137 && first.first?["longitude"] as? Double == 11.575)
        #expect(first.first?["time"] as? String == "2021-08-01T08:11:12.000Z")
        let reason = "from \(album.path("a.jpg.json")), description \"Lunch\", people Ann and Bo"
        #expect(first.first?["reason"] as? String == reason)
        let second = try TaggingAlbum.objects(try await album.locate(command))
        #expect(second.compactMap { $0["action"] as? String } == ["kept", "skipped"], "\(second)")
        #expect(try await album.locate(["undo", album.photos]).status == 0)
        #expect(try album.state() == before)
    }

    @Test(
        "What an interrupted run has left is looked at before the world is opened", arguments: ["geotag", "takeout"])
    func recoveryFirst(command: String) async throws {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg())
        #expect(try await album.locate(["place", album.photos, "--at", "48.1,11.5", "--quiet"]).status == 0)
        let lock = open(album.path(".locationkit-undo"), O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        let world = ["/usr/bin/env", "LOCATIONKIT_DATA=/nonexistent/world"]
        let busy = try await album.locate([command, album.photos], below: world)
        #expect(busy.status == 73 && busy.errors.contains("another run changes photos in"), "\(busy)")
        close(lock)
        let end = try await album.locate([command, album.photos], below: world)
        #expect(end.status != 0 && end.errors.contains("LOCATIONKIT_DATA names the file"), "\(end)")
    }
}
