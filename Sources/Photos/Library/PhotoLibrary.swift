public import Foundation
import Metadata
import Persistence
import Synchronization

/// The photos and videos in folders, as groups of assets.
///
/// ```swift
/// let library = PhotoLibrary(folders: [URL(filePath: "/home/ann/Pictures")])
/// let report = try await library.reload()
/// print(library.allPhotos.count, "photos,", report.problems.count, "files cannot be read")
/// for group in library.groups { print(group.name, group.count) }
/// ```
///
/// A library is empty until ``reload(progress:)`` or ``watch(progress:)`` has looked into the folders. Groups and
/// assets that it gives are snapshots; those who want to follow them have notifications, ``changes(of:since:)`` and
/// ``PhotoCollection``.
///
/// Which files count is told by their content, not by their names. Hidden files and folders, whose names begin with a
/// dot, are left out, and so are wastebaskets. Symbolic links are followed, each folder once. A catalog in the user's
/// cache folder keeps what was read, so that a file is read again only after it has changed.
public final class PhotoLibrary: Sendable {
    /// What a reload has found.
    public struct Report: Sendable {
        /// How many photos and videos there are.
        public var assetCount: Int
        /// How many files were read, since the catalog did not know them.
        public var readCount: Int
        /// What could not be read, watched or kept, each with its path.
        public var problems: [PhotosError]
        /// Those of the problems that an earlier reload, or another program with the same catalog, has reported: files that
        /// are damaged and have not changed since.
        public var knownProblems: Set<PhotosError>
    }

    /// The folders, with everything in them.
    public let folders: [URL]

    /// The files that count without the rest of their folders.
    public let files: [URL]

    /// How the library works.
    public let configuration: Configuration

    let engine: LibraryEngine
    private let hub = ChangeHub()

    /// Makes a library of folders; nothing is read yet.
    ///
    /// A named file counts with the files that belong to it, as in a folder: the raw file beside a JPEG, the video of a live
    /// photo, sidecars. Of its folder only the names are read.
    ///
    /// - Parameters:
    ///   - folders: File URLs of folders; one inside another counts once.
    ///   - files: File URLs of photos and videos, of files that belong to them, or of their sidecars; one in a folder that counts
    ///     anyway counts once.
    ///   - configuration: How the library works.
    public convenience init(folders: [URL], files: [URL] = [], configuration: Configuration = Configuration()) {
        self.init(folders: folders, files: files, configuration: configuration, makeReader: { FileMetadataReader() })
    }

    init(
        folders: [URL], files: [URL] = [], configuration: Configuration,
        makeReader: @escaping @Sendable () -> any AssetReading,
        now: @escaping @Sendable () -> Int64 = { WallClock.seconds }
    ) {
        self.folders = folders
        self.files = files
        self.configuration = configuration
        var roots: [RawPath] = []
        for folder in folders.map({ RawPath($0.absoluteURL) }) where !roots.contains(folder) { roots.append(folder) }
        let catalog = configuration.catalog == .none ? nil : CatalogStore(configuration.catalog)
        let reference = WeakReference()
        let wanted = roots
        let named = NamedFiles(files.map { RawPath($0.absoluteURL) })
        engine = LibraryEngine(
            hub: hub, catalog: catalog,
            makeWork: {
                LibraryWork(
                    roots: wanted, files: named, readers: FileReaders(makeReader: makeReader), catalog: catalog,
                    now: now)
            },
            announce: { reference.library?.post($0) })
        reference.library = self
    }

    deinit { engine.end() }

    /// The groups: all photos, the smart ones, then folders by name.
    public var groups: [PhotoGroup] { hub.groups.map { PhotoGroup($0, hub: hub) } }

    /// The group of all photos and videos; without assets before the library is set up.
    public var allPhotos: PhotoGroup { group(.all) ?? PhotoGroup(Self.nothing, hub: hub) }

    private static let nothing = GroupState(id: .all, name: "All photos", assets: [])

    /// A group; `nil` when there is none, as for a folder without photos.
    public func group(_ id: PhotoGroup.ID) -> PhotoGroup? { hub.group(id).map { PhotoGroup($0, hub: hub) } }

    /// Looks into the folders, and reads what is new or has changed.
    ///
    /// Reloads that overlap are one; a task that is cancelled leaves, and the last to leave ends the reload, which
    /// then has changed nothing. What cannot be read is told in the report. The catalog is written meanwhile, see
    /// ``finishWriting()``.
    ///
    /// - Parameter progress: Told how far it is, on threads of the library.
    /// - Returns: What was found.
    /// - Throws: ``PhotosError/Code/missing``, ``PhotosError/Code/unreadable`` or ``PhotosError/Code/notAFolder`` when
    ///   none of the folders can be read, ``PhotosError/Code/cancelled``, ``PhotosError/Code/system``.
    @discardableResult public func reload(
        progress: (@Sendable (PhotoProgress) -> Void)? = nil
    ) async throws(PhotosError) -> Report {
        try await engine.reload(watching: false, progress).get()
    }

    /// Reloads, and from then on follows what happens in the folders.
    ///
    /// Files count once they are complete: when a program closes them after writing, or moves them to their place.
    /// What the system does not allow to be watched is among the report's problems.
    ///
    /// - Parameter progress: Told how far the reload is, on threads of the library.
    /// - Returns: What was found.
    /// - Throws: What ``reload(progress:)`` throws, and ``PhotosError/Code/watchLimit`` when nothing can be watched.
    @discardableResult public func watch(
        progress: (@Sendable (PhotoProgress) -> Void)? = nil
    ) async throws(PhotosError) -> Report {
        try await engine.reload(watching: true, progress).get()
    }

    /// No longer follows what happens in the folders.
    public func stopWatching() { engine.stopWatching() }

    /// Waits until the catalog has everything that was read.
    ///
    /// For programs that end: what is not written is read again the next time.
    public func finishWriting() async { await engine.catalog?.finish() }
}

/// Lets the library's thread speak of the library without keeping it.
private final class WeakReference: Sendable {
    private struct Holder: Sendable { weak var library: PhotoLibrary? }

    private let holder = Mutex(Holder())

    var library: PhotoLibrary? {
        get { holder.withLock { $0.library } }
        set { holder.withLock { $0.library = newValue } }
    }
}

extension PhotoLibrary {
    /// Posted when the library has been set up: its folders were looked into for the first time.
    ///
    /// Notifications have the library as object, and are posted one after the other on the library's thread, after its
    /// groups have changed.
    public static let didSetup = Notification.Name("PhotoLibraryDidSetup")

    /// Posted when folders have got their first photos; ``groupsKey`` has the groups.
    public static let didInsertGroups = Notification.Name("PhotoLibraryDidInsertGroups")

    /// Posted when assets of groups have changed; ``groupsKey`` has the groups as they are now.
    public static let didUpdateGroups = Notification.Name("PhotoLibraryDidUpdateGroups")

    /// Posted when folders have lost their last photos, or are gone; ``groupsKey`` has the groups as they were.
    public static let didDeleteGroups = Notification.Name("PhotoLibraryDidDeleteGroups")

    /// Posted for each group whose assets have changed; ``groupKey`` has it, and ``differenceKey`` how it has changed.
    public static let didReloadGroup = Notification.Name("PhotoLibraryDidReloadGroup")

    /// Posted when a reload fails or something cannot be read while the library watches; ``errorKey`` has the reason.
    public static let didFail = Notification.Name("PhotoLibraryDidFail")

    /// The key of an array of ``PhotoGroup`` in `userInfo`.
    public static let groupsKey = "groups"

    /// The key of the ``PhotoGroup`` in the `userInfo` of ``didReloadGroup``.
    public static let groupKey = "group"

    /// The key of the ``PhotoDifference`` of ``PhotoAsset`` in the `userInfo` of ``didReloadGroup``.
    public static let differenceKey = "difference"

    /// The key of the ``PhotosError`` in the `userInfo` of ``didFail``.
    public static let errorKey = "error"

    func post(_ announcement: LibraryEngine.Announcement) {
        switch announcement {
        case .setUp: post(Self.didSetup, [:])
        case .failed(let error): post(Self.didFail, [Self.errorKey: error])
        case .changed(let step):
            let hub = engine.hub
            let present = Dictionary(uniqueKeysWithValues: step.groups.map { ($0.id, PhotoGroup($0, hub: hub)) })
            let lists = [
                (Self.didInsertGroups, step.inserted.compactMap { present[$0] }),
                (Self.didUpdateGroups, step.updated.compactMap { present[$0] }),
                (Self.didDeleteGroups, step.deleted.map { PhotoGroup($0, hub: hub) }),
            ]
            for (name, groups) in lists where !groups.isEmpty { post(name, [Self.groupsKey: groups]) }
            for change in step.changes {
                guard let group = present[change.group.id] else { continue }
                post(Self.didReloadGroup, [Self.groupKey: group, Self.differenceKey: change.difference])
            }
        }
    }

    private func post(_ name: Notification.Name, _ information: [AnyHashable: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
}

extension Notification {
    /// The groups that the notification is about; empty for those of others.
    public var photoGroups: [PhotoGroup] {
        if let groups = userInfo?[PhotoLibrary.groupsKey] as? [PhotoGroup] { return groups }
        return (userInfo?[PhotoLibrary.groupKey] as? PhotoGroup).map { [$0] } ?? []
    }

    /// How the group of the notification has changed; `nil` for other notifications.
    public var photoDifference: PhotoDifference<PhotoAsset>? {
        userInfo?[PhotoLibrary.differenceKey] as? PhotoDifference<PhotoAsset>
    }

    /// Why the library could not do something; `nil` for other notifications.
    public var photosError: PhotosError? { userInfo?[PhotoLibrary.errorKey] as? PhotosError }
}

extension PhotoLibrary {
    /// How a library works.
    public struct Configuration: Sendable {
        /// Where it is kept what was read.
        public enum Catalog: Hashable, Sendable {
            /// `photos.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// A file of this path, which is made where it is missing.
            case file(String)
            /// Nowhere: every file is read anew by each library, and there are no tokens.
            case none
        }

        /// Where it is kept what was read; `standard` when left out.
        ///
        /// It can be deleted at any time.
        public var catalog = Catalog.standard

        /// The configuration that is described at each property.
        public init() {}

        /// One with a catalog in a file.
        public init(catalog path: String) { catalog = .file(path) }
    }
}
