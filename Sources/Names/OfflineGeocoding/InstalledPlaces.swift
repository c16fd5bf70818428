import Glibc
package import LKGazetteer
package import LKGeo
public import LKGeocoding
package import LKStreets
import Synchronization

/// What this machine knows of places: the installed regions, and the world around them.
///
/// Files are opened with the first request, and again after `RegionStore.refresh()`; requests that are under way keep what they
/// began with.
package final class InstalledPlaces: Sendable {
    /// The places of this user, with the world that the environment names, else the embedded one.
    package static let shared = InstalledPlaces()

    private struct Opened: Sendable {
        var provider: Result<OfflineProvider, GeocodingError>
        var version: Int
        /// When files are opened again that could not be read: the reason may be over, such as too many open files.
        var retryAt: ContinuousClock.Instant?
    }

    /// How long a file that could not be read is passed over.
    private static let pause = Duration.seconds(10)

    private let regions: RegionStore
    private let world: @Sendable () throws(GeocodingError) -> World
    private let opened = Mutex<Opened?>(nil)

    /// Creates what answers from installed regions and a world.
    ///
    /// - Parameters:
    ///   - regions: Where regions are installed; those of this user by default.
    ///   - world: The gazetteer; `nil` for the file that `LOCATIONKIT_DATA` names, else the embedded one.
    package init(regions: RegionStore = .standard, world: World? = nil) {
        self.regions = regions
        self.world = { () throws(GeocodingError) in try World.given(world) }
    }

    /// Returns what answers at the moment.
    ///
    /// - Throws: `GeocodingError` if the world's file is damaged or cannot be read.
    package func provider() throws(GeocodingError) -> OfflineProvider {
        // Read before the files are, so that a change meanwhile is not missed.
        let version = RegionStore.version
        return try opened.withLock { opened in
            if let opened, opened.version == version, opened.retryAt.map({ .now < $0 }) ?? true {
                return opened.provider
            }
            let provider: Result<OfflineProvider, GeocodingError>
            var isIncomplete = false
            do throws(GeocodingError) {
                let world = try world()
                let (streets, problems) = regions.open()
                isIncomplete = problems.contains { $0.code == .dataUnreadable }
                provider = .success(OfflineProvider(world: world, streets: streets))
            } catch {
                isIncomplete = error.code == .dataUnreadable
                provider = .failure(error)
            }
            opened = Opened(provider: provider, version: version, retryAt: isIncomplete ? .now + Self.pause : nil)
            return provider
        }.get()
    }
}

extension World {
    /// Returns a gazetteer, or without one that which the process's environment names, else the embedded one.
    ///
    /// - Throws: `GeocodingError` when the file is missing or invalid.
    static func given(_ world: World?) throws(GeocodingError) -> World {
        if let world { return world }
        let named = getenv(environmentVariable).map { String(cString: $0) }
        return try open(environment: named.map { [environmentVariable: $0] } ?? [:])
    }
}

extension InstalledPlaces: ImmediateProvider {
    /// `offline`; each placemark says which data it is from.
    package var name: String { "offline" }

    /// `nil`: each placemark has its own.
    package var attribution: String? { nil }

    /// `true`: the data are files.
    package var isOffline: Bool { true }

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

    package func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        try provider().timeZone(at: coordinate)
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
    ///
    /// A region that is damaged or of another version is passed over, and the world answers in its place:
    /// `RegionStore.contents(verifying:)` names it.
    public static let shared = Geocoder([OfflineProvider.installed])
}
