import Glibc
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
    /// Runs foreign code where it may block.
    package var detach: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void = Self.startThread
    /// The service manager, where there is one.
    package var notifier: ServiceNotifier?
    /// The address of the bus that logind is on; `nil` is the system's.
    package var busAddress: String?

    /// The process as it is.
    package init() { notifier = ServiceNotifier(environment: { name in getenv(name).map { String(cString: $0) } }) }

    /// How long `exit` may take to run what was registered for it; then the process ends without.
    private static let patience = Duration.seconds(1)

    private static func watchSignals(
        _ handler: @escaping @Sendable (StopSignal) -> Void
    ) throws(PersistenceError) -> any SignalWatch {
        try SignalWatcher(handler: handler)
    }

    private static func endProcess(_ status: Int32, atOnce: Bool) {
        if atOnce { _exit(status) }
        // exit runs what others have registered, which may wait for a thread that never goes on.
        // A thread of its own makes the cut: the timekeeper's may be the one that calls exit.
        let cut = MonotonicInstant.now + patience
        let code = SystemThread.start("locate-end") { @Sendable in
            while MonotonicInstant.now < cut { usleep(10_000) }
            _exit(status)
        }
        if code != 0 { endByAlarm() }
        exit(status)
    }

    /// Without a thread the system itself ends the process, by a signal instead of a status.
    private static func endByAlarm() {
        signal(SIGALRM, SIG_DFL)
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        alarm(UInt32(patience.components.seconds))
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
        // Late is better than not at all.
        if SystemThread.start("locate-stop", body) != 0 { body() }
    }
}
