import FoundationEssentials
import Glibc
import LKMetadata
import LKThreads
import TestSupport
import Testing

@testable import LKPhotos

struct WatchingTests {
    /// A list that follows a library, and waits until it has what is expected.
    private struct Follower {
        var rows: [PhotoAsset]
        var iterator: AsyncStream<PhotoChanges.Change>.Iterator
        /// What happened, in words.
        var log: [String] = []

        init(_ library: PhotoLibrary) {
            let changes = library.changes()
            rows = changes.initial?.assets ?? []
            iterator = changes.makeAsyncIterator()
        }

        mutating func follow(until isDone: ([PhotoAsset]) -> Bool) async throws {
            while !isDone(rows) {
                let told = await iterator.next(isolation: #isolation)
                let change = try #require(told)
                let difference = change.difference
                log += difference.removed.map { "removed \(rows[$0].fileName)" }
                log += difference.inserted.map { "inserted \($0.element.fileName)" }
                log += difference.updated.map { "updated \($0.element.fileName)" }
                difference.apply(to: &rows)
                #expect(rows == change.group.assets)
            }
        }
    }

    @Test("A new file is announced once, when it is complete", .timeLimit(.minutes(10)))
    func aFileThatIsWrittenIsToldOnceWhenItIsComplete() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.watch()
        var follower = Follower(library)
        let descriptor = open(test.folder.file("b.jpg"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(Glibc.write(descriptor, "photo jpeg ", 11) == 11)
        fchmod(descriptor, 0o644)
        try test.write("c.jpg")
        try await follower.follow { $0.count == 2 }
        #expect(Glibc.write(descriptor, "city=Tokyo", 10) == 10)
        close(descriptor)
        try await follower.follow { $0.count == 3 }
        try test.remove("a.jpg")
        try await follower.follow { $0.count == 2 }
        #expect(follower.log == ["inserted c.jpg", "inserted b.jpg", "removed a.jpg"])
        #expect(follower.rows.first { $0.fileName == "b.jpg" }?.place?.city == "Tokyo")
    }

    @Test("Replacing or rewriting a file updates its photo and keeps the identifier", .timeLimit(.minutes(10)))
    func editorsReplaceFilesInTheirOwnWay() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.watch()
        var follower = Follower(library)
        let id = follower.rows[0].id
        // As exiftool does: a temporary file that takes the place of the old.
        try test.write("a.jpg_exiftool_tmp", "photo jpeg city=Tokyo date=2014-05-24T10:00:00")
        test.move("a.jpg_exiftool_tmp", to: "a.jpg")
        try await follower.follow { $0.first?.place?.city == "Tokyo" && $0.count == 1 }
        // As libexiv2 does: cut off, then written again.
        let descriptor = open(test.folder.file("a.jpg"), O_WRONLY | O_TRUNC | O_CLOEXEC)
        #expect(Glibc.write(descriptor, "photo jpeg city=Osaka", 21) == 21)
        close(descriptor)
        try await follower.follow { $0.first?.place?.city == "Osaka" }
        #expect(follower.rows.map(\.id) == [id])
    }

    @Test("Created, moved and deleted folders are followed with all their photos", .timeLimit(.minutes(10)))
    func foldersComeGoAndMoveWithWhatIsInThem() async throws {
        let test = TestLibrary()
        try test.write("a/one.jpg")
        try test.write("a/deep/two.jpg")
        let library = test.library()
        try await library.watch()
        var follower = Follower(library)
        let ids = Set(follower.rows.map(\.id))
        test.move("a", to: "b")
        let folder = test.folder.path
        try await follower.follow { $0.count == 2 && $0.allSatisfy { $0.path.hasPrefix("\(folder)/b/") } }
        #expect(Set(follower.rows.map(\.id)) == ids)
        #expect(follower.log.sorted() == ["updated one.jpg", "updated two.jpg"])
        // The moved folders are still watched, under their new names.
        try test.write("b/deep/three.jpg")
        try await follower.follow { $0.count == 3 }
        #expect(follower.rows.contains { $0.path == "\(folder)/b/deep/three.jpg" })
        try test.write("new/er/four.jpg")
        try await follower.follow { $0.count == 4 }
        try test.remove("b")
        try await follower.follow { $0.count == 1 }
        #expect(library.groups.compactMap(\.url).map(\.lastPathComponent) == ["er"])
    }

    @Test("New sidecars, hard links and symbolic links are noticed", .timeLimit(.minutes(10)))
    func sidecarsAndLinksAreNoticed() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.watch()
        var follower = Follower(library)
        try test.write("a.xmp", "city=Tokyo")
        try await follower.follow { $0.first?.place?.city == "Tokyo" }
        link(test.folder.file("a.jpg"), test.folder.file("hard.jpg"))
        try await follower.follow { $0.count == 2 }
        symlink("a.jpg", test.folder.file("soft.jpg"))
        try await follower.follow { $0.count == 3 }
    }

    @Test("A burst of files from another process is announced completely, each file once", .timeLimit(.minutes(5)))
    func aBurstOfAnotherProcessIsToldWithoutLossAndOnlyOnce() async throws {
        let test = TestLibrary()
        let library = test.library()
        try await library.watch()
        var follower = Follower(library)
        let begin = ContinuousClock.now
        let count = Fixtures.isThorough ? 10_000 : 3_000
        let script = """
            import os, sys
            for n in range(\(count)):
                with open(os.path.join(sys.argv[1], '%05d.jpg' % n), 'w') as f: f.write('photo jpeg')
            """
        let process = try ChildProcess(["/usr/bin/python3", "-I", "-c", script, test.folder.path])
        _ = try await process.log.first { event in if case .ended = event { true } else { nil } }
        let written = ContinuousClock.now
        try await follower.follow { $0.count == count }
        print("\(count) files written in \(written - begin), told \(ContinuousClock.now - written) later")
        #expect(follower.log.count == count)
        #expect(Set(follower.log).count == count)
    }

    @Test("A collection follows the changes of its group", .timeLimit(.minutes(10)))
    func aCollectionFollowsItsGroup() async throws {
        let test = TestLibrary()
        try test.write("a.jpg", "photo jpeg date=2014-05-24T10:00:00")
        try test.write("b.jpg", "photo jpeg date=2014-05-25T10:00:00")
        let library = test.library()
        try await library.watch()
        let collection = PhotoCollection(group: library.allPhotos, grouping: .month)
        let changes = collection.changes
        var entries = changes.entries
        try test.write("b.jpg", "photo jpeg date=2014-06-25T10:00:00")
        for await change in changes {
            change.entries.apply(to: &entries)
            #expect(entries == change.entriesAfter)
            if entries.count == 2 {
                #expect(change.relocated.map(\.asset.fileName) == ["b.jpg"])
                #expect(change.relocated.map(\.to) == [.init(entry: 1, asset: 0)])
                break
            }
        }
        #expect(collection.entries.map(\.words) == ["2014-05: a.jpg", "2014-06: b.jpg"])
    }

    @Test("Lost events and a deleted root folder cause a rescan")
    func eventsThatWereLostAskForALookAtEverything() {
        let folder = RawPath("/photos")
        let overflow = FolderEvent(watch: -1, kind: .overflow, name: nil)
        #expect(EventDigest([overflow]) { _ in folder }.needsRescan)
        var digest = EventDigest([FolderEvent(watch: 1, kind: .folderDeleted, name: nil)]) { _ in folder }
        digest.check(roots: [folder])
        #expect(digest.needsRescan)
        #expect(EventDigest([FolderEvent(watch: 7, kind: .closed, name: folder)]) { _ in nil }.isEmpty)
    }

    @Test("Photos of a copied folder are announced as each is completed", .timeLimit(.minutes(10)))
    func aFolderThatIsCopiedIsToldFileByFileWhenEachIsComplete() async throws {
        let test = TestLibrary()
        let library = test.library(now: Int64(time(nil)))
        try await library.watch()
        var follower = Follower(library)
        // The folder is found, and listed, while its first file is still being written.
        try FileManager.default.createDirectory(atPath: test.folder.file("new"), withIntermediateDirectories: false)
        let descriptor = open(test.folder.file("new/a.jpg"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(Glibc.write(descriptor, "photo jpeg ", 11) == 11)
        try test.write("new/b.jpg")
        try await follower.follow { $0.count == 1 }
        #expect(Glibc.write(descriptor, "city=Tokyo", 10) == 10)
        close(descriptor)
        try await follower.follow { $0.count == 2 }
        #expect(follower.log.sorted() == ["inserted a.jpg", "inserted b.jpg"])
        #expect(follower.rows.contains { $0.place?.city == "Tokyo" })
    }

    @Test("A root folder that disappears takes its photos along and is reported", .timeLimit(.minutes(10)))
    func theFolderItselfThatGoesTakesItsPhotosAndSaysSo() async throws {
        let test = TestLibrary()
        try test.write("root/a.jpg")
        let library = test.library([test.folder.file("root")])
        try await library.watch()
        var follower = Follower(library)
        let failures = EventLog<PhotosError>()
        library.observers.add { event in if case .failed(let error) = event { failures.append(error) } }
        test.move("root", to: "elsewhere")
        try await follower.follow { $0.isEmpty }
        let error = try await failures.first { $0 }
        #expect(error.code == .missing)
    }

    @Test("Changes made while not watching are found when watching starts again", .timeLimit(.minutes(10)))
    func whoStopsWatchingIsToldByTheNextReload() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.watch()
        library.stopWatching()
        try test.write("b.jpg")
        try await library.watch()
        #expect(library.allPhotos.count == 2)
        var follower = Follower(library)
        try test.write("c.jpg")
        try await follower.follow { $0.count == 3 }
    }
}
