import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("SortingRun: killed, out of room, and edited by others") struct SortFaultTests {
    private static let ways: [(elsewhere: Bool, copies: Bool)] =
        SortAlbum.hasElsewhere ? [(false, false), (true, false), (false, true)] : [(false, false), (false, true)]

    /// Where each file is to be, by where it is.
    private static func places(_ album: SortAlbum) async throws -> [String: String] {
        var places: [String: String] = [:]
        for file in try await album.plan().photos.flatMap(\.files) {
            places["in/" + file.path.dropFirst(album.source.count + 1)] =
                "out/" + file.newPath.dropFirst(album.out.count + 1)
        }
        return places
    }

    /// Whether a file is one that an interrupted run leaves to the next.
    private static func isTemporary(_ path: String) -> Bool {
        let name = FolderHandle.name(of: path)
        return name.hasPrefix(FolderJournal.temporaryPrefix) && name != FolderJournal.name
    }

    @Test(
        "Killed at random moments every file is whole at its old or its new place, and undo puts all back",
        arguments: ways)
    func kills(way: (elsewhere: Bool, copies: Bool)) async throws {
        var random = SeededGenerator(seed: way.elsewhere ? 51 : way.copies ? 52 : 53)
        let command = way.copies ? "sort-copies" : "sort"
        let wanted = Fixtures.isThorough ? 500 : TaggingProgram.isSanitized ? 4 : 8
        var (kills, mixed, undoing) = (0, 0, 0)
        let trial = SortAlbum(elsewhere: way.elsewhere)
        if way.elsewhere || way.copies { trial.fill(40, comment: 20_000) } else { trial.fill(80) }
        let whole = try await Self.duration(command, trial.source, trial.out)
        let back = try await Self.duration("undo", trial.out, "all")
        while kills < wanted || mixed == 0 && kills < 40 * wanted && !TaggingProgram.isSanitized {
            let album = SortAlbum(elsewhere: way.elsewhere)
            // Renames of few would be over before anybody could interrupt them.
            if way.elsewhere || way.copies { album.fill(40, comment: 20_000) } else { album.fill(80) }
            let before = album.state
            let places = try await Self.places(album)
            #expect(places.count == before.count)
            for _ in 0..<2 {
                let program = try TaggingProgram.start(command, album.source, album.out)
                try await TaggingProgram.waitForLine(program)
                if Bool.random(using: &random) {
                    usleep(UInt32.random(in: 0...whole, using: &random))
                } else {
                    album.waitForNewFiles(Int.random(in: 1...20, using: &random))
                }
                program.signal(SIGKILL)
                let end = try await program.end(seconds: 60)
                #expect(end.signal == SIGKILL || end.status == 0, "\(end.errors)")
                kills += end.signal == SIGKILL ? 1 : 0
                var new = 0
                let now = album.state.filter { !Self.isTemporary($0.key) }
                for (old, place) in places {
                    let (there, here) = (now[old], now[place])
                    #expect(there == before[old] || there == nil && !way.copies, "\(old)")
                    // A copy that is being made has no name yet.
                    #expect(here == before[old] || here == nil, "\(place)")
                    #expect(there != nil || here != nil, "\(old) is lost")
                    #expect(way.elsewhere || way.copies || (there == nil) != (here == nil), "\(old) is twice")
                    new += here == nil ? 0 : 1
                }
                #expect(Set(now.keys).isSubset(of: Set(places.keys).union(places.values)))
                mixed += new > 0 && new < places.count ? 1 : 0
                guard album.hasOut else { continue }
                // What is half done is put back by whoever comes next: no photo is torn apart.
                var putBack = try await TaggingJournal.recover(in: album.out).putBack
                putBack += try await TaggingJournal.recover(in: album.source).putBack
                let mended = album.state
                // Whoever is told that a photo is where it was finds it there.
                for photo in putBack {
                    #expect(photo.cause == (way.copies ? .copy : .move))
                    let name = photo.path.dropFirst(album.source.count + 1)
                    #expect(photo.path.hasPrefix(album.source + "/") && mended["in/\(name)"] != nil, "\(photo)")
                }
                let torn = places.filter { place in
                    let main = places[place.key.prefix(5) + ".jpg"] ?? ""
                    return (mended[place.value] == nil) != (mended[main] == nil)
                }
                #expect(torn.isEmpty && !album.hidden.contains(where: Self.isTemporary), "\(torn) \(album.hidden)")
            }
            for _ in 0..<3 where album.hasOut {
                let program = try TaggingProgram.start("undo", album.out, "all")
                try await TaggingProgram.waitForLine(program)
                usleep(UInt32.random(in: 0...back, using: &random))
                program.signal(SIGKILL)
                if try await program.end(seconds: 60).signal == SIGKILL { (kills, undoing) = (kills + 1, undoing + 1) }
                let now = album.state.filter { !Self.isTemporary($0.key) }
                for (old, place) in places {
                    #expect(now[old] == before[old] || now[old] == nil && now[place] == before[old], "\(old)")
                }
            }
            if album.hasOut {
                let outcomes = try await album.undo(.all)
                #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.error))")
            }
            // The lock of a run that had not come to its first photo.
            try await TaggingJournal.recover(in: album.source)
            #expect(album.state == before, "after \(kills) kills")
            #expect(album.hidden.isEmpty, "after \(kills) kills: \(album.hidden)")
        }
        print("\(kills) kills, \(mixed) amid photos, \(undoing) of an undo")
        #expect(mixed > 0 || TaggingProgram.isSanitized)
    }

    /// So many microseconds a program takes now, on this machine, with what else it has to do.
    private static func duration(_ words: String...) async throws -> UInt32 {
        let program = try TaggingProgram.start(words[0], words[1], words[2])
        try await TaggingProgram.waitForLine(program)
        let begin = ContinuousClock.now
        let end = try await program.end(seconds: 60)
        #expect(end.status == 0 && !end.output.contains("failed"), "\(end)")
        return max(2000, UInt32((ContinuousClock.now - begin) / .microseconds(1)))
    }

    @Test(
        "On a full disk nothing is moved that has no room, nothing is lost, and undo needs none",
        arguments: [false, true])
    func fullDisk(copies: Bool) async throws {
        guard geteuid() == 0 else { return print("skipped: mounting a small disk takes root") }
        let album = SortAlbum()
        album.fill(20, comment: 30_000)
        mkdir(album.out, 0o755)
        let mounted = try await ChildProcess(
            ["/usr/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", album.out]
        ).end()
        guard mounted.status == 0 else { return print("skipped: no disk can be mounted: \(mounted.errors)") }
        defer { umount2(album.out, 2) }
        let before = album.state
        func fill(leaving count: Int) { SmallDisk.fill(album.out, leaving: count) }
        let good = try await album.plan(copies: copies)
        #expect(good.obstacle == nil && good.copiedSize > 600_000)
        fill(leaving: 200_000)
        // The plan says so.
        let plan = try await album.plan(copies: copies)
        #expect(plan.obstacle?.errno == ENOSPC && plan.obstacle?.message.contains(album.out) == true)
        // The disk fills up behind the plan's back.
        let run = SortingRun()
        let outcomes = await run.carryOut(good.photos)
        await run.finish()
        let failed = outcomes.filter { $0.error != nil }
        #expect(!failed.isEmpty && failed.count < outcomes.count)
        #expect(failed.allSatisfy { $0.error?.errno == ENOSPC }, "\(failed)")
        for (name, photo) in before {
            let places = album.state.filter { $0.value == photo }
            #expect(places.count == (copies && places.keys.contains { $0.hasPrefix("out") } ? 2 : 1), "\(name)")
        }
        #expect(!album.hidden.contains(where: Self.isTemporary))
        fill(leaving: 0)
        let undone = try await album.undo()
        #expect(undone.allSatisfy { $0.error == nil }, "\(undone)")
        unlink("\(album.out)/.filler")
        #expect(album.state == before && album.hidden.isEmpty)
    }

    @Test("Beyond the limit on sizes of files photos stay where they are", .enabled(if: SortAlbum.hasElsewhere))
    func limit() async throws {
        let album = SortAlbum(elsewhere: true)
        album.fill(4)
        album.add("30.jpg", SortAlbum.picture(5, 30, comment: 30_000))
        let before = album.state
        let end = try await TaggingProgram.start("sort", album.source, album.out, "20000").end(seconds: 60)
        #expect(end.output.contains("30.jpg failed \(EFBIG) "), "\(end)")
        #expect(album.state["in/30.jpg"] == before["in/30.jpg"] && album.state["in/10.jpg"] == nil)
        #expect(!album.hidden.contains(where: Self.isTemporary))
        #expect(try await album.undo().allSatisfy { $0.error == nil })
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test(
        "A copy that keeps neither permissions nor the reason why does not replace a photo; where there are none it does",
        .enabled(if: SortAlbum.hasElsewhere), arguments: ["modes", "modeless"])
    func permissions(_ kind: String) async throws {
        let album = SortAlbum(elsewhere: true)
        album.fill(1)
        chmod(album.source + "/10.jpg", 0o640)
        let before = album.state
        let end = try await TaggingProgram.start("sort-faulty", album.source, "\(kind):1:1000:alone", album.out)
            .end(seconds: 60)
        if kind == "modes" {
            #expect(end.output.contains("10.jpg failed \(EIO) "), "\(end)")
            #expect(end.output.contains("10.jpg would not keep its permissions"), "\(end)")
            #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
        } else {
            #expect(end.output.contains("10.jpg written"), "\(end)")
            #expect(try await album.undo().allSatisfy { $0.error == nil })
        }
    }

    @Test(
        "A photo whose time of modification another file system cannot store is not moved there",
        .enabled(if: SortAlbum.hasElsewhere), arguments: [false, true])
    func times(copies: Bool) async throws {
        let album = SortAlbum(elsewhere: true)
        album.fill(1)
        let before = album.state
        let end = try await TaggingProgram.start(
            copies ? "sort-copies-faulty" : "sort-faulty", album.source, "times:1:1000:alone", album.out
        ).end(seconds: 60)
        if copies {
            #expect(end.output.contains("10.jpg written"), "\(end)")
            #expect(try await album.undo().allSatisfy { $0.error == nil })
        } else {
            #expect(
                end.output.contains(
                    "10.jpg would not keep its time of modification, 2020-09-13, in another file system, ")
                    && end.output.contains("makes 1901-12-13 of it; set another with touch first"), "\(end)")
        }
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut)
    }

    @Test("A copy that cannot be removed again is not forgotten: undo removes it", arguments: [false, true])
    func stuckCopies(copies: Bool) async throws {
        guard copies || SortAlbum.hasElsewhere else { return print("skipped: there is no second file system") }
        let album = SortAlbum(elsewhere: !copies)
        album.add("10.jpg", SortAlbum.picture(5, 10))
        album.add("10.jpg.xmp", Array("sidecar".utf8))
        let before = album.state
        // Of the copies the second does not come to its name, and the first cannot be removed; of moved files, the original cannot.
        let end = try await TaggingProgram.start(
            copies ? "sort-copies-faulty" : "sort-faulty", album.source,
            copies ? "stuck:2:1:alone" : "removals:1:1000:alone",
            album.out
        ).end(seconds: 60)
        #expect(end.output.contains("10.jpg failed \(EIO) "), "\(end)")
        for (name, photo) in before { #expect(album.state[name] == photo, "\(name)") }
        #expect(album.state.count > before.count)
        #expect(try await album.undo(.all).allSatisfy { $0.error == nil })
        try await TaggingJournal.recover(in: album.source)
        #expect(album.state == before && album.hidden.isEmpty && !album.hasOut, "\(album.names) \(album.hidden)")
    }

    @Test("Without the right to change a folder photos stay where they are, and the folder is named") func rights()
        async throws
    {
        guard geteuid() == 0 else { return print("skipped: giving folders to others takes root") }
        let album = SortAlbum()
        album.fill(3)
        let before = album.state
        chown(album.album.folder.path, 65534, 65534)
        let source = try await TaggingProgram.start("sort", album.source, album.out, asNobody: true).end(seconds: 60)
        #expect(source.output.split(separator: "\n").count { $0.contains("failed \(EACCES) ") } == 3, "\(source)")
        #expect(source.output.contains("move photos out of \(album.source)"), "\(source)")
        #expect(album.state == before && !album.hasOut)
        chown(album.source, 65534, 65534)
        mkdir(album.out, 0o755)
        let target = try await TaggingProgram.start("sort", album.source, album.out, asNobody: true).end(seconds: 60)
        #expect(target.output.contains("write in \(album.out)"), "\(target)")
        #expect(album.state == before && album.hidden.isEmpty)
        chown(album.out, 65534, 65534)
        let sorted = try await TaggingProgram.start("sort", album.source, album.out, asNobody: true).end(seconds: 60)
        #expect(!sorted.output.contains("failed"), "\(sorted)")
        // Nor does undo need more rights than sorting did, and without them it names the photo.
        chown(album.source, 0, 0)
        let stuck = try await TaggingProgram.start("undo", album.out, "all", asNobody: true).end(seconds: 60)
        #expect(stuck.output.contains("failed"), "\(stuck)")
        #expect(album.state.count == before.count && !album.names.contains { $0.hasPrefix("in/") })
        chown(album.source, 65534, 65534)
        let undone = try await TaggingProgram.start("undo", album.out, "all", asNobody: true).end(seconds: 60)
        #expect(!undone.output.contains("failed"), "\(undone)")
        #expect(album.state == before && album.hidden.isEmpty)
    }

    @Test("What other programs save while photos are sorted is nowhere overwritten", arguments: ways)
    func edits(way: (elsewhere: Bool, copies: Bool)) async throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<(Fixtures.isThorough ? 100 : 3) {
            let album = SortAlbum(elsewhere: way.elsewhere)
            album.fill(30, comment: 5000)
            let before = album.state
            let program = try TaggingProgram.start(way.copies ? "sort-copies" : "sort", album.source, album.out)
            try await TaggingProgram.waitForLine(program)
            var saved: [String: [UInt8]] = [:]
            for number in 0..<10 {
                usleep(UInt32.random(in: 0...3000, using: &random))
                let name = "\(Int.random(in: 10..<40, using: &random)).jpg"
                let bytes = SortAlbum.picture(5, 100 + number, comment: 2000)
                // Programs save what they have opened: beside it, and renamed.
                guard access("\(album.source)/\(name)", F_OK) == 0 else { continue }
                album.add(".saving", bytes)
                rename("\(album.source)/.saving", "\(album.source)/\(name)")
                saved["in/\(name)"] = bytes
            }
            let end = try await program.end(seconds: 60)
            #expect(end.status == 0, "\(end)")
            let contents = Set(album.state.values.map(\.bytes))
            for (name, bytes) in saved { #expect(contents.contains(bytes), "\(name) lost what was saved") }
            for (name, photo) in before where saved[name] == nil {
                #expect(contents.contains(photo.bytes), "\(name) is lost")
            }
            #expect(!album.hidden.contains(where: Self.isTemporary))
        }
    }

    @Test(
        "A plan says that hard links do not lead to another file system, and is silent where they do",
        arguments: [true, false])
    func hardLinks(elsewhere: Bool) async throws {
        guard !elsewhere || SortAlbum.hasElsewhere else { return print("skipped: there is no second file system") }
        let album = SortAlbum(elsewhere: elsewhere)
        album.fill(1)
        #expect(try await album.plan().hardLinkWarning == nil)
        #expect(link(album.source + "/10.jpg", album.album.path("kept.jpg")) == 0)
        let plan = try await album.plan()
        #expect(plan.hardLinkWarning?.contains("/in/10.jpg has other hard links") == (elsewhere ? true : nil))
        #expect(try await album.plan(copies: true).hardLinkWarning == nil)
        let folder = PhotoFolder(URL(filePath: album.source))
        let sorting = try await folder.sorting(into: URL(filePath: album.out), by: try SortPattern("%Y"))
        #expect(sorting.warnings == (plan.hardLinkWarning.map { [$0] } ?? []))
    }

    @Test("A card that is reached by a symbolic link since gets its photos back if the folder behind it is named")
    func movedCard() async throws {
        for (name, isAuthentic) in [("moved", true), ("in", true), ("moved", false), ("in", false)] {
            let album = SortAlbum()
            album.fill(3)
            let before = album.state
            try await album.sort()
            if !isAuthentic {
                // Copied as if by another user, a journal does not count outside the folders that are named.
                let copy = album.album.path("copied")
                try FileManager.default.moveItem(atPath: album.out, toPath: copy)
                #expect(try await ChildProcess(["/usr/bin/cp", "-a", copy, album.out]).end().status == 0)
                try FileManager.default.removeItem(atPath: copy)
            }
            let moved = album.album.path("moved")
            rename(album.source, moved)
            symlink("moved", album.source)
            let stuck = try await album.undo(.all)
            #expect(!stuck.isEmpty && stuck.allSatisfy { $0.error?.code == .unsafe }, "\(stuck)")
            if isAuthentic {
                #expect(
                    stuck.allSatisfy {
                        $0.error?.message.contains("\(album.source), on the way to \(album.source)/") == true
                            && $0.error?.advice == "undo with the folder that it leads to named as well"
                    }, "\(stuck)")
            }
            let undone = try await TaggingJournal.undo(.all, in: [album.out, album.album.path(name)])
            #expect(undone.outcomes.allSatisfy { $0.error == nil }, "\(name): \(undone.outcomes)")
            unlink(album.source)
            rename(moved, album.source)
            #expect(album.state == before && album.hidden.isEmpty, "\(name) \(album.names)")
        }
    }

    @Test("Of a run that ended before photos came to the folders that it had made, undo removes these")
    func emptyFolders() async throws {
        let album = SortAlbum()
        album.fill(12)
        let plan = try await album.plan()
        mkdir(album.out, 0o755)
        // Another program saves all of them in the last moment, so that none is moved.
        for number in 10..<22 { album.add("\(number).jpg", SortAlbum.picture(5, number, comment: 9)) }
        let before = album.state
        try await interrupted(plan)
        #expect(access(album.out + "/2026/05", F_OK) == 0)
        _ = try await album.undo()
        #expect(album.state == before && access(album.out + "/2026", F_OK) != 0 && album.hasOut)
        #expect(album.hidden.isEmpty, "\(album.hidden)")
        // The same run, as it ends by itself.
        let run = SortingRun()
        _ = await run.carryOut(plan.photos)
        await run.finish()
        #expect(access(album.out + "/2026", F_OK) != 0 && album.hasOut && album.hidden.isEmpty)
    }

    /// Without its end, which would clear up.
    private func interrupted(_ plan: SortPlan) async throws {
        for outcome in await SortingRun().carryOut(plan.photos) { #expect(outcome.error != nil) }
    }
}
