import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TaggingJournal: undo") struct UndoTests {
    @Test("Runs are undone one by one, or all at once", arguments: [false, true]) func runs(all: Bool) async throws {
        let album = Album(5)
        var states = [album.photos]
        for mark in ["A", "B", "C"] {
            await album.tag(mark)
            states.append(album.photos)
        }
        #expect(try await TaggingJournal.runs(in: album.folder.path).map(\.count) == [5, 5, 5])
        if all {
            let outcomes = try await album.undo(.all)
            #expect(outcomes.count == 15 && outcomes.allSatisfy { $0.action == .restored })
            #expect(album.photos == states[0])
        } else {
            for number in [2, 1, 0] {
                #expect(try await album.undo().allSatisfy { $0.action == .restored })
                #expect(album.photos == states[number])
            }
        }
        #expect(album.hidden.isEmpty)
        #expect(try await album.undo().isEmpty)
    }

    @Test("A single photo is restored from its own newest run, with its sidecar, whatever was done to others since")
    func singlePhoto() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        let sidecar = PhotoEdit(path: album.path("1.jpg.xmp"), .create(Array("sidecar".utf8)))
        _ = await TaggingRun().write([album.write("1.jpg", "B"), sidecar])
        _ = await TaggingRun().write([album.write("2.jpg", "C")])
        func undo(_ extent: TaggingJournal.Extent = .newestRun, _ names: String...) async throws -> [PhotoOutcome] {
            let photos = names.map { [album.path($0)] }
            return try await TaggingJournal.undo(extent, in: [], photos: photos).outcomes
        }
        let restored = try await undo(.newestRun, "1.jpg")
        #expect(restored.map(\.path).sorted() == [album.path("1.jpg"), album.path("1.jpg.xmp")])
        #expect(restored.allSatisfy { $0.action == .restored })
        #expect(album.photo("1.jpg") == tagged["1.jpg"] && album.photo("1.jpg.xmp") == nil)
        #expect(album.photo("2.jpg") != tagged["2.jpg"] && album.photo("3.jpg") == tagged["3.jpg"])
        // Each of several its own: run A of the first and third, all of the second.
        #expect(try await undo(.newestRun, "1.jpg", "3.jpg", "none.jpg").count == 2)
        #expect(album.photo("1.jpg") == before["1.jpg"] && album.photo("3.jpg") == before["3.jpg"])
        // Through a link to its folder.
        let other = TemporaryFolder()
        symlink(album.folder.path, other.file("link"))
        let linked = try await TaggingJournal.undo(.all, in: [], photos: [[other.file("link/2.jpg")]]).outcomes
        #expect(linked.count { $0.action == .restored } == 2 && album.photos == before && album.hidden.isEmpty)
        #expect(try await undo(.all, "1.jpg").isEmpty)
    }

    @Test("Undo restores everything before it returns, whether or not its result is used")
    func unusedResult() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        _ = try await TaggingJournal.undo(in: album.folder.path)
        #expect(album.photos == before && album.hidden.isEmpty)
        await album.tag("B")
        try await TaggingJournal.undo(.all, in: [album.folder.path])
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("A prepared undo changes nothing until it runs, reports each outcome, and does nothing a second time")
    func prepared() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        let undo = try await TaggingJournal.prepareUndo(in: [album.folder.path])
        #expect(undo.count == 3 && undo.foreign.isEmpty && album.photos == tagged)
        var reported: [PhotoOutcome] = []
        let outcomes = await undo.run { reported.append($0) }
        #expect(reported.map(\.path) == outcomes.map(\.path) && outcomes.count == 3)
        #expect(album.photos == before && album.hidden.isEmpty)
        #expect(await undo.run().isEmpty)
    }

    @Test("Of several folders the newest run of all is undone, and a single photo beside them")
    func severalFolders() async throws {
        let albums = [Album(1), Album(2, seed: 2), Album(2, seed: 3)]
        let before = albums.map(\.photos)
        for album in albums { await album.tag("A") }
        let paths = albums.map(\.folder.path)
        let outcomes = try await TaggingJournal.undo(
            in: [paths[0], paths[1]], photos: [[albums[2].path("2.jpg")]]
        ).outcomes
        #expect(outcomes.count == 3 && outcomes.allSatisfy { $0.action == .restored })
        #expect(albums[0].photos != before[0] && albums[1].photos == before[1])
        #expect(albums[2].photo("2.jpg") == before[2]["2.jpg"] && albums[2].photo("1.jpg") != before[2]["1.jpg"])
    }

    @Test("A run after an undo is undone by itself") func again() async throws {
        let album = Album(2)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        await album.tag("B")
        _ = try await album.undo()
        await album.tag("C")
        _ = try await album.undo()
        #expect(album.photos == tagged)
        _ = try await album.undo()
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test(
        "A photo that was changed since is left alone and named, the rest go on",
        arguments: ["byte of the picture", "byte that was written", "longer", "removed", "replaced"])
    func changedSince(how: String) async throws {
        let album = Album(3, size: 3000)
        let before = album.photos
        await album.tag("A")
        var bytes = album.bytes("2.jpg")
        let tagged = try #require(album.photo("2.jpg"))
        switch how {
        case "byte of the picture": bytes[bytes.count / 2] ^= 1
        case "byte that was written": bytes[15] ^= 1
        case "longer": bytes.append(0)
        case "replaced": bytes = [1, 2, 3]
        default: unlink(album.path("2.jpg"))
        }
        if how != "removed" {
            album.add("2.jpg", bytes)
            // With the time that it had.
            var times = [
                timespec(),
                PhotoStamp(device: 0, inode: 0, size: 0, modified: tagged.modified, changed: 0)
                    .modificationTime,
            ]
            utimensat(AT_FDCWD, album.path("2.jpg"), &times, 0)
        }
        for extent in [TaggingJournal.Extent.newestRun, .all] {
            let outcomes = try await album.undo(extent)
            let failure = try #require(outcomes.first { $0.error != nil })
            #expect(failure.path == album.path("2.jpg") && failure.error?.message.contains(failure.path) == true)
            #expect(failure.error?.code == (how == "removed" ? .unreadable : .changed))
            #expect(outcomes.count == (extent == .newestRun ? 3 : 1))
        }
        #expect(album.photo("1.jpg") == before["1.jpg"] && album.photo("3.jpg") == before["3.jpg"])
        if how != "removed" { #expect(album.bytes("2.jpg") == bytes) }
        #expect(album.hidden == [".locationkit-undo"])
        // Once it is what the run left, it can be undone.
        album.add("2.jpg", tagged.bytes)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("When a later change cannot be undone, earlier ones of the photo are not tried") func stuck() async throws {
        let album = Album(2)
        for mark in ["A", "B"] { await album.tag(mark) }
        album.add("1.jpg", [1, 2, 3])
        let outcomes = try await album.undo(.all)
        #expect(outcomes.filter { $0.error != nil }.map(\.path) == [album.path("1.jpg")])
        #expect(outcomes.count { $0.action == .restored } == 2)
    }

    @Test("A copied folder can be undone, rights are those of now, other times do not matter") func copied()
        async throws
    {
        let album = Album(2)
        let before = album.photos
        await album.tag("A")
        let copy = Album(0)
        for name in album.folder.names {
            copy.add(name, album.bytes(name), modified: 1_700_000_000)
            chmod(copy.path(name), 0o600)
        }
        #expect(try await copy.undo().allSatisfy { $0.action == .restored })
        for (name, photo) in before {
            #expect(copy.bytes(name) == photo.bytes && copy.photo(name)?.modified == photo.modified)
            #expect(copy.photo(name)?.mode == S_IFREG | 0o600)
        }
    }

    @Test("Photos that a run did not come to are as they were, which is enough") func neverMade() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        // As if the run had ended between journal and replacement.
        let photo = try #require(before["2.jpg"])
        try Data(photo.bytes).write(to: URL(filePath: album.path("2.jpg")))
        var times = [
            timespec(),
            PhotoStamp(device: 0, inode: 0, size: 0, modified: photo.modified, changed: 0)
                .modificationTime,
        ]
        utimensat(AT_FDCWD, album.path("2.jpg"), &times, 0)
        let outcomes = try await album.undo()
        #expect(outcomes.count { $0.action == .unchanged } == 1 && outcomes.count { $0.action == .restored } == 2)
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("An undo that is cut off after any number of photos can be begun again") func partial() async throws {
        let album = Album(6)
        let before = album.photos
        for taken in 0..<6 {
            await album.tag("A")
            let tagged = album.photos
            // Some were restored, and nothing says so.
            for name in album.photos.keys.sorted().prefix(taken) {
                let photo = try #require(before[name])
                album.add(name, photo.bytes)
            }
            #expect(tagged != before)
            let outcomes = try await album.undo()
            #expect(outcomes.count { $0.action == .unchanged } == taken)
            #expect(album.photos == before && album.hidden.isEmpty)
        }
    }

    @Test("Nothing is undone while a journal below cannot be read, for it may have the newest run")
    func unreadable() async throws {
        let album = Album(0)
        for name in ["a", "b"] {
            mkdir(album.path(name), 0o700)
            album.add("\(name)/1.jpg", Array("a photo of many bytes".utf8))
        }
        _ = await TaggingRun().write([album.write("a/1.jpg", "A")])
        _ = await TaggingRun().write([album.write("b/1.jpg", "B")])
        let (first, second) = (album.photo("a/1.jpg"), album.photo("b/1.jpg"))
        let journal = album.bytes("b/\(FolderJournal.name)")
        album.add("b/\(FolderJournal.name)", JournalFraming.magic + [4, 0, 0, 0, 0, 0, 0, 0])
        await #expect { _ = try await album.undo() } throws: {
            TaggingError.Code.journal ~= $0 && "\($0)".contains(album.path("b/\(FolderJournal.name)"))
        }
        #expect(album.photo("a/1.jpg") == first && album.photo("b/1.jpg") == second)
        album.add("b/\(FolderJournal.name)", journal)
        #expect(try await album.undo().map(\.path) == [album.path("b/1.jpg")])
        #expect(try await album.undo().map(\.path) == [album.path("a/1.jpg")])
    }

    @Test("Within a folder the later run is the newer one, whatever the clock said") func clock() async throws {
        let album = Album(1)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        await album.tag("B")
        // The clock went back: the first run says that it began in the year 2100.
        var bytes = album.bytes(FolderJournal.name)
        var isFirst = true
        JournalSamples.rewrite(&bytes) { record in
            guard record[0] == 1, isFirst else { return }
            let time = withUnsafeBytes(of: Int64(4_102_444_800_000_000_000).littleEndian) { Array($0) }
            record.replaceSubrange(9..<17, with: time)
            isFirst = false
        }
        album.add(FolderJournal.name, bytes)
        #expect(
            try await TaggingJournal.runs(in: album.folder.path).map { $0.began.timeIntervalSince1970 > 4e9 } == [
                false, true,
            ])
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == tagged)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before)
    }

    @Test("A journal alone can be forgotten, and those below stay") func forgetOne() async throws {
        let album = Album(0)
        mkdir(album.path("a"), 0o700)
        for name in ["1.jpg", "a/1.jpg"] { album.add(name, Array("a photo of many bytes".utf8)) }
        _ = await TaggingRun().write([album.write("1.jpg", "A"), album.write("a/1.jpg", "A")])
        try await TaggingJournal.forget(in: album.folder.path, includingSubfolders: false)
        #expect(album.hidden.isEmpty)
        #expect(try await album.undo().map(\.path) == [album.path("a/1.jpg")])
    }

    @Test("Forgetting leaves photos as they are and nothing to undo") func forget() async throws {
        let album = Album(2)
        await album.tag("A")
        let tagged = album.photos
        try await TaggingJournal.forget(in: album.folder.path)
        #expect(album.hidden.isEmpty)
        #expect(try await album.undo().isEmpty)
        #expect(album.photos == tagged)
        await #expect(throws: TaggingError.self) { _ = try await TaggingJournal.undo(in: album.path("no")) }
    }

    @Test("A run that was killed before its first change leaves nothing behind once it is looked at")
    func killedEarly() async throws {
        let album = Album(1)
        // The new files of the first photos are made before the journal says anything.
        for name in [FolderJournal.name, ".locationkit-1-1.part"] { album.add(name, []) }
        chmod(album.path(FolderJournal.name), 0o600)
        #expect(try await TaggingJournal.runs(in: album.folder.path).isEmpty)
        #expect(album.hidden == [".locationkit-1-1.part", FolderJournal.name])
        #expect(try await album.undo(.all).isEmpty)
        #expect(album.hidden.isEmpty)
    }

    @Test("Leftovers of an interrupted run are cleared away, other hidden files are not") func leftovers() async throws
    {
        let album = Album(1)
        album.add(".locationkit-1a2b-3.part", [1])
        album.add(".locationkit-mine", [2])
        album.add(".1.jpg.part", [3])
        mkdir(album.path(".locationkit-folder.part"), 0o700)
        await album.tag("A")
        #expect(
            album.hidden == [".1.jpg.part", ".locationkit-folder.part", ".locationkit-mine", ".locationkit-undo"])
    }
}
