import Glibc
import Storage

/// Which files a recorder has open, so that what others do to them is noticed.
struct LogFiles {
    /// What is in the path's place at the moment; `nil` when nothing is.
    static func identity(_ path: String) -> Database.Identity? { Database.Identity(path: path) }

    let log: Database.Identity?
    let folder: Database.Identity?
    /// SQLite's write-ahead log, which has what is not yet in the log; `nil` before the first write.
    private var writeAheadLog: Database.Identity?
    /// A log that grows never has fewer bytes than before.
    private var size = 0

    init(of path: String) {
        log = Self.identity(path)
        folder = Self.identity(Folder.split(path).folder)
        note(path)
    }

    /// Takes in how the files are after a write.
    mutating func note(_ path: String) {
        writeAheadLog = Self.identity(path + "-wal")
        size = Self.size(of: path)
    }

    /// Whether somebody removed or replaced the write-ahead log: what is in it would go with this process.
    func hasLostWriteAheadLog(_ path: String) -> Bool {
        writeAheadLog != nil && Self.identity(path + "-wal") != writeAheadLog
    }

    /// Whether somebody cut the log off.
    func isCutOff(_ path: String) -> Bool { Self.size(of: path) < size }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
