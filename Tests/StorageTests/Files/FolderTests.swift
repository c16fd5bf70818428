import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

@Suite struct FolderTests {
    private let place = TemporaryFolder()

    private func open() throws -> Folder { try Folder.existing(place.path) }

    @Test("A folder and its parents are made for the user alone; without creating, a missing one is nil")
    func creation() throws {
        let path = place.file("a/b/c")
        let missing = try Folder.open(path, creating: false) == nil
        #expect(missing)
        _ = try Folder.open(path, creating: true)
        let folder = try Folder.existing(path)
        let inner = try folder.folder("d", creating: false) == nil
        #expect(inner)
        let made = try folder.folder("d", creating: true)?.path
        #expect(made == "\(path)/d")
        var status = stat()
        #expect(stat(place.file("a/b"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("Content that replaces another is the user's alone and leaves no other file")
    func replacement() throws {
        let folder = try open()
        try folder.replace("x", with: Data("old".utf8), mode: 0o644)
        try folder.replace("x", with: Data("new".utf8))
        let content = try folder.read("x", maximumSize: 3)
        #expect(content == Data("new".utf8))
        #expect(place.names == ["x"])
        var status = stat()
        #expect(stat(place.file("x"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test(
        "What root writes belongs to whom it belonged, and what is new to the folder's owner",
        .enabled(if: geteuid() == 0, "only root can give files away"))
    func ownership() throws {
        let folder = try open()
        func owner(_ name: String) -> [UInt32] {
            var status = stat()
            return stat(place.file(name), &status) == 0 ? [status.st_uid, status.st_gid] : []
        }
        chown(place.path, 65_534, 65_533)
        try folder.replace("x", with: Data("old".utf8))
        #expect(owner("x") == [65_534, 65_533])
        chown(place.file("x"), 4321, 1234)
        try folder.replace("x", with: Data("new".utf8), mode: 0o640)
        #expect(owner("x") == [4321, 1234])
        symlink("x", place.file("link"))
        lchown(place.file("link"), 4321, 1234)
        try folder.replace("link", with: Data("new".utf8))
        #expect(owner("link") == [65_534, 65_533])
        _ = try FileLock(".lock", in: folder)
        #expect(owner(".lock") == [65_534, 65_533])
        var status = stat()
        #expect(stat(place.file("x"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test("What an interrupted writer left is overwritten, also where it is a link to somebody's file")
    func leftovers() throws {
        let folder = try open()
        try Data("precious".utf8).write(to: URL(fileURLWithPath: place.file("precious")))
        symlink(place.file("precious"), place.file(Folder.temporaryName(for: "x")))
        try folder.replace("x", with: Data("new".utf8))
        #expect(place.names == ["precious", "x"])
        let content = try folder.read("precious", maximumSize: 100)
        #expect(content == Data("precious".utf8))
    }

    @Test("A symbolic link is not followed, and the message says what it is")
    func links() throws {
        let folder = try open()
        try Data("secret".utf8).write(to: URL(fileURLWithPath: place.file("secret")))
        symlink(place.file("secret"), place.file("link"))
        symlink("/tmp", place.file("door"))
        for read in [
            { _ = try folder.read("link", maximumSize: 100) }, { _ = try folder.folder("door", creating: true) },
        ] {
            let error = #expect(throws: StorageError.self) { try read() }
            #expect(error?.code == .invalidKey)
            #expect(error?.message.contains("symbolic link") == true)
        }
    }

    @Test("A FIFO in a file's place is an error and no endless wait; so are a folder and a file that is too long")
    func noRegularFile() throws {
        let folder = try open()
        mkfifo(place.file("fifo"), 0o600)
        mkdir(place.file("folder"), 0o700)
        try folder.replace("long", with: Data(count: 101))
        for name in ["fifo", "folder", "long"] {
            let error = #expect(throws: StorageError.self) { try folder.read(name, maximumSize: 100) }
            #expect(error?.code == .corrupt, "\(name)")
            #expect(error?.message.contains(place.file(name)) == true)
        }
        let nothing = try folder.read("nothing", maximumSize: 100)
        #expect(nothing == nil)
    }

    @Test("A write that the system refuses leaves the old content and nothing else")
    func refusedWrite() throws {
        let folder = try open()
        mkdir(place.file("x"), 0o700)
        let error = #expect(throws: StorageError.self) { try folder.replace("x", with: Data("new".utf8)) }
        #expect(error?.code == .system && error?.systemError == EISDIR)
        #expect(place.names == ["x"])
    }

    @Test("What is written piece by piece replaces a file at its end, from any number of writers, and nothing else")
    func writing() throws {
        let folder = try open()
        try folder.replace("x", with: Data("old".utf8), mode: 0o640)
        try folder.replace("x") { outer in
            _ = Glibc.write(outer, "first", 5)
            // While it is written it has no name, and others may write too.
            #expect(place.names == ["x"])
            try folder.replace("x") { inner in _ = Glibc.write(inner, "second", 6) }
            #expect(FileManager.default.contents(atPath: place.file("x")) == Data("second".utf8))
        }
        #expect(FileManager.default.contents(atPath: place.file("x")) == Data("first".utf8))
        #expect(place.names == ["x"])
        var status = stat()
        stat(place.file("x"), &status)
        #expect(status.st_mode & 0o777 == 0o640)

        #expect(throws: CancellationError.self) { try folder.replace("x") { _ in throw CancellationError() } }
        #expect(FileManager.default.contents(atPath: place.file("x")) == Data("first".utf8) && place.names == ["x"])
        mkfifo(place.file("pipe"), 0o600)
        let error = #expect(throws: StorageError.self) { try folder.replace("pipe") { _ in } }
        #expect(error?.code == .corrupt && error?.message.contains("pipe is not a regular file") == true)
    }

    @Test("Removing tells whether there was something")
    func removal() throws {
        let folder = try open()
        try folder.replace("x", with: Data())
        let before = folder.hasFile("x")
        let removed = [try folder.remove("x"), try folder.remove("x")]
        let after = folder.hasFile("x")
        #expect(before && removed == [true, false] && !after)
    }

    @Test("The temporary name of the longest name is a name still")
    func longNames() {
        let name = String(repeating: "ä", count: 127)
        #expect(Folder.temporaryName(for: name).utf8.count <= 255)
        #expect(Folder.temporaryName(for: "a") != Folder.temporaryName(for: "b"))
    }
}
