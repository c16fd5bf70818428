public import FoundationEssentials
import LKFormats
public import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKStreets

/// Names points, and finds places by name or address, from files on this machine: street indexes, and the world around them.
///
/// ```swift
/// let provider = try OfflineProvider(streets: [URL(filePath: "liechtenstein.streets")])
/// try provider.placemark(at: coordinate, languages: [.english]).addressString   // without waiting
/// let geocoder = Geocoder([photon, OfflineProvider.installed])
/// ```
///
/// `locate reverse` and `locate search` print these answers, and the C library returns them. For the embedded world and the
/// installed regions, `Geocoder.shared` needs no set-up.
public struct OfflineProvider: Sendable {
    /// The gazetteer.
    public let world: World

    /// What knows streets and houses; `nil` for nothing.
    package var streets: StreetIndexes?

    /// Whether the world answers where no street index does.
    ///
    /// If not, it only completes the answers of street indexes.
    public let fallsBackToWorld: Bool

    /// Whether answers have the nearest border, which takes longer than all else; `true` by default.
    public var findsBorders = true

    /// The distance in metres within which the nearest corner replaces the street of an answer without a house number:
    /// Main Street & 5th Avenue.
    ///
    /// `nil`, the default, names the street alone. See `Placemark.corner`.
    public var cornerReach: Double? {
        get { streets?.cornerReach }
        set { streets?.cornerReach = newValue }
    }

    package init(world: World, streets: StreetIndexes? = nil, fallsBackToWorld: Bool = true) {
        (self.world, self.streets, self.fallsBackToWorld) = (world, streets, fallsBackToWorld)
    }

    /// Opens street indexes, which takes microseconds.
    ///
    /// - Parameters:
    ///   - files: The indexes, as `locate data import-osm` makes them; they may overlap.
    ///   - world: The gazetteer; `nil` for the file that `LOCATIONKIT_DATA` names, else the embedded one.
    ///   - fallsBackToWorld: Whether the world answers where no index does.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `dataDamaged` or `dataUnsupported` for the first file that cannot be used.
    public init(streets files: [URL], world: World? = nil, fallsBackToWorld: Bool = true) throws(GeocodingError) {
        let indexes = try files.map { file throws(GeocodingError) in try StreetIndex(path: file.filePath) }
        self.init(
            world: try World.given(world), streets: indexes.isEmpty ? nil : StreetIndexes(indexes: indexes),
            fallsBackToWorld: fallsBackToWorld)
    }

    /// Opens the installed regions as they are now; those that cannot be used are passed over.
    ///
    /// - Parameters:
    ///   - regions: Where regions are installed; `RegionStore.contents(verifying:)` tells which cannot be used.
    ///   - world: The gazetteer; `nil` for the file that `LOCATIONKIT_DATA` names, else the embedded one.
    /// - Throws: `GeocodingError` if the world's file is damaged or cannot be read.
    public init(regions: RegionStore, world: World? = nil) throws(GeocodingError) {
        self.init(world: try World.given(world), streets: regions.open().streets)
    }

    /// The installed regions and the world around them, as a provider of a `Geocoder`.
    ///
    /// It opens files with the first request, and again when regions were installed or removed: `RegionStore.refresh()`.
    public static var installed: any GeocodingProvider { InstalledPlaces.shared }

    /// Finds the names of a point.
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

    /// Returns the place at a point, without the nearest border if `withBorder` is `false`, as finding it takes longer
    /// than the rest.
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

    /// Finds the time zone at a point in the world, including at sea.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: A name of the tz database: `Asia/Tokyo`, on the open sea that of the longitude, such as `Etc/GMT+8`; `nil` only if the
    ///   gazetteer has no borders and no settlement is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        try world.timeZone(at: coordinate)
    }

    /// Finds the nearest places of interest of some kinds, in street indexes.
    ///
    /// ```swift
    /// for hut in try provider.nearest([.hut], to: here, within: 5_000, limit: 3) {
    ///     print(hut.name ?? "a hut", hut.distance, hut.placemark.addressString)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - kinds: The kinds; the nearest of all of them come first.
    ///   - coordinate: The point.
    ///   - radius: The maximum distance in metres; none by default.
    ///   - limit: The maximum number of places; 10 by default.
    ///   - languages: The languages of the names, most wanted first; empty for each place's own language.
    /// - Returns: The places, the nearest first; empty without street indexes.
    /// - Throws: `GeocodingError` with `dataDamaged` if a file was shortened meanwhile.
    public func nearest(
        _ kinds: [PlaceOfInterest.Kind], to coordinate: Coordinate, within radius: Double = .infinity,
        limit: Int = 10, languages: [LanguageTag] = []
    ) throws(GeocodingError) -> [PlaceOfInterest] {
        let found = streets?.nearest(kinds, to: coordinate, within: radius, limit: limit, languages: languages)
        try streets?.checkIntact()
        return found ?? []
    }

    /// Finds the nearest corner of two streets, in street indexes.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - radius: The maximum distance in metres; 50 by default.
    ///   - languages: The languages of the names, most wanted first; empty for each place's own language.
    /// - Returns: The corner; `nil` if there is none.
    /// - Throws: `GeocodingError` with `dataDamaged` if a file was shortened meanwhile.
    public func corner(
        at coordinate: Coordinate, within radius: Double = 50, languages: [LanguageTag] = []
    ) throws(GeocodingError) -> Placemark.Corner? {
        let corner = streets?.corner(at: coordinate, within: radius, languages: languages)
        try streets?.checkIntact()
        return corner
    }

    /// Returns whether the answer for a point may differ from the world's, because a street index covers it or the
    /// world does not answer at all.
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
