public import LKGazetteer
package import LKGeo
public import LKGeocoding
internal import Glibc
public import LKStreets
internal import Synchronization

/// What this machine knows of places: the installed regions, and the embedded world around them.
///
/// ```swift
/// let geocoder = Geocoder([InstalledPlaces.shared])       // as Geocoder.shared
/// InstalledPlaces.shared.problems                         // regions that are passed over, and why
/// ```
///
/// Files are opened with the first request. After regions were installed, refreshed or removed, also by other programs, a call
/// of ``refresh()`` makes them count; requests that are under way keep what they began with.
public final class InstalledPlaces: Sendable {
    /// The places of this user, with the world that the environment names, else the embedded one.
    public static let shared = InstalledPlaces()

    private struct Opened: Sendable {
        var provider: Result<OfflineProvider, GeocodingError>
        var problems: [GeocodingError]
    }

    private let regions: RegionStore
    private let world: @Sendable () throws(GeocodingError) -> World
    private let opened = Mutex<Opened?>(nil)

    /// Makes what answers from installed regions and a world.
    ///
    /// - Parameters:
    ///   - regions: Where regions are installed; those of this user by default.
    ///   - world: The gazetteer; `nil` for the file that `LOCATIONKIT_DATA` names, else the embedded one.
    public init(regions: RegionStore = .standard, world: World? = nil) {
        self.regions = regions
        self.world = { () throws(GeocodingError) in
            if let world { return world }
            let named = getenv(World.environmentVariable).map { String(cString: $0) }
            return try World.open(environment: named.map { [World.environmentVariable: $0] } ?? [:])
        }
    }

    /// The errors of regions, and of folders of them, that are passed over.
    public var problems: [GeocodingError] { current.problems }

    /// Opens the installed regions again, so that those count that are there now.
    public func refresh() { opened.withLock { $0 = nil } }

    /// Returns what answers at the moment.
    ///
    /// - Throws: `GeocodingError` if the world's file is damaged or cannot be read.
    public func provider() throws(GeocodingError) -> OfflineProvider { try current.provider.get() }

    private var current: Opened {
        opened.withLock { opened in
            if let opened { return opened }
            let (streets, problems) = regions.open()
            let provider: Result<OfflineProvider, GeocodingError>
            do throws(GeocodingError) {
                provider = .success(OfflineProvider(world: try world(), streets: streets))
            } catch {
                provider = .failure(error)
            }
            let now = Opened(provider: provider, problems: problems)
            opened = now
            return now
        }
    }
}

extension InstalledPlaces: ImmediateProvider {
    /// `offline`; each placemark says which data it is from.
    public var name: String { "offline" }

    /// `nil`: each placemark has its own.
    public var attribution: String? { nil }

    /// `true`: the data are files.
    public var isOffline: Bool { true }

    package func placemarks(
        at coordinate: Coordinate, languages: [LanguageTag]
    ) throws(GeocodingError) -> [Placemark] {
        try provider().placemarks(at: coordinate, languages: languages)
    }

    package func matches(
        _ text: String, limit: Int, near: Coordinate?, languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch] {
        try provider().search(text, limit: limit, near: near, languages: languages)
    }
}

extension Geocoder {
    /// Names points and finds places offline, from the installed regions and the embedded world: as `locate reverse` and
    /// `locate search` do.
    ///
    /// ```swift
    /// let placemarks = try await Geocoder.shared.reverseGeocode(location, languages: [.english])
    /// let matches = try await Geocoder.shared.search("Städtle 43, Vaduz")
    /// ```
    public static let shared = Geocoder([InstalledPlaces.shared])
}
