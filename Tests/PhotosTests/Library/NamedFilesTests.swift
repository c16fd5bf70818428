import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPhotos

@Suite("PhotoLibrary: single files") struct NamedFilesTests {
    private let test = TestLibrary()

    private func library(_ names: String..., folders: [String] = []) -> PhotoLibrary {
        test.library(folders.map(test.folder.file), files: names.map(test.folder.file))
    }

    @Test("A file counts with what belongs to it, and nothing else of its folder is read")
    func companions() async throws {
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try test.write(name) }
        try test.write("a.cr2", "photo raw date=2014-05-24T10:00:00")
        try test.write("a.mov", "photo mov duration=2")
        try test.write("a.png", "photo png")
        try test.write("a.cr2.xmp", "at=35,139")
        try test.write("below/a.jpg")
        let photos = library("a.jpg")
        #expect(try await photos.reload().problems.isEmpty)
        #expect(photos.names == ["a.jpg"])
        let asset = try #require(photos.allPhotos.assets.first)
        #expect(asset.companions.map(\.lastPathComponent) == ["a.cr2", "a.mov"] && asset.location != nil)
        #expect(test.log.read == ["a.cr2", "a.jpg", "a.mov", "a.png"])
        // The photo that a companion or a sidecar belongs to.
        for name in ["a.cr2", "a.mov", "a.cr2.xmp"] {
            let photos = library(name)
            #expect(try await photos.reload().problems.isEmpty)
            #expect(photos.names == ["a.jpg"], "\(name)")
        }
    }

    @Test(
        "A named photo with a long name includes its JSON with a cut name, and not that of another photo",
        arguments: ["", "-edited", "(2)", "-edited(2)"])
    func cutNames(_ end: String) {
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        var selection = FolderSelection()
        selection.insert(RawPath(long + end + ".jpg"))
        let number = end.hasSuffix("(2)") ? "(2)" : ""
        for count in [40, 46, 48] {
            #expect(selection.mayInclude(RawPath("\(long.prefix(count))\(number).json")), "\(count)")
        }
        let others = ["\(long.prefix(39)).json", "\(long.prefix(45))_.json", "\(long)s.jpg.json", "IMG.json"]
        for other in others + ["\(long.prefix(46)).txt"] {
            #expect(!selection.mayInclude(RawPath(other)), "\(other)")
        }
    }

    @Test("Folders and files are mixed, and each photo counts once by whatever way it is named")
    func mixed() async throws {
        for name in ["x/a.jpg", "x/b.jpg", "y/c.jpg", "y/d.jpg", "y/.hidden.jpg"] { try test.write(name) }
        symlink("y", test.folder.file("link"))
        let photos = library(
            "x/a.jpg", "y/c.jpg", "y/c.jpg", "./y/./c.jpg", "link/c.jpg", "y/.hidden.jpg", folders: ["x"])
        #expect(try await photos.reload().problems.isEmpty)
        #expect(photos.names.sorted() == [".hidden.jpg", "a.jpg", "b.jpg", "c.jpg"])
        let linked = library("link/c.jpg", folders: ["y"])
        #expect(try await linked.reload().problems.isEmpty)
        #expect(linked.names == ["c.jpg", "d.jpg"])
    }

    @Test("Missing files, folders and files that are not photos are reported, and the rest is listed")
    func problems() async throws {
        try test.write("a.jpg")
        try test.write("notes.txt", "notes")
        try test.write("broken.jpg", "notes")
        try test.write("alone.xmp", "notes")
        try test.write("folder.jpg/b.jpg")
        symlink("nowhere", test.folder.file("link.jpg"))
        mkfifo(test.folder.file("pipe.jpg"), 0o600)
        let photos = library(
            "a.jpg", "notes.txt", "broken.jpg", "alone.xmp", "folder.jpg", "link.jpg", "pipe.jpg", "gone.jpg",
            "nowhere/b.jpg")
        let problems = try await photos.reload().problems
        #expect(photos.names == ["a.jpg"])
        let told = Dictionary(
            uniqueKeysWithValues: problems.map { (URL(filePath: $0.path).lastPathComponent, $0.code) })
        #expect(
            told == [
                "notes.txt": .notAPhoto, "broken.jpg": .damaged, "alone.xmp": .notAPhoto, "folder.jpg": .notAPhoto,
                "link.jpg": .unreadable, "pipe.jpg": .notAPhoto, "gone.jpg": .missing, "b.jpg": .missing,
            ])
        let pipe = problems.first { $0.path.hasSuffix("pipe.jpg") }
        #expect(pipe?.message.hasSuffix("pipe.jpg is a pipe, not a photo or video") == true)
    }

    @Test("The catalog keeps what it knows of the rest of the folder")
    func catalog() async throws {
        for name in ["a.jpg", "b.jpg", "c/d.jpg"] { try test.write(name) }
        let whole = test.library()
        try await whole.reload()
        await whole.finishWriting()
        let ids = Dictionary(uniqueKeysWithValues: whole.allPhotos.assets.map { ($0.fileName, $0.id) })
        test.log.clear()
        let photos = library("b.jpg")
        #expect(try await photos.reload().readCount == 0)
        #expect(photos.allPhotos.assets.map(\.id) == [ids["b.jpg"]])
        await photos.finishWriting()
        let again = test.library()
        #expect(try await again.reload().readCount == 0)
        #expect(again.names.count == 3 && test.log.read.isEmpty)
        // A file that is gone is forgotten, and no other one.
        try test.remove("b.jpg")
        let none = library("b.jpg")
        #expect(try await none.reload().problems.map(\.code) == [.missing])
        await none.finishWriting()
        let rest = test.library()
        #expect(try await rest.reload().readCount == 0)
        #expect(rest.names.sorted() == ["a.jpg", "d.jpg"])
    }

    @Test("A doubtful position is listed and named, as known from the second time on", arguments: [true, false])
    func doubtfulPosition(isOtherProgram: Bool) async throws {
        try test.write("a.jpg", "photo jpeg doubt=latitude")
        var library = test.library()
        let first = try await library.reload()
        #expect(first.problems.map(\.code) == [.doubtful] && first.knownProblems.isEmpty)
        #expect(first.problems.first?.message == "\(test.folder.file("a.jpg")): its latitude cannot be read")
        #expect(library.names == ["a.jpg"])
        await library.finishWriting()
        if isOtherProgram { library = test.library() }
        let second = try await library.reload()
        #expect(second.readCount == 0)
        #expect(second.problems == first.problems && second.knownProblems == Set(first.problems))
        await library.finishWriting()
    }

    @Test("A damaged file is known the second time, until it or its sidecar changes", arguments: [true, false])
    func knownDamage(isOtherProgram: Bool) async throws {
        try test.write("a.jpg")
        try test.write("broken.jpg", "notes")
        var library = test.library()
        let first = try await library.reload()
        #expect(first.problems.count == 1 && first.knownProblems.isEmpty)
        await library.finishWriting()
        if isOtherProgram { library = test.library() }
        let second = try await library.reload()
        #expect(second.problems == first.problems && second.knownProblems == Set(first.problems))
        try test.write("broken.jpg", "other notes")
        let changed = try await library.reload()
        #expect(changed.problems.count == 1 && changed.knownProblems.isEmpty)
        try test.write("broken.jpg.xmp", "city=Paris")
        #expect(try await library.reload().knownProblems.isEmpty)
        #expect(try await library.reload().knownProblems.count == 1)
        try test.write("broken.jpg", "photo jpeg")
        #expect(try await library.reload().problems.isEmpty)
        #expect(library.names.sorted() == ["a.jpg", "broken.jpg"])
        await library.finishWriting()
        #expect(try await test.library().reload().readCount == 0)
    }

    @Test("Of a watched file's folder only that file, its companions and sidecars count", .timeLimit(.minutes(10)))
    func watching() async throws {
        try test.write("a.jpg")
        let photos = library("a.jpg", "later.jpg")
        #expect(try await photos.watch().problems.map(\.code) == [.missing])
        // One listener throughout: a later one would not hear of what the watch has noticed before it.
        var changes = photos.changes().makeAsyncIterator()
        try test.write("other.jpg")
        try test.write("below/b.jpg")
        try test.write("a.cr2", "photo raw")
        try test.write("later.jpg", "photo jpeg date=2015-05-24T10:00:00")
        while let assets = await changes.next()?.group.assets {
            if assets.count == 2, assets.contains(where: { !$0.companions.isEmpty }) { break }
        }
        #expect(photos.names == ["a.jpg", "later.jpg"])
        try test.remove("a.cr2")
        try test.remove("a.jpg")
        while let change = await changes.next(), change.group.assets.count != 1 {}
        #expect(photos.names == ["later.jpg"])
        photos.stopWatching()
    }
}
