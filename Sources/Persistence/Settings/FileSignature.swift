import Glibc

/// What tells one content of a file from the next without reading it.
struct FileSignature: Equatable {
    private var numbers: [Int]
    /// Whether another write within the same tick of the file system's clock could go unnoticed.
    ///
    /// A replaced file may even get the number of the one before the last, so a young file is read again.
    private(set) var isYoung: Bool

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.numbers == rhs.numbers }

    /// The signature of a file, or `nil` where there is none or it cannot be looked at.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        numbers = [
            Int(status.st_dev), Int(bitPattern: UInt(status.st_ino)), Int(status.st_size), Int(status.st_mtim.tv_sec),
            Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec),
        ]
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        // The clock of file times ticks at most every 10 ms; a time in the future is never trusted.
        let age =
            Double(now.tv_sec - status.st_ctim.tv_sec) + Double(now.tv_nsec - status.st_ctim.tv_nsec) / 1e9
        isYoung = age < 0.1
    }
}
