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
    /// Runs foreign code on a thread of its own, where it may block; `false` where there is none to be had.
    package var detach: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool = Self.startThread
    /// Runs foreign code when there is no thread of its own to be had, one after the other.
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
