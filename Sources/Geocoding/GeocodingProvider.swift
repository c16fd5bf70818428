public import Geo

/// Something that can say what a point is called: the embedded world, a street index, a web service.
public protocol GeocodingProvider: Sendable {
    /// The provider's short name, as `locate reverse --provider` takes it.
    var name: String { get }

    /// Whose data this is, in the words its licence asks for; `nil` when nothing need be said.
    var attribution: String? { get }

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
}
