import Foundation
import TestSupport
import Testing

/// What `strip` must not leave behind without a word.
@Suite("locate photos strip", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct StripCommandTests {
    private static let facts = TestPhotos.Facts(
        date: "2014:05:24 10:00:30", offset: "+09:00", north: (35, 40, 5000), east: (139, 45, 0))

    private static let sidecar = Data(
        ("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:GPSLatitude='35,40.5N' "
            + "exif:GPSLongitude='139,45.5E'/></rdf:RDF></x:xmpmeta>").utf8)

    private func names(in album: TaggingAlbum, holding text: String) throws -> [String] {
        try album.state().keys.filter { name in
            try Data(contentsOf: URL(filePath: album.path(name))).range(of: Data(text.utf8)) != nil
        }.sorted()
    }

    @Test("Photos and videos of formats that are not read are named, and prose is not", arguments: [false, true])
    func otherFormats(forgets: Bool) async throws {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, Self.facts))
        // What it is, its content tells.
        try album.add("b.jfif", try TestPhotos.jpeg(60, 40, Self.facts))
        try FileManager.default.createDirectory(atPath: album.path("below"), withIntermediateDirectories: false)
        let others = [
            "c.jxr", "c.JP2", "c.j2k", "c.psd", "c.AVI", "c.mts", "c.m2ts", "c.insv", "c.insp", "c.3gp", "c.heics",
            "c.jfif", "c.x3f", "c.3fr", "c.wmv", "c.mpg", "below/c.mpeg",
        ]
        for name in others + ["README.txt", "list.csv"] { try album.add(name, Data("What it is is not known.".utf8)) }
        let backup = try TestPhotos.jpeg(60, 40, Self.facts)
        for name in ["a.jpg_original", "a.xmp_original"] { try album.add(name, backup) }
        let end = try await album.locate(["strip", album.photos] + (forgets ? ["--forget"] : []))
        #expect(end.status == 1 && end.lines.count == 2, "\(end)")
        for name in ["a.jpg_original", "a.xmp_original"] {
            #expect(end.errors.contains("/\(name) is a backup made by exiftool, and may have a position"), "\(end)")
            #expect(try Data(contentsOf: URL(filePath: album.path(name))) == backup)
        }
        for name in others {
            #expect(
                end.errors.contains("/\(name) is in a format that LocationKit does not read; whether it has"), "\(name)"
            )
        }
        #expect(!end.errors.contains("README.txt") && !end.errors.contains("list.csv"), "\(end)")
        #expect(!end.errors.contains("b.jfif") && album.hasJournal == !forgets, "\(end)")
    }

    @Test("A sidecar of a file that is not read is named, and one that is also a photo's is stripped")
    func sidecarsOfOtherFormats() async throws {
        let album = try TaggingAlbum()
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, Self.facts))
        for name in ["a.psd", "b.psd", "c.jxr"] { try album.add(name, Data("What it is is not known.".utf8)) }
        for name in ["a.xmp", "b.xmp", "c.jxr.xmp", "d.xmp"] { try album.add(name, Self.sidecar) }
        let end = try await album.locate(["strip", album.photos])
        #expect(end.status == 1)
        for name in ["a.xmp", "b.xmp", "c.jxr.xmp", "d.xmp"] {
            let isNamed = end.errors.contains("/\(name) is the sidecar of a file in a format that LocationKit does not")
            #expect(isNamed == ["b.xmp", "c.jxr.xmp"].contains(name), "\(name): \(end)")
        }
        #expect(try names(in: album, holding: "GPSLatitude") == ["b.xmp", "c.jxr.xmp", "d.xmp"])
    }

    @Test("A backup beside a photo that is named is named too, and one that is another photo's is not")
    func backups() async throws {
        let album = try TaggingAlbum()
        let photo = try TestPhotos.jpeg(60, 40, Self.facts)
        let others = ["a.jpg_original", "a.jpg.xmp_original", "a.XMP_original", "b.jpg_original"]
        for name in ["a.jpg"] + others { try album.add(name, photo) }
        let end = try await album.locate(["strip", album.path("a.jpg")])
        #expect(end.status == 1 && end.errors.contains("1 photo or video: 1 written"), "\(end)")
        for name in others {
            let isNamed = end.errors.contains(
                "\(album.path(name)) is a backup made by exiftool, and may have a position")
            #expect(isNamed == (name != "b.jpg_original"), "\(name): \(end)")
            #expect(try Data(contentsOf: URL(filePath: album.path(name))) == photo)
        }
        let all = try await album.locate(["strip", album.path("a.jpg"), album.photos])
        let times = all.errors.split(separator: "\n").count { $0.contains("/a.jpg_original is a backup") }
        #expect(all.status == 1 && times == 1, "\(all)")
    }

    @Test("Sidecars of duplicates, and such as differ in small and large letters, are stripped with their photos")
    func sidecars() async throws {
        let album = try TaggingAlbum()
        let photo = try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:30"))
        for name in ["IMG_1.jpg", "E.JPG", "b.JPG", "d.jpg"] { try album.add(name, photo) }
        let theirs = [
            "IMG_1.jpg.xmp", "IMG_1_01.jpg.xmp", "IMG_1_02.jpg.xmp", "e.xmp", "b.jpg.xmp", "d.XMP", "IMG_1_03.JPG.XMP",
        ]
        for name in theirs + ["other.xmp", "IMG_1_x.jpg.xmp"] { try album.add(name, Self.sidecar) }
        let before = try album.state()
        let end = try await album.locate(["strip", album.photos])
        // Those of photos that are not there are left, and named.
        #expect(end.status == 1, "\(end)")
        let orphans = ["IMG_1_x.jpg.xmp", "other.xmp"]
        #expect(try names(in: album, holding: "GPSLatitude") == orphans, "\(end)")
        for name in orphans {
            #expect(end.errors.contains("/\(name) is the sidecar of a photo that is not there"), "\(end)")
        }
        #expect(try await album.locate(["undo", album.photos]).status == 0)
        #expect(try album.state() == before)
        // A single photo leaves those that are another's.
        try album.add("IMG_1_02.jpg", photo)
        let whole = try album.state()
        let single = try await album.locate(["strip", album.path("IMG_1.jpg")])
        #expect(single.status == 0, "\(single)")
        let left = try names(in: album, holding: "GPSLatitude")
        #expect(left.contains("IMG_1_02.jpg.xmp") && !left.contains("IMG_1_01.jpg.xmp"), "\(left)")
        #expect(try await album.locate(["undo", album.path("IMG_1.jpg")]).status == 0)
        #expect(try album.state() == whole)
    }

    @Test("A name so long that its sidecar could have none is stripped")
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
