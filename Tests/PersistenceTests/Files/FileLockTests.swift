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
}
