import Dispatch
import Synchronization

/// What happened, in order, and a way to wait for it without blocking a thread and without sleeping.
///
/// ```swift
/// let snapshot = try await log.first { event in if case .finish(let snapshot) = event { snapshot } else { nil } }
/// ```
public final class EventLog<Event: Sendable>: Sendable {
    /// Nothing that was waited for came in time.
    public struct TimedOut: Error, CustomStringConvertible {
        /// What did happen: the last few events.
        public var description: String
    }

    private struct Waiter {
        /// Gets each event and its index; tells whether the wait is over.
        var take: @Sendable (Int, Event) -> Bool
        var resume: @Sendable (Bool) -> Void
    }

    private struct State {
        var events: [Event] = []
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Makes an empty log.
    public init() {}

    /// All that happened so far.
    public var events: [Event] { state.withLock { $0.events } }

    /// How much happened so far; a mark for ``first(after:seconds:where:)``.
    public var count: Int { state.withLock { $0.events.count } }

    /// Adds what happened.
    public func append(_ event: Event) {
        let done = state.withLock { state in
            state.events.append(event)
            let index = state.events.count - 1
            let ids = state.waiters.filter { $0.value.take(index, event) }.map(\.key)
            return ids.compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in done { waiter.resume(true) }
    }

    /// Waits for the first event that `match` makes something of.
    ///
    /// - Parameters:
    ///   - mark: How many events to pass over.
    ///   - seconds: How long to wait.
    ///   - match: What is wanted of an event, or `nil` when it is not the one.
    /// - Returns: What `match` made of it.
    /// - Throws: `TimedOut` when none came in time.
    public func first<Match: Sendable>(
        after mark: Int = 0, seconds: Double = 120, where match: @escaping @Sendable (Event) -> Match?
    ) async throws(TimedOut) -> Match {
        let found = Mutex<Match?>(nil)
        let came = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let once = Mutex<CheckedContinuation<Bool, Never>?>(continuation)
            let resume: @Sendable (Bool) -> Void = { came in
                let waiting = once.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                waiting?.resume(returning: came)
            }
            let take: @Sendable (Int, Event) -> Bool = { index, event in
                guard index >= mark, let result = match(event) else { return false }
                found.withLock { $0 = result }
                return true
            }
            let isThere = state.withLock { state in
                if state.events.enumerated().contains(where: { take($0.offset, $0.element) }) { return true }
                let id = state.nextID
                state.nextID += 1
                state.waiters[id] = Waiter(take: take, resume: resume)
                DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                    let waiter = self?.state.withLock { $0.waiters.removeValue(forKey: id) }
                    waiter?.resume(false)
                }
                return false
            }
            if isThere { resume(true) }
        }
        if came, let match = found.withLock({ $0 }) { return match }
        let last = events.suffix(12).map { "\($0)" }.joined(separator: "\n  ")
        throw TimedOut(description: "nothing within \(seconds) s; \(count) events, the last:\n  \(last)")
    }
}
