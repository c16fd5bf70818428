import FoundationEssentials
import Glibc
import LKThreads
import TestSupport
import Testing

@testable import LKPhotos

/// Folders asked for that go and come back while a library watches.
struct LostRootTests {
    private func wait(_ library: PhotoLibrary, for names: Set<String>) async throws {
        let changes = library.changes()
        var iterator = changes.makeAsyncIterator()
        var assets = changes.initial?.assets ?? []
        while Set(assets.map(\.fileName)) != names {
            let change = await iterator.next(isolation: #isolation)
            assets = try #require(change).group.assets
        }
    }

    @Test("A root folder that disappears is reported once, and watched again when it returns", .timeLimit(.minutes(10)))
    func oneOfSeveralThatGoesIsToldOnceAndItsReturnNoticed() async throws {
        let test = TestLibrary()
        try test.write("r1/a.jpg")
        try test.write("up/r2/b.jpg")
        let library = test.library([test.folder.file("r1"), test.folder.file("up/r2")])
        try await library.watch()
        let failures = EventLog<PhotosError>()
        library.observers.add { event in if case .failed(let error) = event { failures.append(error) } }
        try test.remove("up")
        try await wait(library, for: ["a.jpg"])
        let error = try await failures.first { $0 }
        #expect(error.code == .missing && error.path == test.folder.file("up/r2"))
        #expect(error.message.contains("not watched; it is watched again when it comes back"), "\(error)")
        // What else happens is told as before.
        try test.write("r1/c.jpg")
        try await wait(library, for: ["a.jpg", "c.jpg"])
        try test.write("up/r2/d.jpg")
        try await wait(library, for: ["a.jpg", "c.jpg", "d.jpg"])
        try test.write("up/r2/deep/e.jpg")
        try await wait(library, for: ["a.jpg", "c.jpg", "d.jpg", "e.jpg"])
        #expect(failures.count == 1, "\(failures.events)")
        // And again, moved away and back.
        test.move("up/r2", to: "elsewhere")
        try await wait(library, for: ["a.jpg", "c.jpg"])
        test.move("elsewhere", to: "up/r2")
        try await wait(library, for: ["a.jpg", "c.jpg", "d.jpg", "e.jpg"])
        try test.write("up/r2/f.jpg")
        try await wait(library, for: ["a.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"])
    }

    @Test("A root folder that does not exist yet is watched when it appears", .timeLimit(.minutes(10)))
    func oneThatIsNotThereYetIsNoticedWhenItComes() async throws {
        let test = TestLibrary()
        try test.write("r1/a.jpg")
        let library = test.library([test.folder.file("r1"), test.folder.file("not/yet")])
        let report = try await library.watch()
        #expect(report.problems.map(\.code) == [.missing])
        try test.write("not/yet/b.jpg")
        try await wait(library, for: ["a.jpg", "b.jpg"])
    }
}
