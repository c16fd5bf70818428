import Foundation
import Glibc
import LKPersistence
import LKStorage
import Testing

@Suite("Archiver: what is in a file's place") struct ArchivePlaceTests {
    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }
    private var folder: String { archiver.folder.path }

    init() throws {
        sandbox = try ArchiveSandbox()
        try archiver.archive("ours", forKey: "ours")
    }

    @Test("A symbolic link in the file's place is not read; writing replaces it and not its target") func link() throws
    {
        let target = sandbox.base + "/target"
        try FileManager.default.copyItem(atPath: archiver.path(forKey: "ours"), toPath: target)
        symlink(target, folder + "/link.archive")
        #expect { try archiver.unarchive(String.self, forKey: "link") } throws: {
            .invalidKey ~= $0 && "\($0)".contains("\"link\"")
        }
        #expect(try !archiver.exists(forKey: "link"))
        let before = FileManager.default.contents(atPath: target)
        try archiver.archive("new", forKey: "link")
        #expect(try archiver.unarchive(String.self, forKey: "link") == "new")
        #expect(FileManager.default.contents(atPath: target) == before)
    }

    @Test("A symbolic link in a folder's place leads nowhere") func folderLink() throws {
        let outside = sandbox.base + "/outside"
        mkdir(outside, 0o700)
        try FileManager.default.copyItem(atPath: archiver.path(forKey: "ours"), toPath: outside + "/a.archive")
        symlink(outside, folder + "/way")
        let calls: [() throws -> Void] = [
            { try archiver.archive(1, forKey: "way/a") }, { _ = try archiver.unarchive(Int.self, forKey: "way/a") },
            { try archiver.remove(forKey: "way/a") }, { _ = try archiver.exists(forKey: "way/a") },
            { try archiver.archive(1, forKey: "way/b/c") },
        ]
        for call in calls {
            #expect { try call() } throws: { .invalidKey ~= $0 && "\($0)".contains("\"way/") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["a.archive"])
    }

    @Test("A temporary file that is a link is not followed") func temporaryLink() throws {
        let target = sandbox.base + "/target"
        try Data("untouched".utf8).write(to: URL(fileURLWithPath: target))
        symlink(target, folder + "/.key.archive.part")
        try archiver.archive(1, forKey: "key")
        #expect(try archiver.unarchive(Int.self, forKey: "key") == 1)
        #expect(FileManager.default.contents(atPath: target) == Data("untouched".utf8))
        #expect(sandbox.names == ["key.archive", "ours.archive"])
    }

    @Test("A FIFO is not waited for, and is replaced") func fifo() throws {
        mkfifo(folder + "/pipe.archive", 0o600)
        #expect { try archiver.unarchive(Int.self, forKey: "pipe") } throws: { .corrupt ~= $0 }
        #expect(try !archiver.exists(forKey: "pipe"))
        try archiver.archive(1, forKey: "pipe")
        #expect(try archiver.unarchive(Int.self, forKey: "pipe") == 1)
    }

    @Test("A folder in the file's place is an error of every call and stays") func directory() throws {
        mkdir(folder + "/dir.archive", 0o700)
        #expect { try archiver.unarchive(Int.self, forKey: "dir") } throws: { .corrupt ~= $0 }
        #expect { try archiver.archive(1, forKey: "dir") } throws: { .system ~= $0 }
        #expect { try archiver.remove(forKey: "dir") } throws: { .system ~= $0 }
        #expect(sandbox.names == ["dir.archive", "ours.archive"])
    }

    @Test("A file in a folder's place is an error that names it") func file() throws {
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        let calls: [() throws -> Void] = [
            { try archiver.archive(1, forKey: "file/a") }, { _ = try archiver.unarchive(Int.self, forKey: "file/a") },
        ]
        for call in calls {
            #expect { try call() } throws: { .system ~= $0 && "\($0)".contains(folder + "/file") }
        }
        #expect(sandbox.names == ["file", "ours.archive"])
    }

    @Test("What an interrupted writer left goes with the archive") func leftovers() throws {
        try archiver.archive(1, forKey: "f/key")
        try Data("half".utf8).write(to: URL(fileURLWithPath: folder + "/f/.key.archive.part"))
        try archiver.remove(forKey: "f/key")
        #expect(sandbox.names == ["ours.archive"])
    }

    @Test("A file of more than 2 GiB is refused without being read") func huge() throws {
        let path = try archiver.path(forKey: "ours")
        #expect(truncate(path, 1 << 32) == 0)
        #expect { try archiver.unarchive(String.self, forKey: "ours") } throws: { .corrupt ~= $0 }
    }
}
