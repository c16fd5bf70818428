import Dispatch
import Glibc
import Synchronization
package import Threads

/// What ``TaskCompletion`` needs of the system, so that tests can take its place.
package struct CompletionSystem: Sendable {
    /// The clock.
    package var timekeeper: any Timekeeper = SystemTimekeeper.shared
    /// Begins to catch signals.
    package var watch:
        @Sendable (_ handler: @escaping @Sendable (StopSignal) -> Void) throws(PersistenceError) ->
            any SignalWatch = Self.watchSignals
    /// Ends the process; returns in tests only.
    package var end: @Sendable (_ status: Int32, _ atOnce: Bool) -> Void = Self.endProcess
    /// Keeps a thread until the process has ended; returns in tests only.
    package var awaitEnd: @Sendable () -> Void = { while true { pause() } }
    /// Runs foreign code on a thread of its own, where it may block; `false` if there is none to be had.
    package var detach: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool = Self.startThread
    /// Runs foreign code, one closure after the other, if the system refuses it a thread.
    package var reserve: any BodyQueue = ReserveThread.shared
    /// The service manager, where there is one.
    package var notifier: ServiceNotifier?
    /// The address of the bus that logind is on; `nil` is the system's.
    package var busAddress: String?

    /// The process as it is.
    package init() { notifier = ServiceNotifier(environment: { name in getenv(name).map { String(cString: $0) } }) }

    private static func watchSignals(
        _ handler: @escaping @Sendable (StopSignal) -> Void
    ) throws(PersistenceError) -> any SignalWatch {
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

/// A thread that is started while there is one to be had, for the time when the system refuses more.
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
