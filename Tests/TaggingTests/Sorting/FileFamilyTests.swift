import Foundation
import LKPhotos
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Names of files that belong together by rules of cameras and of Google, when photos are numbered.
@Suite struct FileFamilyTests {
    private let album = SortAlbum()

    private func targets(_ pattern: String = "%Y/%m") async throws -> [String] {
        let plan = try await album.plan(pattern)
        return plan.photos.flatMap(\.files).map { String($0.newPath.dropFirst(album.out.count + 1)) }.sorted()
    }

    private func addThere(_ name: String, _ bytes: [UInt8]) throws {
        let path = "\(album.out)/2026/05/\(name)"
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test("A motion photo and its video get the same number, before the extension that joins them")
    func numberedMotionPhoto() async throws {
        album.add("X.MP", SortAlbum.video(1))
        album.add("X.MP.jpg", SortAlbum.picture(5, 1))
        album.add("X.MP.jpg.json", Array("{\"title\":\"X.MP.jpg\"}".utf8))
        try addThere("X.MP.jpg", SortAlbum.picture(5, 2))
        #expect(try await targets() == ["2026/05/X-2.MP", "2026/05/X-2.MP.jpg", "2026/05/X-2.MP.jpg.json"])
    }

    @Test("A sidecar that is alone at the destination does not become that of an arriving photo of its name")
    func orphanedSidecar() async throws {
        album.add("a.jpg", SortAlbum.picture(5, 1))
        album.add("b.jpg", SortAlbum.picture(5, 2))
        album.add("c.jpg", SortAlbum.picture(5, 3))
        try addThere("a.jpg.xmp", Array("of another a.jpg".utf8))
        try addThere("b.jpg.supplemental-metadata.json", Array("{}".utf8))
        #expect(try await targets() == ["2026/05/a-2.jpg", "2026/05/b-2.jpg", "2026/05/c.jpg"])
    }

    @Test("A JSON of Google Takeout does not become that of an edited copy that is there already")
    func foreignEditedCopy() async throws {
        album.add("a.jpg", SortAlbum.picture(5, 1))
        album.add("a.jpg.json", Array("{\"title\":\"a.jpg\"}".utf8))
        album.add("b.jpg", SortAlbum.picture(5, 2))
        try addThere("a-edited.jpg", SortAlbum.picture(5, 3))
        try addThere("b-edited.jpg", SortAlbum.picture(5, 4))
        #expect(try await targets() == ["2026/05/a-2.jpg", "2026/05/a-2.jpg.json", "2026/05/b.jpg"])
    }

    @Test(
        "The preview of a GoPro goes with its video, whatever its content, and gets its number",
        arguments: ["GX", "GH"])
    func preview(prefix: String) async throws {
        for isVideo in [true, false] {
            album.add("GL010001.LRV", isVideo ? SortAlbum.video(2) : Array("preview".utf8), modified: 1_400_000_000)
            album.add("\(prefix)010001.MP4", SortAlbum.video(3), modified: 1_700_000_000)
            album.add("\(prefix)010001.THM", SortAlbum.picture(6, 1))
            let names = try await targets("%type")
            #expect(Set(names.map { $0.split(separator: "/")[0] }).count == 1 && names.count == 3, "\(names)")
        }
        let folder = try #require(try await targets("%type").first?.split(separator: "/").first)
        let there = URL(filePath: "\(album.out)/\(folder)")
        try FileManager.default.createDirectory(at: there, withIntermediateDirectories: true)
        try Data(SortAlbum.video(4)).write(to: there.appending(path: "\(prefix)010001.MP4"))
        let numbered = ["GL010001-2.LRV", "\(prefix)010001-2.MP4", "\(prefix)010001-2.THM"].map { "\(folder)/\($0)" }
        #expect(try await targets("%type") == numbered.sorted())
    }
}
