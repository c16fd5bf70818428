import Foundation
import Glibc
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("What PhotoFolder cannot do is an outcome with its reason") struct PhotoFolderFaultTests {
    private let album = PhotoFolderAlbum()

    @Test(
        "A folder that cannot be written to fails with the advice, and stays as it is",
        .enabled(if: !Rights.isRoot, "root may write to any folder"))
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

    @Test(
        "A folder on a disk mounted read-only fails, and stays as it is",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
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

    @Test(
        "Each hard link that is detached gets the new content, in one batch and in two", arguments: [1, 300],
        [false, true])
    func detaching(count: Int, isStripped: Bool) async throws {
        for number in 0..<count { album.addPair("\(1000 + number)", second: number) }
        try #require(link(album.path("1000.jpg"), album.path("z.jpg")) == 0)
        try #require(symlink(album.path("1000.jpg"), album.path("zlink.jpg")) == 0)
        let before = album.photos
        var options = album.options
        options.hardLinks = .detach
        let folder = PhotoFolder(URL(filePath: album.album.folder.path), options: options)
        let placed = await album.outcomes(folder.write(try await folder.placing(at: Walk.place(46.5, 8.25))))
        #expect(placed.filter { $0.action != .written }.isEmpty && placed.count >= count + 1)
        for name in ["1000.jpg", "z.jpg"] {
            let location = try MetadataReader().metadata(of: album.path(name)).location
            #expect(abs((location?.coordinate.latitude ?? 0) - 46.5) < 1e-6, "\(name)")
        }
        if isStripped {
            let stripped = await album.outcomes(folder.write(try await folder.stripping()))
            #expect(stripped.count { $0.error != nil } == 0)
            for name in ["1000.jpg", "z.jpg"] {
                #expect(try MetadataReader().metadata(of: album.path(name)).location == nil, "\(name)")
            }
        }
        try await album.undoAll()
        #expect(album.photos == before)
    }

    @Test(
        "A photo whose content has changed is not written although its size and time are the old ones",
        arguments: [PhotoFolder.HardLinks.refuse, .detach], [false, true])
    func putBackTime(hardLinks: PhotoFolder.HardLinks, isLinked: Bool) async throws {
        guard hardLinks == .detach || !isLinked else { return }
        album.addPair("a")
        if isLinked { try #require(link(album.path("a.jpg"), album.path("z.jpg")) == 0) }
        var options = album.options
        options.hardLinks = hardLinks
        let folder = PhotoFolder(URL(filePath: album.album.folder.path), options: options)
        let plan = try await folder.placing(at: Walk.place(46.5, 8.25))
        #expect(plan.written.count == (isLinked ? 2 : 1))
        // As another program does that keeps times: the file stays the same one.
        var status = stat()
        try #require(stat(album.path("a.jpg"), &status) == 0)
        let changed = DatedPhoto.bytes("2026:06:01 10:00:09")
        try #require(changed.count == Int(status.st_size))
        let file = open(album.path("a.jpg"), O_WRONLY)
        #expect(pwrite(file, changed, changed.count, 0) == changed.count)
        close(file)
        var times = [status.st_atim, status.st_mtim]
        try #require(utimensat(AT_FDCWD, album.path("a.jpg"), &times, 0) == 0)
        let outcomes = await album.outcomes(folder.write(plan))
        #expect(outcomes.allSatisfy { $0.error?.code == .changed }, "\(outcomes)")
        #expect(album.album.bytes("a.jpg") == changed)
    }

    @Test("What metadata and geocoders say stays with an error: the advice, and their own error below")
    func underlying() throws {
        let metadata = MetadataError(
            code: .unreadable, message: "a.jpg is a pipe", advice: "name a photo", path: "a.jpg")
        for error in [TaggingError(metadata, path: "b.jpg"), PhotoPreparer.tagging(metadata, "b.jpg")] {
            #expect(error.message == "a.jpg is a pipe; name a photo" && error.advice == "name a photo")
            #expect(error.path == "b.jpg" && error.underlying as? MetadataError == metadata)
        }
        let geocoder = TaggingError(unanswered: GeocodingError(.timedOut, "too late"))
        #expect(geocoder.code == .unanswered && (geocoder.underlying as? GeocodingError)?.code == .timedOut)
        album.album.add("broken.jpg", Array("notes".utf8))
        let error = #expect(throws: TaggingError.self) {
            try PlaceFacts.Reader().facts(of: URL(filePath: album.path("broken.jpg")))
        }
        #expect((error?.underlying as? MetadataError)?.path == album.path("broken.jpg"))
    }

    @Test(
        "A photo that is gone before its removal is planned fails, and is not written in whatever state it comes back")
    func missingState() async throws {
        album.addPair("a")
        let asset = try #require(try await album.opened.contents().assets.first)
        unlink(album.path("a.dng"))
        var planner = PhotoFolder.StripPlanner()
        let photo = planner.planned(asset)
        guard case .fail(let error) = photo.action else {
            Issue.record("\(photo)")
            return
        }
        #expect(error.code == .unreadable && error.path == album.path("a.dng") && photo.edits.isEmpty)
    }

    @Test("Photos that share files with one that was removed from a plan for sorting stay where they are")
    func separatedFiles() async throws {
        album.album.add("a.jpg", DatedPhoto.bytes("2026:05:01 10:00:07"))
        album.addGIF("a.gif")
        album.album.add("a.xmp", Array("shared".utf8))
        album.album.add("b.jpg", DatedPhoto.bytes("2026:05:01 10:00:09"))
        let before = album.photos
        let out = URL(filePath: album.path("out"))
        var plan = try await album.opened.sorting(into: out, by: try SortPattern("%Y/%m"))
        #expect(plan.written.count == 3)
        let whole = plan
        plan.photos.removeAll { $0.url.lastPathComponent == "a.gif" }
        let preview = await album.outcomes(album.opened.preview(plan))
        let outcomes = await album.outcomes(album.opened.write(plan))
        #expect(preview.map(\.action) == outcomes.map(\.action))
        #expect(outcomes.map { $0.error?.code } == [.unsafe, nil])
        #expect(outcomes.first?.error?.message.hasSuffix("; keep or remove both") == true)
        for name in ["a.jpg", "a.gif", "a.xmp"] { #expect(album.photo(name) == before[name]) }
        #expect(album.photo("b.jpg") == nil && outcomes.last?.newURL != nil)
        let rest = await album.outcomes(album.opened.write(whole))
        #expect(rest.count { $0.action == .written } == 2 && album.photo("a.xmp") == nil, "\(rest)")
    }

    @Test("Forgetting visits the other folders if one of them fails, and throws the failure")
    func partialForgetting() async throws {
        album.addPair("a")
        _ = await album.outcomes(album.opened.write(try await album.opened.placing(at: Walk.place(46.5, 8.25))))
        let folder = PhotoFolder(
            URL(filePath: album.path("none")), URL(filePath: album.album.folder.path), options: album.options)
        let error = await #expect(throws: TaggingError.self) { try await folder.forget() }
        #expect(error?.code == .unreadable && album.hidden.isEmpty)
    }

    @Test("The error of another module keeps its advice, once in the message, also under another name")
    func advice() {
        let error = TaggingError(PhotosError(.missing, "the folder /a is missing", advice: "make /a", path: "/a"))
        #expect(error.message == "the folder /a is missing; make /a" && error.advice == "make /a")
        #expect(
            error.named("/b").message == "the folder /b is missing; make /b" && error.named("/b").advice == "make /b")
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
