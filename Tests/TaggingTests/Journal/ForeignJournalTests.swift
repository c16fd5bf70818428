import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Journals in folders that others can write to: planted, received, copied, or of another user.
@Suite("Journals of others") struct ForeignJournalTests {
    /// An album with a folder `in`, and a place outside where nothing may ever appear.
    private struct Scene {
        let album = Album(0)
        var inside: String { album.path("in") }
        var outside: String { album.path("out") }

        init() {
            for name in ["in", "out"] { mkdir(album.path(name), 0o755) }
            album.add("in/1.jpg", Array("a photo of many bytes".utf8))
            album.add("in/x.txt", Array("Exec=evil".utf8))
        }

        /// The move of a file that is said to have come from elsewhere.
        func move(_ name: String, from path: String, _ way: JournalMove.Way = .renamed) throws -> JournalMove {
            var status = stat()
            try #require(lstat(inside + "/" + name, &status) == 0)
            var sum = ContentSum()
            sum.update(album.bytes("in/" + name))
            return JournalMove(
                number: 1, run: 77, group: 1, way: way, stamp: PhotoStamp(status), sum: sum.value,
                folder: try FolderHandle(inside).inode, formerFolder: 1, name: name, formerPath: path)
        }

        func plant(_ bytes: [UInt8], mode: mode_t = 0o600) {
            album.add("in/" + JournalFile.name, bytes)
            chmod(inside + "/" + JournalFile.name, mode)
        }

        func undo(_ folder: String) async throws -> (outcomes: [PhotoOutcome], foreign: [TaggingJournal.ForeignJournal])
        {
            let undo = try await TaggingJournal.undo(.all, in: folder)
            return (undo.outcomes, undo.foreign)
        }

        var isOutsideEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: outside).isEmpty) ?? false }
    }

    @Test(
        "A planted journal moves nothing out of the folder, neither unasked nor with undo",
        arguments: [JournalMove.Way.renamed, .transferred], [false, true])
    func planted(way: JournalMove.Way, isComplete: Bool) async throws {
        for name in ["1.jpg", "x.txt"] {
            let scene = Scene()
            let bytes = scene.album.bytes("in/" + name)
            var records: [JournalRecord] = [
                .run(77, began: 1), .move(try scene.move(name, from: scene.outside + "/.profile", way)),
            ]
            if isComplete { records.append(.moved(1)) }
            scene.plant(JournalSamples.old(2, records))
            let recovery = try await TaggingJournal.recover(in: scene.inside)
            #expect(recovery.putBack.isEmpty && recovery.foreign.map(\.isUndoable) == [true])
            let (outcomes, foreign) = try await scene.undo(scene.inside)
            #expect(outcomes.map { $0.error?.code } == [.unsafe] && foreign.count == 1)
            #expect(outcomes[0].error?.message.contains(scene.outside) == true)
            #expect(scene.isOutsideEmpty && scene.album.bytes("in/" + name) == bytes)
        }
    }

    @Test(
        "A received journal moves photos within the folder that is named, and no other files and into no hidden folders",
        arguments: [
            ("1.jpg", "in/old/2.jpg", true), ("1.jpg", "in/1.jpg.xmp", true), ("x.txt", "in/old/x.txt", false),
            ("1.jpg", "in/.config/1.jpg", false), ("1.jpg", "in/.bashrc", false), ("1.jpg", "in/run.sh", false),
            ("1.jpg", "out/1.jpg", false),
        ])
    func within(name: String, former: String, isMoved: Bool) async throws {
        let scene = Scene()
        let bytes = scene.album.bytes("in/" + name)
        scene.plant(
            JournalSamples.old(
                2, [.run(77, began: 1), .move(try scene.move(name, from: scene.album.path(former))), .moved(1)]))
        let (outcomes, _) = try await scene.undo(scene.inside)
        #expect(outcomes.map { $0.error == nil } == [isMoved], "\(outcomes)")
        #expect(scene.album.bytes(isMoved ? former : "in/" + name) == bytes)
        #expect(scene.isOutsideEmpty)
    }

    @Test("Naming the other folder as well moves photos back into it") func bothNamed() async throws {
        let scene = Scene()
        let bytes = scene.album.bytes("in/1.jpg")
        scene.plant(
            JournalSamples.old(
                2, [.run(77, began: 1), .move(try scene.move("1.jpg", from: scene.outside + "/1.jpg")), .moved(1)]))
        for outcome in try await TaggingJournal.undo(.all, in: [scene.inside, scene.outside]).outcomes {
            #expect(outcome.error == nil)
        }
        #expect(scene.album.bytes("out/1.jpg") == bytes)
    }

    @Test("A link in a received folder leads undo nowhere") func linkedFormer() async throws {
        let scene = Scene()
        symlink(scene.outside, scene.inside + "/old")
        scene.plant(
            JournalSamples.old(
                2, [.run(77, began: 1), .move(try scene.move("1.jpg", from: scene.inside + "/old/1.jpg")), .moved(1)]))
        let (outcomes, _) = try await scene.undo(scene.inside)
        #expect(outcomes.map { $0.error?.code } == [.unsafe])
        #expect(scene.isOutsideEmpty)
    }

    @Test(
        "The kernel's folders are never former places, even in the user's own journal",
        arguments: ["/proc/self/cwd/1.jpg", "/dev/shm/1.jpg", "/sys/1.jpg"])
    func kernel(path: String) async throws {
        let scene = Scene()
        scene.plant(
            JournalSamples.journal([
                try JournalSamples.section(in: scene.inside), JournalRecord.run(77, began: 1).bytes,
                JournalRecord.move(try scene.move("1.jpg", from: path)).bytes,
            ]))
        #expect(try await TaggingJournal.recover(in: scene.inside).putBack.isEmpty)
        let (outcomes, _) = try await scene.undo(scene.inside)
        #expect(outcomes.map { $0.error?.code } == [.unsafe])
        #expect(access(path, F_OK) != 0 && scene.album.photo("in/1.jpg") != nil)
    }

    @Test("Whether a photo has come from a card is not recorded while the card is not connected")
    func unfinishedMove() async throws {
        let scene = Scene()
        // The folder is there, but on the disk that the photo was copied to: it is the card's empty mount point.
        let move = try scene.move("1.jpg", from: scene.outside + "/1.jpg", .transferred)
        scene.plant(
            JournalSamples.journal([
                try JournalSamples.section(in: scene.inside), JournalRecord.run(77, began: 1).bytes,
                JournalRecord.move(move).bytes,
            ]))
        #expect(try await TaggingJournal.recover(in: scene.inside).putBack.isEmpty)
        let (outcomes, _) = try await scene.undo(scene.inside)
        #expect(outcomes.map { $0.error?.code } == [.unsafe])
        #expect(outcomes.first?.error?.message.contains("connect it") == true)
        let journal = try #require(try FolderJournal.open(in: FolderHandle(scene.inside), creating: false))
        #expect(journal.entries.map(\.hasCome) == [false] && journal.entries.map(\.isSettled) == [false])
        #expect(scene.isOutsideEmpty && scene.album.photo("in/1.jpg") != nil)
    }

    @Test("Folders that a planted journal claims to have made are not removed") func madeFolders() async throws {
        let scene = Scene()
        mkdir(scene.inside + "/a", 0o755)
        mkdir(scene.inside + "/a/b", 0o755)
        scene.album.add(
            "in/a/b/" + JournalFile.name, JournalSamples.old(2, [.run(77, began: 1), .madeFolders(77, levels: 60)]))
        _ = try await scene.undo(scene.inside + "/a/b")
        #expect(access(scene.inside + "/a/b", F_OK) == 0)
    }

    @Test("A record that another program appends to the user's journal is not used") func appended() async throws {
        let album = Album(2)
        await album.tag("A")
        let tagged = album.photos
        let journal = album.bytes(JournalFile.name)
        // What is right in all but the authentication code: the photo had no bytes.
        var patch = FilePatch(oldCount: 0)
        patch.replace(0..<0, with: album.bytes("1.jpg"))
        var change = JournalChange(
            kind: .inPlace, stamp: try PhotoStamp(of: album.path("1.jpg")), name: "1.jpg",
            inverse: try #require(
                FilePatch(
                    oldCount: album.bytes("1.jpg").count,
                    splices: [.init(range: 0..<album.bytes("1.jpg").count, bytes: [])])),
            newBytes: [album.bytes("1.jpg")])
        (change.number, change.stamp.size) = (99, 0)
        var frame = JournalFraming.own.frame(
            JournalRecord.change(change).bytes, at: journal.count, section: [UInt8](repeating: 0, count: 16))
        frame[frame.count - 1] ^= 1
        album.add(JournalFile.name, journal + frame)
        #expect(try await TaggingJournal.recover(in: album.folder.path).putBack.isEmpty)
        #expect(album.photos == tagged)
        let outcomes = try await album.undo(.all)
        #expect(outcomes.filter { $0.action == .restored }.count == 2 && outcomes.last?.error?.code == .journal)
    }

    @Test("Records count at their own place only: moved to another, or into another journal, they are not used")
    func replayed() async throws {
        let (album, other) = (Album(2), Album(2))
        let before = album.photos
        await album.tag("A")
        await other.tag("B")
        let original = album.bytes(JournalFile.name)
        let frames = Self.frames(of: original)
        try #require(frames.count == 5)
        // The two changes exchanged; the first left out; those of another folder behind.
        for order in [[0, 1, 2, 4, 3], [0, 1, 2, 4]] {
            let bytes = JournalSamples.header + order.flatMap { frames[$0] }
            let journal = try Self.journal(bytes, album)
            #expect(journal.entries.count < order.count - 3 && journal.unread.damaged > 0)
        }
        let foreign = Self.frames(of: other.bytes(JournalFile.name)).dropFirst()
        let journal = try Self.journal(original + foreign.joined(), album)
        #expect(journal.entries.map(\.number) == [1, 2] && journal.unread.damaged > 0)
        #expect(before != album.photos)
    }

    private static func journal(_ bytes: [UInt8], _ album: Album) throws -> FolderJournal {
        album.add(JournalFile.name, bytes)
        return try #require(try FolderJournal.open(in: FolderHandle(album.folder.path), creating: false))
    }

    private static func frames(of bytes: [UInt8]) -> [[UInt8]] {
        var (frames, position): ([[UInt8]], Int) = ([], JournalFraming.headerCount)
        for record in JournalSamples.records(of: bytes) {
            let end = position + JournalFraming.headCount + record.count + JournalFraming.own.tailCount
            frames.append(Array(bytes[position..<end]))
            position = end
        }
        return frames
    }

    @Test("A folder from another computer can be undone, and nothing of it recovers unasked") func otherComputer()
        async throws
    {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        let tagged = album.photos
        var bytes = album.bytes(JournalFile.name)
        bytes[12] ^= 0xFF
        album.add(JournalFile.name, bytes)
        chmod(album.path(JournalFile.name), 0o600)
        #expect(try await TaggingJournal.recover(in: album.folder.path).foreign.map(\.isUndoable) == [true])
        #expect(album.photos == tagged)
        // Further changes are in a journal of the user's own, and come first.
        await album.tag("B")
        #expect(album.hidden == [JournalFile.name, JournalFile.ownName])
        #expect(try await album.undo().map(\.action) == [.restored, .restored, .restored])
        #expect(album.photos == tagged)
        #expect(try await album.undo().map(\.action) == [.restored, .restored, .restored])
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("What was undone on another computer is no damage: the photos are what they were, and the rest can be undone")
    func undoneElsewhere() async throws {
        let album = Album(3)
        let before = album.photos
        await album.tag("A")
        func exchangeKey() {
            var bytes = album.bytes(JournalFile.name)
            bytes[12] ^= 0xFF
            album.add(JournalFile.name, bytes)
            chmod(album.path(JournalFile.name), 0o600)
        }
        exchangeKey()
        let elsewhere = try await TaggingJournal.undo(in: [], photos: [[album.path("1.jpg")]])
        #expect(elsewhere.outcomes.map(\.action) == [.restored])
        exchangeKey()
        let damage = try FolderJournal.open(in: FolderHandle(album.folder.path), creating: false)?.unread.damaged
        #expect(damage == 0)
        let outcomes = try await album.undo()
        #expect(outcomes.map(\.action).filter { $0 == .restored }.count == 2 && outcomes.allSatisfy { $0.error == nil })
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test(
        "A journal that others can write to is not read unless its records are authenticated",
        arguments: [0o620, 0o602] as [mode_t])
    func writable(mode: mode_t) async throws {
        let scene = Scene()
        scene.plant(
            JournalSamples.old(
                2, [.run(77, began: 1), .move(try scene.move("1.jpg", from: scene.inside + "/2.jpg")), .moved(1)]),
            mode: mode)
        let (outcomes, foreign) = try await scene.undo(scene.inside)
        #expect(outcomes.isEmpty && foreign.map(\.isUndoable) == [false])
        #expect(foreign.first?.reason.contains("others") == true)
    }

    @Test(
        "Another user's journal is left alone, and the user's own run has one of its own",
        .enabled(if: Rights.isRoot, "needs root, which can give files to other users and run as one"))
    func otherUser() async throws {
        let album = Album(1)
        let before = album.photos
        chmod(album.folder.path, 0o1777)
        let planted = JournalSamples.old(2, [.run(77, began: 1)])
        album.add(JournalFile.name, planted)
        chown(album.path(JournalFile.name), 65534, 65534)
        #expect(try await TaggingJournal.recover(in: album.folder.path).foreign.map(\.isUndoable) == [false])
        await album.tag("A")
        #expect(album.hidden == [JournalFile.name, JournalFile.ownName])
        #expect(album.photo(JournalFile.ownName)?.mode == S_IFREG | 0o600)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before && album.bytes(JournalFile.name) == planted)
    }

    @Test(
        "Another user's run does not read root's journal, and root's does not use that user's key",
        .enabled(if: Rights.isRoot, "needs root, which can give files to other users and run as one"))
    func twoUsers() async throws {
        let album = Album(2)
        chmod(album.folder.path, 0o777)
        for name in album.folder.names { chown(album.path(name), 65534, 65534) }
        await album.tag("A")
        let tagged = album.photos
        let end = try await TaggingProgram.start("undo", album.folder.path, "all", asNobody: true).end(seconds: 60)
        #expect(end.status == 0 && album.photos == tagged && album.hidden == [JournalFile.name])
        _ = try await TaggingProgram.start("tag", album.folder.path, "B", asNobody: true).end(seconds: 60)
        #expect(album.hidden.count == 2 && album.photos != tagged)
        // Root undoes its own run of two, and leaves that of the other user, which is newer: the photos are not as it left
        // them.
        let outcomes = try await album.undo(.all)
        #expect(outcomes.map { $0.error?.code } == [.changed, .changed])
        _ = try await TaggingProgram.start("undo", album.folder.path, "all", asNobody: true).end(seconds: 60)
        #expect(album.photos == tagged)
    }

    @Test("A folder that is exchanged for a link after it was listed is not opened") func exchanged() throws {
        let scene = Scene()
        mkdir(scene.inside + "/sub", 0o755)
        let tree = try FolderTree(scene.inside)
        #expect(try tree.folder(["sub"]) != nil)
        rmdir(scene.inside + "/sub")
        symlink(scene.outside, scene.inside + "/sub")
        #expect { try tree.folder(["sub"]) } throws: { TaggingError.Code.unsafe ~= $0 }
        #expect { try tree.folder(["sub", "new"], creating: true) } throws: { TaggingError.Code.unsafe ~= $0 }
        #expect(scene.isOutsideEmpty)
    }

    @Test("Who holds the lock is named, and nobody waits for ever") func lock() async throws {
        let album = Album(1)
        await album.tag("A")
        let file = open(album.path(JournalFile.name), O_RDONLY)
        defer { close(file) }
        try #require(flock(file, LOCK_EX) == 0)
        let outcome = await album.tag("B")[0]
        #expect(outcome.error?.code == .busy)
        #expect(outcome.error?.message.contains("process \(getpid()) (") == true, "\(outcome)")
    }
}
