import Glibc

/// The offsets of one time zone from the system's compiled zone files (TZif, RFC 9636).
///
/// Foundation's `TimeZone` needs ICU for names such as `Asia/Tokyo`, which costs more than the rest of a run; glibc has
/// one zone for the whole process. This reads one small file.
package struct ZoneFile: Sendable {
    /// Moments in seconds since 1970 at which the offset changes, ascending, and the new offsets in seconds.
    private var changes: [(moment: Int, offset: Int)] = []
    private var firstOffset = 0
    /// The rule after the last change.
    private var rule: ZoneRule?

    /// Reads a zone of the system's database by its name; `nil` when there is no such file or it is damaged.
    ///
    /// - Parameters:
    ///   - name: A name of the tz database: `Asia/Tokyo`.
    ///   - folder: Where the compiled files are.
    package init?(named name: String, folder: String = "/usr/share/zoneinfo") {
        // A name comes from data files: it must not lead out of the folder.
        let isName = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "_+-/".utf8.contains(byte)
        }
        guard isName, !name.isEmpty, name.first != "/",
            let bytes = Self.contents(of: folder + "/" + name)
        else { return nil }
        self.init(bytes)
    }

    /// The bytes of a file; `nil` for what is none, or is too large for a zone.
    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        return read(file, &bytes, bytes.count) == bytes.count ? bytes : nil
    }

    /// Reads the bytes of a zone file.
    init?(_ bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes)
        guard let first = reader.readHeader() else { return nil }
        var header = first
        if header.version >= 2 {
            // The second block repeats the first with 64-bit moments.
            guard reader.skip(header.length(momentSize: 4)), let second = reader.readHeader() else { return nil }
            header = second
        }
        let size = first.version >= 2 ? 8 : 4
        guard let body = reader.readBody(header, momentSize: size) else { return nil }
        changes = body.changes
        firstOffset = body.firstOffset
        if first.version >= 2 { rule = reader.readFooter().flatMap(ZoneRule.init) }
    }

    /// Seconds east of UTC at a moment in seconds since 1970.
    ///
    /// - Parameter moment: Seconds since 1970.
    /// - Returns: Seconds; positive in the east.
    package func offset(at moment: Int) -> Int {
        guard let last = changes.last, moment < last.moment else {
            return rule?.offset(at: moment) ?? changes.last?.offset ?? firstOffset
        }
        // The number of changes that have happened by then.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : changes[low - 1].offset
    }
}

extension ZoneFile {
    /// The offsets that a clock on the wall may have had when it showed a time.
    package struct WallOffsets: Sendable, Hashable {
        /// Seconds east of UTC, the one that was in force first in front: one as a rule, two where the clock was changed.
        package var offsets: [Int]

        /// Whether no clock that was right showed the time, since it was set forward over it: only one that was not
        /// changed yet, or changed too early.
        package var isSkipped: Bool

        /// Makes the offsets of what a clock showed.
        package init(offsets: [Int], isSkipped: Bool) {
            self.offsets = offsets
            self.isSkipped = isSkipped
        }
    }

    /// The offsets that a clock may have had when it showed a time.
    ///
    /// - Parameter wall: What it showed, in seconds since 1970 as if it were UTC.
    /// - Returns: At least one offset.
    package func offsets(atWallTime wall: Int) -> WallOffsets {
        // Offsets are less than a day, and no zone changes twice within two.
        let (before, after) = (offset(at: wall - 86_400), offset(at: wall + 86_400))
        let both = before == after ? [before] : [before, after]
        let possible = both.filter { offset(at: wall - $0) == $0 }
        return WallOffsets(offsets: possible.isEmpty ? both : possible, isSkipped: possible.isEmpty)
    }
}
