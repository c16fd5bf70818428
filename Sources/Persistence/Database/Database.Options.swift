extension Database {
    /// What may be done with the file.
    package enum Mode: Sendable {
        /// It has to be there, and is not changed.
        case readOnly
        /// It has to be there.
        case readWrite
        /// It is made where it is missing, and its folder too, both for the user alone.
        case create
    }

    /// What survives a power failure; the corresponding setting is `PRAGMA synchronous`.
    package enum Durability: String, Sendable {
        /// What the kernel still holds may be lost, and the file may be damaged.
        case off = "OFF"
        /// The file stays sound. With a write-ahead log the last transactions may be lost.
        case normal = "NORMAL"
        /// Every transaction that ended is there.
        case full = "FULL"
    }

    /// How a database is opened.
    package struct Options: Sendable {
        /// How long to wait for another process; 5 s when left out.
        package var busyTimeout = Duration.seconds(5)
        /// Whether readers and a writer work beside each other (`-wal` and `-shm` lie next to the file); `false` when left out.
        ///
        /// Stays with the file. Asked of a file system without shared memory, it is quietly not had.
        package var usesWriteAheadLog = false
        /// What survives a power failure; `full` when left out.
        package var durability = Durability.full

        package init() {}
    }
}
