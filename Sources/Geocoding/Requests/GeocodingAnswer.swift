internal import Geo

/// What the providers of a `ReverseGeocoder` said together.
public struct GeocodingAnswer: Sendable {
    /// A provider that could not answer.
    public struct Failure: Sendable {
        /// The provider's name.
        public var provider: String
        /// Why.
        public var error: GeocodingError
    }

    /// The placemarks, the best first; empty when nothing is there.
    public var placemarks: [Placemark] = []

    /// Those who could not answer, in the order they were asked.
    public var failures: [Failure] = []

    /// Whether some of it came from the cache, and nothing over the network.
    public var isFromCache = false

    /// Nothing yet.
    init() {}

    /// Lays a user's names over the placemarks; where all providers have answered without one, they are the answer.
    mutating func correct(by corrections: PlaceCorrections, at coordinate: Coordinate) {
        guard let feature = corrections.feature(at: coordinate) else { return }
        if placemarks.isEmpty, failures.isEmpty {
            placemarks = [Placemark(coordinate: coordinate, provider: PlaceCorrections.providerName)]
        }
        placemarks = placemarks.map { corrections.corrected($0, by: feature) }
    }
}
