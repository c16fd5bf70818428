public import Geo

// A location is asked for as its coordinate is: how accurate it is decides nothing.
extension ReverseGeocoder {
    /// Names the point of a location.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: Placemarks, the best first; empty when nothing is there.
    /// - Throws: What ``reverseGeocode(_:languages:)-(Coordinate,_)`` throws.
    public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> [Placemark] {
        try await reverseGeocode(location.coordinate, languages: languages)
    }

    /// Names the point of a location, and says who could not.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: What the providers said together; also when all of them failed.
    /// - Throws: `GeocodingError` with `cancelled`, or `requestInvalid` when there is no provider to ask.
    public func answer(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> GeocodingAnswer {
        try await answer(location.coordinate, languages: languages)
    }

    /// Names the points of many locations, such as those of a track.
    ///
    /// - Parameters:
    ///   - locations: The locations, of which the coordinates count; equal ones are asked for once.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - maximumUnderWay: How many points are asked for at the same time, at least 1; 4 when left out.
    /// - Returns: The names of each location, in the order of the locations; asking begins with the iteration.
    public func reverseGeocode(
        _ locations: [Location], languages: [LanguageTag] = [], maximumUnderWay: Int = 4
    ) -> GeocodingBatch {
        reverseGeocode(locations.map(\.coordinate), languages: languages, maximumUnderWay: maximumUnderWay)
    }

    /// Names the point of a location and calls a handler with the outcome, for programs that do not use `await`.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - completionHandler: What is called with the outcome, as with a coordinate.
    /// - Returns: The request, to cancel it.
    @discardableResult public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = [], completionHandler: @escaping CompletionHandler
    ) -> GeocodingRequest {
        reverseGeocode(location.coordinate, languages: languages, completionHandler: completionHandler)
    }
}
