import FoundationEssentials
import Glibc
import LKStorage
import TestSupport
import Testing

@testable import LKPersistence

@Suite struct SettingsLinkTests {
    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("What a link leads to and holds no settings is neither renamed nor written over")
    func foreign() throws {
        let target = folder.path + "/letter.txt"
        try Data("Dear".utf8).write(to: URL(filePath: target))
        #expect(symlink(target, folder.file) == 0)
        let store = folder.store
        #expect(store.lastError?.message.contains("a link leads there") == true)
        let error = #expect(throws: StorageError.self) { try store.update { $0["a"] = 1 } }
        #expect(error?.code == .corrupt)
        store["a"] = 2
        #expect(throws: StorageError.self) { try store.synchronize() }
        #expect(store["a"] == 2)
        #expect(try folder.text("letter.txt") == "Dear")
        #expect(folder.names == [".letter.txt.lock", "letter.txt", "settings.plist"])
    }

    @Test("The target of a link that leads nowhere is made, through any number of links")
    func dangling() throws {
        #expect(symlink("second", folder.file) == 0)
        #expect(symlink("new/target.plist", folder.path + "/second") == 0)
        let store = folder.store
        store["a"] = 1
        try store.synchronize()
        #expect(try folder.text("new/target.plist").contains("<key>a</key>"))
        #expect(SettingsStore(path: folder.path + "/new/target.plist")["a"] == 1)
        var status = stat()
        #expect(lstat(folder.file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("Links in a circle are an error, not an endless walk")
    func circle() throws {
        #expect(symlink("settings.plist", folder.file) == 0)
        #expect(LinkResolution(folder.file).path == folder.file)
        #expect(throws: StorageError.self) { try folder.store.update { $0["a"] = 1 } }
    }

    @Test("A program that was replaced while it runs keeps its name")
    func replaced() {
        #expect(ProgramName.name(of: "/usr/bin/prog (deleted)") { _ in false } == "prog")
        #expect(ProgramName.name(of: "/usr/bin/prog (deleted)") { _ in true } == "prog (deleted)")
        #expect(ProgramName.name(of: "/usr/bin/prog") { _ in false } == "prog")
        #expect(ProgramName.name(of: nil) { _ in false } == "program")
    }

    @Test("A folder whose name is not valid UTF-8 is an error, not another folder", .timeLimit(.minutes(5)))
    func bytes() async throws {
        #expect(try await folder.process("home").end().output == "none true\n")
    }
}
