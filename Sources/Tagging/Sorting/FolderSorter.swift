internal import Foundation
public import Geo
public import Metadata
public import Photos
internal import Glibc

/// Plans where photos go by when and where they were taken; nothing is moved until a ``SortingRun`` does so.
///
/// ```swift
/// let sorter = FolderSorter(into: "/photos/sorted", by: try SortPattern("%country/%Y-%m")) { await names(at: $0) }
/// let plan = await sorter.plan(for: library.allPhotos.assets)
/// for photo in await SortingRun().carryOut(plan.moved) { print(photo.path, photo.action) }
/// ```
///
/// All that can stand in the way is found out here: names that are taken, photos that are there already, room, rights, and
/// what goes to another file system. The files of a photo stay together: those that the library shows as one, their sidecars
/// (`IMG.JPG.xmp`, `IMG.xmp`, `IMG.AAE`), and photos that share a sidecar.
public struct FolderSorter: Sendable {
    /// Who knows the names of a place; `nil` where nothing there has a name.
    public typealias Places = @Sendable (Coordinate) async -> PhotoPlace?

    /// The folder in which the pattern's folders are, as an absolute path; it need not be there yet.
    public var destination: String

    /// What folders and names are made of.
    public var pattern: SortPattern

    /// Whether photos are copied, and stay where they are.
    public var copies: Bool

    private let places: Places

    /// Makes a sorter.
    ///
    /// - Parameters:
    ///   - destination: The folder in which the pattern's folders are, as an absolute path.
    ///   - pattern: What folders and names are made of.
    ///   - copies: Whether photos are copied, and stay where they are.
    ///   - places: Who knows the names of places for photos that do not say them; asked once for each position.
    public init(
        into destination: String, by pattern: SortPattern, copies: Bool = false, places: @escaping Places = { _ in nil }
    ) {
        self.destination = destination
        self.pattern = pattern
        self.copies = copies
        self.places = places
    }

    /// Plans for photos that are all there.
    ///
    /// - Parameters:
    ///   - assets: The photos, as a library has them.
    ///   - progress: Is told how many are looked at, after each.
    /// - Returns: The plan.
    public func plan(
        for assets: [PhotoAsset], progress: @Sendable (Int) -> Void = { _ in }
    ) async -> SortPlan {
        var facts: [SortPattern.Facts] = []
        var known: [Coordinate: PhotoPlace?] = [:]
        for asset in assets {
            var own = SortPattern.Facts(
                date: asset.date, place: asset.place, camera: asset.camera, type: asset.type,
                stem: Self.stem(of: asset.fileName))
            if pattern.usesPlaces, let location = asset.location, !location.isVoid, !pattern.missing(own).isEmpty {
                let place: PhotoPlace?
                if let answer = known[location.coordinate] {
                    place = answer
                } else {
                    place = await places(location.coordinate)
                    known[location.coordinate] = .some(place)
                }
                own.place = Self.completed(own.place, with: place)
            }
            facts.append(own)
            progress(facts.count)
        }
        let (sorter, all) = (self, facts)
        return await TaggingThread("locate-sort", ()).run { _, _ in
            var planner = SortPlanner(sorter)
            return planner.plan(assets, all)
        }
    }

    /// What the file says counts; the rest comes from elsewhere, unless that is in another country.
    private static func completed(_ place: PhotoPlace?, with other: PhotoPlace?) -> PhotoPlace? {
        guard var place, !place.isEmpty else { return other }
        guard let other else { return place }
        if let code = place.countryCode, let otherCode = other.countryCode, code.lowercased() != otherCode.lowercased()
        {
            return place
        }
        place.sublocation = place.sublocation ?? other.sublocation
        place.city = place.city ?? other.city
        place.state = place.state ?? other.state
        place.country = place.country ?? other.country
        return place
    }

    static func stem(of name: String) -> String {
        String(decoding: SidecarName.stem(of: Array(name.utf8)), as: UTF8.self)
    }
}
