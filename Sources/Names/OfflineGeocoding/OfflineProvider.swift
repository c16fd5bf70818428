public import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKStreets

/// Names points, and finds places by name or address, from files on this machine: street indexes, and the world around them.
///
/// ```swift
/// let streets = StreetIndexes(indexes: [try StreetIndex(path: "liechtenstein.streets")])
/// let provider = OfflineProvider(world: try World.embedded(), streets: streets)
/// let geocoder = Geocoder([provider])
/// try provider.placemark(at: coordinate, languages: [.english]).addressString   // without waiting
/// ```
///
/// `locate reverse` and `locate search` print these answers, and the C library returns them. For the embedded world and the
/// installed regions, `Geocoder.shared` needs no set-up.
public struct OfflineProvider: Sendable {
    /// The gazetteer.
    public let world: World

    /// What knows streets and houses; `nil` for nothing.
    public var streets: StreetIndexes?

    /// Whether the world answers where no street index does.
    ///
    /// If not, it only completes the answers of street indexes.
    public let fallsBackToWorld: Bool

    /// Whether answers have the nearest border, which takes longer than all else; `true` by default.
    public var findsBorders = true

    /// Makes a provider for a gazetteer and street indexes.
    public init(world: World, streets: StreetIndexes? = nil, fallsBackToWorld: Bool = true) {
        (self.world, self.streets, self.fallsBackToWorld) = (world, streets, fallsBackToWorld)
    }

    /// The place at a point.
    ///
    /// A street index answers where it knows at least as much as the world, which adds what an extract lacks: time zone, border,
    /// and the country where its boundary is cut.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty for each place's own language.
    /// - Returns: The placemark, with precision `none` if nothing is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func placemark(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        try placemark(at: coordinate, languages: languages, withBorder: findsBorders)
    }

    /// The place at a point, without the nearest border if that is not needed: to find it takes longer than the rest.
    package func placemark(
        at coordinate: Coordinate, languages: [LanguageTag], withBorder: Bool
    ) throws(GeocodingError) -> Placemark {
        let found = try streets?.placemark(at: coordinate, languages: languages)
        if found == nil, !fallsBackToWorld {
            return Placemark(coordinate: coordinate, provider: StreetIndex.providerName)
        }
        let place = try world.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        guard let found, !fallsBackToWorld || !place.precision.isFiner(than: found.precision) else { return place }
        return found.completed(by: place)
    }

    /// Whether the answer for a point may be another one than the world's, because a street index covers it or the world does
    /// not answer at all.
    package func mayDifferFromWorld(at coordinate: Coordinate) -> Bool {
        !fallsBackToWorld || streets?.indexes.contains { $0.covers(coordinate) } == true
    }
}

extension OfflineProvider: ImmediateProvider {
    /// `offline`; each placemark says which data it is from.
    public var name: String { "offline" }

    /// `nil`: each placemark has its own.
    public var attribution: String? { nil }

    /// `true`: the data are files.
    public var isOffline: Bool { true }

    package func placemarks(
        at coordinate: Coordinate, languages: [LanguageTag]
    ) throws(GeocodingError) -> [Placemark] {
        let place = try placemark(at: coordinate, languages: languages)
        return place.precision == .none ? [] : [place]
    }

    package func matches(
        _ text: String, limit: Int, near: Coordinate?, languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch] {
        try search(text, limit: limit, near: near, languages: languages)
    }
}
