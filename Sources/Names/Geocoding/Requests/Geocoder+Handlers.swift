public import LKGeo
import LKThreads
import Synchronization

extension Geocoder {
    /// Receives the outcome: placemarks, the first one's address as a text and as a dictionary, and the error.
    ///
    /// Text and dictionary are `nil` when there is no placemark; the error is `nil` when there is an answer, even an
    /// empty one.
    public typealias CompletionHandler =
        @Sendable (
            _ placemarks: [Placemark], _ addressString: String?, _ addressDictionary: AddressDictionary?,
            _ error: GeocodingError?
        ) -> Void

    /// Finds the names of a point and calls a handler with the outcome, for programs that do not use `await`.
    ///
    /// The handler is called exactly once, unless the request is cancelled before. All handlers of a geocoder are
    /// called serially on their own thread, never on the caller's: they need no locks among themselves, may block, and
    /// may start the next request. The handler may be called before this method has returned.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - completionHandler: Receives the outcome.
    /// - Returns: The request, to cancel it.
    @discardableResult public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag] = [], completionHandler: @escaping CompletionHandler
    ) -> Request {
        let request = Request()
        request.start(
            Task { [self] in
                let outcome: Result<[Placemark], GeocodingError>
                do throws(GeocodingError) {
                    outcome = .success(try await reverseGeocode(coordinate, languages: languages))
                } catch { outcome = .failure(error) }
                let call = { @Sendable in
                    guard request.finish() else { return }
                    switch outcome {
                    case .success(let placemarks):
                        let first = placemarks.first
                        completionHandler(placemarks, first?.addressString, first?.addressDictionary, nil)
                    case .failure(let error): completionHandler([], nil, nil, error)
                    }
                }
                // If no thread can be started, call the handler here rather than never.
                if handlers.run(call) != 0 { call() }
            })
        return request
    }
}

extension Geocoder {
    /// A request in progress, with a completion handler.
    ///
    /// Releasing this value does not end the request; only ``cancel()`` does.
    public final class Request: Sendable {
        private enum State {
            case pending(Task<Void, Never>?)
            case over
        }

        private let state = Mutex(State.pending(nil))

        init() {}

        /// Cancels the request: the handler is not called any more, unless a call is already in progress.
        public func cancel() {
            let task = state.withLock { state -> Task<Void, Never>? in
                guard case .pending(let task) = state else { return nil }
                state = .over
                return task
            }
            task?.cancel()
        }

        /// Assigns the task of the request.
        func start(_ task: Task<Void, Never>) {
            let isCancelled = state.withLock { state in
                guard case .pending = state else { return true }
                state = .pending(task)
                return false
            }
            // Already cancelled or finished; cancelling a finished task has no effect.
            if isCancelled { task.cancel() }
        }

        /// Returns whether to call the handler: once, and not after ``cancel()``.
        func finish() -> Bool {
            state.withLock { state in
                guard case .pending = state else { return false }
                state = .over
                return true
            }
        }
    }
}
