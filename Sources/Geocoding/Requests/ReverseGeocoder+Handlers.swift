public import Geo
import Synchronization
internal import Threads

extension ReverseGeocoder {
    /// What is called with the outcome: placemarks, the first one's address as a text and under keys, and the error.
    ///
    /// Text and keys are `nil` when there is no placemark; the error is `nil` when there is an answer, also an empty one.
    public typealias CompletionHandler =
        @Sendable (
            _ placemarks: [Placemark], _ addressString: String?, _ addressDictionary: AddressDictionary?,
            _ error: GeocodingError?
        ) -> Void

    /// Names a point and calls a handler with the outcome, for programs that do not use `await`.
    ///
    /// The handler is called exactly once, unless the request is cancelled before. All handlers of a geocoder are called one
    /// after the other on a thread of their own, never the caller's: so they need no locks among themselves, may take their
    /// time, and may begin the next request. It may be called before this method has returned.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - completionHandler: What is called with the outcome.
    /// - Returns: The request, to cancel it.
    @discardableResult public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag] = [], completionHandler: @escaping CompletionHandler
    ) -> GeocodingRequest {
        let request = GeocodingRequest()
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
                // Without a thread to be had, better here than never.
                if handlers.run(call) != 0 { call() }
            })
        return request
    }
}

/// A question on its way, of the form with a completion handler.
///
/// It continues when this value is released; only ``cancel()`` ends it.
public final class GeocodingRequest: Sendable {
    private enum State {
        case pending(Task<Void, Never>?)
        case over
    }

    private let state = Mutex(State.pending(nil))

    init() {}

    /// Ends the question: the handler is not called any more, unless it is being called at this moment.
    public func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .pending(let task) = state else { return nil }
            state = .over
            return task
        }
        task?.cancel()
    }

    /// Ties the work to the request.
    func start(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            guard case .pending = state else { return true }
            state = .pending(task)
            return false
        }
        // Cancelled or finished already; to cancel what is finished does nothing.
        if isCancelled { task.cancel() }
    }

    /// Whether the handler may be called: once, and not after ``cancel()``.
    func finish() -> Bool {
        state.withLock { state in
            guard case .pending = state else { return false }
            state = .over
            return true
        }
    }
}
