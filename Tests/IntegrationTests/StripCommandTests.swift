import Foundation
import TestSupport
import Testing

/// What `strip` must not leave behind without a word.
@Suite("locate photos strip", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct StripCommandTests {
    private static let facts = TestPhotos.Facts(
        date: "2014:05:24 10:00:30", offset: "+09:00", north: (35, 40, 5000), east: (139, 45, 0))

    private func names(in album: TaggingAlbum, holding text: String) throws -> [String] {
        try album.state().keys.filter { name in
            try Data(contentsOf: URL(filePath: album.path(name))).range(of: Data(text.utf8)) != nil
        }.sorted()
    }

    @Test("photos and videos of formats that are not read are named, and prose is not", arguments: [false, true])
    func otherFormats(forgets: Bool) async throws {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, Self.facts))
        // What it is, its content tells.
        try album.add("b.jfif", try TestPhotos.jpeg(60, 40, Self.facts))
        try FileManager.default.createDirectory(atPath: album.path("below"), withIntermediateDirectories: false)
        let others = [
            "c.jxl", "c.JP2", "c.j2k", "c.psd", "c.AVI", "c.mts", "c.m2ts", "c.insv", "c.insp", "c.3gp", "c.heics",
            "c.jfif", "c.x3f", "c.3fr", "c.wmv", "c.mpg", "below/c.mpeg",
        ]
        for name in others + ["README.txt", "list.csv"] { try album.add(name, Data("What it is is not known.".utf8)) }
        let end = try await album.locate(["strip", album.photos] + (forgets ? ["--forget"] : []))
        #expect(end.status == 1 && end.lines.count == 2, "\(end)")
        for name in others {
            #expect(end.errors.contains("/\(name) is of a format that is not read; whether it says"), "\(name)")
        }
        #expect(!end.errors.contains("README.txt") && !end.errors.contains("list.csv"), "\(end)")
        #expect(!end.errors.contains("b.jfif") && album.hasJournal == !forgets, "\(end)")
    }

    @Test("a name so long that its sidecar could have none is stripped")
    func longName() async throws {
        let album = try TaggingAlbum()
        let name = String(repeating: "n", count: 251) + ".jpg"
        try album.add(name, try TestPhotos.jpeg(60, 40, Self.facts))
        let end = try await album.locate(["strip", album.photos])
        #expect(end.status == 0 && end.lines.count == 1, "\(end)")
        #expect(try names(in: album, holding: "GPS").isEmpty)
        #expect(try await album.locate(["undo", album.path(name)]).status == 0)
    }
}
