public import Geo
import Synchronization
import Threads

extension LocationManager {
    /// One position, as soon as there is one that is good and fresh enough.
    ///
    /// Any number of calls with different demands may be under way; they share the connection with each other and with
    /// the session. When time runs out the best fix that came is returned, so look at its `horizontalAccuracy`.
    ///
    /// - Parameters:
    ///   - accuracy: The 68 % radius in metres that ends the wait; ``desiredAccuracy`` unless given.
    ///   - maximumAge: How old a fix that is already there may be; ``maximumAge`` unless given.
    ///   - timeout: How long to wait; ``timeout`` unless given.
    /// - Returns: The first fix that is good enough, or the best when time ran out.
    /// - Throws: `PositioningError` with the code `timeout` and a reason when no fix came, `canceled` when the task was
    ///   cancelled, `disabled`, or what broke the source.
    public func currentLocation(
        accuracy: Double? = nil, maximumAge: Duration? = nil, timeout: Duration? = nil
    ) async throws(PositioningError) -> Location {
        let id = begin(accuracy: accuracy, maximumAge: maximumAge, timeout: timeout)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                deliver { state in
                    if let result = state.requests[id]?.result {
                        state.requests[id] = nil
                        state.outbox.append(.resume(continuation, result))
                    } else {
                        state.requests[id]?.continuation = continuation
                    }
                }
            }
        } onCancel: {
            let now = clock.now
            deliver { $0.run(.stop, request: id, at: now) }
        }
        return try result.get()
    }

    private func begin(accuracy: Double?, maximumAge: Duration?, timeout: Duration?) -> Int {
        let now = clock.now
        var id = 0
        deliver { state in
            id = state.nextID
            state.nextID += 1
            var demand = state.settings
            demand.desiredAccuracy = accuracy ?? demand.desiredAccuracy
            demand.maximumAge = maximumAge ?? demand.maximumAge
            demand.timeout = timeout ?? demand.timeout
            state.requests[id] = State.Request()
            state.run(.start(demand, last: state.lastFix), request: id, at: now)
            if !state.isEnabled { state.complete(id, .failure(Self.disabled)) }
        }
        return id
    }
}
