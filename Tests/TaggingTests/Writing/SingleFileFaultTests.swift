import Foundation
import Glibc
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Single photos that are placed and undone: killed, out of room, without rights, edited by others")
struct SingleFileFaultTests {
    /// Pictures, and one of a format that is not written, whose sidecar says the position.
    private static func album(_ count: Int, seed: UInt64 = 1) -> Album {
        let album = Album()
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            album.add("\(number + 10).jpg", picture("2026:05:01 10:00:\(10 + number)", 1000 * number, &random))
        }
        album.add(
            "z.gif",
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
        return album
    }

    /// An image with a comment of so many bytes, so that it takes its time.
    private static func picture(_ time: String, _ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = DatedPhoto.bytes(time)
        let comment = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes.insert(contentsOf: [0xFF, 0xFE, UInt8((count + 2) >> 8), UInt8((count + 2) & 255)] + comment, at: 2)
        return bytes
    }

    private static func contents(_ album: Album) -> [String: [UInt8]] { album.photos.mapValues(\.bytes) }

    private static func files(_ album: Album) -> [[String]] {
        album.photos.keys.sorted().filter { !$0.hasSuffix(".xmp") }.map { [album.path($0)] }
    }

    /// What photos are once a position is written into them.
    private static func placed(_ contents: [String: [UInt8]], _ latitude: Double) async throws -> [String: [UInt8]] {
        let copy = Album()
        for (name, bytes) in contents { copy.add(name, bytes) }
        let end = try await TaggingProgram.start("place", copy.folder.path, "\(latitude)").end(seconds: 60)
        #expect(end.status == 0 && !end.output.contains("failed"), "\(end)")
        return Self.contents(copy)
    }

    private static func undo(_ extent: TaggingJournal.Extent, _ album: Album) async throws -> [PhotoOutcome] {
        try await TaggingJournal.undo(extent, in: [], photos: files(album)).outcomes
    }

    /// So many microseconds a program takes now, on this machine, with what else it has to do.
    private static func duration(_ command: String, _ argument: String, _ album: Album) async throws -> UInt32 {
        let program = try TaggingProgram.start(command, album.folder.path, argument)
        try await TaggingProgram.waitForLine(program)
        let begin = ContinuousClock.now
        #expect(try await program.end(seconds: 60).status == 0)
        return max(2000, UInt32((ContinuousClock.now - begin) / .microseconds(1)))
    }

    @Test(
        "Killed at random moments every photo and sidecar is the old or the new one, and undo of the files restores all"
    )
    func kills() async throws {
        var random = SeededGenerator(seed: 41)
        let wanted = Fixtures.isThorough ? 1000 : TaggingProgram.isSanitized ? 6 : 16
        var (kills, mixed, undoing) = (0, 0, 0)
        let trial = Self.album(20)
        let whole = try await Self.duration("place", "40", trial)
        let back = try await Self.duration("undo-files", "all", trial)
        while kills < wanted || mixed == 0 && kills < 40 * wanted && !TaggingProgram.isSanitized {
            let album = Self.album(20, seed: random.next())
            let before = album.photos
            for round in 0..<4 {
                let old = Self.contents(album)
                let latitude = Double(40 + round)
                let new = try await Self.placed(old, latitude)
                let program = try TaggingProgram.start("place", album.folder.path, "\(latitude)")
                // Wherever it is by then: however long it takes to get there.
                try await TaggingProgram.waitForLine(program, number: Int.random(in: 0...20, using: &random))
                usleep(UInt32.random(in: 0...whole / 4, using: &random))
                program.signal(SIGKILL)
                let end = try await program.end(seconds: 60)
                #expect(end.signal == SIGKILL || end.status == 0, "\(end.errors)")
                kills += end.signal == SIGKILL ? 1 : 0
                let now = Self.contents(album)
                #expect(Set(now.keys).isSubset(of: Set(old.keys).union(new.keys)))
                var newer = 0
                for name in Set(old.keys).union(new.keys) where now[name] != old[name] {
                    #expect(now[name] == new[name], "kill \(kills): \(name) is neither")
                    newer += 1
                }
                mixed += newer > 0 && newer < new.count - 1 ? 1 : 0
            }
            for _ in 0..<3 {
                let program = try TaggingProgram.start("undo-files", album.folder.path, "all")
                try await TaggingProgram.waitForLine(program)
                usleep(UInt32.random(in: 0...back, using: &random))
                program.signal(SIGKILL)
                if try await program.end(seconds: 60).signal == SIGKILL { (kills, undoing) = (kills + 1, undoing + 1) }
            }
            let outcomes = try await Self.undo(.all, album)
            #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.error))")
            #expect(album.photos == before, "after \(kills) kills")
            #expect(album.hidden.isEmpty, "after \(kills) kills: \(album.hidden)")
        }
        print("\(kills) kills, \(mixed) amid photos, \(undoing) of an undo")
        #expect(mixed > 0 || TaggingProgram.isSanitized)
    }

    @Test("Beyond the limit on sizes of files photos stay as they are and are named, when placed and when undone")
    func limit() async throws {
        let album = Self.album(20)
        let before = album.photos
        let end = try await TaggingProgram.start("place", album.folder.path, "40", "12000").end(seconds: 60)
        #expect(end.status == 0, "\(end)")
        var failures = 0
        for (name, photo) in before where name != "z.gif" {
            let line = try #require(end.output.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
            if photo.bytes.count > 12_000 {
                #expect(line.contains("failed \(EFBIG) ") && line.contains(album.path(name)), "\(line)")
                #expect(album.photo(name) == photo)
                failures += 1
            } else if photo.bytes.count < 11_000 {
                #expect(line.hasSuffix("written"), "\(line)")
            }
        }
        #expect(failures > 3 && failures < 17 && album.hidden == [".locationkit-undo"])
        #expect(album.photos.keys.contains("z.gif.xmp"))
        // All of them, so that undo meets the limit.
        _ = try await TaggingProgram.start("place", album.folder.path, "41").end(seconds: 60)
        let placed = album.photos
        let undo = try await TaggingProgram.start("undo-files", album.folder.path, "all", "12000").end(seconds: 60)
        for (name, photo) in before where name != "z.gif" && photo.bytes.count > 12_000 {
            #expect(undo.output.contains("\(name) failed \(EFBIG) "), "\(undo)")
            #expect(album.photo(name) == placed[name])
        }
        #expect(album.hidden == [".locationkit-undo"])
        #expect(try await Self.undo(.all, album).allSatisfy { $0.error == nil })
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test(
        "On a full disk photos stay as they are and are named, when placed and when undone, and nothing is left behind",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func fullDisk() async throws {
        let (place, photos) = (Album(), Self.album(20))
        let disk = place.path("disk")
        mkdir(disk, 0o700)
        let mounted = try await ChildProcess(["/usr/bin/mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]).end()
        try #require(mounted.status == 0, "\(mounted.errors)")
        defer { umount2(disk, 2) }
        let names = photos.photos.keys.sorted()
        for name in names { place.add("disk/\(name)", photos.bytes(name)) }
        let before = names.map { place.photo("disk/\($0)") }
        func fill(leaving count: Int) { SmallDisk.fill(disk, leaving: count) }
        func hidden() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: disk).filter { $0.hasPrefix(".") }.sorted()
        }
        fill(leaving: 0)
        let full = try await TaggingProgram.start("place", disk, "40").end(seconds: 60)
        let failed = full.output.split(separator: "\n").dropFirst()
        #expect(failed.count == names.count && failed.allSatisfy { $0.contains("failed \(ENOSPC)") }, "\(full)")
        #expect(names.map { place.photo("disk/\($0)") } == before)
        #expect(try hidden() == [".filler"])
        // Room for some of them beside the old ones.
        fill(leaving: 100_000)
        let some = try await TaggingProgram.start("place", disk, "40").end(seconds: 60)
        #expect(some.output.contains("written"), "\(some)")
        let placed = names.map { place.photo("disk/\($0)") }
        fill(leaving: 0)
        let stuck = try await TaggingProgram.start("undo-files", disk, "all").end(seconds: 60)
        #expect(stuck.output.contains("failed \(ENOSPC)"), "\(stuck)")
        for (index, name) in names.enumerated() {
            let photo = place.photo("disk/\(name)")
            #expect(photo == before[index] || photo == placed[index])
        }
        #expect(try hidden() == [".filler", ".locationkit-undo"])
        unlink("\(disk)/.filler")
        let undone = try await TaggingProgram.start("undo-files", disk, "all").end(seconds: 60)
        #expect(!undone.output.contains("failed"), "\(undone)")
        #expect(names.map { place.photo("disk/\($0)") } == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk).sorted() == names)
    }

    @Test(
        "Without the right to write photos stay as they are and are named, when placed and when undone",
        .enabled(if: Rights.isRoot, "needs root, which can give files to other users and run as one"))
    func rights() async throws {
        let album = Self.album(3)
        for name in album.folder.names { chown(album.path(name), 65534, 65534) }
        chown(album.folder.path, 65534, 65534)
        chmod(album.path("11.jpg"), 0o444)
        let before = album.photos
        let end = try await TaggingProgram.start("place", album.folder.path, "40", asNobody: true).end(seconds: 60)
        #expect(end.output.contains("10.jpg written\n11.jpg failed \(EACCES) "), "\(end)")
        #expect(album.photo("11.jpg") == before["11.jpg"] && album.photo("10.jpg") != before["10.jpg"])
        // Nor is what was placed undone by somebody who may not.
        let placed = album.photos
        chmod(album.path("10.jpg"), 0o444)
        let undo = try await TaggingProgram.start("undo-files", album.folder.path, "all", asNobody: true).end(
            seconds: 60)
        #expect(undo.output.contains("10.jpg failed \(EACCES) "), "\(undo)")
        #expect(album.bytes("10.jpg") == placed["10.jpg"]?.bytes && album.photo("12.jpg") == before["12.jpg"])
        #expect(album.hidden == [".locationkit-undo"])
        chown(album.folder.path, 0, 0)
        chmod(album.folder.path, 0o755)
        let refused = try await TaggingProgram.start("undo-files", album.folder.path, "all", asNobody: true).end(
            seconds: 60)
        #expect(refused.status == 2 || refused.output.contains("failed"), "\(refused)")
        #expect(album.bytes("10.jpg") == placed["10.jpg"]?.bytes)
        chmod(album.path("10.jpg"), 0o644)
        chown(album.folder.path, 65534, 65534)
        let undone = try await TaggingProgram.start("undo-files", album.folder.path, "all", asNobody: true).end(
            seconds: 60)
        #expect(!undone.output.contains("failed"), "\(undone)")
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("What other programs save while photos are placed and undone stays, and the rest go on")
    func edits() async throws {
        var random = SeededGenerator(seed: 43)
        var (kept, untouched) = (0, 0)
        for round in 0..<(Fixtures.isThorough ? 100 : 4) {
            let album = Self.album(20, seed: random.next())
            let before = Self.contents(album)
            var edited: [String: [UInt8]] = [:]
            let isUndo = round % 2 == 1
            if isUndo { _ = try await TaggingProgram.start("place", album.folder.path, "40").end(seconds: 60) }
            let old = Self.contents(album)
            let program = try TaggingProgram.start(
                isUndo ? "undo-files" : "place", album.folder.path, isUndo ? "all" : "40")
            try await TaggingProgram.waitForLine(program)
            for number in 0..<8 {
                usleep(UInt32.random(in: 0...4000, using: &random))
                let name = "\(Int.random(in: 10..<30, using: &random)).jpg"
                let bytes = Self.picture("2026:06:01 10:00:1\(number)", 3000, &random)
                // As programs save: written beside it, and renamed.
                album.add(".saving", bytes)
                rename(album.path(".saving"), album.path(name))
                edited[name] = bytes
            }
            let end = try await program.end(seconds: 60)
            #expect(end.status == 0, "\(end)")
            let now = Self.contents(album)
            let placed = isUndo ? [:] : try await Self.placed(before.merging(edited) { $1 }, 40)
            for name in before.keys {
                if let bytes = edited[name] {
                    #expect(now[name] == bytes || now[name] == placed[name], "\(name) lost what was saved")
                    kept += 1
                } else {
                    #expect(now[name] == (isUndo ? before[name] : placed[name]), "\(name) of \(old.count)")
                    untouched += 1
                }
            }
            #expect(!album.hidden.contains { $0.hasSuffix(".part") })
            // Undo leaves alone what was saved after the run, and restores all the rest.
            for outcome in try await Self.undo(.all, album) where outcome.error != nil {
                #expect(edited[FolderHandle.name(of: outcome.path)] != nil && outcome.error?.code == .changed)
            }
            for (name, bytes) in before { #expect(album.bytes(name) == edited[name] ?? bytes) }
        }
        #expect(kept > 8 && untouched > 20)
    }

    @Test("A version that another program saves between the last look and the replacement is not overwritten")
    func lastMoment() async throws {
        let album = Self.album(1)
        let before = album.photos
        let saved = [UInt8](repeating: 9, count: before["10.jpg"]?.bytes.count ?? 0)
        var options = TaggingRun.Options()
        options.willReplace = { path in
            let name = FolderHandle.name(of: path)
            // With the time that the old one has.
            album.add(".saving", saved)
            rename(album.path(".saving"), album.path(name))
        }
        let run = TaggingRun(options: options)
        let sidecar = PhotoEdit(path: album.path("10.jpg.xmp"), .create([1, 2, 3]))
        #expect(await run.write([album.write("10.jpg", "A")]).map { $0.error?.code } == [.changed])
        await run.finish()
        #expect(album.bytes("10.jpg") == saved)
        #expect(album.hidden.allSatisfy { $0 == FolderJournal.name })
        // Nor where undo writes or removes.
        album.add("10.jpg", before["10.jpg"]?.bytes ?? [])
        #expect(await TaggingRun().write([album.write("10.jpg", "A"), sidecar]).allSatisfy { $0.action == .written })
        let outcomes = try await album.undo(.all, options)
        #expect(outcomes.count { $0.error?.code == .changed } == 2, "\(outcomes)")
        #expect(album.bytes("10.jpg") == saved && album.bytes("10.jpg.xmp") == saved)
        #expect(album.hidden == [FolderJournal.name])
    }

    /// A fault: from which call on, how many calls, and whether another program saves a version between look and replacement.
    private static let faults = ["renames", "removals"].flatMap { kind in
        [1, 2, 3].flatMap { first in
            [1, 1000].flatMap { count in ["alone", "edited"].map { "\(kind):\(first):\(count):\($0)" } }
        }
    }

    @Test(
        "Where names cannot be changed or removed, no version is lost, what is left is said, and undo restores all",
        arguments: ["tag-faulty", "undo-faulty", "undo-faulty with a sidecar"], faults)
    func faultyDisk(_ trial: String, _ fault: String) async throws {
        let album = Album()
        for name in ["1.jpg", "2.jpg"] {
            album.add(name, Array(String(repeating: "\(name) as it was, ", count: 20).utf8))
        }
        let saved = Array("saved by another program".utf8)
        let before = Self.contents(album)
        if trial != "tag-faulty" {
            var writes = [album.write("1.jpg", "A"), album.write("2.jpg", "A")]
            if trial.hasSuffix("sidecar") { writes.append(PhotoEdit(path: album.path("2.jpg.xmp"), .create([1, 2]))) }
            #expect(await TaggingRun().write(writes).allSatisfy { $0.action == .written })
        }
        let command = String(trial.prefix { $0 != " " })
        let end = try await TaggingProgram.start(command, album.folder.path, fault).end(seconds: 60)
        #expect(end.status == 0, "\(end)")
        func everything() throws -> [[UInt8]] {
            try FileManager.default.contentsOfDirectory(atPath: album.folder.path)
                .map { album.bytes($0) }
        }
        let isEdited = fault.hasSuffix("edited")
        #expect(try !isEdited || everything().contains(saved), "\(end) \(album.hidden) \(album.photos.keys)")
        let left = album.hidden.filter { $0 != FolderJournal.name }
        #expect(left.isEmpty || end.output.contains("failed"), "\(left) \(end)")
        // The next runs find a sound disk.
        var outcomes: [PhotoOutcome] = []
        for _ in 0..<3 { outcomes += (try? await album.undo(.all)) ?? [] }
        #expect(try !isEdited || everything().contains(saved), "\(end) \(outcomes) \(album.hidden)")
        #expect(album.hidden.allSatisfy { $0 == FolderJournal.name }, "\(end) \(outcomes) \(album.hidden)")
        for (name, bytes) in before where !isEdited || album.bytes(name) != saved {
            #expect(album.bytes(name) == bytes, "\(name): \(end) \(outcomes)")
        }
    }

    @Test(
        "File systems without exchange, and those without links too, are written and undone as others are",
        arguments: ["flags:1:1000:alone", "links:1:1000:alone"])
    func plainFileSystem(_ kind: String) async throws {
        let album = Album()
        for name in ["1.jpg", "2.jpg"] {
            album.add(name, Array(String(repeating: "\(name) as it was, ", count: 20).utf8))
        }
        let before = album.photos
        let end = try await TaggingProgram.start("tag-faulty", album.folder.path, kind).end(seconds: 60)
        #expect(end.output.split(separator: "\n").count { $0.hasSuffix(" written") } == 2, "\(end)")
        #expect(album.photos != before && album.hidden == [FolderJournal.name])
        let sidecar = PhotoEdit(path: album.path("1.jpg.xmp"), .create([1, 2]))
        #expect(await TaggingRun().write([sidecar]).allSatisfy { $0.action == .written })
        let undone = try await TaggingProgram.start("undo-faulty", album.folder.path, kind).end(seconds: 60)
        #expect(undone.output.split(separator: "\n").count { $0.hasSuffix(" restored") } == 3, "\(undone)")
        #expect(album.photos == before && album.hidden.isEmpty)
    }
}

/// A disk that a test has made small.
enum SmallDisk {
    /// Fills it with a file, but for some bytes.
    static func fill(_ folder: String, leaving count: Int) {
        let file = open("\(folder)/.filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let filler = [UInt8](repeating: 0, count: 4096)
        while write(file, filler, filler.count) == filler.count {}
        var status = stat()
        fstat(file, &status)
        ftruncate(file, status.st_size - off_t(count))
        close(file)
    }
}
