import Foundation
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning

@Suite struct PhotoFactsTests {
    @Test("Facts of a photo are read together with the state of its file")
    func aFilesWordAndItsStateAreTakenTogether() throws {
        let folder = TemporaryFolder()
        try folder.write("a.jpg", Data(DatedPhoto.bytes("2026:05:01 10:00:07")))
        let facts = try PhotoFacts(contentsOf: URL(filePath: folder.file("a.jpg")), reader: MetadataReader())
        #expect(facts.date?.wallTime == Walk.wall(2026, 5, 1, 10, 0, 7) && facts.date?.offset == nil)
        #expect(facts.location == nil && facts.camera?.model == "Camera")
        #expect(facts.stamp == (try PhotoStamp(of: facts.url)))
        try folder.write("a.jpg", Data(DatedPhoto.bytes("2026:05:01 10:00:08")), Data([0]))
        #expect(facts.stamp != (try PhotoStamp(of: facts.url)))
    }

    @Test("The error of an unreadable photo names its file")
    func whatCannotBeReadIsNamed() throws {
        let folder = TemporaryFolder()
        try folder.write("a.txt", Data("no photo".utf8))
        for name in ["a.txt", "none.jpg"] {
            let error = #expect(throws: TaggingError.self) {
                try PhotoFacts(contentsOf: URL(filePath: folder.file(name)), reader: MetadataReader())
            }
            #expect(error?.code == .unreadable && error?.path == folder.file(name))
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test("Facts of a library's photo are read again from the file")
    func assetsOfALibraryAreReadAnew() async throws {
        let folder = TemporaryFolder()
        try folder.write("a.jpg", Data(DatedPhoto.bytes("2026:05:01 10:00:07")))
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: folder.path)], configuration: configuration)
        try await library.reload()
        try folder.write("a.jpg", Data(DatedPhoto.bytes("2026:05:01 11:00:00")))
        let asset = try #require(library.allPhotos.assets.first)
        #expect(try PhotoFacts(asset, reader: MetadataReader()).date?.wallTime == Walk.wall(2026, 5, 1, 11))
    }

    @Test(
        "A photo is planned once if its file states what the library knows, and once more if it states something else")
    func plannedOnce() async throws {
        let folder = TemporaryFolder()
        for name in ["a.jpg", "b.jpg"] { try folder.write(name, Data(DatedPhoto.bytes("2026:05:01 10:00:07"))) }
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: folder.path)], configuration: configuration)
        try await library.reload()
        try folder.write("b.jpg", Data(DatedPhoto.bytes("2026:05:01 11:00:00")))
        let placer = PhotoPlacer(PhotoLocation(coordinate: Walk.tokyo))
        var planned: [String: [PhotoFacts]] = [:]
        for asset in library.allPhotos.assets {
            let photo = PlannedPhoto(asset, reader: MetadataReader(), policy: .keep) { facts in
                planned[asset.fileName, default: []].append(facts)
                return placer.planned(facts)
            }
            let stamp = try PhotoStamp(of: asset.url)
            #expect(photo.stamp == stamp && photo.edits.map(\.expected) == [stamp] && photo.written != nil)
        }
        #expect(planned.mapValues(\.count) == ["a.jpg": 1, "b.jpg": 2])
        #expect(planned["b.jpg"]?.last?.date?.wallTime == Walk.wall(2026, 5, 1, 11))
    }
}
