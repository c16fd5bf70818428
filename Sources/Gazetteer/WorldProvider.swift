public import Geo
public import Geocoding

/// Names points offline, from a gazetteer.
public struct WorldProvider: GeocodingProvider {
    /// The gazetteer.
    public let world: World

    /// Makes a provider for a gazetteer.
    public init(world: World) { self.world = world }

    /// The provider's name, `world`.
    public var name: String { World.providerName }

    /// The attribution that the data's licences require.
    public var attribution: String? { world.attribution }

    /// Always `true`: the gazetteer is a file.
    public var isOffline: Bool { true }

    /// Names the point; see `World.placemark(at:languages:)`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        try placemarks(at: coordinate, languages: languages)
    }

    /// Finds places whose names begin with the text; see `World.search(name:limit:near:)`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] {
        try world.search(name: text, limit: limit).map { result throws(GeocodingError) in
            try world.placemark(of: result, languages: languages)
        }
    }
}

extension WorldProvider: ImmediateProvider {
    package func placemarks(
        at coordinate: Coordinate, languages: [LanguageTag]
    ) throws(GeocodingError) -> [Placemark] {
        let placemark = try world.placemark(at: coordinate, languages: languages)
        return placemark.precision == .none ? [] : [placemark]
    }
}

extension ReverseGeocoder {
    /// Returns a geocoder that uses only the embedded gazetteer: it works offline, answers within microseconds, and
    /// names quarters of cities.
    ///
    /// ```swift
    /// let placemarks = try await ReverseGeocoder.embedded().reverseGeocode(location, languages: [.english])
    /// ```
    ///
    /// - Returns: The geocoder, with otherwise default configuration.
    /// - Throws: `GeocodingError` with `dataDamaged` when the program was built with an invalid file.
    public static func embedded() throws(GeocodingError) -> ReverseGeocoder {
        ReverseGeocoder([WorldProvider(world: try World.embedded())])
    }
}
