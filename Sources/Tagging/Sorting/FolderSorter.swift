internal import Foundation
internal import Metadata
public import Photos
internal import Glibc

/// Plans where photos go by when and where they were taken; nothing is moved until a ``SortingRun`` does so.
///
/// ```swift
/// let sorter = FolderSorter(into: "/photos/sorted", by: try SortPattern("%country/%Y-%m"), naming: WorldPlaces())
/// let plan = await sorter.plan(for: library.allPhotos.assets)
/// for photo in await SortingRun().carryOut(plan.moved) { print(photo.path, photo.action) }
/// ```
///
/// All that can stand in the way is found out here: names that are taken, photos that are there already, room, rights, and
/// what goes to another file system. The files of a photo stay together: those that the library shows as one, their sidecars
/// (`IMG.JPG.xmp`, `IMG.xmp`, `IMG.AAE`, and of darktable's duplicates `IMG_01.JPG.xmp`), and photos that share a sidecar.
public struct FolderSorter: Sendable {
    /// The folder in which the pattern's folders are, as an absolute path; it need not be there yet.
    public var destination: String

    /// What folders and names are made of.
    public var pattern: SortPattern

    /// Whether photos are copied, and stay where they are.
    public var copies: Bool

    /// Names the positions of photos that do not say their places, as in `PlaceGrouping`; `nil` leaves them unnamed.
    public var naming: (any PlaceNaming)?

    /// Makes a sorter.
    ///
    /// - Parameters:
    ///   - destination: The folder in which the pattern's folders are, as an absolute path.
    ///   - pattern: What folders and names are made of.
    ///   - copies: Whether photos are copied, and stay where they are.
    ///   - naming: Names the positions of photos that do not say their places; `nil` leaves them unnamed.
    public init(
        into destination: String, by pattern: SortPattern, copies: Bool = false, naming: (any PlaceNaming)? = nil
    ) {
        self.destination = destination
        self.pattern = pattern
        self.copies = copies
        self.naming = naming
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
        for asset in assets {
            var own = SortPattern.Facts(
                date: asset.date, place: asset.place, camera: asset.camera, type: asset.type,
                stem: Self.stem(of: asset.fileName))
            if pattern.usesPlaces, !pattern.missing(own).isEmpty { own.place = asset.place(naming: naming) }
            facts.append(own)
            progress(facts.count)
        }
        let (sorter, all) = (self, facts)
        return await TaggingThread("locate-sort", ()).run { _, _ in
            var planner = SortPlanner(sorter)
            return planner.plan(assets, all)
        }
    }

    static func stem(of name: String) -> String {
        String(decoding: SidecarName.stem(of: Array(name.utf8)), as: UTF8.self)
    }
}
