import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKPhotos

@Suite("Photos of Google Takeout in a library") struct TakeoutLibraryTests {
    private let folder = TemporaryFolder()
    /// The smallest JPEG XL, without a date.
    private static let photo: [UInt8] = [0xFF, 0x0A, 0x4F, 0x02, 0, 0, 0, 0]

    private func write(_ name: String, _ bytes: [UInt8] = photo) throws {
        try Data(bytes).write(to: URL(filePath: folder.file(name)))
    }

    private func json(_ latitude: Double, title: String = "IMG.jxl") -> [UInt8] {
        Array(
            """
            {"title":"\(title)","photoTakenTime":{"timestamp":"1627805472"},
            "geoData":{"latitude":\(latitude),"longitude":11.5,"altitude":0.0}}
            """.utf8)
    }

    private func library(files: [String]? = nil, names: Bool = false, catalog: String? = nil) -> PhotoLibrary {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = catalog.map { .file(URL(filePath: $0)) } ?? .none
        configuration.readsDatesFromNames = names
        return PhotoLibrary(
            folders: files == nil ? [URL(filePath: folder.path)] : [],
            files: (files ?? []).map { URL(filePath: folder.file($0)) }, configuration: configuration)
    }

    private func latitudes(_ library: PhotoLibrary) -> [String: Double] {
        Dictionary(
            library.allPhotos.assets.map { ($0.fileName, $0.location?.coordinate.latitude ?? 0) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test("Photos get date and position of their JSON, whatever its name") func names() async throws {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        for name in ["a", "b", "b(1)", "b-edited", "c", long, long + "s"] { try write(name + ".jxl") }
        try write("a.jxl.supplemental-metadata.json", json(1))
        try write("b.jxl.json", json(2))
        try write("b.jxl(1).json", json(3))
        try write(String(long.prefix(46)) + ".json", json(4, title: long + ".jxl"))
        let library = library()
        let report = try await library.reload()
        #expect(report.problems.isEmpty, "\(report.problems)")
        #expect(
            latitudes(library) == [
                "a.jxl": 1, "b.jxl": 2, "b(1).jxl": 3, "b-edited.jxl": 2, "c.jxl": 0, long + ".jxl": 4,
                long + "s.jxl": 4,
            ])
        let dated = library.allPhotos.assets.filter { $0.date?.rule == .takeout }
        #expect(dated.count == 6 && dated.allSatisfy { $0.date?.wallTime.description == "2021-08-01T08:11:12" })
    }

    @Test("A JSON that was cut off counts only for a photo with its title") func title() async throws {
        let long = "IMG_20210801_101112_long_name_of_photo_from_ph"
        try write(long + "one.jxl")
        try write(long + ".json", json(4, title: "quite_another.jxl"))
        let library = library()
        try await library.reload()
        #expect(latitudes(library) == [long + "one.jxl": 0])
    }

    @Test("Of JSON files whose names are equal once cut off, and so numbered, the title decides")
    func equalBeginnings() async throws {
        let start = "Wedding of Anna and Bernhard in Salzburg, 2012-05-1"
        let cut = String(start.prefix(46))
        for day in 0...3 { try write("\(start)\(day).jxl") }
        try write("\(cut).json", json(1, title: "\(start)1.jxl"))
        try write("\(cut)(1).json", json(2, title: "\(start)2.jxl"))
        // Without a title only a name with the photo's own number counts.
        try write("\(cut)(2).json", Array(#"{"geoData":{"latitude":3,"longitude":11.5}}"#.utf8))
        let library = library()
        try await library.reload()
        #expect(
            latitudes(library) == [
                "\(start)0.jxl": 0, "\(start)1.jxl": 1, "\(start)2.jxl": 2, "\(start)3.jxl": 0,
            ])
    }

    @Test("A photo that is named alone has its JSON too", arguments: ["a(1).jxl", "a-edited.jxl", "a.jxl"])
    func named(_ name: String) async throws {
        try write(name)
        try write(name == "a(1).jxl" ? "a.jxl.suppl(1).json" : "a.jxl.supplemental-metadata.json", json(5))
        let library = library(files: [name])
        try await library.reload()
        #expect(latitudes(library) == [name: 5])
    }

    @Test("A photo with a long name that is named alone has its JSON with a cut name too", arguments: ["", "-edited"])
    func namedLong(_ end: String) async throws {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        try write(long + end + ".jxl")
        try write(String(long.prefix(46)) + ".json", json(5, title: long + ".jxl"))
        let library = library(files: [long + end + ".jxl"])
        try await library.reload()
        #expect(latitudes(library) == [long + end + ".jxl": 5])
    }

    @Test("JSON files that arrive later complete the photos of a watched folder", .timeLimit(.minutes(10)))
    func watching() async throws {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        let photos = ["a", "a(1)", "a-edited", "b", long, "other"].map { $0 + ".jxl" }
        for photo in photos { try write(photo) }
        let library = library()
        try await library.watch()
        var changes = library.changes().makeAsyncIterator()
        try write("a.jxl.supplemental-metadata.json", json(1))
        try write("a.jxl(1).json", json(2))
        try write("b.jxl.json", json(3))
        try write(String(long.prefix(46)) + ".json", json(4, title: long + ".jxl"))
        let expected = Dictionary(uniqueKeysWithValues: zip(photos, [1.0, 2, 1, 3, 4, 0]))
        var found: [String: Double] = [:]
        while found != expected, let assets = await changes.next()?.group.assets {
            found = Dictionary(
                uniqueKeysWithValues: assets.map { ($0.fileName, $0.location?.coordinate.latitude ?? 0) })
        }
        #expect(found == expected)
        library.stopWatching()
    }

    @Test("A changed JSON is read again") func change() async throws {
        try write("a.jxl")
        try write("a.jxl.json", json(1))
        let library = library(catalog: folder.file(".catalog"))
        try await library.reload()
        #expect(latitudes(library) == ["a.jxl": 1])
        try write("a.jxl.json", json(12))
        try await library.reload()
        #expect(latitudes(library) == ["a.jxl": 12])
        try FileManager.default.removeItem(atPath: folder.file("a.jxl.json"))
        try await library.reload()
        #expect(latitudes(library) == ["a.jxl": 0])
        await library.finishWriting()
    }

    @Test("A damaged JSON is named if the photo lacks date or position") func damaged() async throws {
        try write("a.jxl")
        try write("a.jxl.json", Array("{\"geoData\":".utf8))
        try write("b.jxl")
        try write("b.jxl.json", [UInt8](repeating: 0x20, count: 2 << 20))
        let library = library()
        let problems = try await library.reload().problems
        #expect(problems.count == 2 && problems.allSatisfy { $0.code == .doubtful }, "\(problems)")
        #expect(problems.contains { $0.message.contains("damaged JSON") })
    }

    @Test("Dates come from names only on request, and are marked") func datesFromNames() async throws {
        try write("IMG_20240511_081500.jxl")
        let plain = library()
        try await plain.reload()
        #expect(plain.allPhotos.assets.first?.date?.rule == .fileTime)
        let asked = library(names: true)
        try await asked.reload()
        let date = asked.allPhotos.assets.first?.date
        #expect(date?.rule == .fileName && date?.wallTime.description == "2024-05-11T08:15:00")
    }

    @Test("Only empty files with the extension of a photo or video are problems") func empty() async throws {
        for name in ["a.jpg", "b.mp4", "c.avi", "song.mp3", "notes.txt", "data.json", "x"] { try write(name, []) }
        let problems = try await library().reload().problems
        #expect(
            problems.map { URL(filePath: $0.path).lastPathComponent }.sorted() == ["a.jpg", "b.mp4", "c.avi"],
            "\(problems)")
    }

    @Test("Photos in formats that are not read are listed in the report") func unread() async throws {
        try write("a.jxl")
        try write("b.psd", Array("8BPS".utf8))
        try write("c.txt", Array("text".utf8))
        let report = try await library().reload()
        #expect(report.assetCount == 1 && report.unreadPaths == [folder.file("b.psd")])
        let named = try await library(files: ["b.psd"]).reload()
        #expect(
            named.problems.map(\.message) == ["\(folder.file("b.psd")) is in a format that LocationKit does not read"])
    }
}
