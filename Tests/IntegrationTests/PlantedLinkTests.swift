import Foundation
import TestSupport
import Testing

/// Links that one user, Ann, plants in a folder that all may write, to private photos of another, Bob, who runs `locate`.
@Suite(
    "locate photos, with links that another user has planted",
    .enabled(if: LocateProgram.path != nil, "locate is not built"),
    .enabled(if: geteuid() == 0, "only root can be two users"))
struct PlantedLinkTests {
    private static let ann: uid_t = 2001
    private static let bob: uid_t = 2002
    private static let asBob = ["/usr/bin/setpriv", "--reuid=2002", "--regid=2002", "--clear-groups"]

    private let folder = TemporaryFolder()
    private var share: String { folder.file("share") }
    private var secret: String { folder.file("home/Private/secret.jpg") }

    /// Bob's home with a private photo, and a folder for all with a photo of his, a link of his own and links of Ann's.
    init() throws {
        chmod(folder.path, 0o755)
        let photo = try TestPhotos.jpeg(
            60, 40,
            .init(date: "2014:05:24 10:00:30", offset: "+09:00", north: (35, 40, 5000), east: (139, 45, 0)))
        for (name, owner, mode) in [
            ("share", 0, 0o777), ("home", Self.bob, 0o700), ("home/Private", Self.bob, 0o700),
            ("home/Open", Self.bob, 0o755),
        ] as [(String, uid_t, mode_t)] {
            #expect(mkdir(folder.file(name), 0o755) == 0)
            chown(folder.file(name), owner, owner)
            chmod(folder.file(name), mode)
        }
        for name in ["home/Private/secret.jpg", "home/Open/open.jpg", "share/a.jpg"] {
            try photo.write(to: URL(filePath: folder.file(name)))
            chown(folder.file(name), Self.bob, Self.bob)
        }
        link("own", to: folder.file("home/Open"), of: Self.bob)
        link("dir", to: folder.file("home/Private"), of: Self.ann)
        link("file.jpg", to: secret, of: Self.ann)
    }

    private func link(_ name: String, to target: String, of owner: uid_t) {
        #expect(symlink(target, "\(share)/\(name)") == 0)
        lchown("\(share)/\(name)", owner, owner)
    }

    /// Runs it as Bob; `nil` if Bob cannot run what root has built.
    private func locate(_ words: String...) async throws -> ChildProcess.End? {
        guard let path = LocateProgram.path else { return nil }
        guard try await ChildProcess(Self.asBob + [path, "--version"]).end().status == 0 else {
            print("skipped: another user cannot run what root has built")
            return nil
        }
        let home = folder.file("home")
        return try await ChildProcess(
            Self.asBob + [path, "photos"] + words,
            environment: [
                "LC_ALL": "C.UTF-8", "HOME": home, "XDG_CONFIG_HOME": "/nonexistent", "XDG_CACHE_HOME": "\(home)/cache",
                "XDG_STATE_HOME": "\(home)/state", "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
            ]
        ).end()
    }

    private func expectComplaints(_ end: ChildProcess.End, _ sourceLocation: SourceLocation = #_sourceLocation) {
        for (name, target) in [("dir", folder.file("home/Private")), ("file.jpg", secret)] {
            let text = "\(share)/\(name) is a symbolic link of another user (uid 2001) to \(target); left out\n"
            #expect(
                end.errors.components(separatedBy: text).count == 2, "\(end.errors)", sourceLocation: sourceLocation)
        }
    }

    @Test("List follows the user's own links, names those of others once, and ends with status 1")
    func list() async throws {
        guard let end = try await locate("list", share, "--template", "%path") else { return }
        #expect(end.status == 1)
        #expect(end.lines.sorted() == ["\(share)/a.jpg", "\(share)/own/open.jpg"])
        expectComplaints(end)
    }

    @Test("List of a folder or file behind such a link says what to do and ends with status 66")
    func named() async throws {
        for name in ["dir", "dir/secret.jpg", "file.jpg"] {
            guard let end = try await locate("list", "\(share)/\(name)") else { return }
            #expect(end.status == 66, "\(end)")
            #expect(end.errors.contains("is a symbolic link of another user (uid 2001) to"), "\(end.errors)")
            #expect(end.errors.contains("; name what it leads to itself"), "\(end.errors)")
        }
    }

    @Test("Map shows nothing from behind the links of others")
    func map() async throws {
        let page = folder.file("home/map.html")
        guard let end = try await locate("map", share, "-o", page, "--links") else { return }
        #expect(end.status == 1, "\(end)")
        #expect(end.errors.contains("2 positions of 2 photos and videos go into the page"), "\(end.errors)")
        expectComplaints(end)
    }

    @Test("Thumbnail does not open what is behind the links of others")
    func images() async throws {
        guard let end = try await locate("thumbnail", "\(share)/file.jpg", "-o", folder.file("home/t.png")) else {
            return
        }
        #expect(end.status != 0 && end.errors.contains("symbolic link of another user (uid 2001)"), "\(end)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("home/t.png")))
    }

    @Test("No output is written into a private folder through the link of another user")
    func outputs() async throws {
        guard let end = try await locate("thumbnail", "\(share)/a.jpg", "-o", "\(share)/dir/t.png") else { return }
        #expect(end.status != 0 && end.errors.contains("symbolic link of another user (uid 2001)"), "\(end)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("home/Private")) == ["secret.jpg"])
    }

    @Test("Sort moves nothing from behind any link, and says which it did not follow")
    func sort() async throws {
        guard let end = try await locate("sort", share, "--into", folder.file("home/Sorted"), "--by", "%Y") else {
            return
        }
        #expect(end.status == 1, "\(end)")
        expectComplaints(end)
        #expect(end.errors.contains("\(share)/own is a symbolic link to \(folder.file("home/Open")); left out"))
        #expect(FileManager.default.fileExists(atPath: folder.file("home/Sorted/2014/a.jpg")))
        for path in [secret, folder.file("home/Open/open.jpg")] {
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("Strip removes positions from the user's photos, and leaves private ones as they are")
    func strip() async throws {
        let before = try Data(contentsOf: URL(filePath: secret))
        guard let end = try await locate("strip", share) else { return }
        #expect(end.status == 1, "\(end)")
        expectComplaints(end)
        #expect(try Data(contentsOf: URL(filePath: secret)) == before)
        #expect(try Data(contentsOf: URL(filePath: folder.file("share/a.jpg"))) != before)
    }
}
