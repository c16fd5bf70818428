import LKMetadata
import LKStorage
import Testing

@testable import LKPhotos

struct FileStampDateTests {
    private func date(_ modified: Int64) -> PhotoDate? {
        FileStamp(device: 1, inode: 1, size: 1, modified: modified, changed: 0).date
    }

    @Test("A time that the stamp cannot hold gives no date") func unknown() {
        #expect(date(.max) == nil)
        #expect(date(.min) == nil)
    }

    @Test("The first and the last time that a stamp holds are dates") func ends() {
        #expect(date(9_223_372_036_000_000_000)?.wallTime.year == 2262)
        #expect(date(-9_223_372_035_999_999_995)?.wallTime.year == 1677)
        // The least number but one is in a second that begins before the least.
        #expect(date(.min + 1)?.wallTime.year == 1677)
    }
}
