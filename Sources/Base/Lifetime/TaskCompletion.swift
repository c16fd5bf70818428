import Glibc
public import LKStorage
import LKThreads
import Synchronization

/// Lets a process that is asked to stop finish its work.
///
/// The counterpart of an app's `beginBackgroundTask` for a process: mark work with ``begin(_:onExpiration:)`` and
/// ``Token/end()``. After SIGTERM, SIGINT or SIGHUP nothing new begins, work under way has a grace period to end by
/// itself, and the process exits with 128 and the signal's number when the last of it has ended. A second signal ends
/// it at once, unless it only repeats the first within a second.
///
/// ```swift
/// try TaskCompletion.shared.setUp()           // the program's choice, once, at its start
/// try withTaskCompletion("save the album") {  // anywhere, also in libraries
///     try write(album)
/// }
/// ```
///
/// Without ``setUp(_:)`` no signal is caught and the calls only keep count: libraries may mark their work and leave the
/// choice to the program.
public final class TaskCompletion: Sendable {
    /// The shared object of this process.
    public static let shared = TaskCompletion(CompletionSystem())

    struct State: Sendable {
        var machine = CompletionMachine()
        var isEnabled = true
        var expirations: [Int: @Sendable () -> Void] = [:]
        var stopHandlers: [Int: @Sendable (StopCause) -> Void] = [:]
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextID = 0
        /// Threads that run handlers or end the process, which must not wait for the end themselves.
        var handlerThreads: [pthread_t] = []
    }

    let system: CompletionSystem
    let state = Mutex(State())
    let installation = Mutex(Installation())

    package init(_ system: CompletionSystem) { self.system = system }

    /// Begins a piece of work that must be finished before the process ends.
    ///
    /// Call it immediately before work that must not be interrupted, and for small pieces: the grace period is short.
    /// Pieces may overlap; the process ends when the last has ended.
    ///
    /// - Parameters:
    ///   - name: The work, for people: it is shown as the service's status while the process stops.
    ///   - onExpiration: Called once, on a separate thread, if the grace period ends before the work. It can save
    ///     intermediate results within ``Configuration/savingPeriod``; then the process ends.
    /// - Returns: The work; call its `end()` when it is done.
    /// - Throws: `StorageError.Code.stopping` once the process was asked to stop; then do not begin.
    public func begin(
        _ name: String, onExpiration: (@Sendable () -> Void)? = nil
    ) throws(StorageError) -> Token {
        try begin(name, onExpiration == nil ? .cut : .handler, onExpiration)
    }

    func begin(
        _ name: String, _ expiration: CompletionMachine.Expiration, _ handler: (@Sendable () -> Void)?
    ) throws(StorageError) -> Token {
        let begun = state.withLock { state -> (id: Int, actions: [CompletionMachine.Action])? in
            // A number that no work has, so that its end is ignored.
            if !state.isEnabled, state.machine.phase == .running { return (id: 0, actions: []) }
            let begun = state.machine.begin(.init(name: name, expiration: expiration))
            if let begun { state.expirations[begun.id] = handler }
            return begun
        }
        guard let begun else {
            throw StorageError(
                .stopping, "\(name) does not begin: this process was asked to stop", advice: "start it again")
        }
        perform(begun.actions)
        return Token(name: name, id: begun.id, completion: self)
    }

    func end(_ id: Int) {
        update { state in
            // Closures are released after unlocking, since their deinitializers may call back.
            (state.expirations.removeValue(forKey: id), state.machine.end(id))
        }
    }

    /// Changes the state and performs the resulting actions after unlocking.
    @discardableResult func update<Result: Sendable>(
        _ change: (inout State) -> (Result, [CompletionMachine.Action])
    ) -> Result {
        let (result, actions) = state.withLock { state in
            let outcome = change(&state)
            return outcome
        }
        perform(actions)
        return result
    }
}

extension TaskCompletion {
    /// Whether work that begins from now on must be finished before the process ends; true.
    ///
    /// While it is false, ``begin(_:onExpiration:)`` returns tokens that do not count: a stop neither waits for them nor calls
    /// their expiration handlers. Work in progress still counts, signals are still caught, and ``onStop(_:)`` handlers called.
    /// A program switches it off for work that may be cut, such as while the user has turned off saving.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    /// Whether the process was asked to stop; then no new work begins.
    public var isStopping: Bool { state.withLock { $0.machine.phase != .running } }

    /// Why the process was asked to stop, from the time at which no new work begins; handlers may be called later.
    package var cause: StopCause? { state.withLock { $0.machine.phase == .running ? nil : $0.machine.cause } }

    /// The number of pieces of work in progress.
    package var workCount: Int { state.withLock { $0.machine.work.count } }

    /// The remaining grace period; `nil` while no stop was requested, zero after its end.
    public var remainingTime: Duration? {
        let now = system.timekeeper.now
        switch state.withLock({ $0.machine.phase }) {
        case .running: return nil
        case .stopping(let deadline): return max(.zero, deadline - now)
        case .expiring, .ended: return .zero
        }
    }

    /// The events from now on, for one reader; a stop that has begun earlier comes first.
    ///
    /// The process does not wait for readers: actions that must happen before its end belong in ``onStop(_:)`` or in
    /// work of their own.
    public var events: AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let (id, missed) = state.withLock { state in
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return (state.nextID, state.machine.phase == .running ? nil : state.machine.cause)
        }
        continuation.onTermination = { @Sendable [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        if let missed { continuation.yield(.stopping(missed)) }
        return stream
    }

    /// Registers a handler to call as soon as the process is asked to stop, for example to end a loop.
    ///
    /// Handlers are called once, serially in the order of registration, on a separate thread and concurrently with the
    /// work in progress; the process does not end before they have returned or the grace period has ended. If the stop
    /// has already begun, the handler is called before this returns.
    ///
    /// - Parameter handler: The handler.
    /// - Returns: The registration, with which the handler can be removed.
    @discardableResult public func onStop(_ handler: @escaping @Sendable (StopCause) -> Void) -> Registration {
        let (id, cause) = state.withLock { state in
            state.nextID += 1
            let cause = state.machine.phase == .running ? nil : state.machine.cause
            if cause == nil { state.stopHandlers[state.nextID] = handler }
            return (state.nextID, cause)
        }
        if let cause { handler(cause) }
        return Registration(id: id, completion: self)
    }

    func removeStopHandler(_ id: Int) {
        // Released after unlocking, since its deinitializer may call back.
        _ = state.withLock { $0.stopHandlers.removeValue(forKey: id) }
    }

    /// Whether logind waits for this process.
    public var inhibitorState: InhibitorState { installation.withLock { $0.inhibitor }?.state ?? .off }
}

extension TaskCompletion {
    /// How a process finishes its work.
    ///
    /// If several modules of a process set up, each gets at least what it asked for: the longest periods are used, the
    /// process is ended after its last work only if all of them want that, and sleep is delayed if any of them wants
    /// that.
    public struct Configuration: Hashable, Sendable {
        /// How long work in progress may continue after a signal; 30 s.
        public var gracePeriod = Duration.seconds(30)
        /// The total time for expiration handlers afterwards; 5 s.
        public var savingPeriod = Duration.seconds(5)
        /// Whether to end the process after its last work; true.
        ///
        /// `false` is for programs that end by themselves after ``TaskCompletion/onStop(_:)`` has notified them. They
        /// are ended only when the grace period ends.
        public var endsProcess = true
        /// Whether to ask logind to delay sleep and shutdown while there is work; false.
        public var delaysSleepAndShutdown = false

        /// Creates the default configuration.
        public init() {}

        /// Returns a configuration that satisfies both.
        func merged(with other: Self) -> Self {
            var result = self
            result.gracePeriod = max(gracePeriod, other.gracePeriod)
            result.savingPeriod = max(savingPeriod, other.savingPeriod)
            result.endsProcess = endsProcess && other.endsProcess
            result.delaysSleepAndShutdown = delaysSleepAndShutdown || other.delaysSleepAndShutdown
            return result
        }
    }
}

extension TaskCompletion {
    /// The elements of ``TaskCompletion/events``.
    public enum Event: Hashable, Sendable {
        /// The process stops: no new work begins.
        case stopping(StopCause)
        /// The grace period has ended; expiration handlers are being called.
        case expired
        /// The machine will sleep within seconds, as logind announced.
        case sleeping
        /// The machine woke up.
        case awake
    }
}

extension TaskCompletion {
    /// Whether logind delays sleep and shutdown for this process.
    public enum InhibitorState: Hashable, Sendable {
        /// Not set up.
        case off
        /// There is no work to wait for.
        case idle
        /// logind is being asked, for at most 10 s.
        case asking
        /// logind delays, for at most its `InhibitDelayMaxSec` (5 s unless changed).
        case held
        /// logind does not delay, with the reason: there is no system bus, no logind, or it refused.
        case unavailable(String)
    }
}

extension TaskCompletion {
    /// A handler registered with ``TaskCompletion/onStop(_:)``.
    ///
    /// It stays registered until ``cancel()``, whether or not this value is kept.
    public struct Registration: Sendable {
        let id: Int
        let completion: TaskCompletion

        /// Removes the handler; it is not called any more, but may be running.
        public func cancel() { completion.removeStopHandler(id) }
    }
}

extension TaskCompletion {
    /// A piece of work in progress.
    ///
    /// Keep it until the work is done, then call ``end()``. Releasing the last reference ends the work too, so that a
    /// path without `end` (an error, an early return) cannot delay the end of the process. But the compiler may release
    /// a token after its last use, so do not rely on an unused variable: call `end`, preferably with `defer`.
    public final class Token: Sendable {
        /// The name of the work.
        public let name: String
        private let id: Int
        private let completion: TaskCompletion
        private let hasEnded = Atomic(false)

        init(name: String, id: Int, completion: TaskCompletion) {
            self.name = name
            self.id = id
            self.completion = completion
        }

        /// Marks the work as done; a second call has no effect.
        ///
        /// If the process was asked to stop and this was the last work in progress, the process ends here, as soon as
        /// running handlers have returned, and the call does not return. Called from a handler, it does return.
        public func end() {
            guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            completion.end(id)
        }

        deinit { end() }
    }
}
