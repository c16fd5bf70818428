import Glibc
import Synchronization

/// Ends the process when `exit` takes longer than a second.
///
/// `exit` runs what others have registered and waits for stdio's locks, either of which may wait for a thread that never
/// goes on. The alarm is the kernel's and its handler ends the process: nothing that hangs, no thread that is refused
/// and no descriptor that is missing can keep it from that.
enum ExitAlarm {
    private static let seconds = 1

    /// What to end with; handlers can reach nothing but globals.
    private static let status = Atomic<Int32>(0)

    /// Sets the alarm.
    ///
    /// - Parameter status: What the process ends with.
    static func start(_ status: Int32) {
        // Also the first use, which must not be in a handler.
        Self.status.store(status, ordering: .releasing)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in _exit(ExitAlarm.status.load(ordering: .acquiring)) }
        sigaction(SIGALRM, &action, nil)
        // One thread that does not hold it back is enough.
        var alarm = sigset_t()
        sigemptyset(&alarm)
        sigaddset(&alarm, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
