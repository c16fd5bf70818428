import Foundation
import Glibc
import LKGeo
import LKGeocoding
import LKMetadata
import LKPersistence
import LKPhotos
import TestSupport
import Testing

@testable import LKTagging

@Suite("What PhotoFolder cannot do is an outcome with its reason") struct PhotoFolderFaultTests {
    private let album = PhotoFolderAlbum()

    @Test("A folder that cannot be written to fails with the advice, and stays as it is", .enabled(if: !Rights.isRoot))
    func readOnlyFolder() async throws {
        album.addPair("a")
        let before = album.photos
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        chmod(album.path(""), 0o555)
        defer { chmod(album.path(""), 0o755) }
        let outcomes = await album.outcomes(album.opened.write(plan))
        #expect(outcomes.first?.error?.code == .unwritable && outcomes.first?.error?.advice != nil, "\(outcomes)")
        #expect(album.photos == before)
    }

    @Test("A folder on a disk mounted read-only fails, and stays as it is", .enabled(if: Rights.canMount))
    func readOnlyDisk() async throws {
        let disk = album.path("disk")
        mkdir(disk, 0o755)
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=4m") == 0)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        album.addPair("disk/a")
        try #require(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), "") == 0)
        let folder = PhotoFolder(URL(filePath: disk), options: album.options)
        let plan = try await folder.placing(at: Walk.place(46.5, 8.25))
        #expect(plan.written.count == 1)
        let outcomes = await album.outcomes(folder.write(plan))
        #expect(outcomes.first?.error?.errno == EROFS && outcomes.first?.error?.code == .unwritable, "\(outcomes)")
    }

    @Test("A missing folder is an error of the plan")
    func missingFolder() async throws {
        let folder = PhotoFolder(URL(filePath: album.path("none")), options: album.options)
        let error = await #expect(throws: TaggingError.self) { try await folder.stripping() }
        #expect(error?.code == .unreadable && (error?.underlying as? PhotosError)?.code == .missing)
        #expect(try await folder.recover() == PhotoFolder.Recovery())
        await #expect(throws: TaggingError.self) { try await folder.undo() }
    }

    @Test("A photo that has changed since the plan was made is not written")
    func changedPhoto() async throws {
        album.addPair("a")
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        album.album.add("a.jpg", DatedPhoto.bytes("2026:06:01 10:00:07"), modified: 1_700_000_000)
        let changed = album.photo("a.jpg")
        #expect(await album.outcomes(album.opened.write(plan)).first?.error?.code == .changed)
        #expect(album.photo("a.jpg") == changed)
    }

    @Test(
        "A task that is cancelled while it reads outcomes leaves the rest not begun, and undo restores what was written"
    )
    func cancellation() async throws {
        let count = 300
        for number in 0..<count { album.addPair("\(1000 + number)", second: number) }
        let before = album.photos
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        #expect(plan.written.count == count)
        let folder = album.opened
        let task = Task {
            var outcomes: [PhotoFolder.Outcome] = []
            for await outcome in folder.write(plan) {
                outcomes.append(outcome)
                if outcomes.count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return outcomes
        }
        let outcomes = await task.value
        #expect(outcomes.count == count)
        let written = outcomes.count { $0.action == .written }
        #expect(written > 0 && written < count && outcomes.count { $0.action == .notBegun } == count - written)
        let changed = album.photos.filter { $0.key.hasSuffix("jpg") && before[$0.key] != $0.value }.count
        #expect(changed == written)
        try await album.undoAll()
        #expect(album.photos == before)
    }

    @Test("A loop that ends early ends the writing behind the batch, and unlocks the folder")
    func earlyEnd() async throws {
        for number in 0..<300 { album.addPair("\(1000 + number)", second: number) }
        let before = album.photos
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        for await outcome in album.opened.write(plan) {
            #expect(outcome.action == .written)
            break
        }
        let changed = album.photos.filter { $0.key.hasSuffix("jpg") && before[$0.key] != $0.value }.count
        #expect(changed > 0 && changed < 300)
        try await album.undoAll()
        #expect(album.photos == before)
    }

    @Test("A cancelled task makes no plan")
    func cancelledPlan() async throws {
        album.addPair("a")
        let folder = album.opened
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(TaggingError) {
                _ = try await folder.stripping()
                return nil as TaggingError.Code?
            } catch { return error.code }
        }
        #expect(await task.value == .canceled)
    }

    @Test("A file with two names in different batches is written once, and both are as planned")
    func twoNames() async throws {
        for number in 0..<300 { album.addPair("\(1000 + number)", second: number) }
        try #require(symlink(album.path("1000.jpg"), album.path("zlink.jpg")) == 0)
        let plan = try await album.opened.placing(at: Walk.place(46.5, 8.25))
        let outcomes = await album.outcomes(album.opened.write(plan))
        let link = outcomes.first { $0.url.lastPathComponent == "zlink.jpg" }
        #expect(link?.error == nil && link != nil, "\(String(describing: link))")
        #expect(outcomes.count { $0.error != nil } == 0)
    }

    @Test("An error compares by what it says, and keeps advice and the underlying error")
    func errors() {
        let underlying = GeocodingError(.timedOut, "too late")
        let error = TaggingError(
            code: .unanswered, message: "a.jpg: too late", advice: "try again", path: "a.jpg",
            underlying: underlying)
        #expect(error == TaggingError(code: .unanswered, message: error.message, path: "a.jpg"))
        #expect(error.hashValue == TaggingError(code: .unanswered, message: error.message, path: "a.jpg").hashValue)
        #expect(error != TaggingError(code: .busy, message: error.message, path: "a.jpg"))
        #expect(error.advice == "try again" && (error.underlying as? GeocodingError)?.code == .timedOut)
        #expect("\(error)" == error.message)
    }
}
