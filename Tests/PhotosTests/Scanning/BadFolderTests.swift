import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPhotos

/// Folders as they are found on other people's disks: each has its photos listed or its problem told, and nothing hangs.
struct BadFolderTests {
    @Test("Pipes, sockets and devices are left out without blocking", .timeLimit(.minutes(10)))
    func whatIsNoFileIsLeftOut() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        mkfifo(test.folder.file("pipe.jpg"), 0o600)
        symlink("pipe.jpg", test.folder.file("to-pipe.jpg"))
        symlink("/dev/zero", test.folder.file("device.jpg"))
        symlink("/proc/self/fd/0", test.folder.file("standard-input.jpg"))
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: Array(test.folder.file("socket.jpg").utf8.prefix(100)))
        }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(code == 0)
        let library = test.library()
        let report = try await library.reload()
        #expect(library.names.filter { $0 != "standard-input.jpg" } == ["a.jpg"])
        #expect(report.problems.isEmpty)
    }

    @Test("Files with unusual names are listed and found again in the catalog", .timeLimit(.minutes(10)))
    func oddNamesAreNamesLikeOthers() async throws {
        let test = TestLibrary()
        let names = [
            "new\nline.jpg", "tab\t.jpg", "\u{1B}[31m.jpg", " .jpg", "*?'\"\\.jpg", "-rf.jpg", "%2F.jpg", "~.jpg",
        ]
        for name in names { try test.write(name) }
        try test.write("fold\ner/inside.jpg")
        let library = test.library()
        #expect(try await library.reload().problems.isEmpty)
        #expect(Set(library.names) == Set(names + ["inside.jpg"]))
        for asset in library.allPhotos.assets { #expect(FileManager.default.fileExists(atPath: asset.url.path)) }
        await library.finishWriting()
        let again = test.library()
        #expect(try await again.reload().readCount == 0)
        #expect(again.names == library.names)
    }

    @Test("A folder whose name is not valid UTF-8 is read and watched", .timeLimit(.minutes(10)))
    func foldersWhoseNamesAreNoUTF8AreRead() async throws {
        let test = TestLibrary()
        let folder = (Array(test.folder.path.utf8) + [0x2F, 0xFF, 0xFE]).withUnsafeBytes { RawPath(bytes: $0) }
        #expect(folder.withCPath { mkdir($0, 0o700) } == 0)
        let path = folder.appending(RawPath("a.jpg"))
        let descriptor = path.withCPath { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(Glibc.write(descriptor, "photo jpeg", 10) == 10)
        close(descriptor)
        let library = test.library()
        try await library.watch()
        #expect(library.names == ["a.jpg"])
        #expect(library.allPhotos.assets.first.map { RawPath($0.url) } == path)
        path.withCPath { _ = unlink($0) }
        folder.withCPath { _ = rmdir($0) }
    }

    /// Deeper than a path can say.
    @Test("Nested folders are read up to the longest possible path, and the rest is reported", .timeLimit(.minutes(5)))
    func threeThousandFoldersInEachOtherAreReadAsFarAsPathsGo() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        var folder = open(test.folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for _ in 0..<3000 {
            guard mkdirat(folder, "d", 0o700) == 0 else { break }
            let inner = openat(folder, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            close(folder)
            folder = inner
        }
        #expect(folder >= 0)
        close(folder)
        let library = test.library()
        let report = try await library.watch()
        #expect(library.names == ["a.jpg"])
        #expect(report.problems.map(\.systemError) == [ENAMETOOLONG])
        #expect(report.problems.first?.message.contains("shorten the names") == true)
        // Gone at once, while it is watched.
        let changes = library.changes()
        let removal = try ChildProcess(["/bin/rm", "-rf", test.folder.file("d")])
        _ = try await removal.end(seconds: 120)
        try test.write("b.jpg")
        for await change in changes where change.group.assets.count == 2 { break }
    }

    @Test("Deleting thousands of folders at once is followed", .timeLimit(.minutes(5)))
    func tenThousandFoldersThatGoAtOnceAreFollowed() async throws {
        let test = TestLibrary()
        let count = Fixtures.isThorough ? 10_000 : 1000
        for number in 0..<count { try test.write("all/\(number)/a.jpg") }
        let library = test.library()
        try await library.watch()
        #expect(library.allPhotos.count == count)
        let changes = library.changes()
        _ = try await ChildProcess(["/bin/rm", "-rf", test.folder.file("all")]).end(seconds: 120)
        let begin = ContinuousClock.now
        for await change in changes where change.group.assets.isEmpty { break }
        if Fixtures.isThorough { print("\(count) folders that went were told \(ContinuousClock.now - begin) later") }
    }

    @Test("Thousands of files in one folder are listed", .timeLimit(.minutes(5)))
    func manyFilesInOneFolderAreListed() async throws {
        let test = TestLibrary()
        let count = Fixtures.isThorough ? 100_000 : 5000
        for number in 0..<count {
            let descriptor = open(test.folder.file("\(number).jpg"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            #expect(Glibc.write(descriptor, "photo jpeg", 10) == 10)
            close(descriptor)
        }
        let begin = ContinuousClock.now
        let library = test.library()
        #expect(try await library.reload().assetCount == count)
        if Fixtures.isThorough { print("\(count) files of a folder listed in \(ContinuousClock.now - begin)") }
    }

    @Test(
        "A file that vanishes while scanning is ignored, and one that is truncated is reported",
        .timeLimit(.minutes(10)))
    func filesThatVanishWhileTheyAreReadAreNoProblemAndOnesCutOffAreNamed() async throws {
        let folder = TemporaryFolder()
        let path = folder.path
        let test = TestLibrary { name in
            if name == "gone.jpg" { unlink("\(path)/gone.jpg") }
            if name == "cut.jpg" { truncate("\(path)/cut.jpg", 0) }
            if name == "pipe.jpg" {
                unlink("\(path)/pipe.jpg")
                symlink("nowhere", "\(path)/pipe.jpg")
            }
        }
        for name in ["a.jpg", "gone.jpg", "cut.jpg", "pipe.jpg"] {
            try Data("photo jpeg".utf8).write(to: URL(filePath: folder.file(name)))
        }
        let library = test.library([path])
        let report = try await library.reload()
        #expect(library.names == ["a.jpg"])
        #expect(report.problems.map(\.path) == [folder.file("cut.jpg")])
    }

    /// Four gigabytes that take no room, behind the beginning of each kind of file, by the real reader.
    @Test("Files of four gigabytes are listed or reported as damaged", .timeLimit(.minutes(10)))
    func hugeFilesAreListedOrTold() async throws {
        let folder = TemporaryFolder()
        let beginnings: [String: [UInt8]] = [
            "a.jpg": [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "b.png": [0x89] + Array("PNG\r\n\u{1A}\n\0\0\0\rIHDR".utf8),
            "c.tif": Array("II*\0".utf8) + [8, 0, 0, 0, 0xFF, 0xFF], "d.webp": Array("RIFF\0\0\0\0WEBPVP8X".utf8),
            "e.heic": Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8),
            "f.mp4": Array("\0\0\0\u{18}ftypmp42\0\0\0\0isommp42".utf8), "g.mkv": [0x1A, 0x45, 0xDF, 0xA3, 0x80],
            "h.gif": Array("GIF89a".utf8), "i.mov": Array("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ".utf8),
            "j.raf": Array("FUJIFILMCCD-RAW 0201".utf8), "h.xmp": Array("<x:xmpmeta".utf8),
        ]
        for (name, bytes) in beginnings {
            try Data(bytes).write(to: URL(filePath: folder.file(name)))
            #expect(truncate(folder.file(name), 4 << 30) == 0)
        }
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: folder.path)], configuration: configuration)
        let report = try await library.reload()
        let told = Set(library.names + report.problems.map { URL(filePath: $0.path).lastPathComponent })
        #expect(told.isSubset(of: Set(beginnings.keys)) && told.count >= 8, "\(told)")
        for problem in report.problems { #expect(problem.code == .damaged, "\(problem)") }
    }

    @Test(
        "Unreadable files and folders are reported, and listed once they can be read", .timeLimit(.minutes(10)),
        .enabled(if: geteuid() != 0, "root may read everything"))
    func whatMayNotBeReadIsToldAndListedOnceItMay() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        try test.write("locked.jpg")
        try test.write("folder/b.jpg")
        chmod(test.folder.file("locked.jpg"), 0)
        chmod(test.folder.file("folder"), 0)
        defer { chmod(test.folder.file("folder"), 0o700) }
        let library = test.library()
        let report = try await library.watch()
        #expect(library.names == ["a.jpg"])
        #expect(report.problems.map(\.code) == [.unreadable, .unreadable])
        #expect(Set(report.problems.map(\.path)) == [test.folder.file("locked.jpg"), test.folder.file("folder")])
        let changes = library.changes()
        chmod(test.folder.file("folder"), 0o700)
        chmod(test.folder.file("locked.jpg"), 0o600)
        for await change in changes where change.group.assets.count == 3 { break }
        #expect(Set(library.names) == ["a.jpg", "b.jpg", "locked.jpg"])
    }
}
