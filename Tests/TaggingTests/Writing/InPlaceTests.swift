import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TaggingRun: large files in place") struct InPlaceTests {
    private var options: TaggingRun.Options {
        var options = TaggingRun.Options()
        options.inPlaceSize = 1000
        return options
    }

    private func write(_ album: Album, _ name: String = "1.jpg", _ mark: String = "A") -> PhotoEdit {
        PhotoEdit(path: album.path(name), .patch(Album.appending(album.bytes(name).count, mark)))
    }

    @Test("The file itself is changed, and undo cuts it off again") func roundTrip() async throws {
        let album = Album(1)
        let before = album.photos
        let stamp = try PhotoStamp(of: album.path("1.jpg"))
        #expect(await TaggingRun(options: options).write([write(album)]).map(\.action) == [.written])
        #expect(try PhotoStamp(of: album.path("1.jpg")).inode == stamp.inode)
        let old = try #require(before["1.jpg"]).bytes
        #expect(album.bytes("1.jpg") == Album.apply(Album.appending(old.count, "A"), to: old))
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before && album.hidden.isEmpty)
        #expect(try PhotoStamp(of: album.path("1.jpg")).inode == stamp.inode)
    }

    @Test("A video of four gigabytes costs kilobytes and no time") func large() async throws {
        let album = Album(0)
        let count = 4 << 30
        album.add("1.mp4", Array("....mdat".utf8))
        try #require(truncate(album.path("1.mp4"), off_t(count)) == 0)
        let before = try PhotoStamp(of: album.path("1.mp4"))
        let change = PhotoEdit.Change.patch(Album.appending(count, "A"))
        let begin = ContinuousClock.now
        let outcome = await TaggingRun().write([PhotoEdit(path: album.path("1.mp4"), change)])
        #expect(outcome.map(\.action) == [.written])
        #expect(try await album.undo().map(\.action) == [.restored])
        print("4 GiB in place and back in \(ContinuousClock.now - begin)")
        let after = try PhotoStamp(of: album.path("1.mp4"))
        #expect(after.size == before.size && after.modified == before.modified && after.inode == before.inode)
        var status = stat()
        stat(album.path("1.mp4"), &status)
        #expect(status.st_blocks * 512 < 1 << 20)
    }

    @Test("A check that fails keeps the file from being changed") func check() async throws {
        struct Damage: Error {}
        let album = Album(1)
        let before = album.photos
        var options = options
        options.check = { change, _ in if change.isInPlace && change.path == change.newPath { throw Damage() } }
        #expect(await TaggingRun(options: options).write([write(album)]).map { $0.error?.code } == [.verification])
        #expect(album.photos == before)
        #expect(try await album.undo().isEmpty)
        #expect(album.hidden.isEmpty)
    }

    @Test("A patch that moves bytes makes a new file, also of a large one") func moving() async throws {
        let album = Album(1)
        let stamp = try PhotoStamp(of: album.path("1.jpg"))
        await album.tag("A", options)
        #expect(try PhotoStamp(of: album.path("1.jpg")).inode != stamp.inode)
    }

    @Test("After an interruption at any byte the next run or undo makes it what it was") func interrupted() async throws
    {
        let album = Album(1, size: 2000)
        let before = album.photos
        let old = try #require(before["1.jpg"]).bytes
        let patch = Album.appending(old.count, "A")
        let new = Album.apply(patch, to: old)
        // The order of a run: the end, then the replaced bytes; of an undo the opposite. Behind the end there may be zeros.
        var states: [[UInt8]] = (0...new.count - old.count).map { old + new[old.count..<old.count + $0] }
        states += (4...8).map { new[..<$0] + old[$0..<old.count] + new[old.count...] }.map { Array($0) }
        states.append(old + [UInt8](repeating: 0, count: new.count - old.count))
        for (number, state) in states.enumerated() {
            album.add("1.jpg", old)
            try interrupt(album, patch, try PhotoStamp(of: album.path("1.jpg")))
            overwrite(album.path("1.jpg"), state)
            if number % 2 == 0 {
                _ = try await album.undo()
            } else {
                // Another photo of the folder is enough.
                album.add("2.jpg", Array("another photo with many bytes".utf8))
                _ = await TaggingRun().write([album.write("2.jpg", "B")])
                #expect(album.bytes("1.jpg") == old)
                unlink(album.path("2.jpg"))
                try await TaggingJournal.forget(in: album.folder.path)
            }
            #expect(album.bytes("1.jpg") == old, "state \(number)")
            #expect(album.hidden.isEmpty, "state \(number)")
            if number > 0 { #expect(album.photos == before, "state \(number)") }
        }
    }

    @Test("An interrupted change is taken back in a copied folder as well", arguments: [0, 1, 9, 11, 15, 99])
    func copied(written: Int) async throws {
        let album = Album(1, size: 2000)
        let before = album.photos
        let old = album.bytes("1.jpg")
        let patch = Album.appending(old.count, "A")
        try interrupt(album, patch, try PhotoStamp(of: album.path("1.jpg")))
        // The end, then the replaced bytes; 99 is all of it.
        let tail = Array("moov with A".utf8)
        var state = old + tail.prefix(written)
        if written > tail.count {
            state.replaceSubrange(4..<min(8, 4 + written - tail.count), with: "free".utf8.prefix(4))
        }
        let copy = Album(0)
        copy.add(FolderJournal.name, album.bytes(FolderJournal.name))
        copy.add("1.jpg", state, modified: 1_700_000_000)
        // Another photo of the folder is enough.
        let putBack = try await TaggingJournal.recover(in: copy.folder.path).putBack
        #expect(putBack == (written == 0 ? [] : [.init(path: copy.path("1.jpg"), cause: .change)]))
        #expect(copy.photos["1.jpg"] == before["1.jpg"])
        #expect(try await copy.undo().isEmpty && copy.hidden.isEmpty)
    }

    @Test("An interrupted undo goes on in a copied folder, even where only the time is missing", arguments: [0, 1, 2])
    func copiedUndo(stage: Int) async throws {
        let album = Album(1, size: 2000)
        let before = album.photos
        let old = album.bytes("1.jpg")
        #expect(await TaggingRun(options: options).write([write(album)]).map(\.action) == [.written])
        let new = album.bytes("1.jpg")
        do {
            let journal = try #require(try FolderJournal.open(in: FolderHandle(album.folder.path), creating: false))
            try journal.append([.madeInPlace(1, modified: .min)])
        }
        let copy = Album(0)
        copy.add(FolderJournal.name, album.bytes(FolderJournal.name))
        copy.add("1.jpg", [new, old + new[old.count...], old][stage], modified: 1_700_000_000)
        #expect(try await copy.undo().isEmpty)
        #expect(copy.photos == before && copy.hidden.isEmpty)
    }

    @Test(
        "Bytes are replaced from the last place to the first, each from its head on, and taken back the other way round"
    )
    func order() throws {
        var patch = FilePatch(oldCount: 200)
        patch.replace(4..<44, with: [UInt8](repeating: 1, count: 40))
        patch.replace(100..<104, with: [2, 2, 2, 2])
        patch.replace(200..<200, with: [3, 3])
        let splices = patch.splices.map {
            FilePatch.Splice(
                range: $0.range.lowerBound..<$0.range.lowerBound + $0.bytes.count,
                bytes: [UInt8](repeating: 0, count: $0.range.count))
        }
        let change = JournalChange(
            kind: .inPlace, stamp: PhotoStamp(device: 0, inode: 0, size: 200, modified: 0, changed: 0), name: "a",
            inverse: try #require(FilePatch(oldCount: 202, splices: splices)), newBytes: patch.splices.map(\.bytes))
        let making = InPlaceChange.steps(making: change)
        #expect(making.map(\.place) == [200, 100, 4, 20] && making.map(\.bytes.count) == [2, 4, 16, 24])
        let back = InPlaceChange.steps(takingBack: change)
        #expect(back.map(\.place) == [20, 4, 100] && back.allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
    }

    @Test("A patch of several places is done to a copy unless its maker says that the file is whole between the steps")
    func places() async throws {
        for isWhole in [false, true] {
            let album = Album(1)
            let before = album.photos
            let stamp = try PhotoStamp(of: album.path("1.jpg"))
            var patch = FilePatch(oldCount: album.bytes("1.jpg").count)
            patch.replace(4..<8, with: Array("free".utf8))
            patch.replace(100..<104, with: [1, 2, 3, 4])
            patch.isWholeBetweenSteps = isWhole
            let write = PhotoEdit(path: album.path("1.jpg"), .patch(patch))
            #expect(await TaggingRun(options: options).write([write]).map(\.action) == [.written])
            #expect(try (PhotoStamp(of: album.path("1.jpg")).inode == stamp.inode) == isWhole)
            #expect(try await album.undo().map(\.action) == [.restored])
            #expect(album.photos == before)
        }
    }

    @Test("An interrupted change to which somebody has written since is left alone") func other() async throws {
        let album = Album(1, size: 2000)
        let old = album.bytes("1.jpg")
        try interrupt(album, Album.appending(old.count, "A"), try PhotoStamp(of: album.path("1.jpg")))
        let state = old + Array("xyz".utf8)
        overwrite(album.path("1.jpg"), state)
        #expect(try await album.undo().map { $0.error?.code } == [.changed])
        #expect(album.bytes("1.jpg") == state)
    }

    /// Leaves a journal with a change that has begun.
    private func interrupt(_ album: Album, _ patch: FilePatch, _ stamp: PhotoStamp) throws {
        let bytes = album.bytes("1.jpg")
        let splices = patch.splices.map {
            FilePatch.Splice(
                range: $0.range.lowerBound..<$0.range.lowerBound + $0.bytes.count, bytes: Array(bytes[$0.range]))
        }
        let change = JournalChange(
            kind: .inPlace, stamp: stamp, name: "1.jpg",
            inverse: try #require(FilePatch(oldCount: patch.newCount, splices: splices)),
            newBytes: patch.splices.map(\.bytes))
        let journal = try #require(try FolderJournal.open(in: FolderHandle(album.folder.path), creating: true))
        _ = try journal.append([change], run: 7, began: 1)
        try journal.sync()
    }

    private func overwrite(_ path: String, _ bytes: [UInt8]) {
        let file = open(path, O_WRONLY)
        pwrite(file, bytes, bytes.count, 0)
        ftruncate(file, off_t(bytes.count))
        close(file)
    }
}
