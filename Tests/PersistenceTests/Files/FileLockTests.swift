import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Persistence

@Suite struct FileLockTests {
    private let place = TemporaryFolder()

    @Test("whoever waits too long is told which file is locked; readers share")
    func limits() throws {
        let folder = try Folder.existing(place.path)
        do {
            let first = try FileLock(".lock", in: folder, .shared)
            let second = try FileLock(".lock", in: folder, .shared, limit: .zero)
            let error = #expect(throws: PersistenceError.self) {
                _ = try FileLock(".lock", in: folder, limit: .milliseconds(1))
            }
            #expect(error?.code == .locked)
            #expect(error?.message.contains(place.file(".lock")) == true)
            _ = consume first
            _ = consume second
        }
        do {
            // Without the limit: whoever is about to end does not wait at all.
            let held = try FileLock(".lock", in: folder)
            let error = #expect(throws: PersistenceError.self) {
                _ = try FileLock(".lock", in: folder, limit: .seconds(3600), isGivenUp: { true })
            }
            #expect(error?.code == .locked)
            _ = consume held
        }
        // Given back by now: no wait.
        _ = try FileLock(".lock", in: folder, limit: .zero)
    }

    @Test("a child that was forked meanwhile does not keep it")
    func forked() throws {
        let folder = try Folder.existing(place.path)
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        do {
            let held = try FileLock(".lock", in: folder)
            // A second descriptor of the same open file is what a child has until its exec.
            copies = (3..<Int32(getdtablesize())).filter(isLock).map { dup($0) }
            _ = consume held
        }
        try #require(copies.count == 1)
        _ = try FileLock(".lock", in: folder, limit: .zero)
    }

    @Test("one that is to be removed goes with its holder, and locks all the same")
    func removed() async throws {
        let folder = try Folder.existing(place.path)
        do {
            let held = try FileLock(".lock", in: folder, isRemoved: true)
            #expect(throws: PersistenceError.self) { _ = try FileLock(".lock", in: folder, limit: .zero) }
            // What somebody made in its place is another's.
            unlink(place.file(".lock"))
            try place.write(".lock", Data())
            _ = consume held
            #expect(place.names == [".lock"])
        }
        do { _ = try FileLock(".lock", in: folder, isRemoved: true) }
        #expect(place.names == [])
        // Of many who wait for one that is removed over and over only one has it at a time.
        let path = place.path
        let tally = Tally()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            for _ in 0..<200 {
                                guard let folder = try? Folder.existing(path),
                                    let held = try? FileLock(".lock", in: folder, isRemoved: true)
                                else { continue }
                                if tally.holders.add(1, ordering: .relaxed).oldValue > 0 {
                                    tally.together.add(1, ordering: .relaxed)
                                }
                                sched_yield()
                                tally.holders.subtract(1, ordering: .relaxed)
                                _ = consume held
                            }
                            continuation.resume()
                        }
                    }
                }
            }
        }
        #expect(tally.together.load(ordering: .relaxed) == 0)
        #expect(place.names == [])
    }

    private final class Tally: Sendable {
        let holders = Atomic(0)
        let together = Atomic(0)
    }

    /// Whether a descriptor of this process is of the lock's file.
    private func isLock(_ descriptor: Int32) -> Bool {
        var (one, other) = (stat(), stat())
        guard fstat(descriptor, &one) == 0, stat(place.file(".lock"), &other) == 0 else { return false }
        return one.st_ino == other.st_ino && one.st_dev == other.st_dev
    }
}
