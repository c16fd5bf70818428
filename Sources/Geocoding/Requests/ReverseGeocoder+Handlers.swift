public import Geo
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
