import Foundation
import LKGeo
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Photos of a library get positions with their companions") struct PlannedPhotoTests {
    private let album = Album()
    private let reader = MetadataReader()
    private let summit: PhotoLocation

    init() throws {
        summit = PhotoLocation(coordinate: try #require(Coordinate(latitude: 46.5, longitude: 8.25)))
        album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        album.add("a.dng", RawPhoto.bytes)
    }

    private func asset() async throws -> PhotoAsset {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: album.folder.path)], configuration: configuration)
        try await library.reload()
        #expect(library.allPhotos.assets.count == 1)
        return try #require(library.allPhotos.assets.first)
    }

    private func names(_ planned: PlannedPhoto) -> [String] {
        planned.edits.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
    }

    private func place(_ name: String, at latitude: Double) async throws {
        var edit = MetadataEdit()
        edit.location = .set(
            PhotoLocation(coordinate: try #require(Coordinate(latitude: latitude, longitude: 10))))
        let tagger = PhotoTagger()
        #expect(await tagger.write([PhotoEdit(path: album.path(name), edit: edit)]).map(\.action) == [.written])
        await tagger.finish()
    }

    @Test("The raw file beside a photo gets the same edit, each for the file as it is")
    func companions() async throws {
        let planned = PhotoPlacer(summit).planned(try await asset(), reader: reader)
        #expect(names(planned) == ["a.jpg", "a.dng"])
        for edit in planned.edits {
            #expect(edit.edit.location == .set(summit))
            #expect(edit.expected == (try PhotoStamp(of: edit.path)))
        }
        #expect(planned.edits.first == PhotoEdit(planned))
    }

    @Test("A companion's own position is kept unless all are replaced", arguments: GeotagPolicy.allCases)
    func placedCompanion(_ policy: GeotagPolicy) async throws {
        try await place("a.dng", at: 50)
        let asset = try await asset()
        let plan = { (photo: PhotoFacts) in
            var edit = MetadataEdit()
            edit.location = .set(summit)
            return PlannedPhoto(url: photo.url, action: .write(edit), stamp: photo.stamp)
        }
        let planned = PlannedPhoto(asset, reader: reader, policy: policy, plan: plan)
        #expect(names(planned) == (policy == .replace ? ["a.jpg", "a.dng"] : ["a.jpg"]))
    }

    @Test("A photo that keeps its position leaves its companions as they are, and its file unread")
    func kept() async throws {
        try await place("a.jpg", at: 50)
        let asset = try await asset()
        try FileManager.default.removeItem(atPath: album.path("a.jpg"))
        let planned = PhotoPlacer(summit).planned(asset, reader: reader)
        #expect(planned.action == .keep(.hasPosition) && planned.edits.isEmpty)
    }

    @Test("A photo that is gone or damaged fails, and its companions stay as they are")
    func unreadable() async throws {
        let asset = try await asset()
        for content in [[UInt8]("no photo".utf8), nil] {
            try FileManager.default.removeItem(atPath: album.path("a.jpg"))
            if let content { album.add("a.jpg", content) }
            let planned = PhotoPlacer(summit).planned(asset, reader: reader)
            guard case .fail(let error) = planned.action else {
                Issue.record("\(planned.action)")
                continue
            }
            #expect(error.code == .unreadable && planned.edits.isEmpty)
        }
    }

    @Test("Every cut of a companion leaves the photo its position")
    func damagedCompanion() async throws {
        let asset = try await asset()
        for length in 0..<RawPhoto.bytes.count {
            album.add("a.dng", Array(RawPhoto.bytes[..<length]))
            let planned = PhotoPlacer(summit).planned(asset, reader: reader)
            #expect(planned.edits.first?.path == album.path("a.jpg") && planned.edits.count <= 2, "\(length) bytes")
        }
    }

    @Test("A geotagger plans companions as a placer does")
    func geotagged() async throws {
        var configuration = Geotagger.Configuration()
        configuration.timeZone = .offset(0)
        // 2026-05-01 09:50 UTC.
        let track = Walk.timeline(from: 1_777_629_000, minutes: 20, Walk.place(46.5, 8.2), Walk.place(46.5, 8.3))
        let geotagger = Geotagger(tracks: track, configuration: configuration)
        let planned = geotagger.planned(try await asset(), reader: reader)
        guard case .write(let edit) = planned.action else {
            Issue.record("\(planned.action)")
            return
        }
        #expect(names(planned) == ["a.jpg", "a.dng"] && planned.edits.allSatisfy { $0.edit == edit })
    }
}

/// A DNG without pixels.
enum RawPhoto {
    static let bytes: [UInt8] = {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        return Array("II".utf8) + [42, 0, 8, 0, 0, 0] + number(3, 2) + entry(0x0100, 4, 1, number(6000, 4))
            + entry(0x0101, 4, 1, number(4000, 4)) + entry(0xC612, 1, 4, [1, 4, 0, 0]) + number(0, 4)
    }()
}
