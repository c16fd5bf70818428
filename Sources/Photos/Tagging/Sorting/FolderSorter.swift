import FoundationEssentials
import Glibc
import LKMetadata
package import LKPhotos
package import LKPlanning
import LKThreads

/// Plans new folders for photos by when and where they were taken; a ``SortingRun`` then moves them.
///
/// ```swift
/// let sorter = FolderSorter(into: "/photos/sorted", by: try SortPattern("%country/%Y-%m"), naming: WorldPlaces())
/// let plan = try await sorter.plan(for: library.allPhotos.assets)
/// for photo in await SortingRun().carryOut(plan.moved) { print(photo.path, photo.action) }
/// ```
///
/// The plan detects all obstacles: existing names, photos already in place, disk space, permissions, and moves to
/// another file system. The files of a photo stay together: those that the library shows as one; files of any kind that
/// are named after one of them, by its full name plus an extension (`IMG.JPG.xmp`, `IMG.JPG.pp3`) or its name with another
/// extension (`IMG.AAE`, `IMG.WAV`); exiftool's backups, darktable's duplicates, and the JSON of Google Takeout; and
/// photos that share one of these files.
package struct FolderSorter: Sendable {
    /// The absolute path of the folder that will contain the pattern's folders; it need not exist yet.
    package var destination: String

    /// The pattern of folders and names.
    package var pattern: SortPattern

    /// Whether photos are copied instead of moved.
    package var copies: Bool

    /// Names the positions of photos without place names, as in `PlaceGrouping`; `nil` leaves them unnamed.
    package var naming: (any PlaceNaming)?

    /// Creates a sorter.
    ///
    /// - Parameters:
    ///   - destination: The absolute path of the folder that will contain the pattern's folders.
    ///   - pattern: The pattern of folders and names.
    ///   - copies: Whether photos are copied instead of moved.
    ///   - naming: Names the positions of photos without place names; `nil` leaves them unnamed.
    package init(
        into destination: String, by pattern: SortPattern, copies: Bool = false, naming: (any PlaceNaming)? = nil
    ) {
        self.destination = destination
        self.pattern = pattern
        self.copies = copies
        self.naming = naming
    }

    /// Plans a complete set of photos.
    ///
    /// - Parameters:
    ///   - assets: The photos, as a library has them.
    ///   - progress: Called after each photo with the number of photos examined.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/canceled``.
    package func plan(
        for assets: [PhotoAsset], progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(TaggingError) -> SortPlan {
        var facts: [SortPattern.Facts] = []
        for asset in assets {
            if Task.isCancelled { throw .cancelledPlan }
            var own = SortPattern.Facts(
                date: asset.date, place: asset.fittingPlace(naming: naming), camera: asset.camera, type: asset.type,
                stem: Self.stem(of: asset.fileName))
            if pattern.usesPlaces {
                own.place = own.place?.withCountry(by: naming)
                if !pattern.missing(own).isEmpty {
                    own.place = asset.place(naming: naming)?.withCountry(by: naming)
                }
            }
            facts.append(own)
            progress(facts.count)
        }
        let (sorter, all) = (self, facts)
        let plan = await WorkThread("locate-sort", ()).run { _, isCanceled in
            var planner = SortPlanner(sorter)
            return planner.plan(assets, all, isCanceled: isCanceled)
        }
        guard let plan else { throw .cancelledPlan }
        return plan
    }

    static func stem(of name: String) -> String {
        String(decoding: SidecarName.stem(of: Array(name.utf8)), as: UTF8.self)
    }
}

/// The plan for sorting one photo with all of its files.
package struct SortedPhoto: Sendable, Hashable {
    /// The planned action.
    package enum Action: Sendable, Hashable {
        /// Its files are moved to their new folder.
        case move
        /// Its files are copied to their new folder.
        case copy
        /// It is already in the right folder.
        case keep
        /// It stays in its folder, for this reason.
        case skip(String)
        /// It cannot be sorted.
        case fail(TaggingError)
    }

    /// A file of a photo.
    package struct File: Sendable, Hashable {
        /// Its present path, without symbolic links.
        package var path: String
        /// Its new path.
        package var newPath: String
        /// The file's state when the plan was made; if it has changed, the photo is skipped.
        package var stamp: PhotoStamp
        /// The name of the photo's file that it goes with; its own for a photo or video.
        var photo: String
        /// The number of its hard links, itself included.
        var linkCount = 1
    }

    /// The main file, as in the library.
    package var path: String

    /// The planned action.
    package var action: Action

    /// The files, the main one first: companions, and the sidecars of all of them.
    package var files: [File] = []

    /// The main files of the photos that are placed together, in order, since they share files or one is made of another;
    /// empty for a photo alone.
    package var together: [String] = []

    /// The placeholders of the pattern without a value for this photo.
    package var missing: [String] = []

    /// Whether its files move to another file system, and so are copied and compared before they are removed.
    package var isTransferred = false

    /// Whether its files get a number because the name was taken.
    package var isRenumbered = false

    /// The folder into which photos are sorted, without symbolic links; empty if it is not known.
    package var destination = ""

    /// The new path of the main file; `nil` if it does not change.
    package var newPath: String? {
        switch action {
        case .move, .copy, .keep: files.first?.newPath
        case .skip, .fail: nil
        }
    }
}

/// A plan for sorting photos, to be shown or carried out unchanged.
package struct SortPlan: Sendable {
    /// The photos, in the order they were given.
    package var photos: [SortedPhoto]

    /// The number of bytes to copy.
    package var copiedSize: Int

    /// The reason why nothing can be carried out: missing disk space or permissions.
    package var obstacle: TaggingError?

    /// The photos to be moved or copied.
    package var moved: [SortedPhoto] {
        photos.filter { $0.action == .move || $0.action == .copy }
    }

    /// A sentence about files that become separate copies since their hard links cannot lead to another file system; `nil` if there
    /// are none.
    package var hardLinkWarning: String? {
        let files = moved.filter { $0.isTransferred && $0.action == .move }.flatMap(\.files)
            .filter { $0.linkCount > 1 && $0.path != $0.newPath }
        guard let first = files.first else { return nil }
        return files.count == 1
            ? "\(first.path) has other hard links, which do not lead to another file system: it becomes a copy of its own there"
            : "\(files.count) files have other hard links, which do not lead to another file system: each becomes a copy of its "
                + "own there, such as \(first.path)"
    }
}
