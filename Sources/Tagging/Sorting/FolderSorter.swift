import Foundation
import Glibc
import Metadata
public import Photos

/// Plans where photos go by when and where they were taken; nothing is moved until a ``SortingRun`` does so.
///
/// ```swift
/// let sorter = FolderSorter(into: "/photos/sorted", by: try SortPattern("%country/%Y-%m"), naming: WorldPlaces())
/// let plan = await sorter.plan(for: library.allPhotos.assets)
/// for photo in await SortingRun().carryOut(plan.moved) { print(photo.path, photo.action) }
/// ```
///
/// All obstacles are detected here: names that are taken, photos that are there already, room, rights, and
/// what goes to another file system. The files of a photo stay together: those that the library shows as one, their sidecars
/// (`IMG.JPG.xmp`, `IMG.xmp`, `IMG.AAE`, `IMG.JPG_original`, and of darktable's duplicates `IMG_01.JPG.xmp`), and photos that share a sidecar.
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

/// One photo and where it is to go, with the files that belong to it.
public struct SortedPhoto: Sendable, Hashable {
    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Its files go to their new places.
        case move
        /// Its files are copied to their new places.
        case copy
        /// It is at its place.
        case keep
        /// It stays where it is, and why.
        case skip(String)
        /// It cannot be sorted.
        case fail(TaggingError)
    }

    /// A file of a photo.
    public struct File: Sendable, Hashable {
        /// Where it is, without symbolic links in the way.
        public var path: String
        /// Where it is to be.
        public var newPath: String
        /// The file when this was planned; where it is another by now, the photo is left alone.
        public var stamp: PhotoStamp
    }

    /// The file that is shown, as the library has it.
    public var path: String

    /// What is to be done.
    public var action: Action

    /// The files, the one that is shown first: companions, and sidecars of all of them.
    public var files: [File] = []

    /// The placeholders of the pattern of which nothing is known.
    public var missing: [String] = []

    /// Whether its files go to another file system, and so are copied and compared before they are removed.
    public var isTransferred = false

    /// Whether the name was taken, so that its files get a number.
    public var isRenumbered = false

    /// Where the file that is shown is to be; `nil` if nothing is done.
    public var newPath: String? {
        switch action {
        case .move, .copy, .keep: files.first?.newPath
        case .skip, .fail: nil
        }
    }
}

/// Where photos are to go: it is shown, or carried out exactly.
public struct SortPlan: Sendable {
    /// The photos, in the order they were given.
    public var photos: [SortedPhoto]

    /// How many bytes have to be copied.
    public var copiedSize: Int

    /// Why nothing of it can be carried out, for lack of room or of rights where it would go.
    public var obstacle: TaggingError?

    /// The photos whose files go somewhere.
    public var moved: [SortedPhoto] {
        photos.filter { $0.action == .move || $0.action == .copy }
    }
}
