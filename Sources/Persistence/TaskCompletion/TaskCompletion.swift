import Glibc
import Synchronization
import Threads

/// Lets a process that is asked to stop finish what it has begun.
///
/// What `beginBackgroundTask` is to an app, this is to a process: ``begin(_:onExpiration:)`` work, ``Token/end()`` it.
/// After SIGTERM, SIGINT or SIGHUP nothing new begins, work under way has a grace period to end by itself, and the
/// process exits with 128 and the signal's number when the last of it has ended. A second signal ends it at once.
///
/// ```swift
/// try TaskCompletion.shared.setUp()           // the program's choice, once, at its start
/// try withTaskCompletion("save the album") {  // anywhere, also in libraries
///     try write(album)
/// }
/// ```
///
/// Without ``setUp(_:)`` no signal is caught and all of this is bookkeeping: libraries may mark their work and leave
/// the choice to the program.
public final class TaskCompletion: Sendable {
    /// The one of this process.
    public static let shared = TaskCompletion(CompletionSystem())

    struct State: Sendable {
        var machine = CompletionMachine()
        var expirations: [Int: @Sendable () -> Void] = [:]
        var stopHandlers: [Int: @Sendable (StopCause) -> Void] = [:]
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextID = 0
        /// Threads that run handlers or end the process, which must not be made to wait for the end.
        var handlerThreads: [pthread_t] = []
    }

    let system: CompletionSystem
    let state = Mutex(State())
    let installation = Mutex(Installation())

    package init(_ system: CompletionSystem) { self.system = system }

    /// Begins a piece of work that is to be finished before the process ends.
    ///
    /// Call it right before what must not be cut, and in small pieces: the grace period is short. Different pieces may
    /// overlap; the process ends when the last has ended.
    ///
    /// - Parameters:
    ///   - name: What is done, for people: it is shown as the service's status while the process stops.
    ///   - onExpiration: Called once, on a thread of its own, when the grace period runs out and the work has not
    ///     ended. It can save what there is within ``Configuration/savingPeriod``; then the process ends.
    /// - Returns: The work; call its `end()` when it is done.
    /// - Throws: `PersistenceError.Code.stopping` once the process was asked to stop: do not begin.
    public func begin(
        _ name: String, onExpiration: (@Sendable () -> Void)? = nil
    ) throws(PersistenceError) -> Token {
        try begin(name, onExpiration == nil ? .cut : .handler, onExpiration)
    }

    func begin(
        _ name: String, _ expiration: CompletionMachine.Expiration, _ handler: (@Sendable () -> Void)?
    ) throws(PersistenceError) -> Token {
        let begun = state.withLock { state in
            let begun = state.machine.begin(.init(name: name, expiration: expiration))
            if let begun { state.expirations[begun.id] = handler }
            return begun
        }
        guard let begun else {
            throw PersistenceError(.stopping, "\(name) does not begin: this process was asked to stop; start it again")
        }
        perform(begun.actions)
        return Token(name: name, id: begun.id, completion: self)
    }

    func end(_ id: Int) {
        update { state in
            // Closures are released after unlocking: what they hold may call back.
            (state.expirations.removeValue(forKey: id), state.machine.end(id))
        }
    }

    /// Changes the state and carries out what follows from it after unlocking.
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
    /// Whether the process was asked to stop; nothing new begins then.
    public var isStopping: Bool { state.withLock { $0.machine.phase != .running } }

    /// Why the process was asked to stop, from the moment at which no new work begins; handlers may be called later.
    package var cause: StopCause? { state.withLock { $0.machine.phase == .running ? nil : $0.machine.cause } }

    /// How many pieces of work are under way.
    package var workCount: Int { state.withLock { $0.machine.work.count } }

    /// The remaining grace period; `nil` while no stop was requested, zero once it ran out.
    public var remainingTime: Duration? {
        let now = system.timekeeper.now
        switch state.withLock({ $0.machine.phase }) {
        case .running: return nil
        case .stopping(let deadline): return max(.zero, deadline - now)
        case .expiring, .ended: return .zero
        }
    }

    /// What happens from now on, for one reader; a stop that has begun before comes first.
    ///
    /// The process does not wait for readers: what has to be done before the end belongs into ``onStop(_:)`` or into
    /// work of its own.
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

    /// Has something done as soon as the process is asked to stop, such as telling a loop to end.
    ///
    /// Handlers are called once, one after the other in the order of registration, on a thread of their own, beside the
    /// work under way; the process does not end before they have returned or the grace period has run out. Where the
    /// stop has begun already, the handler is called before this returns.
    ///
    /// - Parameter handler: What to do.
    /// - Returns: The way to take the handler back; not needed otherwise.
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
        // Released after unlocking: what it holds may call back.
        _ = state.withLock { $0.stopHandlers.removeValue(forKey: id) }
    }

    /// Whether logind waits for this process.
    public var inhibitorState: InhibitorState { installation.withLock { $0.inhibitor }?.state ?? .off }
}

extension TaskCompletion {
    /// How a process finishes its work.
    ///
    /// Where several modules of a process set up, none gets less than it asked for: the longest periods count, the
    /// process is ended with its last work only if all of them want that, and sleep is delayed as soon as one wants that.
    public struct Configuration: Hashable, Sendable {
        /// How long work in progress may continue after a signal; 30 s.
        public var gracePeriod = Duration.seconds(30)
        /// How long the expiration handlers may take afterwards, all together; 5 s.
        public var savingPeriod = Duration.seconds(5)
        /// Whether the process is ended when the last work has; true.
        ///
        /// `false` is for programs that come to an end by themselves once ``TaskCompletion/onStop(_:)`` has notified them.
        /// They are ended only when the grace period runs out.
        public var endsProcess = true
        /// Whether logind is asked to wait with sleep and shutdown while work is under way; false.
        public var delaysSleepAndShutdown = false

        /// The defaults.
        public init() {}

        /// What satisfies both.
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
        /// The process is to stop: nothing new begins.
        case stopping(StopCause)
        /// The grace period ran out; expiration handlers are being called.
        case expired
        /// The machine goes to sleep within seconds, as logind announced it.
        case sleeping
        /// The machine woke up.
        case awake
    }
}

extension TaskCompletion {
    /// Whether logind waits with sleep and shutdown for this process.
    public enum InhibitorState: Hashable, Sendable {
        /// Not set up.
        case off
        /// There is no work to wait for.
        case idle
        /// logind is being asked; at most 10 s.
        case asking
        /// It waits, for as long as its `InhibitDelayMaxSec` says (5 s unless changed).
        case held
        /// It does not wait, and why: there is no system bus, no logind, or it refused.
        case unavailable(String)
    }
}

extension TaskCompletion {
    /// A handler that was registered with ``TaskCompletion/onStop(_:)``.
    ///
    /// It stays registered until ``cancel()``, whether or not this value is kept.
    public struct Registration: Sendable {
        let id: Int
        let completion: TaskCompletion

        /// Takes the handler back; it is not called from now on, but may be at work.
        public func cancel() { completion.removeStopHandler(id) }
    }
}

extension TaskCompletion {
    /// A piece of work under way.
    ///
    /// Keep it until the work is done, then ``end()`` it. A token without a reference left counts as ended too, so that a
    /// path without `end` (an error, an early return) cannot hold up the end of the process; but the compiler may let go
    /// of a token after its last use, so do not rely on a variable that is never used again: call `end`, best by `defer`.
    public final class Token: Sendable {
        /// What the work was called.
        public let name: String
        private let id: Int
        private let completion: TaskCompletion
        private let hasEnded = Atomic(false)

        init(name: String, id: Int, completion: TaskCompletion) {
            self.name = name
            self.id = id
            self.completion = completion
        }

        /// Tells that the work is done; a second call does nothing.
        ///
        /// When the process was asked to stop and this was the last work under way, the process ends here, as soon as
        /// handlers that are at work have returned, and the call does not return. Within a handler it does.
        public func end() {
            guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            completion.end(id)
        }

        deinit { end() }
    }
}
