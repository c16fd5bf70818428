import Glibc
import Metadata

/// Which file it is and in what state: as long as all of it is the same, nobody has changed the file.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// When the content was changed, in nanoseconds since 1970; the least and the greatest number stand for an
    /// unknown time.
    var modified: Int64
    /// When content, name or rights were changed, in nanoseconds since 1970.
    var changed: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// The nanoseconds since 1970; before 1677 and after 2262 the least and the greatest number, which stand for an
    /// unknown time.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, isTooMuch) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = product.addingReportingOverflow(Int64(time.tv_nsec))
        return isTooMuch || isBeyond ? (time.tv_sec < 0 ? .min : .max) : sum
    }

    init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Which file it is, whatever its state.
    var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// Whether it is the same file with the same content, perhaps under another name.
    func isSameContent(as other: FileStamp) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
    }

    /// When the content was changed, as a photo's date of the last resort; `nil` when that time is unknown.
    var date: PhotoDate? {
        guard modified != .min, modified != .max else { return nil }
        let seconds = CalendarPeriod.floor(Int(modified), 1_000_000_000)
        // The first second may begin before the least number.
        let rest = Int(modified) &- seconds &* 1_000_000_000
        return WallTime(secondsSince1970: seconds, nanosecond: rest).map {
            PhotoDate(wallTime: $0, offset: 0, rule: .fileTime, offsetRule: .utc)
        }
    }

    func combine(into hash: inout StableHash) {
        for number in [device, inode, UInt64(bitPattern: size)] { hash.combine(number) }
        for number in [modified, changed] { hash.combine(UInt64(bitPattern: number)) }
    }
}

/// Which file or folder of this machine it is.
struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
}
