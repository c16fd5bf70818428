import Glibc
import TestSupport
import Testing

@testable import LKStorage

struct FileStampTests {
    private func stamp(_ seconds: Int, _ nanoseconds: Int = 0) -> FileStamp {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        status.st_ctim = status.st_mtim
        return FileStamp(status)
    }

    @Test("Times beyond what 64 bits hold are unknown, and never wrap round to another time")
    func beyondTheNanoseconds() {
        for seconds in [9_223_372_037, 10_000_000_000, 253_402_300_800, Int.max] {
            #expect(stamp(seconds).modified == .max && stamp(seconds).changed == .max, "\(seconds)")
            #expect(stamp(-seconds).modified == .min && stamp(-seconds).changed == .min, "-\(seconds)")
            #expect(!stamp(seconds).hasModificationTime && !stamp(-seconds).hasModificationTime)
        }
        #expect(stamp(9_223_372_036, 999_999_999).modified == .max)
        #expect(stamp(.min).modified == .min)
    }

    @Test("Times are given back to the system as they came, before 1970 too") func timesComeBack() {
        let times = [
            (0, 0), (-1, 0), (-1, 999_999_999), (1_400_000_000, 7), (-9_223_372_036, 5), (9_223_372_036, 854_775_806),
        ]
        for (seconds, nanoseconds) in times {
            let stamp = stamp(seconds, nanoseconds)
            #expect(stamp.hasModificationTime)
            #expect(stamp.modificationTime.tv_sec == seconds && stamp.modificationTime.tv_nsec == nanoseconds)
        }
    }

    @Test("A file under another name is the same content, another size or time is not") func sameContent() {
        let first = FileStamp(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
        var other = first
        other.changed = 6
        #expect(first != other && first.isSameContent(as: other))
        for change: (inout FileStamp) -> Void in [
            { $0.device = 9 }, { $0.inode = 9 }, { $0.size = 9 }, { $0.modified = 9 },
        ] {
            other = first
            change(&other)
            #expect(!first.isSameContent(as: other))
        }
    }

    @Test("What was changed just now or in the future is young") func young() {
        let now = Int64(time(nil)) * 1_000_000_000
        for (changed, isYoung) in [
            (now + 3_600_000_000_000, true), (.max, true), (now - 3_600_000_000_000, false), (.min, false), (0, false),
        ] {
            #expect(FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: changed).isYoung == isYoung)
        }
    }
}
