import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("FolderJournal") struct FolderJournalTests {
    private func journal(_ album: Album) throws -> FolderJournal {
        try #require(try FolderJournal.open(in: FolderHandle(album.folder.path), creating: true))
    }

    private func change(_ name: String) -> JournalChange {
        var patch = FilePatch(oldCount: 100)
        patch.replace(10..<20, with: Array("old bytes of \(name)".utf8))
        return JournalChange(
            kind: .replaced,
            stamp: PhotoStamp(device: 1, inode: 2, size: Int64(patch.newCount), modified: -3, changed: 4),
            oldSum: 5, newSum: 6, name: name, inverse: patch)
    }

    @Test("Sums are those of XXH64") func sums() {
        let cases: [(String, UInt64)] = [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ]
        for (text, wanted) in cases {
            var sum = ContentSum()
            sum.update(Array(text.utf8))
            #expect(sum.value == wanted, "\(text)")
        }
        var random = SeededGenerator(seed: 3)
        let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        var whole = ContentSum()
        whole.update(bytes)
        for _ in 0..<200 {
            var sum = ContentSum()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 0...100, using: &random)
                sum.update(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(sum.value == whole.value)
        }
    }

    @Test("A journal of gigabytes is refused without being read, and so is a change that would make it one")
    func gigabytes() async throws {
        let album = Album(1)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        let path = album.path(FolderJournal.name)
        let count = album.bytes(FolderJournal.name).count
        try #require(truncate(path, 20 << 30) == 0)
        for extent in [TaggingJournal.Extent.newestRun, .all] {
            do {
                #expect(try await album.undo(extent).map { $0.error?.code } == [.journal])
            } catch let error as TaggingError {
                #expect(error.code == .journal && error.message.contains(path))
            }
        }
        #expect(await album.tag("B").map { $0.error?.code } == [.journal])
        // The rest is for what is undone.
        try #require(truncate(path, off_t(FolderJournal.maximumSize - (64 << 20))) == 0)
        #expect(await album.tag("B").map { $0.error?.code } == [.journal])
        #expect(album.photos == tagged)
        try #require(truncate(path, off_t(count)) == 0)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before)
    }

    @Test("Times before 1970 are written as the system has them") func times() {
        let times: [Int64] = [
            0, -1, 1, -1_000_000_000, -1_500_000_000, 1_600_000_000_123_456_789, .min, .min + 1, .max,
        ]
        for modified in times {
            let time = PhotoStamp(device: 0, inode: 0, size: 0, modified: modified, changed: 0).modificationTime
            #expect(Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) == modified)
            #expect((0..<1_000_000_000).contains(time.tv_nsec))
        }
    }

    @Test("Records are read as they were written") func records() throws {
        var inPlace = change("2.mp4")
        inPlace.kind = .inPlace
        inPlace.stamp.size = 90
        inPlace.inverse = try #require(
            FilePatch(
                oldCount: 100, splices: [.init(range: 4..<8, bytes: [1, 2, 3, 4]), .init(range: 90..<100, bytes: [])]))
        inPlace.newBytes = [[5, 6, 7, 8], [UInt8](repeating: 9, count: 10)]
        var created = change("3.xmp")
        created.kind = .created
        created.stamp.size = 0
        created.inverse = FilePatch(oldCount: 77)
        // Two removals side by side become two insertions at one place.
        var removed = change("4.jpg")
        removed.inverse = try #require(
            FilePatch(oldCount: 3, splices: [.init(range: 1..<1, bytes: [1]), .init(range: 1..<1, bytes: [2])]))
        removed.stamp.size = 5
        let records: [JournalRecord] = [
            .run(1, began: -2), .change(change("1.jpg")), .change(inPlace), .change(created), .change(removed),
            .leftOut(3),
            .undone(4), .madeInPlace(5, modified: .min), .move(move()), .moved(6), .madeFolders(7, levels: 2),
            .section(JournalSection(number: [UInt8](1...16), inode: 8, fileSystem: 9, path: "/photos")),
        ]
        for record in records {
            let bytes = record.bytes
            #expect(JournalRecord(bytes[...]) == record)
            for count in 0..<bytes.count { #expect(JournalRecord(bytes[..<count]) == nil) }
            // Without the bytes of the file, the same records are valid.
            let outline = try #require(JournalRecord(bytes[...], isOutline: true))
            if case .change(let change) = outline {
                #expect(change.inverse.isEmpty && change.newBytes.isEmpty)
            } else {
                #expect(outline == record)
            }
            for count in 0..<bytes.count { #expect(JournalRecord(bytes[..<count], isOutline: true) == nil) }
        }
        #expect(JournalRecord([9, 1, 2]) == nil)
    }

    private func move(_ name: String = "1.jpg", from path: String = "/photos/1.jpg") -> JournalMove {
        JournalMove(
            number: 6, run: 7, group: 5, way: .transferred,
            stamp: PhotoStamp(device: 1, inode: 2, size: 3, modified: -4, changed: 5), sum: 8, folder: 9,
            formerFolder: 10,
            name: name, formerPath: path)
    }

    @Test("An old place that is no plain path is none", arguments: ["", "a", "/", "/a/../b", "/a//b", "/./a", "/a\0b"])
    func formerPaths(path: String) {
        #expect(JournalRecord(JournalRecord.move(move(from: path)).bytes[...]) == nil)
        #expect(JournalRecord(JournalRecord.move(move("../1.jpg")).bytes[...]) == nil)
    }

    @Test("A name that leads elsewhere is no name", arguments: ["", ".", "..", "a/b", "../x", "a\0b"])
    func names(name: String) {
        var change = change("1.jpg")
        change.name = name
        #expect(JournalRecord(JournalRecord.change(change).bytes[...]) == nil)
    }

    @Test("What was appended is there again, settled or not") func reopening() throws {
        let album = Album(0)
        do {
            let journal = try journal(album)
            #expect(try journal.append([change("1.jpg"), change("2.jpg")], run: 9, began: 8) == [1, 2])
            try journal.append([.leftOut(1)])
        }
        let again = try journal(album)
        #expect(again.runs == [9: 8] && again.entries.map(\.isSettled) == [true, false])
        #expect(try again.change(again.entries[1]).name == "2.jpg")
        #expect(try again.append([change("3.jpg")], run: 9, began: 8) == [3])
    }

    @Test("Every truncation and every flipped bit leaves the rest readable") func damage() throws {
        let album = Album(0)
        do {
            let journal = try journal(album)
            for number in 0..<4 { _ = try journal.append([change("\(number).jpg")], run: 9, began: 8) }
        }
        let bytes = album.bytes(".locationkit-undo")
        for count in 0..<bytes.count {
            unlink(album.path(JournalFile.ownName))
            album.add(".locationkit-undo", Array(bytes[..<count]))
            do {
                let cut = try journal(album)
                let numbers = cut.entries.map(\.number)
                #expect((1...4).starts(with: numbers))
                // And goes on.
                #expect(try cut.append([change("new.jpg")], run: 10, began: 9).count == 1)
            }
            let again = try journal(album)
            let last = try #require(again.entries.last)
            #expect(try again.change(last).name == "new.jpg", "\(count) bytes")
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1500 {
            var damaged = bytes
            let place = Int.random(in: 10..<bytes.count, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            unlink(album.path(JournalFile.ownName))
            album.add(".locationkit-undo", damaged)
            let journal = try journal(album)
            #expect(journal.entries.count >= 3 || place < 20, "byte \(place)")
            #expect(place < 16 || journal.unread.damaged > 0, "byte \(place)")
            for entry in journal.entries { _ = try journal.change(entry) }
        }
    }

    @Test("Marks with made-up lengths do not cost the square of the file") func hostile() throws {
        let album = Album(0)
        var bytes = JournalSamples.header
        for number in 0..<60_000 {
            bytes += JournalFraming.mark + [UInt8(number & 255), UInt8(number >> 8 & 255), 9, 0]
        }
        album.add(".locationkit-undo", bytes)
        let (opened, seconds) = try processorTime {
            try FolderJournal.open(JournalFile.name, in: FolderHandle(album.folder.path))
        }
        guard case .success(let read) = opened else {
            throw TaggingError(code: .journal, message: "not read", path: "")
        }
        #expect(read.entries.isEmpty && read.unread.damaged > 0)
        #expect(seconds < 20)
    }

    @Test("Damage is named, and what is whole is undone") func damagedUndo() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        var bytes = album.bytes(".locationkit-undo")
        bytes[bytes.count / 2] ^= 0xFF
        album.add(".locationkit-undo", bytes)
        let outcomes = try await album.undo()
        #expect(outcomes.filter { $0.action == .restored }.count == 2)
        #expect(outcomes.last?.error?.code == .journal)
        #expect(outcomes.last?.error?.message.contains(".locationkit-undo") == true)
        #expect(album.photos.count { before[$0.key] == $0.value } == 2)
        #expect(album.hidden == [".locationkit-undo"])
    }

    @Test("Another file in its place, a newer version, a link or a folder is left alone and named") func foreign()
        async throws
    {
        for content in ["another program's file", "LKTAGJNL\u{4}\0\0\0\0\0\0\0"] {
            let album = Album(1)
            let before = album.photos
            album.add(".locationkit-undo", Array(content.utf8))
            #expect(await album.tag("A").map { $0.error?.code } == [.journal])
            #expect(try await album.undo(.all).map { $0.error?.code } == [.journal])
            #expect(album.photos == before && album.bytes(".locationkit-undo") == Array(content.utf8))
        }
        for isLink in [false, true] {
            let album = Album(1)
            let before = album.photos
            if isLink {
                symlink("1.jpg", album.path(".locationkit-undo"))
            } else {
                mkdir(album.path(".locationkit-undo"), 0o700)
            }
            #expect(await album.tag("A").map(\.action) == [.written])
            #expect(album.hidden == [".locationkit-undo", JournalFile.ownName])
            #expect(try await album.undo().map(\.action) == [.restored])
            #expect(album.photos == before && album.hidden == [".locationkit-undo"])
        }
    }

    @Test(
        "No other user can read it, however open the folder is", arguments: [0o755, 0o775, 0o777, 0o1777] as [mode_t])
    func rights(mode: mode_t) async throws {
        let album = Album(1)
        chmod(album.folder.path, mode)
        await album.tag("A")
        #expect(album.photo(".locationkit-undo")?.mode == S_IFREG | 0o600)
    }
}
