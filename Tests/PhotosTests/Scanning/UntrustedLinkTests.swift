import Foundation
import Glibc
import LKMetadata
import LKStorage
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPhotos

/// Links that one user, Ann, plants in a folder that all may write, to photos of another, Bob.
///
/// Root runs the tests, for whom such links are as foreign as for Bob.
@Suite(.enabled(if: geteuid() == 0, "only root can make links of other users")) struct UntrustedLinkTests {
    private static let ann: uid_t = 2001
    private static let bob: uid_t = 2002

    private let test = TestLibrary()

    /// `bob/private/secret.jpg` of Bob's, `ann/own.jpg` of Ann's, and `share` with `share/a.jpg` of root's.
    init() throws {
        for (name, owner) in [("bob/private/secret.jpg", Self.bob), ("ann/own.jpg", Self.ann), ("share/a.jpg", 0)] {
            try test.write(name)
            for path in [name, (name as NSString).deletingLastPathComponent] {
                chown(test.folder.file(path), owner, owner)
            }
        }
    }

    private var share: String { test.folder.file("share") }

    private func link(_ name: String, to target: String, of owner: uid_t = ann) {
        unlink(test.folder.file(name))
        #expect(symlink(target, test.folder.file(name)) == 0)
        #expect(lchown(test.folder.file(name), owner, owner) == 0)
    }

    private func paths(_ library: PhotoLibrary) -> [String] {
        library.allPhotos.assets.map { String($0.path.dropFirst(test.folder.path.count + 1)) }.sorted()
    }

    // MARK: Listing

    @Test("Leaves out another user's links to folders and files of a third, and reports each once")
    func leavesOut() async throws {
        link("share/dir", to: test.folder.file("bob/private"))
        link("share/file.jpg", to: "../bob/private/secret.jpg")
        link("share/nothing.jpg", to: "../bob/missing.jpg")
        let library = test.library([share])
        let report = try await library.reload()
        #expect(paths(library) == ["share/a.jpg"])
        let messages = report.problems.filter { $0.code == .unfollowedLink }.map(\.message)
        let expected: Set<String> = [
            "\(share)/dir is a symbolic link of another user (uid 2001) to \(test.folder.file("bob/private")); left out",
            "\(share)/file.jpg is a symbolic link of another user (uid 2001) to ../bob/private/secret.jpg; left out",
        ]
        #expect(Set(messages) == expected)
        #expect(report.problems.count == 3)
    }

    @Test("Follows links to what belongs to the link's owner, and links of root")
    func follows() async throws {
        link("share/dir", to: "../ann")
        link("share/root", to: "../bob/private", of: 0)
        let library = test.library([share])
        #expect(try await library.reload().problems.isEmpty)
        #expect(paths(library) == ["share/a.jpg", "share/dir/own.jpg", "share/root/secret.jpg"])
    }

    @Test("Refuses a folder or file that was named through such a link, and says what to do")
    func refusesNamed() async throws {
        link("share/dir", to: "../bob/private")
        let advice =
            "\(share)/dir is a symbolic link of another user (uid 2001) to ../bob/private; name what it leads to itself"
        let folder = test.library([share + "/dir"])
        await #expect {
            try await folder.reload()
        } throws: { error in
            (error as? PhotosError)?.code == .unfollowedLink && "\(error)" == advice
        }
        let file = test.library([], files: [share + "/dir/secret.jpg"])
        #expect(try await file.reload().problems.map(\.message) == ["\(share)/dir/secret.jpg: \(advice)"])
        #expect(file.names.isEmpty)
    }

    @Test("Follows no link to a folder where that is not wanted, and says which it left out")
    func followsNone() async throws {
        link("share/own", to: "../ann", of: 0)
        let library = test.library([share], followsLinks: false)
        let report = try await library.reload()
        #expect(report.problems.map(\.message) == ["\(share)/own is a symbolic link to ../ann; left out"])
        #expect(report.problems.map(\.code) == [.unfollowedLink])
        #expect(paths(library) == ["share/a.jpg"])
        link("share-link", to: "share", of: 0)
        let named = test.library([test.folder.file("share-link")], followsLinks: false)
        try await named.reload()
        #expect(paths(named) == ["share-link/a.jpg"])
    }

    @Test("Serves nothing from the catalog for a link that is not followed any more")
    func catalog() async throws {
        link("share/dir", to: "../bob/private", of: 0)
        let before = test.library([share])
        try await before.reload()
        #expect(paths(before) == ["share/a.jpg", "share/dir/secret.jpg"])
        await before.finishWriting()
        lchown(share + "/dir", Self.ann, Self.ann)
        let after = test.library([share])
        #expect(try await after.reload().problems.count == 1)
        #expect(paths(after) == ["share/a.jpg"])
    }

    @Test("An untrusted link that appears while watching is reported and not followed", .timeLimit(.minutes(10)))
    func aLinkThatIsPlantedWhileFoldersAreWatchedIsReportedAndNotEntered() async throws {
        let library = test.library([share])
        let problems = EventLog<PhotosError>()
        library.observers.add { event in if case .failed(let error) = event { problems.append(error) } }
        try await library.watch()
        link("made", to: "../bob/private")
        rename(test.folder.file("made"), share + "/dir")
        let problem = try await problems.first(where: { $0 })
        #expect(problem.code == .unfollowedLink && problem.path == share + "/dir")
        #expect(paths(library) == ["share/a.jpg"])
    }

    // MARK: Exchanges

    /// Exchanges a folder for a link to Bob's.
    private func exchange(_ name: String, of owner: uid_t = ann) {
        rename(test.folder.file(name), test.folder.file(name) + "-away")
        link(name, to: test.folder.file("bob/private"), of: owner)
    }

    @Test("Does not read a folder that is exchanged for a link after it was listed", arguments: [true, false])
    func exchangedFolder(followsLinks: Bool) throws {
        try test.write("share/1/b.jpg")
        try test.write("share/2/deep/c.jpg")
        var walker = FolderWalker(
            followsLinks: followsLinks, willRead: { folder, _ in if folder.name.text == "1" { exchange("share/2") } })
        walker.walk([RawPath(share)])
        let files = walker.listings.flatMap { listing in listing.files.map { listing.folder.appending($0.name).text } }
        #expect(files.sorted() == ["\(share)/1/b.jpg", "\(share)/a.jpg"])
        #expect(walker.failures.map(\.code) == [.unfollowedLink])
        #expect(walker.failures.map(\.path) == ["\(share)/2"])
    }

    @Test("Reads a folder that was exchanged for a link of the user's like every link")
    func exchangedByUser() throws {
        try test.write("share/1/b.jpg")
        try test.write("share/2/c.jpg")
        var walker = FolderWalker(willRead: { folder, _ in if folder.name.text == "1" { exchange("share/2", of: 0) } })
        walker.walk([RawPath(share)])
        #expect(walker.listings.map(\.folder.text) == [share, "\(share)/1", "\(share)/2"])
        #expect(walker.listings.last?.files.map(\.name.text) == ["secret.jpg"])
        #expect(walker.failures.isEmpty)
    }

    @Test("Does not read a file whose folder is exchanged for a link after it was listed, nor its sidecars")
    func exchangedBeforeReading() throws {
        try test.write("share/2/secret.jpg")
        exchange("share/2")
        let error = #expect(throws: MetadataError.self) {
            try FileMetadataReader().metadata(of: RawPath("\(share)/2/secret.jpg"), sidecars: [])
        }
        #expect(error?.message.contains("symbolic link of another user (uid 2001)") == true)
        link("share/2", to: "../ann")
        try Data("x".utf8).write(to: URL(filePath: test.folder.file("ann/sidecar.xmp")))
        link("share/a.jpg.xmp", to: "../bob/private/secret.jpg")
        let found = Sidecars(of: "\(share)/a.jpg", reading: FileBytes(keepsFolder: true))
        #expect(found.files.isEmpty)
        #expect(
            found.warnings.map(\.message).first?.contains("\(share)/a.jpg.xmp is a symbolic link of another") == true)
    }

    @Test("Never lists another user's photo while a folder is exchanged for a link all the time")
    func exchangedAllTheTime() throws {
        for number in 1...20 { try test.write("share/d\(number)/b.jpg") }
        try test.write("share/sub/own.jpg")
        link("trap", to: test.folder.file("bob/private"))
        let folder = open(test.folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        let isOver = Atomic(false)
        let thread = Thread {
            while !isOver.load(ordering: .relaxed) {
                _ = ExclusiveRename.exchange("trap", with: "share/sub", in: folder)
            }
        }
        thread.start()
        defer { isOver.store(true, ordering: .relaxed) }
        var outcomes: [String: Int] = [:]
        for _ in 0..<2_000 {
            var walker = FolderWalker()
            walker.walk([RawPath(share)])
            let listing = walker.listings.first { $0.folder.name.text == "sub" }
            outcomes[listing?.files.first?.name.text ?? walker.failures.first?.code.rawValue ?? "gone", default: 0] += 1
        }
        #expect(outcomes["secret.jpg"] == nil, "\(outcomes)")
        #expect(outcomes["own.jpg"] != nil && outcomes["unfollowed-link"] != nil, "\(outcomes)")
    }
}
