import Glibc

extension DatabasePages {
    /// Whether SQLite would pass over transactions of a file's write-ahead log that were made durable, because something in front
    /// of them is damaged: it stops at the first frame that does not fit, without a word.
    ///
    /// A power failure can tear the last transaction alone. Where two are whole behind a frame that is not, or behind the
    /// header, that frame was damaged later.
    ///
    /// - Parameter path: The database file.
    /// - Returns: False when there is no log, too.
    package static func hidesTransactions(_ path: String) -> Bool {
        let log = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard log >= 0 else { return false }
        defer { close(log) }
        for _ in 0..<3 {
            let header = bytes(of: log, at: 0, count: 32)
            guard header.count == 32, transactionsBehindDamage(log, header) > 1 else { return false }
            // A writer may have begun the log anew meanwhile.
            if bytes(of: log, at: 0, count: 32) == header { return true }
        }
        return false
    }

    /// How many whole transactions stand behind the first damage.
    private static func transactionsBehindDamage(_ log: Int32, _ header: [UInt8]) -> Int {
        let size = word(header, 8)
        let pageSize = (9...16).contains { 1 << $0 == size } ? size : 4096
        let isBigEndian = header[3] & 1 == 1
        var sum = (UInt32(word(header, 24)), UInt32(word(header, 28)))
        let isHeaderSound = checksum(header[0..<24], (0, 0), isBigEndian) == sum
        // A damaged header cannot tell which frames are of this log, and which of the one before it in the same file.
        var salt = isHeaderSound ? header[16..<24] : nil
        var (isBehind, count, offset) = (!isHeaderSound, 0, 32)
        while true {
            let frame = bytes(of: log, at: offset, count: 24 + pageSize)
            guard frame.count == 24 + pageSize else { return count }
            let ours = salt ?? frame[8..<16]
            salt = ours
            var found = checksum(frame[0..<8], sum, isBigEndian)
            found = checksum(frame[24...], found, isBigEndian)
            sum = (UInt32(word(frame, 16)), UInt32(word(frame, 20)))
            let isSound = frame[8..<16].elementsEqual(ours) && found == sum
            if !isSound { isBehind = true } else if isBehind, word(frame, 4) != 0 { count += 1 }
            offset += 24 + pageSize
        }
    }
}
