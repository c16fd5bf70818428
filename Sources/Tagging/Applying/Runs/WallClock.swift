import Glibc

/// What a run needs of the system besides files.
enum WallClock {
    /// Nanoseconds since 1970.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Has a write beyond the limit on the size of files fail (EFBIG) instead of ending the process.
    ///
    /// For threads of ours, and those that they start.
    static func blockFileSizeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
