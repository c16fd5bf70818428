import Glibc
import TestSupport
import Testing

@testable import LKStorage

@Suite struct FileLockTests {
    private let place = TemporaryFolder()

    @Test("A lock that times out names the locked file; readers share a lock")
    func limits() throws {
        let folder = try Folder.existing(place.path)
        do {
            let first = try FileLock(".lock", in: folder, .shared)
            let second = try FileLock(".lock", in: folder, .shared, timeout: .zero)
            let error = #expect(throws: StorageError.self) {
                _ = try FileLock(".lock", in: folder, timeout: .milliseconds(1))
            }
            #expect(error?.code == .locked)
            #expect(error?.message.contains(place.file(".lock")) == true)
            _ = consume first
            _ = consume second
        }
        do {
            // Without the limit: whoever is about to end does not wait at all.
            let held = try FileLock(".lock", in: folder)
            let error = #expect(throws: StorageError.self) {
                _ = try FileLock(".lock", in: folder, timeout: .seconds(3600), isGivenUp: { true })
            }
            #expect(error?.code == .locked)
            _ = consume held
        }
        // Given back by now: no wait.
        _ = try FileLock(".lock", in: folder, timeout: .zero)
    }

    @Test("A child that was forked meanwhile does not keep it")
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
        _ = try FileLock(".lock", in: folder, timeout: .zero)
    }

    /// Whether a descriptor of this process is of the lock's file.
    private func isLock(_ descriptor: Int32) -> Bool {
        var (one, other) = (stat(), stat())
        guard fstat(descriptor, &one) == 0, stat(place.file(".lock"), &other) == 0 else { return false }
        return one.st_ino == other.st_ino && one.st_dev == other.st_dev
    }
}
