package import Geo

/// A provider on this machine that answers within microseconds and without waiting, so that it is asked in place.
package protocol ImmediateProvider: GeocodingProvider {
    /// What `reverseGeocode(_:languages:)` gives, at once.
    ///
    /// - Throws: `GeocodingError` when the data cannot be read.
    func placemarks(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> [Placemark]
}
