public import Foundation
import Glibc
import Metadata
import Storage
import Synchronization

/// The photos and videos in folders, in groups of assets.
///
/// ```swift
/// let library = PhotoLibrary(folders: [URL(filePath: "/home/ann/Pictures")])
/// let report = try await library.reload()
/// print(library.allPhotos.count, "photos,", report.problems.count, "files cannot be read")
/// for group in library.groups { print(group.name, group.count) }
/// ```
///
/// A library is empty until ``reload(progress:)`` or ``watch(progress:)`` has scanned the folders. Groups and assets
/// are snapshots; to follow changes use notifications, ``changes(of:since:)`` or ``PhotoCollection``.
///
/// Photos and videos are detected from their content, not their names. Hidden files and folders, whose names begin
/// with a dot, and trash folders are skipped. Symbolic links are followed, each folder once. A catalog in the user's
/// cache folder stores the metadata, so that a file is read again only after it has changed.
public final class PhotoLibrary: Sendable {
    /// The result of a reload.
    public struct Report: Sendable {
        /// The number of photos and videos.
        public var assetCount: Int
        /// The number of files read because the catalog did not know them.
        public var readCount: Int
        /// What could not be read, watched or stored, each with its path.
        public var problems: [PhotosError]
        /// Those problems that an earlier reload, or another program with the same catalog, has reported: damaged
        /// files that have not changed since.
        public var knownProblems: Set<PhotosError>
    }

    /// The folders, including their subfolders.
    public let folders: [URL]

    /// The files that are included without the rest of their folders.
    public let files: [URL]

    /// The settings.
    public let configuration: Configuration

    let engine: LibraryEngine
    private let hub = ChangeHub()

    /// Makes a library of folders; nothing is read yet.
    ///
    /// A named file is included with the files that belong to it, as in a folder: the raw file beside a JPEG, the
    /// video of a live photo, sidecars. Only the names in its folder are read.
    ///
    /// - Parameters:
    ///   - folders: File URLs of folders; one inside another is scanned once.
    ///   - files: File URLs of photos and videos, of files that belong to them, or of their sidecars; they may be
    ///     inside `folders`.
    ///   - configuration: The settings.
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
            makeScanner: {
                LibraryScanner(
                    roots: wanted, files: named, readers: FileReaders(makeReader: makeReader), catalog: catalog,
                    now: now)
            },
            announce: { reference.library?.post($0) })
        reference.library = self
    }

    deinit { engine.end() }

    /// The groups: all photos, the smart ones, then folders by name.
    public var groups: [PhotoGroup] { hub.groups.map { PhotoGroup($0, hub: hub) } }

    /// All photos and videos; empty before the library is set up.
    public var allPhotos: PhotoGroup { group(.all) ?? PhotoGroup(Self.nothing, hub: hub) }

    private static let nothing = GroupState(id: .all, name: "All photos", assets: [])

    /// A group; `nil` when it does not exist, such as that of a folder without photos.
    public func group(_ id: PhotoGroup.ID) -> PhotoGroup? { hub.group(id).map { PhotoGroup($0, hub: hub) } }

    /// Scans the folders, and reads new and changed files.
    ///
    /// Concurrent reloads are coalesced. Cancelling a task leaves the reload; when all have left, it stops without
    /// any effect. Unreadable files are in the report. The catalog is written in the background, see
    /// ``finishWriting()``.
    ///
    /// - Parameter progress: Called with the progress, on threads of the library.
    /// - Returns: The result.
    /// - Throws: ``PhotosError/Code/missing``, ``PhotosError/Code/unreadable`` or ``PhotosError/Code/notAFolder``
    ///   when none of the folders can be read, ``PhotosError/Code/cancelled``, ``PhotosError/Code/system``.
    @discardableResult public func reload(
        progress: (@Sendable (PhotoProgress) -> Void)? = nil
    ) async throws(PhotosError) -> Report {
        try await engine.reload(watching: false, progress).get()
    }

    /// Reloads, then watches the folders.
    ///
    /// Files are included once they are complete: when a program closes them after writing, or moves them into place.
    /// Folders that the system's limits keep from being watched are among the report's problems.
    ///
    /// - Parameter progress: Called with the progress of the reload, on threads of the library.
    /// - Returns: The result.
    /// - Throws: What ``reload(progress:)`` throws, and ``PhotosError/Code/watchLimit`` when nothing can be watched.
    @discardableResult public func watch(
        progress: (@Sendable (PhotoProgress) -> Void)? = nil
    ) async throws(PhotosError) -> Report {
        try await engine.reload(watching: true, progress).get()
    }

    /// Stops watching the folders.
    public func stopWatching() { engine.stopWatching() }

    /// Waits until the catalog is written.
    ///
    /// Call this before exiting: what is not written has to be read again next time.
    public func finishWriting() async { await engine.catalog?.finish() }
}

/// Lets the library's thread reach the library without retaining it.
private final class WeakReference: Sendable {
    private struct Holder: Sendable { weak var library: PhotoLibrary? }

    private let holder = Mutex(Holder())

    var library: PhotoLibrary? {
        get { holder.withLock { $0.library } }
        set { holder.withLock { $0.library = newValue } }
    }
}

extension PhotoLibrary {
    /// Posted when the library is set up, after the first scan of its folders.
    ///
    /// Notifications have the library as object and are posted in order on the library's thread, after its groups
    /// have changed.
    public static let didSetup = Notification.Name("PhotoLibraryDidSetup")

    /// Posted when folders get their first photos; ``groupsKey`` has the groups.
    public static let didInsertGroups = Notification.Name("PhotoLibraryDidInsertGroups")

    /// Posted when assets of groups have changed; ``groupsKey`` has the new groups.
    public static let didUpdateGroups = Notification.Name("PhotoLibraryDidUpdateGroups")

    /// Posted when folders lose their last photos or are deleted; ``groupsKey`` has the former groups.
    public static let didDeleteGroups = Notification.Name("PhotoLibraryDidDeleteGroups")

    /// Posted for each group whose assets have changed; ``groupKey`` has the group, ``differenceKey`` the difference.
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
    /// The groups of a library's notification; empty for other notifications.
    public var photoGroups: [PhotoGroup] {
        if let groups = userInfo?[PhotoLibrary.groupsKey] as? [PhotoGroup] { return groups }
        return (userInfo?[PhotoLibrary.groupKey] as? PhotoGroup).map { [$0] } ?? []
    }

    /// The difference of ``PhotoLibrary/didReloadGroup``; `nil` for other notifications.
    public var photoDifference: PhotoDifference<PhotoAsset>? {
        userInfo?[PhotoLibrary.differenceKey] as? PhotoDifference<PhotoAsset>
    }

    /// The error of ``PhotoLibrary/didFail``; `nil` for other notifications.
    public var photosError: PhotosError? { userInfo?[PhotoLibrary.errorKey] as? PhotosError }
}

extension PhotoLibrary {
    /// The settings of a library.
    public struct Configuration: Sendable {
        /// Where metadata is stored between runs.
        public enum Catalog: Hashable, Sendable {
            /// `photos.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// The file at this path, created when missing.
            case file(String)
            /// Nowhere: each library reads every file, and there are no change tokens.
            case none
        }

        /// Where metadata is stored between runs; `standard` by default.
        ///
        /// The file can be deleted at any time.
        public var catalog = Catalog.standard

        /// Makes a configuration with the defaults.
        public init() {}

        /// Makes a configuration with a catalog at a path.
        public init(catalog path: String) { catalog = .file(path) }
    }
}

/// The progress of a library's scan.
public struct PhotoProgress: Sendable, Hashable {
    /// The number of files in the folders.
    public var found: Int

    /// The number of files to read because the catalog does not know them.
    public var toRead: Int

    /// The number of files read so far.
    public var read: Int

    /// The fraction of files read, 0...1.
    public var fraction: Double { toRead == 0 ? 1 : Double(read) / Double(toRead) }
}

/// The time of day.
enum WallClock {
    /// Seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }
}
