import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

/// Files that a program writes for its user.
@Suite struct OutputFileTests {
    private let place = TemporaryFolder()

    /// Recognizes what these tests take for an earlier output.
    private static let own = OutputFile.Replacement.own { $0.starts(with: Array("mark".utf8)) }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: place.file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func put(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
        try place.write(name, Data(text.utf8))
        chmod(place.file(name), mode)
    }

    private func status(_ name: String) -> stat {
        var status = stat()
        lstat(place.file(name), &status)
        return status
    }

    private func write(
        _ name: String, _ text: String, replacing: OutputFile.Replacement = own, inputs: [String] = []
    ) throws {
        let inputs = inputs.compactMap { FileIdentity(path: place.file($0)) }
        try OutputFile(place.file(name), replacing: replacing, inputs: inputs).write { file in
            try OutputFile.write(Array(text.utf8), to: file, name)
        }
    }

    private func refusal(
        _ name: String, replacing: OutputFile.Replacement = own, inputs: [String] = []
    ) -> StorageError? {
        #expect(throws: StorageError.self) { try write(name, "new", replacing: replacing, inputs: inputs) }
    }

    @Test("A new file and an earlier output are written whole, with nothing left beside them")
    func earlierOutput() throws {
        try write("x", "mark 1")
        #expect(text("x") == "mark 1" && place.names == ["x"])
        chmod(place.file("x"), 0o640)
        try write("x", "mark 2")
        #expect(text("x") == "mark 2" && place.names == ["x"])
        #expect(status("x").st_mode & 0o777 == 0o640)
    }

    @Test("An empty file is replaced, a file of another program only by an output that replaces everything")
    func otherFiles() throws {
        try put("x", "")
        try write("x", "mark")
        #expect(text("x") == "mark")
        for replacement in [Self.own, .nothing] {
            try put("x", "a photo")
            let error = refusal("x", replacing: replacement)
            #expect(error?.code == .exists)
            #expect(error?.message.hasPrefix("\(place.file("x")) exists and was not made by LocationKit") == true)
            #expect(text("x") == "a photo" && place.names == ["x"])
        }
        try write("x", "new", replacing: .everything)
        #expect(text("x") == "new")
    }

    @Test("A symbolic link is refused with its target, whether that is a file, a folder or missing, and is not touched")
    func links() throws {
        try put("key", "mark, private")
        mkdir(place.file("folder"), 0o700)
        for target in ["key", "folder", "missing", "link"] {
            symlink(target, place.file("link"))
            for replacement in [Self.own, .everything] {
                let error = refusal("link", replacing: replacement)
                #expect(error?.code == .exists)
                #expect(error?.message.contains("is a symbolic link to \(target), ") == true)
                #expect(error?.message.hasSuffix("name that file itself") == true)
            }
            #expect(status("link").st_mode & S_IFMT == S_IFLNK)
            unlink(place.file("link"))
        }
        #expect(text("key") == "mark, private" && place.names == ["folder", "key"])
    }

    @Test("What appears at the name while the file is written is kept, as if it had been there before")
    func lateArrivals() throws {
        try put("key", "private")
        let arrivals: [(String) -> Void] = [
            { symlink("key", $0) }, { symlink("missing", $0) }, { mkdir($0, 0o700) },
            { _ = FileManager.default.createFile(atPath: $0, contents: Data("a photo".utf8)) },
        ]
        for (index, arrive) in arrivals.enumerated() {
            let path = place.file("x")
            let error = #expect(throws: StorageError.self) {
                try OutputFile(path, replacing: Self.own).write { file in
                    try OutputFile.write(Array("mark".utf8), to: file, path)
                    arrive(path)
                }
            }
            #expect(error?.code == .exists, "\(index)")
            #expect(place.names == ["key", "x"] && text("key") == "private")
            try FileManager.default.removeItem(atPath: path)
        }
        // A second run of the same command.
        try OutputFile(place.file("x"), replacing: Self.own).write { file in
            try write("x", "mark of the other")
            try OutputFile.write(Array("mark".utf8), to: file, "x")
        }
        #expect(text("x") == "mark" && place.names == ["key", "x"])
    }

    @Test("The folder stays the one that was opened, even if a link takes its place")
    func swappedFolder() throws {
        for name in ["out", "private"] { mkdir(place.file(name), 0o700) }
        let output = try OutputFile(place.file("out/x"), replacing: Self.own)
        rename(place.file("out"), place.file("moved"))
        symlink("private", place.file("out"))
        try output.write { file in try OutputFile.write(Array("mark".utf8), to: file, "x") }
        #expect(text("moved/x") == "mark" && text("private/x") == nil)
    }

    @Test("An input is never replaced, under any of its names")
    func inputs() throws {
        try put("a", "mark")
        link(place.file("a"), place.file("b"))
        for name in ["a", "b"] {
            let error = refusal(name, replacing: .everything, inputs: ["a"])
            #expect(error?.message.contains("is an input of the same command") == true)
        }
        let output = try OutputFile(place.file("b"), replacing: .everything)
        output.protect([try #require(FileIdentity(path: place.file("a")))])
        #expect(throws: StorageError.self) { try output.write { _ in } }
        #expect(text("a") == "mark")
    }

    @Test("A write that fails leaves the old content and nothing beside it")
    func failures() throws {
        try put("x", "mark")
        let output = try OutputFile(place.file("x"), replacing: Self.own)
        #expect(throws: CancellationError.self) {
            try output.write { file in
                try OutputFile.write(Array("half".utf8), to: file, "x")
                throw CancellationError()
            }
        }
        #expect(text("x") == "mark" && place.names == ["x"])
        #expect(throws: StorageError.self) { try OutputFile(place.file("none/x"), replacing: Self.own) }
        #expect(throws: StorageError.self) { try OutputFile(place.path + "/", replacing: .everything) }
        #expect(throws: StorageError.self) { try OutputFile(place.path, replacing: .everything) }
    }

    @Test(
        "On a full disk the old content stays, with nothing beside it",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func fullDisk() async throws {
        mkdir(place.file("disk"), 0o700)
        let mount = ["/usr/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place.file("disk")]
        let mounted = try await ChildProcess(mount).end()
        try #require(mounted.status == 0, "\(mounted.errors)")
        defer { umount2(place.file("disk"), 2) }
        try write("disk/x", "mark")
        let error = #expect(throws: StorageError.self) {
            try write("disk/x", String(repeating: "mark", count: 100_000))
        }
        #expect(error?.systemError == ENOSPC)
        #expect(text("disk/x") == "mark")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("disk")) == ["x"])
    }

    @Test("A pipe and a device are written into, and a path to a descriptor means that descriptor")
    func streams() async throws {
        mkfifo(place.file("pipe"), 0o600)
        let pipe = place.file("pipe")
        let reader = Task.detached { FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() }
        try write("pipe", "through")
        #expect(await reader.value == Data("through".utf8))
        #expect(status("pipe").st_mode & S_IFMT == S_IFIFO)
        try OutputFile("/dev/null", replacing: .nothing).write { file in
            try OutputFile.write([1], to: file, "/dev/null")
        }
        try place.write("x", Data("before ".utf8))
        let descriptor = open(place.file("x"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        for folder in ["/dev/fd", "/proc/self/fd"] {
            try OutputFile("\(folder)/\(descriptor)", replacing: .nothing).write { file in
                try OutputFile.write(Array("after".utf8), to: file, folder)
            }
        }
        #expect(text("x") == "before afterafter")
    }

    @Test("A recording is created for the user alone; content and other names of a file are never written over")
    func creation() throws {
        func create(_ name: String) throws -> Bool {
            let (file, isNew) = try OutputFile(place.file(name), replacing: .nothing).create()
            close(file)
            return isNew
        }
        #expect(try create("x"))
        #expect(status("x").st_mode & 0o777 == 0o600)
        #expect(try !create("x"))
        try put("full", "content")
        symlink("missing", place.file("link"))
        link(place.file("x"), place.file("second"))
        for name in ["full", "link", "second", "x"] {
            let error = #expect(throws: StorageError.self) { _ = try create(name) }
            #expect(error?.code == .exists, "\(name)")
        }
        #expect(text("full") == "content" && text("missing") == nil)
    }
}

/// Outputs in a folder that all users may write, where another user has been first.
@Suite("OutputFile in a shared folder", .enabled(if: geteuid() == 0, "only root can act for two users"))
struct SharedOutputTests {
    private let place = TemporaryFolder()
    private let other: uid_t = 65_534

    init() { chmod(place.path, 0o1777) }

    private func plant(_ name: String, _ text: String) throws {
        try place.write(name, Data(text.utf8))
        chmod(place.file(name), 0o666)
        chown(place.file(name), other, other)
    }

    @Test("Another user's empty file, look-alike of an output, pipe and link are refused")
    func planted() throws {
        try plant("empty", "")
        try plant("alike", "mark")
        mkfifo(place.file("pipe"), 0o666)
        symlink("empty", place.file("link"))
        for name in ["pipe", "link"] { lchown(place.file(name), other, other) }
        for name in ["empty", "alike", "pipe", "link"] {
            let error = #expect(throws: StorageError.self) {
                try OutputFile(place.file(name), replacing: .own { $0.starts(with: Array("mark".utf8)) }).write { _ in }
            }
            #expect(error?.code == .exists, "\(name)")
        }
        let error = #expect(throws: StorageError.self) {
            _ = try OutputFile(place.file("empty"), replacing: .nothing).create()
        }
        #expect(error?.code == .exists)
    }

    @Test("A file that the user has replaced all the same is the user's, with new permissions")
    func replaced() throws {
        try plant("x", "theirs")
        let mask = umask(0o022)
        defer { umask(mask) }
        try OutputFile(place.file("x"), replacing: .everything).write { file in
            try OutputFile.write(Array("mine".utf8), to: file, "x")
        }
        var status = stat()
        lstat(place.file("x"), &status)
        #expect(status.st_uid == 0 && status.st_mode & 0o777 == 0o644)
    }
}
