public import FoundationEssentials
import Glibc
public import LKGeo
import LKMetadata
import LKStorage
package import LKThreads
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
/// with a dot, and trash folders are skipped. A symbolic link is followed if it belongs to the user, to root, or to the
/// owner of what it leads to, each folder once; other links are among the problems of a reload. A catalog in the user's
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
        /// The paths of photos and videos, by their extensions, in formats that are not read.
        package var unreadPaths: [String] = []
    }

    /// The folders, including their subfolders.
    public let folders: [URL]

    /// The files that are included without the rest of their folders.
    public let files: [URL]

    /// The settings.
    public let configuration: Configuration

    /// The observers of changes and failures.
    package let observers = Observers<Event>()
    let engine: LibraryEngine
    private let hub = ChangeHub()

    /// Creates a library of folders; nothing is read yet.
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
        // Other libraries that share the catalog would get these dates as well.
        let hasCatalog = configuration.catalog != .none && !configuration.readsDatesFromNames
        let catalog = hasCatalog ? CatalogStore(configuration.catalog) : nil
        let reference = WeakReference()
        let wanted = roots
        let named = NamedFiles(files.map { RawPath($0.absoluteURL) })
        engine = LibraryEngine(
            hub: hub, catalog: catalog,
            makeScanner: {
                LibraryScanner(
                    roots: wanted, files: named, followsLinks: configuration.followsLinksToFolders,
                    readers: FileReaders(
                        readsDatesFromNames: configuration.readsDatesFromNames, makeReader: makeReader),
                    catalog: catalog,
                    offsetLookup: configuration.offsetLookup, now: now)
            },
            announce: { reference.library?.relay($0) })
        reference.library = self
    }

    deinit { engine.end() }

    /// The groups: all photos, the smart ones, then folders by name.
    public var groups: [PhotoGroup] { hub.groups.map { PhotoGroup($0, hub: hub) } }

    /// All photos and videos; empty before the library is set up.
    public var allPhotos: PhotoGroup { group(.all) ?? PhotoGroup(Self.nothing, hub: hub) }

    private static let nothing = GroupState(id: .all, name: "All photos", assets: [])

    /// Returns a group, or `nil` when it does not exist, such as that of a folder without photos.
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
    ///   when none of the folders can be read, ``PhotosError/Code/canceled``, ``PhotosError/Code/system``.
    @discardableResult public func reload(
        progress: (@Sendable (PhotoLibrary.Progress) -> Void)? = nil
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
        progress: (@Sendable (PhotoLibrary.Progress) -> Void)? = nil
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
    /// What a library announces, in order, on its own thread, after its groups have changed.
    package enum Event: Sendable {
        /// The first scan of the folders is over.
        case setUp
        /// Folders have their first photos.
        case inserted([PhotoGroup])
        /// Assets of groups have changed.
        case updated([PhotoGroup])
        /// Folders have lost their last photos or are deleted; the former groups.
        case deleted([PhotoGroup])
        /// The assets of a group have changed by a difference.
        case reloaded(PhotoGroup, PhotoChanges.Difference<PhotoAsset>)
        /// A reload has failed, or something cannot be read while the library watches.
        case failed(PhotosError)
    }

    func relay(_ announcement: LibraryEngine.Announcement) {
        switch announcement {
        case .setUp: announce(.setUp)
        case .failed(let error): announce(.failed(error))
        case .changed(let step):
            let hub = engine.hub
            let present = Dictionary(uniqueKeysWithValues: step.groups.map { ($0.id, PhotoGroup($0, hub: hub)) })
            let inserted = step.inserted.compactMap { present[$0] }
            let updated = step.updated.compactMap { present[$0] }
            let deleted = step.deleted.map { PhotoGroup($0, hub: hub) }
            if !inserted.isEmpty { announce(.inserted(inserted)) }
            if !updated.isEmpty { announce(.updated(updated)) }
            if !deleted.isEmpty { announce(.deleted(deleted)) }
            for change in step.changes {
                guard let group = present[change.group.id] else { continue }
                announce(.reloaded(group, change.difference))
            }
        }
    }

    func announce(_ event: Event) {
        observers.send(event)
        (self as? any PhotoLibraryPosting)?.post(event)
    }
}

/// Posts the library's events as notifications.
///
/// The module `LocationKitPhotos` makes the library conform, which is looked up at run time: so a program without that module
/// links no Foundation, and none of its ICU.
package protocol PhotoLibraryPosting {
    /// Posts the notification for an event.
    func post(_ event: PhotoLibrary.Event)
}

extension PhotoLibrary {
    /// Finds the UTC offset at a position and an instant, in seconds east of UTC; `nil` if it is unknown.
    public typealias OffsetLookup = @Sendable (_ coordinate: Coordinate, _ instant: Date) -> Int?

    /// The settings of a library.
    public struct Configuration: Sendable {
        /// Where metadata is stored between runs.
        public enum Catalog: Hashable, Sendable {
            /// `photos.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// This file, created when missing.
            case file(URL)
            /// Nowhere: each library reads every file, and there are no change tokens.
            case none
        }

        /// Where metadata is stored between runs; `standard` by default.
        ///
        /// The file can be deleted at any time.
        public var catalog = Catalog.standard

        /// Whether symbolic links to folders inside the folders are followed; `true` by default.
        ///
        /// Those that are not followed are among the problems of a reload. A folder that is itself named by a link is read in
        /// any case.
        public var followsLinksToFolders = true

        /// Finds the local time of files that state their time in UTC only and have a position, such as most videos.
        ///
        /// Their dates then have the offset rule `PhotoDate.OffsetRule.assumed`. With `nil`, the default, they stay in UTC,
        /// and an evening in New York is on the next day. In Tagging, `TimeZones.offsetLookup` finds offsets offline.
        public var offsetLookup: OffsetLookup?

        /// Whether a photo without a date gets the one in its name, such as `IMG_20240511_081500.jpg`; `false` by default.
        ///
        /// The rule of the date is then `PhotoDate.Rule.fileName`. The catalog is not used.
        public var readsDatesFromNames = false

        /// Creates a configuration with the defaults.
        public init() {}

        /// Creates a configuration with a catalog in a file.
        ///
        /// - Parameter url: The catalog's file, created when missing.
        public init(catalog url: URL) { catalog = .file(url) }
    }
}

extension PhotoLibrary {
    /// The progress of a library's scan.
    public struct Progress: Sendable, Hashable {
        /// The number of files in the folders.
        public var found: Int

        /// The number of files to read because the catalog does not know them.
        public var toRead: Int

        /// The number of files read so far.
        public var read: Int

        /// The fraction of files read, 0...1.
        public var fraction: Double { toRead == 0 ? 1 : Double(read) / Double(toRead) }
    }
}
