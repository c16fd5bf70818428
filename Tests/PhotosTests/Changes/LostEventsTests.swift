import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPhotos

/// What happens to watches when events are lost, and when the system allows no more of them.
@Suite(.serialized) struct LostEventsTests {
    @Test("A folder that moved while events were lost is watched under its new name", .timeLimit(.minutes(10)))
    func aFolderThatMovedWhileEventsWereLostIsWatchedUnderItsNewName() throws {
        let test = TestLibrary()
        try test.write("a/one.jpg")
        let log = test.log
        let scanner = LibraryScanner(
            roots: [RawPath(test.folder.path)], readers: FileReaders(makeReader: { FakeReader(log) }), catalog: nil,
            now: { TestLibrary.now })
        let told = Gate()
        try scanner.startWatching { told.open() }
        func scan() throws {
            let findings = try scanner.scanEverything(isCancelled: { false }, progress: { _ in }, stored: { nil })
            _ = scanner.commit(try #require(findings))
        }
        try scan()
        test.move("a", to: "b")
        #expect(told.wait())
        // Lost: the kernel says only that it was so.
        _ = scanner.watcher?.nextEvents()
        try scan()
        try test.write("b/two.jpg")
        var names: Set<RawPath> = []
        let begin = ContinuousClock.now
        while !names.contains(RawPath("two.jpg")), ContinuousClock.now - begin < .seconds(30) {
            let digest = scanner.digest(scanner.watcher?.nextEvents() ?? [])
            names.formUnion(digest.names[RawPath(test.folder.file("b"))].map { Set($0.keys) } ?? [])
        }
        #expect(names.contains(RawPath("two.jpg")))
    }

    @Test("A root folder that is replaced is watched again after the next reload", .timeLimit(.minutes(10)))
    func aFolderAskedForThatIsReplacedIsWatchedAfterTheNextReload() async throws {
        let test = TestLibrary()
        try test.write("root/sub/a.jpg")
        let library = test.library([test.folder.file("root")])
        try await library.watch()
        let changes = library.changes()
        test.move("root", to: "elsewhere")
        for await change in changes where change.group.assets.isEmpty { break }
        try test.write("root/sub/b.jpg")
        try await library.watch()
        #expect(library.names == ["b.jpg"])
        let later = library.changes()
        try test.write("root/sub/c.jpg")
        for await change in later where change.group.assets.count == 2 { break }
        #expect(Set(library.names) == ["b.jpg", "c.jpg"])
    }

    /// A limit of the system for all programs, which only root can lower; put back at the end.
    private final class Limit {
        private let path: String
        private let usual: String

        init?(_ name: String, _ value: Int) {
            path = "/proc/sys/fs/inotify/\(name)"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
            usual = text
            guard (try? "\(value)\n".write(toFile: path, atomically: false, encoding: .utf8)) != nil else { return nil }
        }

        deinit { try? usual.write(toFile: path, atomically: false, encoding: .utf8) }
    }

    private static let mayChangeTheSystem = Fixtures.isThorough && geteuid() == 0
    private static let reason: Comment = "changes limits of the system: root with LOCATIONKIT_THOROUGH=1"

    @Test(
        "No file is lost when the kernel's event queue overflows", .timeLimit(.minutes(5)),
        .enabled(if: mayChangeTheSystem, reason))
    func aQueueThatOverflowsLosesNothing() async throws {
        let test = TestLibrary()
        let library = test.library()
        let limit = Limit("max_queued_events", 8)
        try await library.watch()
        let changes = library.changes()
        var inserted: [String] = []
        let script = """
            import os, sys
            for n in range(5000):
                with open(os.path.join(sys.argv[1], '%05d.jpg' % n), 'w') as f: f.write('photo jpeg')
            os.mkdir(os.path.join(sys.argv[1], 'x')); os.rename(os.path.join(sys.argv[1], 'x'), os.path.join(sys.argv[1], 'y'))
            with open(os.path.join(sys.argv[1], 'y', 'last.jpg'), 'w') as f: f.write('photo jpeg')
            """
        _ = try await ChildProcess(["/usr/bin/python3", "-I", "-c", script, test.folder.path]).end(seconds: 120)
        for await change in changes {
            inserted += change.difference.inserted.map(\.element.fileName)
            if change.group.assets.count == 5001 { break }
        }
        #expect(inserted.count == 5001 && Set(inserted).count == 5001)
        withExtendedLifetime(limit) {}
        #expect(limit != nil)
    }
}
