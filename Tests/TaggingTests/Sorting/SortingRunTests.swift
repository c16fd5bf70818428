import Foundation
import Glibc
import LKGeo
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("SortingRun and its undo") struct SortingRunTests {
    /// Within a file system, and to another one.
    private static let albums = SortAlbum.hasElsewhere ? [false, true] : [false]

    @Test("Photos are moved with all that belongs to them, and undo puts them back exactly", arguments: albums)
    func moving(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(20)
        album.add("notes.txt", [1])
        let before = album.state
        #expect(try await album.sort().allSatisfy { $0.action == .written })
        let sorted = album.state
        #expect(sorted.keys.filter { $0.hasPrefix("in/") } == ["in/notes.txt"])
        for (name, photo) in before where name != "in/notes.txt" {
            let number = try #require(Int(name.dropFirst(3).prefix(2)))
            let now = try #require(sorted["out/2026/0\(5 + number % 2)/\(name.dropFirst(3))"], "\(name)")
            #expect(now == photo)
        }
        #expect(
            album.hidden.sorted() == ["2026/05/.locationkit-undo", "2026/06/.locationkit-undo"], "\(album.hidden)")
        let outcomes = try await album.undo()
        #expect(outcomes.count == before.count - 1 && outcomes.allSatisfy { $0.action == .restored })
        #expect(outcomes.allSatisfy { $0.path.hasPrefix(album.source) && $0.formerPath?.hasPrefix(album.out) == true })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("Copies leave photos where they are, and undo removes those that are as they were made", arguments: albums)
    func copying(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(10)
        let before = album.state
        #expect(try await album.sort(copies: true).allSatisfy { $0.action == .written })
        #expect(album.state.count == 2 * before.count && album.state.merging(before) { $1 } == album.state)
        let edited = album.out + "/2026/05/10.jpg"
        try #require(access(edited, F_OK) == 0)
        let bytes = try Data(contentsOf: URL(filePath: edited))
        try Data([1, 2, 3]).write(to: URL(filePath: edited))
        let outcomes = try await album.undo()
        #expect(outcomes.compactMap(\.error).map(\.code) == [.changed])
        #expect(album.state.merging(before) { $1 } == album.state)
        try bytes.write(to: URL(filePath: edited))
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("Files named after photos are moved back by undo", arguments: albums) func namedFiles(elsewhere: Bool)
        async throws
    {
        let album = SortAlbum(elsewhere: elsewhere)
        album.add("a.jpg", SortAlbum.picture(5, 1))
        album.add("b.jpg", SortAlbum.picture(6, 2))
        for name in ["a.jpg.pp3", "a.WAV", "a.txt", "b.jpg.supplemental-metadata.json", "b.custom"] {
            album.add(name, Array(name.utf8))
        }
        let before = album.state
        #expect(try await album.sort().allSatisfy { $0.action == .written })
        #expect(!album.state.keys.contains { $0.hasPrefix("in/") })
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("An edited copy that got a number still has the JSON of its original, and undo moves both back")
    func editedCopy() async throws {
        let album = SortAlbum()
        for folder in ["1", "2"] { mkdir(album.source + "/" + folder, 0o755) }
        album.add("1/a.jpg", SortAlbum.picture(5, 1))
        album.add("2/a.jpg", SortAlbum.picture(5, 2))
        album.add("2/a-edited.jpg", SortAlbum.picture(5, 3))
        album.add("2/a.jpg.json", Array(#"{"title":"a.jpg","geoData":{"latitude":48.5,"longitude":11.5}}"#.utf8))
        let before = album.state
        #expect(try await album.sort().allSatisfy { $0.action == .written })
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: album.out)], configuration: configuration)
        try await library.reload()
        let placed = library.allPhotos.assets.filter { $0.location?.coordinate.latitude == 48.5 }
        #expect(Set(placed.map(\.fileName)) == ["a-2.jpg", "a-2-edited.jpg"], "\(album.names)")
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("Sidecars of duplicates, and such as differ in small and large letters, go with their photos")
    func furtherSidecars() async throws {
        let album = SortAlbum()
        for (number, name) in ["IMG_1.jpg", "E.JPG", "b.JPG", "IMG_2_01.jpg", "IMG_2.jpg"].enumerated() {
            album.add(name, SortAlbum.picture(5, number))
        }
        let sidecars = ["IMG_1_01.jpg.xmp", "IMG_1_02.jpg.xmp", "e.xmp", "b.jpg.xmp", "IMG_2_01.jpg.xmp"]
        for (number, name) in (sidecars + ["other.xmp"]).enumerated() { album.add(name, [UInt8(number)]) }
        let before = album.state
        #expect(try await album.sort().allSatisfy { $0.action == .written })
        #expect(album.names.filter { $0.hasPrefix("in/") } == ["in/other.xmp"])
        #expect(album.names.contains("out/2026/05/e.xmp") && album.names.contains("out/2026/05/IMG_1_02.jpg.xmp"))
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(album.state == before)
        // With new names their numbers stay.
        #expect(try await album.sort("%Y/%m-%name-x").allSatisfy { $0.action == .written })
        #expect(album.names.contains("out/2026/05-IMG_1-x_01.jpg.xmp"), "\(album.names)")
        #expect(album.names.contains("out/2026/05-IMG_2_01-x.jpg.xmp"), "\(album.names)")
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(album.state == before)
    }

    @Test("A time of modification far away stays what it is", arguments: albums)
    func farTimes(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.add("1.jpg", SortAlbum.picture(5, 1), modified: 10_413_792_000)
        func seconds(_ path: String) -> Int? {
            var status = stat()
            return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
        }
        // Some file systems have no such times.
        guard seconds(album.source + "/1.jpg") == 10_413_792_000 else {
            return print("skipped: this file system has no such times")
        }
        #expect(try await album.sort(copies: true).allSatisfy { $0.action == .written })
        #expect(seconds(album.out + "/2026/05/1.jpg") == 10_413_792_000)
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(try await album.sort().allSatisfy { $0.action == .written })
        #expect(seconds(album.out + "/2026/05/1.jpg") == 10_413_792_000)
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(seconds(album.source + "/1.jpg") == 10_413_792_000 && !album.hasOut)
    }

    @Test("A copy whose original is gone, or another file now, is never removed", arguments: albums)
    func cleared(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(6)
        #expect(try await album.sort(copies: true).allSatisfy { $0.action == .written })
        let copies = album.state.filter { $0.key.hasPrefix("out/") }
        for isGone in [false, true] {
            // The card is used again, or formatted.
            for name in try FileManager.default.contentsOfDirectory(atPath: album.source) {
                if isGone { unlink(album.source + "/" + name) } else { album.add(name, [1, 2, 3]) }
            }
            let errors = try await album.undo().compactMap(\.error)
            #expect(errors.count == 6 && errors.allSatisfy { $0.code == .unsafe }, "\(errors)")
            #expect(errors.allSatisfy { $0.message.contains(isGone ? "not there any more" : "another file now") })
            #expect(album.state.filter { $0.key.hasPrefix("out/") } == copies)
        }
    }

    @Test(
        "Photos that have come stay, also where the run was ended before it could say so",
        arguments: albums.flatMap { [($0, false), ($0, true)] })
    func unsaid(elsewhere: Bool, copies: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.add("10.jpg", SortAlbum.picture(5, 10))
        let before = album.state
        #expect(try await album.sort(copies: copies).map(\.action) == [.written])
        let sorted = album.state
        // Its last record says that the photo has come.
        let journal = album.out + "/2026/05/.locationkit-undo"
        func forget() throws {
            let bytes = try #require(FileManager.default.contents(atPath: journal))
            let place = try #require(bytes.range(of: Data(JournalFraming.mark), options: .backwards))
            try #require(truncate(journal, off_t(place.lowerBound)) == 0)
        }
        try forget()
        try await TaggingJournal.recover(in: album.out + "/2026/05")
        #expect(album.state == sorted)
        if copies { unlink(album.source + "/10.jpg") }
        try forget()
        try await TaggingJournal.recover(in: album.out + "/2026/05")
        #expect(album.state["out/2026/05/10.jpg"] == sorted["out/2026/05/10.jpg"])
        let errors = try await album.undo().compactMap(\.error)
        #expect(errors.map(\.code) == (copies ? [.unsafe] : []))
        if !copies { #expect(album.state == before) }
    }

    @Test(
        "Photos do not go back into the folder of a card that is not connected",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func disconnected() async throws {
        let album = SortAlbum()
        let card = album.album.path("card")
        mkdir(card, 0o755)
        try #require(mount("tmpfs", card, "tmpfs", 0, "size=2m") == 0)
        defer { umount2(card, Int32(MNT_DETACH)) }
        mkdir(card + "/DCIM", 0o755)
        try Data(SortAlbum.picture(5, 10)).write(to: URL(filePath: card + "/DCIM/10.jpg"))
        let plan = try await album.plan(from: card + "/DCIM")
        let run = SortingRun()
        #expect(await run.carryOut(plan.photos).map(\.action) == [.written])
        await run.finish()
        let sorted = album.state
        #expect(umount2(card, Int32(MNT_DETACH)) == 0)
        for _ in 0..<2 {
            let errors = try await album.undo().compactMap(\.error)
            #expect(errors.map(\.code) == [.unsafe] && errors.allSatisfy { $0.message.contains("connect it") })
            #expect(album.state == sorted)
            #expect(try FileManager.default.contentsOfDirectory(atPath: card).isEmpty)
            // The mount point itself was the source.
            mkdir(card + "/DCIM", 0o755)
            let again = try await album.undo().compactMap(\.error)
            #expect(again.map(\.code) == [.unsafe] && album.state == sorted)
            rmdir(card + "/DCIM")
        }
    }

    @Test(
        "What an interrupted run has left on a write-protected card stays there, and is no error",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func writeProtected() async throws {
        let album = SortAlbum()
        defer { withExtendedLifetime(album) {} }
        let card = album.album.path("card")
        mkdir(card, 0o755)
        try #require(mount("tmpfs", card, "tmpfs", 0, "size=2m") == 0)
        defer { umount2(card, Int32(MNT_DETACH)) }
        let journal = JournalSamples.journal([
            try JournalSamples.section(in: card), JournalRecord.run(77, began: 1).bytes,
        ])
        try Data(journal).write(to: URL(filePath: card + "/" + JournalFile.name))
        chmod(card + "/" + JournalFile.name, 0o600)
        try Data([1]).write(to: URL(filePath: card + "/.locationkit-abc.part"))
        try #require(mount("tmpfs", card, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        #expect(try await TaggingJournal.recover(in: card).putBack.isEmpty)
        #expect(access(card + "/.locationkit-abc.part", F_OK) == 0)
        #expect(try await TaggingJournal.runs(in: card).isEmpty)
    }

    @Test("A photo that has changed since it was planned stays, and nothing is overwritten", arguments: albums)
    func meanwhile(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(6)
        let plan = try await album.plan()
        album.add("11.jpg", [1, 2, 3])
        try FileManager.default.createDirectory(atPath: album.out + "/2026/05", withIntermediateDirectories: true)
        // The last file of a photo is in the way: the others go back.
        _ = FileManager.default.createFile(atPath: album.out + "/2026/05/12.mov", contents: Data([4]))
        let before = album.state
        let run = SortingRun()
        let outcomes = await run.carryOut(plan.photos)
        await run.finish()
        #expect(outcomes.compactMap(\.error).map(\.code) == [.changed, .changed], "\(outcomes)")
        #expect(outcomes.compactMap(\.error).map { FolderHandle.name(of: $0.path) } == ["11.jpg", "12.mov"])
        let now = album.state
        for name in ["in/11.jpg", "in/12.jpg", "in/12.jpg.xmp", "in/12.mov", "out/2026/05/12.mov"] {
            #expect(now[name] == before[name], "\(name)")
        }
        #expect(now.count == before.count && !album.hidden.contains { $0.hasSuffix(".part") })
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(album.state == before && !album.hidden.contains { $0.hasSuffix(".part") })
    }

    @Test("Undo leaves alone what has the old name now, and brings back photos that were edited or tagged since")
    func since() async throws {
        let album = SortAlbum()
        album.fill(4)
        let before = album.state
        try await album.sort()
        album.add("10.jpg", [9])
        let edited = album.out + "/2026/06/11.jpg"
        let handle = try #require(FileHandle(forWritingAtPath: edited))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([7]))
        try handle.close()
        // Programs that save beside it and rename leave another file, of which nothing is known.
        let other = album.out + "/2026/06/13.jpg"
        try Data([8]).write(to: URL(filePath: other), options: .atomic)
        let outcomes = try await album.undo()
        #expect(Set(outcomes.compactMap(\.error).map(\.code)) == [.unsafe, .changed], "\(outcomes)")
        let now = album.state
        #expect(now["in/10.jpg"]?.bytes == [9] && now["out/2026/05/10.jpg"]?.bytes == before["in/10.jpg"]?.bytes)
        #expect(now["in/11.jpg"]?.bytes == (before["in/11.jpg"]?.bytes ?? []) + [7])
        #expect(now["out/2026/06/13.jpg"]?.bytes == [8] && now["in/12.jpg"] == before["in/12.jpg"])
        unlink(album.source + "/10.jpg")
        #expect(try await album.undo().compactMap(\.error).map(\.code) == [.changed])
        #expect(album.state["in/10.jpg"] == before["in/10.jpg"])
    }

    @Test("A single photo goes back with its files, also into a folder that was removed since") func single()
        async throws
    {
        let album = SortAlbum()
        album.fill(6)
        let before = album.state
        try await album.sort()
        try FileManager.default.removeItem(atPath: album.source)
        let outcomes = try await TaggingJournal.undo(in: [], photos: [["\(album.out)/2026/05/12.jpg"]]).outcomes
        #expect(outcomes.count == 3 && outcomes.allSatisfy { $0.action == .restored })
        for name in ["in/12.jpg", "in/12.jpg.xmp", "in/12.mov"] { #expect(album.state[name] == before[name]) }
        #expect(album.state.count == before.count)
        #expect(try await album.undo().allSatisfy { $0.action == .restored })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("Runs that tagged photos before and after are undone where the photos were then") func order() async throws {
        let album = SortAlbum()
        album.fill(8, sidecars: false)
        let before = album.state
        func tag(_ root: String, _ latitude: Double) async throws {
            var edits: [PhotoEdit] = []
            for case let path as String in FileManager.default.enumerator(atPath: root)?.allObjects ?? []
            where path.hasSuffix(".jpg") {
                var edit = MetadataEdit()
                edit.location = .set(
                    PhotoLocation(coordinate: try #require(Coordinate(latitude: latitude, longitude: 1))))
                edits.append(PhotoEdit(path: "\(root)/\(path)", edit: edit))
            }
            let tagger = PhotoTagger()
            #expect(await tagger.write(edits).allSatisfy { $0.action == .written })
            await tagger.finish()
        }
        // Sorted in place, so that one undo sees all of it.
        try await tag(album.source, 10)
        let tagged = album.state
        func sort(_ pattern: String) async throws {
            let plan = try await album.plan(pattern, into: album.source)
            let run = SortingRun()
            #expect(await run.carryOut(plan.photos).allSatisfy { $0.action == .written })
            await run.finish()
        }
        try await sort("%m")
        let sorted = album.state
        try await tag(album.source, 20)
        try await sort("%Y/%m")
        func undo(_ extent: TaggingJournal.Extent) async throws {
            for outcome in try await TaggingJournal.undo(extent, in: album.source).outcomes {
                #expect(outcome.action == .restored, "\(outcome)")
            }
        }
        try await undo(.newestRun)
        try await undo(.newestRun)
        #expect(album.state == sorted)
        try await undo(.newestRun)
        #expect(album.state == tagged)
        try await sort("%m")
        try await tag(album.source, 30)
        try await sort("%Y/%m")
        try await undo(.all)
        #expect(album.state == before && album.hidden.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: album.source).count == before.count)
    }

    @Test("A journal of an earlier version stays usable for its owner, beside the present one") func version()
        async throws
    {
        let album = SortAlbum()
        album.fill(2)
        try FileManager.default.createDirectory(atPath: album.out + "/2026/05", withIntermediateDirectories: true)
        let there = album.out + "/2026/05/1.jpg"
        _ = FileManager.default.createFile(atPath: there, contents: Data(SortAlbum.picture(5, 1)))
        let before = album.state
        let write = PhotoEdit(
            path: there, .patch(Album.growing(SortAlbum.picture(5, 1).count, "A")), expected: nil)
        #expect(await TaggingRun().write([write]).map(\.action) == [.written])
        // As version 1 has written it.
        let journal = album.out + "/2026/05/.locationkit-undo"
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: journal)))
        let records = JournalSamples.records(of: bytes).dropFirst().compactMap { JournalRecord($0[...]) }
        let old = JournalSamples.old(1, records)
        try Data(old).write(to: URL(filePath: journal))
        try await album.sort()
        #expect(FileManager.default.contents(atPath: journal).map([UInt8].init) == old)
        #expect(access(album.out + "/2026/05/" + JournalFile.ownName, F_OK) == 0)
        #expect(try await album.undo(.all).allSatisfy { $0.error == nil })
        #expect(album.state == before && album.hidden.isEmpty)
    }

    @Test("A journal in a copy of the folder moves nothing out of it", arguments: albums)
    func copiedFolder(elsewhere: Bool) async throws {
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(4)
        try await album.sort()
        let copy = album.album.path("copy")
        try FileManager.default.copyItem(atPath: album.out, toPath: copy)
        // Where its old place is another folder too, as on a machine to which somebody has sent it.
        try FileManager.default.moveItem(atPath: album.source, toPath: album.source + ".old")
        mkdir(album.source, 0o755)
        let errors = try await TaggingJournal.undo(in: copy).outcomes.compactMap(\.error)
        #expect(errors.count == 4 && errors.allSatisfy { $0.code == .unsafe && $0.message.contains("copy") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: album.source).isEmpty)
    }

    @Test("Every truncation and every flipped byte of a journal of moves leaves photos whole") func damage()
        async throws
    {
        let album = SortAlbum()
        album.fill(3)
        try await album.sort()
        let contents = Set(album.state.values.map(\.bytes))
        let path = album.out + "/2026/05/.locationkit-undo"
        let bytes = FileManager.default.contents(atPath: path).map([UInt8].init) ?? []
        for place in stride(from: 0, to: bytes.count, by: 7) {
            for isCut in [false, true] {
                var damaged = bytes
                if isCut { damaged.removeLast(damaged.count - place) } else { damaged[place] ^= 0x41 }
                try Data(damaged).write(to: URL(filePath: path))
                _ = try? await album.undo(.all)
                #expect(Set(album.state.values.map(\.bytes)) == contents, "byte \(place)")
                // Back to where they were sorted.
                unlink(path)
                _ = try await album.sort()
            }
        }
    }
}
