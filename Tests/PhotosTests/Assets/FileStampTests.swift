import Glibc
import LKMetadata
import LKStorage
import Testing

@testable import LKPhotos

struct FileStampTests {
    private func stamp(_ seconds: Int, _ nanoseconds: Int = 0) -> FileStamp {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        status.st_ctim = status.st_mtim
        return FileStamp(status)
    }

    @Test func timesBeyondTheNanosecondsAreUnknown() {
        for seconds in [9_223_372_037, 10_000_000_000, 253_402_300_800, Int.max] {
            #expect(stamp(seconds).modified == .max && stamp(seconds).date == nil, "\(seconds)")
            #expect(stamp(-seconds).modified == .min && stamp(-seconds).date == nil, "-\(seconds)")
        }
        #expect(stamp(9_223_372_036, 999_999_999).modified == .max)
        #expect(stamp(.min).date == nil)
    }

    @Test func timesAtTheEndsAreWhatTheyAre() throws {
        #expect(stamp(9_223_372_036).date?.wallTime.year == 2262)
        #expect(stamp(-9_223_372_036, 5).date?.wallTime.year == 1677)
        // The least number but one is in a second that begins before the least.
        let first = FileStamp(device: 1, inode: 1, size: 1, modified: .min + 1, changed: 0)
        #expect(first.date?.wallTime.year == 1677)
        #expect(stamp(1_400_000_000, 7).modified == 1_400_000_000_000_000_007)
    }
}
