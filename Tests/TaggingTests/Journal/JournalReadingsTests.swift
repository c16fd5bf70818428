import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Undo reads each journal once") struct JournalReadingsTests {
    private func undo(
        _ restorer: PhotoRestorer, _ extent: TaggingJournal.Extent, in folders: [String], photos: [[String]] = []
    ) throws -> [TaggingJournal.Run] {
        let begun = try restorer.begin(extent, in: folders, photos: photos)
        while let outcomes = restorer.next(isCanceled: { false }) {
            for outcome in outcomes { #expect(outcome.error == nil, "\(outcome)") }
        }
        return begun.runs
    }

    @Test(
        "Undo of folders reads as many journals as there are, whatever the number of runs",
        arguments: [TaggingJournal.Extent.newestRun, .all], [1, 20])
    func folders(_ extent: TaggingJournal.Extent, count: Int) async throws {
        let albums = (0..<count).map { Album(2, size: 200, seed: UInt64($0)) }
        let before = albums.map(\.photos)
        for mark in ["A", "B", "C"] {
            for album in albums { await album.tag(mark) }
        }
        let restorer = PhotoRestorer(.init())
        let runs = try undo(restorer, extent, in: albums.map(\.folder.path))
        #expect(restorer.readings.readCount == count)
        #expect(runs.count == (extent == .all ? 3 * count : 1))
        #expect(restorer.remainingRuns.count == (extent == .all ? 0 : 3 * count - 1))
        if extent == .all { #expect(albums.map(\.photos) == before) }
    }

    @Test("Undo of a single photo reads its journal once")
    func singlePhoto() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        let restorer = PhotoRestorer(.init())
        _ = try undo(restorer, .newestRun, in: [], photos: [[album.path("2.jpg")]])
        #expect(restorer.readings.readCount == 1)
        #expect(album.photo("2.jpg") == before["2.jpg"] && restorer.remainingRuns.isEmpty)
    }

    @Test("A journal that a run has added to since is read again")
    func changed() async throws {
        let album = Album(2)
        await album.tag("A")
        let readings = JournalReadings()
        func runs() throws -> Int {
            let folder = try FolderHandle(album.folder.path)
            return try #require(try FolderJournal.open(in: folder, creating: false, readings)).runs.count
        }
        #expect(try runs() == 1)
        #expect(try runs() == 1)
        #expect(readings.readCount == 1)
        await album.tag("B")
        #expect(try runs() == 2)
        #expect(readings.readCount == 2)
    }

    @Test("What counts in one folder does not count in another that has the same file as a hard link")
    func hardLink() async throws {
        let (album, other) = (Album(1), Album(1))
        await album.tag("A")
        #expect(link(album.path(FolderJournal.name), other.path(FolderJournal.name)) == 0)
        let readings = JournalReadings()
        func areHere(_ album: Album) throws -> [Bool] {
            let folder = try FolderHandle(album.folder.path)
            return try #require(try FolderJournal.open(in: folder, creating: false, readings)).entries.map(\.isHere)
        }
        #expect(try areHere(album) == [true])
        #expect(try areHere(other) == [false])
        #expect(try areHere(album) == [true])
    }
}
