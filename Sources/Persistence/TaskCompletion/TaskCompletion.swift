import Glibc
import Synchronization

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
    /// - Returns: The work; tell it when it has ended.
    /// - Throws: ``PersistenceError/Code/stopping`` once the process was asked to stop: do not begin.
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
            // Closures are let go of after unlocking: what they hold may call back.
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
