public import Geo

/// Names points: the embedded world, a street index, a web service.
public protocol GeocodingProvider: Sendable {
    /// The provider's short name, as `locate reverse --provider` takes it.
    var name: String { get }

    /// Identifies its answers in a cache: the name, and whatever changes the answers, such as the
    /// server's address; the name alone by default.
    var cacheKey: String { get }

    /// Whose data this is, in the words its licence asks for; `nil` when nothing need be said.
    var attribution: String? { get }

    /// The point that the provider really asks for: the same, unless it hides where exactly.
    ///
    /// Points that it asks for as the same one have the same answer in a cache, and are asked for once.
    ///
    /// - Parameter coordinate: The point that is to be named.
    /// - Returns: The point whose names it gives.
    func asked(_ coordinate: Coordinate) -> Coordinate

    /// Whether it answers from this machine alone: nothing that it is asked leaves the machine.
    var isOffline: Bool { get }

    /// Names the point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: Placemarks, the best first; empty when nothing is there.
    /// - Throws: `GeocodingError` when the data cannot be read or the service does not answer.
    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark]

    /// Finds the places of a name or an address.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - limit: The most placemarks that are wanted, at least 1.
    /// - Returns: Placemarks, each with its own coordinate, the best first; empty when nothing is called that.
    /// - Throws: `GeocodingError` when the data cannot be read or the service does not answer.
    func search(_ text: String, languages: [LanguageTag], limit: Int) async throws(GeocodingError) -> [Placemark]
}

extension GeocodingProvider {
    /// The name.
    public var cacheKey: String { name }

    /// The point itself.
    public func asked(_ coordinate: Coordinate) -> Coordinate { coordinate }

    /// Finds nothing: the provider can name points only.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] { [] }
}

/// A provider on this machine that answers within microseconds and without waiting, so that it is asked in place.
package protocol ImmediateProvider: GeocodingProvider {
    /// What `reverseGeocode(_:languages:)` gives, at once.
    ///
    /// - Throws: `GeocodingError` when the data cannot be read.
    func placemarks(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> [Placemark]
}
