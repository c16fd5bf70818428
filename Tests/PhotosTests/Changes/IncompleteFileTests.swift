import FoundationEssentials
import Glibc
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPhotos

/// Files in folders that have just appeared, which are read before their content is there.
struct IncompleteFileTests {
    /// A library that is watched, and the failures it announces.
    private final class Watched {
        let test: TestLibrary
        let library: PhotoLibrary
        let failures = EventLog<PhotosError>()
        private let outside = TemporaryFolder()

        init(_ test: TestLibrary) async throws {
            self.test = test
            library = test.library()
            library.observers.add { [failures] event in
                if case .failed(let error) = event { failures.append(error) }
            }
            try await library.watch()
        }

        /// Waits until the library has exactly these photos.
        func wait(for names: Set<String>) async throws {
            let changes = library.changes()
            var iterator = changes.makeAsyncIterator()
            var assets = changes.initial?.assets ?? []
            while Set(assets.map(\.fileName)) != names {
                let change = await iterator.next(isolation: #isolation)
                assets = try #require(change).group.assets
            }
        }

        /// Moves the folder `new` into the library, with the empty file `a.jpg` and the photo `b.jpg` in it.
        ///
        /// - Parameter receive: Gets the descriptor of the empty file, open for writing, before the folder is moved.
        /// - Throws: The system's error.
        func moveFolderIn(_ receive: (Int32) -> Void) throws {
            let path = outside.file("new")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let descriptor = open("\(path)/a.jpg", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            try Data("photo jpeg".utf8).write(to: URL(filePath: "\(path)/b.jpg"))
            receive(descriptor)
            try #require(rename(path, test.folder.file("new")) == 0)
        }
    }

    private static func complete(_ descriptor: Int32, _ text: String) {
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)
    }

    @Test("A file that is empty at first is read once it is closed", .timeLimit(.minutes(10)))
    func anEmptyFileIsReadAgainWhenItIsClosed() async throws {
        let watched = try await Watched(TestLibrary())
        var descriptor: Int32 = -1
        try watched.moveFolderIn { descriptor = $0 }
        try await watched.wait(for: ["b.jpg"])
        // The failures of one scan are announced before the next scan begins.
        try watched.test.write("c.jpg")
        try await watched.wait(for: ["b.jpg", "c.jpg"])
        #expect(watched.test.log.read.contains("a.jpg"))
        #expect(watched.failures.events.isEmpty)
        Self.complete(descriptor, "photo jpeg city=Tokyo")
        try await watched.wait(for: ["a.jpg", "b.jpg", "c.jpg"])
        #expect(watched.failures.events.isEmpty)
    }

    @Test("A file that is closed without a photo in it is reported once", .timeLimit(.minutes(10)))
    func aFileThatIsNotAPhotoWhenItIsClosedIsAnnouncedOnce() async throws {
        let watched = try await Watched(TestLibrary())
        var descriptor: Int32 = -1
        try watched.moveFolderIn { descriptor = $0 }
        try await watched.wait(for: ["b.jpg"])
        try watched.test.write("c.jpg")
        try await watched.wait(for: ["b.jpg", "c.jpg"])
        #expect(watched.failures.events.isEmpty)
        Self.complete(descriptor, "nothing")
        let error = try await watched.failures.first { $0 }
        #expect(error.code == .damaged && error.path == watched.test.folder.file("new/a.jpg"))
        try watched.test.write("d.jpg")
        try await watched.wait(for: ["b.jpg", "c.jpg", "d.jpg"])
        #expect(watched.failures.count == 1)
    }

    @Test("A file completed right after it was read is read again", .timeLimit(.minutes(10)))
    func aFileThatIsCompletedRightAfterItWasReadIsReadAgain() async throws {
        let descriptors = Mutex<[Int32]>([])
        let test = TestLibrary(onRefusal: { name in
            guard name == "a.jpg", let descriptor = descriptors.withLock({ $0.popLast() }) else { return }
            Self.complete(descriptor, "photo jpeg city=Tokyo")
        })
        let watched = try await Watched(test)
        try watched.moveFolderIn { descriptor in descriptors.withLock { $0.append(descriptor) } }
        try await watched.wait(for: ["a.jpg", "b.jpg"])
        try test.write("c.jpg")
        try await watched.wait(for: ["a.jpg", "b.jpg", "c.jpg"])
        #expect(test.log.read.filter { $0 == "a.jpg" }.count == 2)
        #expect(watched.failures.events.isEmpty)
    }

    @Test("A file that was already empty and closed when its folder arrived is reported", .timeLimit(.minutes(10)))
    func aFileThatWasEmptyWhenItsFolderCameIsAnnounced() async throws {
        let watched = try await Watched(TestLibrary())
        try watched.moveFolderIn { close($0) }
        let error = try await watched.failures.first { $0 }
        #expect(error.path == watched.test.folder.file("new/a.jpg"))
    }
}
