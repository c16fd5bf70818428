public import LKGeo

/// Names points: the embedded gazetteer, a street index, a web service.
public protocol GeocodingProvider: Sendable {
    /// The provider's short name, as given to `locate reverse --provider`.
    var name: String { get }

    /// Identifies the provider's answers in a cache: its name and everything that changes the answers, such as the
    /// server's address. By default the name alone.
    var cacheKey: String { get }

    /// The attribution that the data's licence requires; `nil` if none is required.
    var attribution: String? { get }

    /// Returns the point that the provider actually requests: the given one, unless the provider blurs positions.
    ///
    /// Points with the same result share one answer in the cache and one request.
    ///
    /// - Parameter coordinate: The point to name.
    /// - Returns: The point whose names the provider returns.
    func requestedCoordinate(for coordinate: Coordinate) -> Coordinate

    /// Whether the provider works offline: nothing leaves this machine.
    var isOffline: Bool { get }

    /// Finds the names of a point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: Placemarks, best first; empty if the provider knows nothing there.
    /// - Throws: `GeocodingError` when the data cannot be read or the service does not answer.
    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark]

    /// Finds places by name or address.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks, at least 1.
    /// - Returns: Placemarks, each with its own coordinate, best first; empty if nothing matches.
    /// - Throws: `GeocodingError` when the data cannot be read or the service does not answer.
    func search(_ text: String, languages: [LanguageTag], limit: Int) async throws(GeocodingError) -> [Placemark]
}

extension GeocodingProvider {
    /// The provider's name.
    public var cacheKey: String { name }

    /// Returns the point itself.
    public func requestedCoordinate(for coordinate: Coordinate) -> Coordinate { coordinate }

    /// Returns no places: by default a provider only names points.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] { [] }
}

/// An offline provider that answers within microseconds, so that it is called synchronously.
///
/// It says more of what it finds by name, and ranks by distance, which web services do not.
package protocol ImmediateProvider: GeocodingProvider {
    /// Returns the same placemarks as `reverseGeocode(_:languages:)`, synchronously.
    ///
    /// - Throws: `GeocodingError` when the data cannot be read.
    func placemarks(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> [Placemark]

    /// Returns the places that match a name or address, best first; with `near` the nearest come first.
    ///
    /// - Throws: `GeocodingError` when the data cannot be read.
    func matches(
        _ text: String, limit: Int, near: Coordinate?, languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch]

    /// Returns the time zone at a point, also where nothing has a name; `nil` if it is unknown.
    ///
    /// - Throws: `GeocodingError` when the data cannot be read.
    func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String?
}

extension ImmediateProvider {
    /// Finds the names of a point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: Placemarks, best first; empty if nothing is known there.
    /// - Throws: `GeocodingError` when the data cannot be read.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        try placemarks(at: coordinate, languages: languages)
    }

    /// Finds places by name or address.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks.
    /// - Returns: Placemarks, each with its own coordinate, best first; empty if nothing matches.
    /// - Throws: `GeocodingError` when the data cannot be read.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] {
        try matches(text, limit: limit, near: nil, languages: languages).map(\.placemark)
    }
}
