import Glibc
import Metadata
import TestSupport
import Testing

@testable import Photos

/// What happens where no descriptor is left.
@Suite(.serialized) struct DescriptorLimitTests {
    @Test func openingIsTriedAgainUntilOthersHaveClosedTheirFiles() {
        var calls = 0
        let descriptor = RetryingOpen.attempt {
            calls += 1
            if calls == 5 { return 7 }
            errno = calls % 2 == 0 ? EMFILE : ENFILE
            return -1
        }
        #expect(descriptor == 7 && calls == 5)
    }

    @Test func otherRefusalsAreNotTriedAgain() {
        var calls = 0
        let descriptor = RetryingOpen.attempt {
            calls += 1
            errno = EACCES
            return -1
        }
        let number = errno
        #expect(descriptor == -1 && number == EACCES && calls == 1)
    }

    @Test func waitingEndsAndTheMessageNamesTheLimit() {
        var calls = 0
        let begin = ContinuousClock.now
        for _ in 0..<3 {
            let descriptor = RetryingOpen.attempt {
                calls += 1
                errno = EMFILE
                return -1
            }
            let number = errno
            #expect(descriptor == -1 && number == EMFILE)
        }
        #expect(calls > 3 && ContinuousClock.now - begin < .seconds(60))
        for number in [EMFILE, ENFILE] {
            #expect(PhotosError.file(RawPath("/a.jpg"), number).message.contains("ulimit -n"))
            #expect(PhotosError.folder(RawPath("/a"), number).message.contains("ulimit -n"))
        }
        #expect(RetryingOpen.attempt { 0 } == 0)
    }
}
