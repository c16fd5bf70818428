import CLKLinux
import Foundation
import Glibc
import LKMetadata
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TaggingRun") struct TaggingRunTests {
    @Test("Each photo gets what its patch says, and undo makes it what it was, its time too", arguments: [1, 2, 300])
    func roundTrip(count: Int) async throws {
        let album = Album(count, size: count > 100 ? 3000 : 600_000)
        let before = album.photos
        let outcomes = await album.tag("A")
        #expect(outcomes.count == count && outcomes.allSatisfy { $0.action == .written })
        for (name, photo) in before {
            let patch = Album.growing(photo.bytes.count, "A")
            #expect(album.bytes(name) == Album.apply(patch, to: photo.bytes))
            #expect(album.photo(name)?.modified != photo.modified)
        }
        #expect(album.hidden == [".locationkit-undo"])
        let undone = try await album.undo()
        #expect(undone.count == count && undone.allSatisfy { $0.action == .restored })
        #expect(album.photos == before)
        #expect(album.hidden.isEmpty)
    }

    @Test("The journal of a photo is a fraction of it") func journalSize() async throws {
        let album = Album(20, size: 100_000)
        await album.tag("A")
        let size = album.bytes(".locationkit-undo").count
        #expect(size < 20 * 400, "\(size)")
    }

    @Test("The time of modification is kept on request") func keptTime() async throws {
        let album = Album(1)
        let before = try #require(album.photo("1.jpg"))
        var options = TaggingRun.Options()
        options.keepsModificationTime = true
        await album.tag("A", options)
        #expect(album.photo("1.jpg")?.modified == before.modified)
        #expect(album.bytes("1.jpg") != before.bytes)
    }

    @Test("Permissions, owner, attributes and access lists stay") func attributes() async throws {
        let album = Album(1)
        let path = album.path("1.jpg")
        chmod(path, 0o4640)
        if geteuid() == 0 { chown(path, 1234, 2345) }
        chmod(path, 0o640)
        let file = open(path, O_RDWR)
        defer { close(file) }
        let value = Array("Rome".utf8)
        let hasAttributes = clinux_set_attribute(file, "user.album", value, value.count) == 0
        // A list with one more reader: version 2, then tag, permissions and number of each entry.
        var list = JournalWriter()
        list.append(UInt32(2))
        for (tag, mode, id) in [(1, 6, -1), (2, 4, 1000), (4, 4, -1), (16, 4, -1), (32, 0, -1)] {
            list.append(UInt16(tag))
            list.append(UInt16(mode))
            list.append(Int32(id))
        }
        let hasLists =
            clinux_set_attribute(file, "system.posix_acl_access", list.bytes, list.bytes.count) == 0
        var before = stat()
        fstat(file, &before)
        for _ in 0..<2 {
            var after = stat()
            stat(path, &after)
            #expect(after.st_mode == before.st_mode && after.st_uid == before.st_uid && after.st_gid == before.st_gid)
            let new = open(path, O_RDONLY)
            defer { close(new) }
            var found = [UInt8](repeating: 0, count: 100)
            if hasAttributes {
                #expect(clinux_get_attribute(new, "user.album", &found, 100) == 4 && found.starts(with: value))
            }
            if hasLists {
                #expect(clinux_get_attribute(new, "system.posix_acl_access", &found, 100) == list.bytes.count)
                #expect(found.starts(with: list.bytes))
            }
            #expect(await album.tag("A").allSatisfy { $0.action == .written })
        }
        #expect(hasAttributes || hasLists, "this file system knows neither attributes nor lists")
    }

    @Test("The default list of a folder does not come to photos that have none") func defaultList() async throws {
        let album = Album(1)
        chmod(album.path("1.jpg"), 0o644)
        var list = JournalWriter()
        list.append(UInt32(2))
        for (tag, mode, id) in [(1, 7, -1), (2, 7, 1000), (4, 0, -1), (16, 7, -1), (32, 0, -1)] {
            list.append(UInt16(tag))
            list.append(UInt16(mode))
            list.append(Int32(id))
        }
        let folder = open(album.folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        guard clinux_set_attribute(folder, "system.posix_acl_default", list.bytes, list.bytes.count) == 0 else {
            return print("skipped: this file system has no access lists")
        }
        #expect(await album.tag("A").allSatisfy { $0.action == .written })
        let file = open(album.path("1.jpg"), O_RDONLY)
        defer { close(file) }
        #expect(clinux_get_attribute(file, "system.posix_acl_access", nil, 0) < 0)
        #expect(album.photo("1.jpg")?.mode == S_IFREG | 0o644)
    }

    @Test("Through a symbolic link the target is changed, and the link stays") func links() async throws {
        let album = Album(0)
        let other = Album(1)
        let before = other.photos
        try #require(symlink(other.path("1.jpg"), album.path("link.jpg")) == 0)
        try #require(symlink("link.jpg", album.path("chain.jpg")) == 0)
        let outcomes = await TaggingRun().write([album.write("chain.jpg", "A")])
        #expect(outcomes.map(\.action) == [.written])
        #expect(other.photos != before && album.hidden.isEmpty && other.hidden == [".locationkit-undo"])
        #expect(album.photo("link.jpg")?.mode ?? 0 & S_IFMT == S_IFLNK | 0o777)
        #expect(try await other.undo().map(\.action) == [.restored])
        #expect(other.photos == before)
        // Circles and targets that are not there.
        symlink("b.jpg", album.path("a.jpg"))
        symlink("a.jpg", album.path("b.jpg"))
        symlink("nothing", album.path("c.jpg"))
        for name in ["a.jpg", "c.jpg"] {
            let outcome = await TaggingRun().write([album.write(name, "A")])
            #expect(outcome[0].error?.code == .unreadable, "\(outcome)")
        }
        #expect(album.hidden.isEmpty)
    }

    @Test("A name is not detached from a file that another program has changed since, whatever its time says")
    func detachingChanged() async throws {
        let album = Album()
        album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        try #require(link(album.path("a.jpg"), album.path("z.jpg")) == 0)
        let changed = DatedPhoto.bytes("2026:06:01 10:00:09")
        var options = TaggingRun.Options()
        options.hardLinks = .detach
        options.willReplace = { path in
            // The file stays the same one, with its time.
            var status = stat()
            stat(path, &status)
            let file = open(path, O_WRONLY)
            pwrite(file, changed, changed.count, 0)
            close(file)
            var times = [status.st_atim, status.st_mtim]
            utimensat(AT_FDCWD, path, &times, 0)
        }
        let run = TaggingRun(options: options)
        let outcomes = await run.write([album.write("a.jpg", "A"), album.write("z.jpg", "Z")])
        await run.finish()
        #expect(outcomes.allSatisfy { $0.error?.code == .changed }, "\(outcomes)")
        #expect(album.bytes("a.jpg") == changed && album.bytes("z.jpg") == changed)
        #expect(album.hidden.allSatisfy { $0 == FolderJournal.name })
    }

    @Test("A photo with several names is left alone, unless it may be detached") func hardLinks() async throws {
        let album = Album(1)
        let before = try #require(album.photo("1.jpg"))
        try #require(link(album.path("1.jpg"), album.path("other.jpg")) == 0)
        let write = album.write("1.jpg", "A")
        let refused = await TaggingRun().write([write])
        #expect(refused[0].error?.code == .unsafe && refused[0].error?.message.contains("2 hard links") == true)
        #expect(album.photo("1.jpg") == before && album.hidden.isEmpty)
        var options = TaggingRun.Options()
        options.hardLinks = .detach
        #expect(await TaggingRun(options: options).write([write]).map(\.action) == [.written])
        #expect(album.photo("other.jpg") == before && album.photo("1.jpg") != before)
    }

    @Test("A photo that is not what was planned is untouched and named, and the rest go on") func changed() async throws
    {
        let album = Album(3)
        let writes = (1...3).map { album.write("\($0).jpg", "A") }
        album.add("2.jpg", Array("another".utf8))
        let outcomes = await TaggingRun().write(writes)
        #expect(outcomes.map { $0.error?.code } == [nil, .changed, nil])
        #expect(outcomes[1].error?.message.contains("2.jpg") == true)
        #expect(album.bytes("2.jpg") == Array("another".utf8))
    }

    @Test("A photo that is changed while its new file is made is untouched and named") func changedMeanwhile()
        async throws
    {
        let album = Album(2)
        var options = TaggingRun.Options()
        let path = album.path("1.jpg")
        options.check = { photo, _ in
            guard photo.path.hasSuffix("/1.jpg") else { return }
            let file = open(path, O_WRONLY)
            write(file, "edit", 4)
            close(file)
        }
        let outcomes = await album.tag("A", options)
        #expect(outcomes.map { $0.error?.code } == [.changed, nil])
        #expect(album.bytes("1.jpg").starts(with: Array("edit".utf8)))
        #expect(album.hidden == [".locationkit-undo"])
        #expect(try await album.undo().map(\.action) == [.restored])
    }

    @Test("A photo that is changed between its new file and the replacement is untouched") func changedLate()
        async throws
    {
        let album = Album(3)
        var options = TaggingRun.Options()
        options.jobs = 1
        options.check = { photo, _ in
            // The first is ready by then.
            if photo.path.hasSuffix("/3.jpg") { album.add("1.jpg", Array("edit".utf8)) }
        }
        let outcomes = await album.tag("A", options)
        #expect(outcomes.map { $0.error?.code } == [.changed, nil, nil])
        #expect(album.bytes("1.jpg") == Array("edit".utf8))
        #expect(album.hidden == [".locationkit-undo"])
        let undone = try await album.undo()
        #expect(undone.map(\.action) == [.restored, .restored])
        #expect(album.hidden.isEmpty)
    }

    @Test("A photo is replaced only when its new file passes the check") func check() async throws {
        struct Damage: Error {}
        let album = Album(3)
        let before = album.photos
        let seen = Mutex<[FileChange]>([])
        var options = TaggingRun.Options()
        options.check = { change, patch in
            seen.withLock { $0.append(change) }
            let new = FileManager.default.contents(atPath: change.newPath).map([UInt8].init) ?? []
            guard new.count == patch.newCount, !change.path.hasSuffix("/2.jpg") else { throw Damage() }
        }
        let outcomes = await album.tag("A", options)
        #expect(outcomes.map { $0.error?.code } == [nil, .verification, nil])
        #expect(album.photo("2.jpg") == before["2.jpg"])
        #expect(seen.withLock { $0.count } == 3 && seen.withLock { $0.allSatisfy { !$0.isInPlace } })
        #expect(album.hidden == [".locationkit-undo"])
    }

    @Test("What is no photo, not there or no name is named") func missing() async throws {
        let album = Album(1)
        mkdir(album.path("folder"), 0o700)
        mkfifo(album.path("pipe"), 0o600)
        let patch = PhotoEdit.Change.patch(Album.growing(10, "A"))
        let paths = [
            album.path("nothing.jpg"), album.path("folder"), album.path("pipe"), album.path(""), "/proc/version",
        ]
        let outcomes = await TaggingRun().write(paths.map { PhotoEdit(path: $0, patch) })
        #expect(outcomes.allSatisfy { $0.error != nil }, "\(outcomes)")
        #expect(outcomes[0].error?.code == .unreadable && outcomes[1].error?.code == .unreadable)
        #expect(album.hidden.isEmpty)
        let nowhere = await TaggingRun().write([PhotoEdit(path: album.path("no/1.jpg"), patch)])
        #expect(nowhere[0].error?.code == .unreadable)
    }

    @Test("A time of modification that a journal cannot keep is refused before anything is written", arguments: [0, 1])
    func farTimes(inPlaceSize: Int) async throws {
        let album = Album(1)
        album.add("2.jpg", album.bytes("1.jpg"), modified: 10_413_792_000)
        var status = stat()
        // Some file systems have no such times.
        guard stat(album.path("2.jpg"), &status) == 0, status.st_mtim.tv_sec == 10_413_792_000 else {
            return print("skipped: this file system has no such times")
        }
        var options = TaggingRun.Options()
        options.inPlaceSize = inPlaceSize == 0 ? 0 : options.inPlaceSize
        var patch = FilePatch(oldCount: album.bytes("2.jpg").count)
        patch.replace(4..<8, with: [1, 2, 3, 4])
        let outcome = await TaggingRun(options: options).write([PhotoEdit(path: album.path("2.jpg"), .patch(patch))])[
            0]
        #expect(outcome.error?.code == .unwritable, "\(outcome)")
        #expect(outcome.error?.message.contains("2300-01-01, is after 2261") == true, "\(outcome)")
        #expect(stat(album.path("2.jpg"), &status) == 0 && status.st_mtim.tv_sec == 10_413_792_000)
        #expect(album.bytes("2.jpg") == album.bytes("1.jpg") && album.hidden.isEmpty)
    }

    @Test("An edit that is refused says why, and that a sidecar can have it") func refusal() async throws {
        let album = Album(1)
        let before = album.photos
        var edit = MetadataEdit()
        edit.location = .remove
        edit.offset = 3600
        let outcomes = await TaggingRun().write([PhotoEdit(path: album.path("1.jpg"), edit: edit)])
        #expect(outcomes[0].error != nil, "random bytes are no photo")
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("Sidecars are made, rewritten and taken back") func sidecars() async throws {
        let album = Album(1)
        let before = album.photos
        let path = album.path("1.jpg.xmp")
        let (first, second) = (Array("<x>1</x>".utf8), Array("<x>12</x>".utf8))
        #expect(await TaggingRun().write([PhotoEdit(path: path, .create(first))]).map(\.action) == [.written])
        #expect(album.bytes("1.jpg.xmp") == first)
        // Somebody made it since the plan.
        let again = await TaggingRun().write([PhotoEdit(path: path, .create(second))])
        #expect(again[0].error?.code == .changed)
        #expect(await TaggingRun().write([PhotoEdit(path: path, .content(first))]).map(\.action) == [.unchanged])
        #expect(await TaggingRun().write([PhotoEdit(path: path, .content(second))]).map(\.action) == [.written])
        #expect(album.bytes("1.jpg.xmp") == second)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.bytes("1.jpg.xmp") == first)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("Photos of many folders are written in one run, and undone from the folder above") func folders() async throws
    {
        let album = Album(0)
        var writes: [PhotoEdit] = []
        for number in 0..<70 {
            mkdir(album.path("\(number)"), 0o700)
            for name in ["\(number)/a.jpg", "\(number)/b.jpg"] {
                album.add(name, Array("photo \(name) of many bytes".utf8))
                writes.append(album.write(name, "A"))
            }
        }
        let before = (0..<70).map { album.photo("\($0)/a.jpg") }
        let run = TaggingRun()
        let outcomes = await run.write(writes)
        await run.finish()
        #expect(outcomes.map(\.path) == writes.map(\.path) && outcomes.allSatisfy { $0.action == .written })
        let runs = try await TaggingJournal.runs(in: album.folder.path)
        #expect(runs.map(\.count) == [140])
        let undone = try await album.undo()
        #expect(undone.count == 140 && undone.allSatisfy { $0.action == .restored })
        #expect((0..<70).map { album.photo("\($0)/a.jpg") } == before)
    }

    @Test("Extended attributes stay whose names are no UTF-8") func attributeNames() async throws {
        let album = Album(1)
        let name = "user.".utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
        let value: [UInt8] = [1, 0, 2]
        let file = open(album.path("1.jpg"), O_RDWR)
        guard clinux_set_attribute(file, name, value, value.count) == 0 else {
            close(file)
            return print("skipped: no extended attributes here")
        }
        close(file)
        await album.tag("A")
        let new = open(album.path("1.jpg"), O_RDONLY)
        defer { close(new) }
        var found: [UInt8] = [0, 0, 0, 0]
        #expect(clinux_get_attribute(new, name, &found, found.count) == 3 && found == [1, 0, 2, 0])
    }

    @Test("A second run on a folder is refused, and so is an undo") func busy() async throws {
        let album = Album(2)
        let run = TaggingRun()
        #expect(await run.write([album.write("1.jpg", "A")]).map(\.action) == [.written])
        let second = await TaggingRun().write([album.write("2.jpg", "B")])
        #expect(second[0].error?.code == .busy && second[0].error?.message.contains(album.folder.path) == true)
        await #expect { _ = try await album.undo() } throws: { TaggingError.Code.busy ~= $0 }
        #expect(try await album.undo(.all).map { $0.error?.code } == [.busy])
        await #expect(throws: TaggingError.self) { try await TaggingJournal.forget(in: album.folder.path) }
        await run.finish()
        #expect(await TaggingRun().write([album.write("2.jpg", "B")]).map(\.action) == [.written])
    }

    @Test("A cancelled run finishes what is under way, and begins no more") func canceled() async throws {
        let album = Album(60)
        let (reached, go) = (Gate(), Gate())
        var options = TaggingRun.Options()
        options.jobs = 2
        options.check = { _, _ in
            reached.open()
            _ = go.wait()
        }
        let writes = (1...60).map { album.write("\($0).jpg", "A") }
        let before = album.photos
        let run = TaggingRun(options: options)
        let task = Task { await run.write(writes) }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { @Sendable in
                _ = reached.wait()
                continuation.resume()
            }
        }
        task.cancel()
        for _ in 0..<60 { go.open() }
        let outcomes = await task.value
        let written = outcomes.filter { $0.action == .written }
        #expect(written.count >= 1 && written.count <= 10)
        #expect(outcomes.count { $0.action == .notBegun } == 60 - written.count)
        for outcome in outcomes where outcome.action == .notBegun {
            let name = FolderHandle.name(of: outcome.path)
            #expect(album.photo(name) == before[name])
        }
        #expect(album.hidden == [".locationkit-undo"])
    }

    @Test("The same photo twice in a batch is written once, and the second is named") func twice() async throws {
        let album = Album(1)
        let write = album.write("1.jpg", "A")
        let outcomes = await TaggingRun().write([write, write])
        #expect(outcomes.map { $0.error?.code } == [nil, .changed])
        #expect(try await album.undo().map(\.action) == [.restored])
    }
}
