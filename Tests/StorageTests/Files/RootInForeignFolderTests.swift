import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

/// What root leaves in a folder of another user, as after `sudo` without `-H`, and which links it follows there.
@Suite(
    "Root in a folder of another user", .serialized,
    .enabled(if: geteuid() == 0, "skipped: only root can work in the folders of others with their rights"))
struct RootInForeignFolderTests {
    private let home = TemporaryFolder()
    private static let user: uid_t = 65_534
    private static let group: gid_t = 65_533

    init() { chown(home.path, Self.user, Self.group) }

    /// Returns user, group and permissions of a file or link.
    private func owner(_ name: String) -> [UInt32] {
        var status = stat()
        guard lstat(home.file(name), &status) == 0 else { return [] }
        return [status.st_uid, status.st_gid, status.st_mode & 0o777]
    }

    private func plant(_ name: String, to target: String) {
        symlink(target, home.file(name))
        lchown(home.file(name), Self.user, Self.group)
    }

    @Test("New folders belong to the owner of the folder that contains them")
    func folders() throws {
        _ = try Folder.open(home.file(".cache/locationkit/inner"), creating: true)
        for name in [".cache", ".cache/locationkit", ".cache/locationkit/inner"] {
            #expect(owner(name) == [Self.user, Self.group, 0o700])
        }
        let folder = try Folder.existing(home.file(".cache"))
        _ = try folder.folder("new", creating: true)
        #expect(owner(".cache/new") == [Self.user, Self.group, 0o700])
        mkdir(home.file("roots"), 0o755)
        _ = try Folder.open(home.file("roots/inner"), creating: true)
        #expect(owner("roots/inner") == [0, 0, 0o700])
        // Afterwards root has its own rights again.
        #expect(mkdir(home.file("mine"), 0o700) == 0 && owner("mine") == [0, 0, 0o700])
    }

    @Test("Files belong to the owner of their folder", arguments: ["overwrite", "replace", "cached", "lock"])
    func files(kind: String) throws {
        _ = try Folder.open(home.file(".state/locationkit"), creating: true)
        let folder = try Folder.existing(home.file(".state/locationkit"))
        switch kind {
        case "overwrite":
            let isWritten = folder.overwrite("x", with: Data("1".utf8))
            #expect(isWritten)
        case "replace": try folder.replace("x", with: Data("1".utf8))
        case "cached": folder.replaceCached("x", with: Data("1".utf8), through: ".x")
        default: _ = try FileLock("x", in: folder)
        }
        #expect(owner(".state/locationkit/x") == [Self.user, Self.group, 0o600])
    }

    @Test("A database and its logs belong to the owner of their folder")
    func database() throws {
        let path = home.file(".cache/locationkit/x.sqlite")
        var options = Database.Options()
        options.usesWriteAheadLog = true
        let database = try Database(path, .create, options: options)
        try database.execute("CREATE TABLE place(name TEXT); INSERT INTO place VALUES('x')")
        for suffix in ["", "-wal", "-shm"] {
            #expect(owner(".cache/locationkit/x.sqlite\(suffix)") == [Self.user, Self.group, 0o600], "\(suffix)")
        }
        #expect(try database.integer("SELECT count(*) FROM place") == 1)
    }

    @Test("A database of root in the folder of another user stays usable for root")
    func databaseOfRoot() throws {
        let path = home.file("x.sqlite")
        try Database(path, .create).execute("CREATE TABLE place(name TEXT)")
        chown(path, 0, 0)
        #expect(try Database(path, .readWrite).integer("SELECT count(*) FROM place") == 0)
    }

    @Test("A planted link to a folder of root is not followed", arguments: [true, false])
    func plantedFolder(isDeep: Bool) throws {
        let other = TemporaryFolder()
        plant(".cache", to: isDeep ? other.file("new") : other.path)
        let error = #expect(throws: StorageError.self) {
            _ = try Folder.open(home.file(".cache/locationkit"), creating: true)
        }
        if !isDeep { #expect(error?.code == .invalidKey && error?.message.contains("sudo -H") == true) }
        #expect(throws: StorageError.self) {
            _ = try Database(home.file(".cache/locationkit/x.sqlite"), .create)
        }
        #expect(other.names.isEmpty)
    }

    @Test("A chain of links is followed only if each leads to a folder of its owner")
    func chains() throws {
        let other = TemporaryFolder()
        mkdir(home.file("real"), 0o700)
        chown(home.file("real"), Self.user, Self.group)
        plant("one", to: "real")
        plant("two", to: "./one/../one")
        _ = try Folder.open(home.file("two/inner"), creating: true)
        #expect(owner("real/inner") == [Self.user, Self.group, 0o700])
        plant("real/out", to: other.path)
        plant("back", to: "\(home.path)/real/out/../\(URL(filePath: home.path).lastPathComponent)/real")
        #expect(throws: StorageError.self) { _ = try Folder.open(home.file("back"), creating: false) }
        plant("loop", to: "loop")
        let loop = #expect(throws: StorageError.self) { _ = try Folder.open(home.file("loop"), creating: false) }
        #expect(loop?.systemError == ELOOP)
    }

    @Test("Links of root are followed anywhere")
    func linksOfRoot() throws {
        let other = TemporaryFolder()
        symlink(other.path, home.file("disk"))
        _ = try Folder.open(home.file("disk/inner"), creating: true)
        #expect(other.names == ["inner"])
    }

    @Test("A planted link in place of a file is not written through")
    func plantedFiles() throws {
        let other = TemporaryFolder()
        try Data("precious".utf8).write(to: URL(filePath: other.file("x")))
        try Database(other.file("db"), .create).execute("CREATE TABLE place(name TEXT)")
        let before = try Data(contentsOf: URL(filePath: other.file("db")))
        chmod(other.path, 0o755)
        for name in ["x", "db"] { plant(name, to: other.file(name)) }
        plant("new", to: other.file("new"))
        let folder = try Folder.existing(home.path)
        for name in ["x", "new"] {
            let isWritten = folder.overwrite(name, with: Data("1".utf8))
            #expect(!isWritten)
            #expect(throws: StorageError.self) { _ = try FileLock(name, in: Folder.existing(home.path)) }
        }
        for name in ["db", "new"] {
            #expect(throws: StorageError.self) { _ = try Database(home.file(name), .create) }
        }
        #expect(Set(other.names) == ["db", "x"])
        #expect(try String(contentsOfFile: other.file("x"), encoding: .utf8) == "precious")
        #expect(try Data(contentsOf: URL(filePath: other.file("db"))) == before)
        // A hard link to a file of root keeps its content too.
        link(other.file("x"), home.file("hard"))
        let isWritten = folder.overwrite("hard", with: Data("1".utf8))
        #expect(!isWritten)
    }
}
