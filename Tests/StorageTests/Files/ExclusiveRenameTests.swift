import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

@Suite struct ExclusiveRenameTests {
    private typealias Move = @Sendable (String, Int32, String, Int32) -> Int32

    /// What file systems with, without exclusive renames, and without links do.
    private static let moves: [Move] = [
        { ExclusiveRename.move($0, from: $1, to: $2, in: $3) },
        { ExclusiveRename.moveByLink($0, from: $1, to: $2, in: $3) },
        { ExclusiveRename.moveAfterLook($0, from: $1, to: $2, in: $3) },
    ]

    private let place = TemporaryFolder()

    private func content(_ name: String) -> String? {
        FileManager.default.contents(atPath: place.file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "A file is moved to a free name, and replaces neither a file nor a broken link",
        arguments: moves.indices)
    func exclusive(index: Int) throws {
        func move(_ name: String, _ folder: Int32, _ newName: String, _ newFolder: Int32) -> Int32 {
            Self.moves[index](name, folder, newName, newFolder) == 0 ? 0 : errno
        }
        for folder in ["a", "b"] { #expect(mkdir(place.file(folder), 0o700) == 0) }
        let (old, new) = (open(place.file("a"), O_RDONLY | O_DIRECTORY), open(place.file("b"), O_RDONLY | O_DIRECTORY))
        defer {
            close(old)
            close(new)
        }
        try place.write("a/1", Data("first".utf8))
        #expect(move("1", old, "2", new) == 0)
        #expect(content("b/2") == "first" && content("a/1") == nil)
        try place.write("a/1", Data("second".utf8))
        #expect(move("1", old, "2", new) == EEXIST)
        #expect(content("b/2") == "first" && content("a/1") == "second")
        #expect(symlink("nowhere", place.file("b/link")) == 0)
        #expect(move("1", old, "link", new) == EEXIST)
        #expect(move("none", old, "3", new) == ENOENT)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("b")).sorted() == ["2", "link"])
    }
}
