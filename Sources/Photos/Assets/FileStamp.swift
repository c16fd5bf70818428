import Glibc
import Metadata

/// Which file it is and in what state: as long as all of it is the same, nobody has changed the file.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// When the content was changed, in nanoseconds since 1970.
    var modified: Int64
    /// When content, name or rights were changed, in nanoseconds since 1970.
    var changed: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
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

    /// When the content was changed, as a photo's date of the last resort.
    var date: PhotoDate? {
        let seconds = CalendarPeriod.floor(Int(modified), 1_000_000_000)
        let rest = Int(modified) - seconds * 1_000_000_000
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
