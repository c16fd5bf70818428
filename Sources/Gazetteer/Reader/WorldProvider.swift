public import Geo
public import Geocoding

/// Names points from a gazetteer, without the net.
public struct WorldProvider: GeocodingProvider {
    /// The gazetteer that is asked.
    public let world: World

    /// Asks the given gazetteer.
    public init(world: World) { self.world = world }

    /// `world`.
    public var name: String { World.providerName }

    /// The words that the data's licences ask for.
    public var attribution: String? { world.attribution }

    /// Names the point; see `World.placemark(at:languages:)`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let placemark = try world.placemark(at: coordinate, languages: languages)
        return placemark.precision == .none ? [] : [placemark]
    }
}
