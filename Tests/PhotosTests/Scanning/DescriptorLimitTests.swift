import Glibc
import LKMetadata
import Synchronization
import TestSupport
import Testing

@testable import LKPhotos

/// What happens where no descriptor is left.
struct DescriptorLimitTests {
    /// The clock of an occasion that is not the process's, on which other tests open files.
    private final class Clock: Sendable {
        let milliseconds = Atomic<Int64>(5)
    }

    private let occasion: RetryingOpen.Deadline = {
        let clock = Clock()
        return RetryingOpen.Deadline(
            now: { clock.milliseconds.load(ordering: .relaxed) },
            pause: { clock.milliseconds.add(10, ordering: .relaxed) })
    }()

    @Test("Opening is retried while file descriptors are exhausted")
    func openingIsTriedAgainUntilOthersHaveClosedTheirFiles() {
        var calls = 0
        let descriptor = RetryingOpen.attempt(occasion) {
            calls += 1
            if calls == 5 { return 7 }
            errno = calls % 2 == 0 ? EMFILE : ENFILE
            return -1
        }
        #expect(descriptor == 7 && calls == 5)
    }

    @Test("Opening is not retried after other errors")
    func otherRefusalsAreNotTriedAgain() {
        var calls = 0
        let descriptor = RetryingOpen.attempt(occasion) {
            calls += 1
            errno = EACCES
            return -1
        }
        let number = errno
        #expect(descriptor == -1 && number == EACCES && calls == 1)
    }

    @Test("Retrying ends after its timeout, and the error names the limit")
    func waitingEndsAndTheMessageNamesTheLimit() {
        var calls = 0
        for _ in 0..<3 {
            let descriptor = RetryingOpen.attempt(occasion) {
                calls += 1
                errno = EMFILE
                return -1
            }
            let number = errno
            #expect(descriptor == -1 && number == EMFILE)
        }
        // The first waits for as long as it may, by steps of 10 ms, and the others not at all.
        #expect(calls == Int(RetryingOpen.timeout / 10) + 1 + 2)
        for number in [EMFILE, ENFILE] {
            #expect(PhotosError.file(RawPath("/a.jpg"), number).message.contains("ulimit -n"))
            #expect(PhotosError.folder(RawPath("/a"), number).message.contains("ulimit -n"))
        }
        #expect(RetryingOpen.attempt(occasion) { 0 } == 0)
        var others = 0
        let next = RetryingOpen.attempt(occasion) {
            others += 1
            errno = EMFILE
            return others == 3 ? 9 : -1
        }
        #expect(next == 9, "after a success others are waited for anew")
    }
}
