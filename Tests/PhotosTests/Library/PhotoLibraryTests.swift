import FoundationEssentials
import Glibc
import LKMetadata
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPhotos

struct PhotoLibraryTests {
    @Test("Loading a missing folder is an error and is reported")
    func aMissingFolderIsAnErrorAndNoSilence() async throws {
        let test = TestLibrary()
        let library = test.library([test.folder.file("nowhere")])
        let failures = EventLog<PhotosError>()
        library.observers.add { event in if case .failed(let error) = event { failures.append(error) } }
        let error = await #expect(throws: PhotosError.self) { try await library.reload() }
        #expect(error?.code == .missing && error?.path == test.folder.file("nowhere"))
        #expect(failures.events.map(\.code) == [.missing])
    }

    @Test("A missing folder is reported, and the photos of others are listed")
    func oneMissingFolderDoesNotHideTheOthers() async throws {
        let test = TestLibrary()
        try test.write("a/b.jpg")
        try test.write("file")
        let library = test.library([test.folder.file("a"), test.folder.file("gone"), test.folder.file("file")])
        let report = try await library.reload()
        #expect(library.names == ["b.jpg"])
        #expect(report.problems.map(\.code) == [.missing, .notAFolder])
    }

    @Test("An unreadable folder is reported with its path")
    func whatCannotBeReadArrivesWithItsPath() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        try test.write("locked/b.jpg")
        chmod(test.folder.file("locked"), 0)
        defer { chmod(test.folder.file("locked"), 0o700) }
        let report = try await test.library().reload()
        // Root may read everything.
        if geteuid() != 0 { #expect(report.problems.map(\.path) == [test.folder.file("locked")]) }
        #expect(report.assetCount == (geteuid() == 0 ? 2 : 1))
    }

    @Test("Files that are not photos are left out without a problem")
    func whatIsNoPhotoIsNotListed() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        try test.write("notes.txt", "notes")
        try test.write("album", "notes")
        let library = test.library()
        #expect(try await library.reload().problems.isEmpty)
        #expect(library.names == ["a.jpg"])
    }

    @Test("A file with a photo's extension that is not a photo is reported")
    func whatHasAPhotosNameAndIsNoneIsNamed() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        for name in ["b.JPG", "c.heic", "d.MOV"] { try test.write(name, "notes") }
        let library = test.library()
        let problems = try await library.reload().problems
        let names = problems.map { URL(filePath: $0.path).lastPathComponent }
        #expect(names.sorted() == ["b.JPG", "c.heic", "d.MOV"])
        #expect(problems.allSatisfy { $0.code == .damaged })
        #expect(library.names == ["a.jpg"])
    }

    @Test("Groups are the folders and kinds of photos, with a poster")
    func groupsAreFoldersAndWhatPhotosHaveInCommon() async throws {
        let test = TestLibrary()
        try test.write("b/one.jpg", "photo jpeg date=2014-05-24T10:00:00 at=35,139")
        try test.write("a/two.png", "photo png size=750x1334 date=2014-05-23T10:00:00")
        try test.write("a/video.mp4", "photo mp4 date=2096-09-25T10:00:00")
        let library = test.library()
        try await library.reload()
        #expect(
            library.groups.map { "\($0.name): \($0.assets.map(\.fileName).joined(separator: " "))" } == [
                "All photos: two.png one.jpg video.mp4", "Recent: video.mp4", "Screenshots: two.png",
                "Videos: video.mp4",
                "Without place: two.png video.mp4", "a: two.png video.mp4", "b: one.jpg",
            ])
        #expect(library.group(.smart(.videos))?.poster?.isVideo == true)
        let folder = try #require(library.groups.last?.url)
        #expect(library.group(.folder(folder))?.count == 1)
    }

    @Test("The time of the file is the last-resort date and is marked as such")
    func theFilesTimeIsTheLastResortAndSaysSo() async throws {
        let test = TestLibrary()
        try test.write("a.jpg", "photo jpeg size=4000x3000 orientation=6")
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 5)]
        utimensat(AT_FDCWD, test.folder.file("a.jpg"), &times, 0)
        let library = test.library()
        try await library.reload()
        let asset = try #require(library.allPhotos.assets.first)
        #expect(asset.date?.rule == .fileTime && asset.date?.offset == 0)
        #expect(asset.date?.wallTime.description == "2001-09-09T01:46:40.000000005")
        #expect(asset.size == PixelSize(width: 3000, height: 4000))
    }

    @Test("Overlapping reloads share one scan")
    func overlappingReloadsAreOne() async throws {
        let gate = Gate()
        let begun = Gate()
        let test = TestLibrary { _ in
            begun.open()
            #expect(gate.wait())
        }
        try test.write("a.jpg")
        let library = test.library()
        let first = Task { try await library.reload() }
        await Task.detached { _ = begun.wait() }.value
        let others = (0..<3).map { _ in Task { try await library.reload() } }
        #expect(try await eventually { library.engine.waiting == 4 })
        gate.open()
        // The file was read for all of them.
        for task in [first] + others { #expect(try await task.value.readCount == 1) }
        #expect(library.names == ["a.jpg"])
        #expect(test.log.read.count == 1)
    }

    @Test("Canceling every caller ends the reload, and a later one is complete")
    func whoLeavesLastEndsTheReload() async throws {
        let gate = Gate()
        let begun = Gate()
        let test = TestLibrary { _ in
            begun.open()
            #expect(gate.wait())
        }
        for number in 0..<50 { try test.write("\(number).jpg") }
        let library = test.library()
        let (first, second) = (Task { try await library.reload() }, Task { try await library.reload() })
        await Task.detached { _ = begun.wait() }.value
        first.cancel()
        second.cancel()
        await #expect(throws: PhotosError.self) { try await first.value }
        await #expect(throws: PhotosError.self) { try await second.value }
        gate.open()
        #expect(library.groups.isEmpty)
        #expect(try await library.reload().assetCount == 50)
    }

    @Test("Progress never decreases and ends with every file read")
    func progressEndsWithEverythingRead() async throws {
        let test = TestLibrary()
        for number in 0..<300 { try test.write("\(number).jpg") }
        let progress = EventLog<PhotoLibrary.Progress>()
        try await test.library().reload { progress.append($0) }
        #expect(progress.events.last == PhotoLibrary.Progress(found: 300, toRead: 300, read: 300))
        #expect(progress.events.map(\.read) == progress.events.map(\.read).sorted())
    }

    @Test("A reload announces inserted, updated and deleted groups with their differences")
    func aReloadTellsWhatHasChanged() async throws {
        let test = TestLibrary()
        try test.write("a/one.jpg")
        try test.write("a/two.jpg")
        try test.write("b/three.jpg")
        let library = test.library()
        let names = EventLog<String>()
        let observer = library.observers.add { event in
            func append(_ word: String, _ groups: [PhotoGroup]) {
                let folders = groups.filter { $0.url != nil }.map(\.name)
                names.append("\(word) \(folders.joined(separator: " "))")
            }
            switch event {
            // The library has changed before it is told.
            case .setUp: names.append("set up with \(library.allPhotos.count) photos")
            case .inserted(let groups): append("inserted", groups)
            case .updated(let groups): append("updated", groups)
            case .deleted(let groups): append("deleted", groups)
            case .reloaded(let group, let difference):
                names.append("reloaded \(group.name) -\(difference.removed.count) +\(difference.inserted.count)")
            case .failed(let error): names.append("\(error)")
            }
        }
        defer { library.observers.remove(observer) }
        try await library.reload()
        #expect(names.events == ["set up with 3 photos"])
        let (mark, held) = (names.count, library.allPhotos.assets)
        try test.remove("a/one.jpg")
        try test.remove("b/three.jpg")
        try test.write("c/four.jpg")
        try await library.reload()
        // Deletion is told as deletion; then each group that there is, with its own difference.
        #expect(
            names.events.dropFirst(mark) == [
                "inserted c", "updated a", "deleted b", "reloaded All photos -2 +1",
                "reloaded Without place -2 +1", "reloaded a -1 +0", "reloaded c -0 +1",
            ])
        #expect(library.names.sorted() == ["four.jpg", "two.jpg"])
        #expect(held.filter(\.isDeleted).map(\.fileName).sorted() == ["one.jpg", "three.jpg"])
    }

    @Test("A moved photo keeps its identifier, and a new file in its place gets another")
    func aPhotoThatWasMovedKeepsItsIdentifier() async throws {
        let test = TestLibrary()
        try test.write("a/one.jpg")
        try test.write("a/two.jpg")
        let library = test.library()
        try await library.reload()
        let ids = Dictionary(uniqueKeysWithValues: library.allPhotos.assets.map { ($0.fileName, $0.id) })
        try test.write("b/other.jpg")
        test.move("a/one.jpg", to: "b/new.jpg")
        test.log.clear()
        try await library.reload()
        let moved = try #require(library.allPhotos.assets.first { $0.fileName == "new.jpg" })
        #expect(moved.id == ids["one.jpg"])
        #expect(!moved.isDeleted)
        #expect(test.log.read == ["other.jpg"])
        // A new file in the old place is another photo.
        try test.write("a/one.jpg")
        try await library.reload()
        let allIDs = Set(library.allPhotos.assets.map(\.id))
        #expect(allIDs.count == 4)
    }

    @Test("A new, changed or removed sidecar updates its photo")
    func aSidecarSpeaksForItsPhoto() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        try test.write("b.jpg")
        let library = test.library()
        try await library.reload()
        try test.write("a.jpg.xmp", "at=35,139")
        try test.write("b.xmp", "city=Tokyo")
        test.log.clear()
        try await library.reload()
        #expect(test.log.read == ["a.jpg", "b.jpg"])
        let assets = library.allPhotos.assets.sorted { $0.fileName < $1.fileName }
        #expect(assets.count == 2 && assets[0].location != nil && assets[1].place?.city == "Tokyo")
        try test.remove("a.jpg.xmp")
        try await library.reload()
        #expect(library.allPhotos.assets.allSatisfy { $0.location == nil })
    }

    @Test("A change of permissions alone leaves the photos unchanged")
    func aChangeOfRightsAloneIsNone() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.reload()
        let before = library.allPhotos.assets
        chmod(test.folder.file("a.jpg"), 0o640)
        try await library.reload()
        #expect(library.allPhotos.assets == before)
    }
}
