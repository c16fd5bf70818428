import Glibc
public import LKStorage
import LKThreads
import Synchronization

extension TaskCompletion {
    /// The parts that ``setUp(_:)`` installed in the process.
    struct Installation: Sendable {
        var count = 0
        var watch: (any SignalWatch)?
        var inhibitor: LogindInhibitor?
    }

    /// Starts catching SIGTERM, SIGINT and SIGHUP.
    ///
    /// For programs; a library should not call this on its own. Modules of one process that both call it share one set
    /// of handlers and get the ``Configuration`` that satisfies both; the last ``tearDown()`` restores the signals. A
    /// signal that is ignored, as by `nohup`, stays ignored.
    ///
    /// - Parameter configuration: The periods and options.
    /// - Throws: `StorageError.Code.system` when no descriptor or thread is available.
    public func setUp(_ configuration: Configuration = Configuration()) throws(StorageError) {
        // Start the timer thread, and one for expiration handlers, while threads are available.
        var code = system.timekeeper.call(at: system.timekeeper.now) { @Sendable in }
        if code == 0 { code = system.reserve.prepare() }
        guard code == 0 else {
            throw StorageError(
                .system, "cannot keep the time until work has ended: \(systemErrorText(code))",
                systemError: code)
        }
        try installation.withLock { (installation) throws(StorageError) in
            let isFirst = installation.count == 0
            // Done before a signal can arrive.
            let merged = state.withLock { state in
                let merged = isFirst ? configuration : state.machine.configuration.merged(with: configuration)
                state.machine.configuration = merged
                return merged
            }
            if installation.watch == nil {
                installation.watch = try system.watch { @Sendable [weak self] signal in self?.handle(signal) }
            }
            installation.count += 1
            if merged.delaysSleepAndShutdown, installation.inhibitor == nil {
                installation.inhibitor = LogindInhibitor(
                    address: system.busAddress,
                    isWanted: { @Sendable [weak self] in self?.state.withLock { !$0.machine.work.isEmpty } ?? false },
                    handler: { @Sendable [weak self] event in self?.handle(event) })
            }
        }
    }

    /// Undoes one ``setUp(_:)``; the last call restores the signals.
    ///
    /// Work in progress is not affected. A stop that has begun continues: the process was asked to end and will.
    /// Further calls have no effect.
    public func tearDown() {
        let gone = installation.withLock { installation -> Installation? in
            guard installation.count > 0 else { return nil }
            installation.count -= 1
            guard installation.count == 0, !isStopping else { return nil }
            defer { installation = Installation() }
            return installation
        }
        gone?.watch?.cancel()
        gone?.inhibitor?.cancel()
    }

    private func handle(_ signal: StopSignal) {
        update { [system] state in ((), state.machine.signal(signal, now: system.timekeeper.now)) }
    }

    /// Notifies the service manager that the service is up (`READY=1`), for units of `Type=notify`.
    ///
    /// - Returns: Whether the manager was notified; `false` if the process is not such a service.
    @discardableResult public func notifyReady() -> Bool { system.notifier?.ready() ?? false }
}

/// Runs closures serially without a waiting caller; injected so that tests decide when.
package protocol BodyQueue: Sendable {
    /// Prepares for later calls.
    ///
    /// - Returns: 0, or the system's error number.
    func prepare() -> Int32

    /// Adds a closure to run.
    func run(_ body: @escaping @Sendable () -> Void)
}
