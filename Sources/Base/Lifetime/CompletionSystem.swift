import Dispatch
import Glibc
package import LKStorage
package import LKThreads
import Synchronization

/// The system functions that ``TaskCompletion`` needs, replaceable in tests.
package struct CompletionSystem: Sendable {
    /// The clock.
    package var timekeeper: any Timekeeper = SystemTimekeeper.shared
    /// Starts catching signals.
    package var watch:
        @Sendable (_ handler: @escaping @Sendable (TaskCompletion.StopSignal) -> Void) throws(StorageError) ->
            any SignalWatch = Self.watchSignals
    /// Ends the process; returns only in tests.
    package var end: @Sendable (_ status: Int32, _ atOnce: Bool) -> Void = Self.endProcess
    /// Blocks a thread until the process has ended; returns only in tests.
    package var awaitEnd: @Sendable () -> Void = { while true { pause() } }
    /// Runs a client's code on a separate thread, where it may block; returns `false` if none can be started.
    package var detach: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool = Self.startThread
    /// Runs clients' code serially, if the system refuses more threads.
    package var reserve: any BodyQueue = ReserveThread.shared
    /// The service manager, if there is one.
    package var notifier: ServiceNotifier?
    /// The address of logind's bus; `nil` for the system bus.
    package var busAddress: String?

    /// Creates access to the real system.
    package init() { notifier = ServiceNotifier(environment: { name in getenv(name).map { String(cString: $0) } }) }

    /// Starts catching the signals that stop a process.
    ///
    /// For the package, because the compiler does not count an error in the type of ``watch`` as a use of its module.
    package static func watchSignals(
        _ handler: @escaping @Sendable (TaskCompletion.StopSignal) -> Void
    ) throws(StorageError) -> any SignalWatch {
        try SignalWatcher(handler: handler)
    }

    private static func endProcess(_ status: Int32, atOnce: Bool) {
        if atOnce { _exit(status) }
        ExitAlarm.start(status)
        exit(status)
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        SystemThread.start("locate-stop", body) == 0
    }
}

/// A thread that is started in advance, for use when the system refuses more.
final class ReserveThread: BodyQueue {
    static let shared = ReserveThread()

    private struct State: Sendable {
        var bodies: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let count = DispatchSemaphore(value: 0)

    func prepare() -> Int32 {
        state.withLock { state in
            guard !state.isRunning else { return 0 }
            let code = SystemThread.start("locate-reserve") { @Sendable [self] in work() }
            state.isRunning = code == 0
            return code
        }
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.bodies.append(body) }
        count.signal()
    }

    private func work() {
        while true {
            count.wait()
            state.withLock { $0.bodies.removeFirst() }()
        }
    }
}

/// Ends the process if `exit` takes longer than a second.
///
/// `exit` runs registered functions and waits for stdio's locks, and either may wait for a thread that is blocked
/// forever. The kernel's alarm runs a signal handler that ends the process, which works whatever hangs and even without
/// free threads or descriptors.
enum ExitAlarm {
    private static let seconds = 1

    /// The exit status; signal handlers can access only globals.
    private static let status = Atomic<Int32>(0)

    /// Sets the alarm.
    ///
    /// - Parameter status: The exit status.
    static func start(_ status: Int32) {
        // Also initializes the global, which must not happen in a signal handler.
        Self.status.store(status, ordering: .releasing)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in _exit(ExitAlarm.status.load(ordering: .acquiring)) }
        sigaction(SIGALRM, &action, nil)
        // It is enough that one thread does not block the signal.
        var alarm = sigset_t()
        sigemptyset(&alarm)
        sigaddset(&alarm, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
