import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPhotos

struct FolderWalkerTests {
    @Test("Hidden files and trash folders are left out")
    func hiddenFilesAndWastebasketsAreLeftOut() async throws {
        let test = TestLibrary()
        for name in [
            "a.jpg", ".b.jpg", ".hidden/c.jpg", ".Trash-1000/files/d.jpg", "Trash/files/e.jpg",
            "Trash/info/e.trashinfo",
            "deep/er/f.jpg", "other/Trash/g.jpg",
        ] { try test.write(name) }
        let library = test.library()
        try await library.reload()
        #expect(library.names.sorted() == ["a.jpg", "f.jpg", "g.jpg"])
        let root = try #require(test.folder.path.split(separator: "/").last)
        let folders = library.groups.filter { $0.url != nil }.map(\.name)
        #expect(folders.sorted() == ["Trash", "er", String(root)].sorted())
    }

    @Test("ExifTool's backups are listed only when named explicitly")
    func backupsOfExiftoolAreListedOnlyWhenTheyAreNamed() async throws {
        let test = TestLibrary()
        for name in ["a.jpg", "a.jpg_original", "b.JPG", "b.JPG_original", "c_original.jpg", "d_original"] {
            try test.write(name)
        }
        let library = test.library()
        try await library.reload()
        #expect(library.names.sorted() == ["a.jpg", "b.JPG", "c_original.jpg", "d_original"])
        let named = test.library([], files: [test.folder.file("a.jpg"), test.folder.file("b.JPG_original")])
        try await named.reload()
        #expect(named.names.sorted() == ["a.jpg", "b.JPG_original"])
        #expect(PhotoFileName.original(ofBackup: "a.jpg_original") == "a.jpg")
        #expect(PhotoFileName.original(ofBackup: "a.jpg.xmp_original") == "a.jpg.xmp")
        #expect(PhotoFileName.original(ofBackup: "d_original") == nil)
    }

    @Test("Loops of links end, no file is listed twice, and a link to itself is reported")
    func loopsOfLinksEndAndNothingIsListedTwice() async throws {
        let test = TestLibrary()
        try test.write("b/a.jpg")
        symlink("..", test.folder.file("b/up"))
        symlink("b", test.folder.file("a-link"))
        symlink("self", test.folder.file("self"))
        symlink("b/a.jpg", test.folder.file("link.jpg"))
        let library = test.library()
        let report = try await library.reload()
        #expect(
            library.allPhotos.assets.map(\.path).sorted() == [
                test.folder.file("b/a.jpg"), test.folder.file("link.jpg"),
            ])
        #expect(report.problems.map(\.path) == [test.folder.file("self")])
    }

    @Test("A file name that is not valid UTF-8 is listed and found again in the catalog")
    func namesThatAreNoUTF8AreFilesLikeOthers() async throws {
        let test = TestLibrary()
        let bytes = Array(test.folder.path.utf8) + Array("/caf".utf8) + [0xE9] + Array(".jpg".utf8)
        let path = bytes.withUnsafeBytes { RawPath(bytes: $0) }
        let descriptor = path.withCPath { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(Glibc.write(descriptor, "photo jpeg", 10) == 10)
        close(descriptor)
        let library = test.library()
        try await library.reload()
        let asset = try #require(library.allPhotos.assets.first)
        #expect(asset.fileName == "caf\u{FFFD}.jpg")
        #expect(asset.url.absoluteString.hasSuffix("/caf%E9.jpg"))
        #expect(RawPath(asset.url) == path)
        await library.finishWriting()
        let again = test.library()
        try await again.reload()
        #expect(again.allPhotos.assets == [asset])
        path.withCPath { _ = unlink($0) }
    }

    @Test("File names that Unicode considers equal stay two files")
    func filesOfNamesThatUnicodeCallsEqualAreTwo() async throws {
        let test = TestLibrary()
        try test.write("e\u{301}.jpg")
        try test.write("\u{E9}.jpg")
        let library = test.library()
        #expect(try await library.reload().assetCount == 2)
    }

    @Test("Pipes are left out without a problem")
    func pipesAndSocketsAreNoFiles() async throws {
        let test = TestLibrary()
        mkfifo(test.folder.file("pipe.jpg"), 0o600)
        try test.write("a.jpg")
        let library = test.library()
        #expect(try await library.reload().problems.isEmpty)
        #expect(library.names == ["a.jpg"])
    }

    @Test("A folder inside another root counts once")
    func aFolderInsideAnotherCountsOnce() async throws {
        let test = TestLibrary()
        try test.write("b/a.jpg")
        let library = test.library([test.folder.path, test.folder.file("b")])
        #expect(try await library.reload().assetCount == 1)
    }
}
