import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPhotos

/// Symbolic links to folders that come and go while a library watches.
struct LinkedFolderTests {
    /// Waits until a library has these files, by their paths in the folder.
    private func wait(_ library: PhotoLibrary, _ test: TestLibrary, for names: Set<String>) async throws {
        let changes = library.changes()
        var iterator = changes.makeAsyncIterator()
        var assets = changes.initial?.assets ?? []
        while Set(assets.map(\.path)) != Set(names.map(test.folder.file)) {
            let change = await iterator.next(isolation: #isolation)
            assets = try #require(change).group.assets
            let paths = assets.map(\.path)
            try #require(!paths.contains { $0.contains("/loop") || $0.contains("/t2") }, "\(paths)")
        }
    }

    @Test(
        "A link to a folder of the library is not followed, and removing it keeps the folder watched",
        .timeLimit(.minutes(10)))
    func linkToAFolderOfTheLibraryIsNotEntered() async throws {
        let test = TestLibrary()
        try test.write("w/t1/a.jpg")
        let library = test.library()
        try await library.watch()
        symlink(".", test.folder.file("w/loop"))
        symlink("t1", test.folder.file("w/t2"))
        // Also of a folder that comes with such links.
        try test.write("other/new/b.jpg")
        symlink("../../w", test.folder.file("other/new/loop"))
        try test.write("w/t1/c.jpg")
        try await wait(library, test, for: ["w/t1/a.jpg", "other/new/b.jpg", "w/t1/c.jpg"])
        #expect(unlink(test.folder.file("w/loop")) == 0 && unlink(test.folder.file("w/t2")) == 0)
        // The folder is watched as before.
        try test.write("w/t1/d.jpg")
        try await wait(library, test, for: ["w/t1/a.jpg", "other/new/b.jpg", "w/t1/c.jpg", "w/t1/d.jpg"])
        try test.remove("w/t1/a.jpg")
        try await wait(library, test, for: ["other/new/b.jpg", "w/t1/c.jpg", "w/t1/d.jpg"])
    }

    @Test("Photos behind a link disappear with it, unless another link leads to them", .timeLimit(.minutes(10)))
    func whatALinkLedToGoesWithTheLink() async throws {
        let test = TestLibrary()
        try test.write("root/a.jpg")
        try test.write("outside/deep/b.jpg")
        let library = test.library([test.folder.file("root")])
        try await library.watch()
        symlink("../outside", test.folder.file("root/link"))
        symlink("../outside", test.folder.file("root/second"))
        try await wait(library, test, for: ["root/a.jpg", "root/link/deep/b.jpg"])
        // The other one leads there still.
        #expect(unlink(test.folder.file("root/link")) == 0)
        try await wait(library, test, for: ["root/a.jpg", "root/second/deep/b.jpg"])
        try test.write("outside/deep/c.jpg")
        try await wait(library, test, for: ["root/a.jpg", "root/second/deep/b.jpg", "root/second/deep/c.jpg"])
        #expect(unlink(test.folder.file("root/second")) == 0)
        try await wait(library, test, for: ["root/a.jpg"])
    }
}
