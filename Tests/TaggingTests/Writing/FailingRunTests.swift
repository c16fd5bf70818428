import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TaggingRun: what cannot be written") struct FailingRunTests {
    @Test("Beyond the limit on sizes of files a photo is untouched and named, the rest go on") func limit() async throws
    {
        let album = Album(12, size: 40_000)
        let before = album.photos
        let end = try await TaggingProgram.start("limited", album.folder.path, "40000").end(seconds: 60)
        #expect(end.status == 0, "\(end)")
        var failures = 0
        for (name, photo) in before {
            let line = try #require(end.output.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
            if photo.bytes.count > 41_000 {
                #expect(line.contains("failed \(EFBIG) ") && line.contains(album.path(name)), "\(line)")
                #expect(album.photo(name) == photo)
                failures += 1
            } else if photo.bytes.count < 39_000 {
                #expect(line.hasSuffix("written"), "\(line)")
            }
        }
        #expect(failures > 0 && failures < 12)
        #expect(album.hidden == [".locationkit-undo"])
        _ = try await album.undo()
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("Where not even the journal can grow, all are untouched and named") func noJournal() async throws {
        let album = Album(3, size: 4000)
        let before = album.photos
        let end = try await TaggingProgram.start("limited", album.folder.path, "10").end(seconds: 60)
        #expect(end.output.split(separator: "\n").count { $0.contains("failed \(EFBIG)") } == 3, "\(end)")
        #expect(album.photos == before && album.hidden.isEmpty)
    }

    @Test("On a full disk photos are untouched and named; with room for one, all are written one by one")
    func fullDisk()
        async throws
    {
        guard geteuid() == 0 else { return print("skipped: mounting a small disk takes root") }
        let place = Album(0)
        let disk = place.path("disk")
        mkdir(disk, 0o700)
        let mounted = try await ChildProcess(
            ["/usr/bin/mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]
        ).end()
        guard mounted.status == 0 else { return print("skipped: no disk can be mounted: \(mounted.errors)") }
        defer { umount2(disk, 2) }
        for number in 1...5 {
            place.add("disk/\(number).jpg", [UInt8](repeating: UInt8(number), count: 350_000))
        }
        let filler = [UInt8](repeating: 0, count: 4096)
        let file = open("\(disk)/.filler", O_WRONLY | O_CREAT, 0o600)
        while write(file, filler, filler.count) == filler.count {}
        close(file)
        let before = (1...5).map { place.photo("disk/\($0).jpg") }
        let writes = (1...5).map { place.write("disk/\($0).jpg", "A") }
        let outcomes = await TaggingRun().write(writes)
        #expect(outcomes.allSatisfy { $0.error?.errno == ENOSPC && $0.error?.message.contains(disk) == true })
        #expect((1...5).map { place.photo("disk/\($0).jpg") } == before)
        // Room for one new photo, not for two.
        truncate("\(disk)/.filler", lseekEnd("\(disk)/.filler") - 450_000)
        // Not by this process: its children hold what is being removed until they have become other programs.
        let again = try await TaggingProgram.start("tag", disk, "A").end(seconds: 60)
        #expect(again.output.split(separator: "\n").count { $0.hasSuffix(" written") } == 5, "\(again)")
        let undone = try await TaggingProgram.start("undo", disk, "all").end(seconds: 60)
        #expect(undone.output.split(separator: "\n").count { $0.hasSuffix(" restored") } == 5, "\(undone)")
        #expect((1...5).map { place.photo("disk/\($0).jpg") } == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: disk).sorted()
        #expect(names == [".filler", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"])
    }

    private func lseekEnd(_ path: String) -> off_t {
        var status = stat()
        stat(path, &status)
        return status.st_size
    }

    @Test("A medium that cannot be written is named, and so is a photo that is protected or of somebody else")
    func rights() async throws {
        guard geteuid() == 0 else { return print("skipped: giving files to others takes root") }
        let album = Album(4)
        chown(album.folder.path, 65534, 65534)
        chown(album.path("1.jpg"), 65534, 65534)
        chown(album.path("2.jpg"), 65534, 65534)
        chmod(album.path("2.jpg"), 0o444)
        chmod(album.path("3.jpg"), 0o666)
        chmod(album.path("4.jpg"), 0o600)
        let before = album.photos
        let end = try await TaggingProgram.start("tag", album.folder.path, "mark", asNobody: true).end(seconds: 60)
        let lines = end.output.split(separator: "\n").dropFirst().map(String.init)
        try #require(lines.count == 4, "\(end)")
        #expect(lines[0] == "1.jpg written")
        #expect(lines[1].contains("failed \(EACCES)") && lines[3].contains("failed \(EACCES)"), "\(lines)")
        #expect(lines[2].contains("owner"), "\(lines)")
        #expect(album.photos.filter { $0.key != "1.jpg" } == before.filter { $0.key != "1.jpg" })
        #expect(album.hidden == [".locationkit-undo"])
        // The journal is that user's: root does not take its word.
        let undo = try await TaggingJournal.undo(in: album.folder.path)
        #expect(undo.outcomes.isEmpty && undo.foreign.map(\.isUndoable) == [false])
        _ = try await TaggingProgram.start("undo", album.folder.path, "all", asNobody: true).end(seconds: 60)
        #expect(album.photos == before && album.hidden.isEmpty)
        chown(album.folder.path, 0, 0)
        chmod(album.folder.path, 0o755)
        let refused = try await TaggingProgram.start("tag", album.folder.path, "mark", asNobody: true).end(seconds: 60)
        #expect(refused.output.split(separator: "\n").count { $0.contains("failed") } == 4, "\(refused)")
        #expect(album.photos == before && album.hidden.isEmpty)
    }
}
