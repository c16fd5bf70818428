public import FoundationEssentials
import Glibc
package import LKGazetteer
package import LKGeocoding
public import LKLifetime
public import LKPhotos
public import LKPlanning

/// The photos of folders, and what can be done to them: look at a plan, write it, take it back.
///
/// ```swift
/// let folder = PhotoFolder(URL(filePath: "/home/ann/Pictures"))
/// let plan = try await folder.geotagging(from: [URL(filePath: "hike.gpx")])
/// print(plan)                                                   // each photo, and how many are written
/// for await outcome in folder.write(plan) { print(outcome) }
/// for await outcome in try await folder.undo() { print(outcome) }
/// ```
///
/// A plan changes nothing. It has all photos of the folders: those that are written, those that keep what they have, those
/// that are passed over, each with the reason, and those that cannot be read, with the error. A photo includes its companions
/// (the raw file beside a JPEG, the video of a live photo) and its sidecars.
///
/// Each changed file is compared with the old one, image data included, and made durable before it replaces it. The old bytes
/// are kept in `.locationkit-undo` beside the photos for ``undo(_:)``. If a run is interrupted, call ``recover()``, plan again
/// and write: photos that are written already are kept. SIGTERM and SIGINT let the current photos finish if the program has
/// called `TaskCompletion.setUp`.
public final class PhotoFolder: Sendable {
    /// The folders.
    public let folders: [URL]

    /// The single files, each of which stands for its whole photo.
    public let files: [URL]

    /// How photos are found and written.
    public let options: Options

    /// The photos as they were when a plan was last made, or at the last ``refresh()``; empty before.
    ///
    /// Each plan begins by reading what has changed since, so it sees what earlier plans have written. Sorting leaves this list
    /// as it is if links to folders are followed, which it does not do.
    public let library: PhotoLibrary

    /// The gazetteer, or why it cannot be opened.
    package let world: Result<World, GeocodingError>

    /// Opens folders and single photos; nothing is read yet.
    ///
    /// - Parameters:
    ///   - urls: Folders, photos and videos.
    ///   - options: How photos are found and written.
    public convenience init(_ urls: URL..., options: Options = Options()) { self.init(urls, options: options) }

    /// Opens folders and single photos; nothing is read yet.
    ///
    /// - Parameters:
    ///   - urls: Folders, photos and videos.
    ///   - options: How photos are found and written.
    public convenience init(_ urls: [URL], options: Options = Options()) {
        let isFolder = urls.map(Self.isFolder)
        self.init(
            folders: zip(urls, isFolder).filter(\.1).map(\.0), files: zip(urls, isFolder).filter { !$0.1 }.map(\.0),
            options: options)
    }

    /// Creates an object for the photos of folders and for single photos.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - files: Single photos.
    ///   - options: How photos are found and written.
    package init(folders: [URL], files: [URL], options: Options) {
        self.folders = folders
        self.files = files
        self.options = options
        world = Self.openWorld()
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = options.catalog
        configuration.followsLinksToFolders = options.followsLinksToFolders
        configuration.readsDatesFromNames = options.readsDatesFromNames
        // A plan that needs the world says why it cannot be opened.
        if let world = try? world.get() { configuration.offsetLookup = TimeZones(world).offsetLookup }
        library = PhotoLibrary(folders: folders, files: files, configuration: configuration)
    }

    /// Opens the world that the environment names, otherwise the embedded one.
    private static func openWorld() -> Result<World, GeocodingError> {
        let named = getenv(World.environmentVariable).map { String(cString: $0) }
        return Result { () throws(GeocodingError) in
            try World.open(environment: named.map { [World.environmentVariable: $0] } ?? [:])
        }
    }

    /// Returns whether a URL is that of a folder; one that does not exist counts as a folder unless its extension is
    /// that of a photo.
    private static func isFolder(_ url: URL) -> Bool {
        var status = stat()
        let isThere = url.withUnsafeFileSystemRepresentation { path in path.map { stat($0, &status) == 0 } ?? false }
        return isThere ? status.st_mode & S_IFMT == S_IFDIR : !PhotoFileName.promisesPhoto(url.lastPathComponent)
    }
}

extension PhotoFolder {
    /// How photos are found and written.
    public struct Options: Sendable {
        /// Whether the photos in subfolders are included; `true` by default.
        public var includesSubfolders = true

        /// Whether symbolic links to folders are followed, if they belong to the user, to root, or to the owner of what they
        /// lead to; `true` by default, never for sorting.
        public var followsLinksToFolders = true

        /// Whether a photo without a date gets the one in its name, such as `IMG_20240511_081500`; `false` by default.
        public var readsDatesFromNames = false

        /// Where metadata is remembered, so that files are only read again after they have changed; the user's cache folder by
        /// default.
        public var catalog = PhotoLibrary.Configuration.Catalog.standard

        /// When sidecars are written; where needed by default.
        public var sidecars = SidecarUse.whereNeeded

        package var run = TaggingRun.Options()

        /// How to treat a photo with several hard links; it is refused by default.
        public var hardLinks: HardLinks {
            get { run.hardLinks }
            set { run.hardLinks = newValue }
        }

        /// Whether files keep their modification times; `false` by default, so that backups notice the change.
        public var keepsModificationTime: Bool {
            get { run.keepsModificationTime }
            set { run.keepsModificationTime = newValue }
        }

        /// The number of photos written at the same time, from 1; the number of processors by default.
        public var jobs: Int {
            get { run.jobs }
            set { run.jobs = newValue }
        }

        /// Finishes photos under way before the process ends; `TaskCompletion.shared` by default.
        public var completion: TaskCompletion {
            get { run.completion }
            set { run.completion = newValue }
        }

        /// Creates the default options.
        public init() {}
    }

    /// When sidecars are written.
    public enum SidecarUse: Sendable, Hashable {
        /// If a file cannot store the change, or a sidecar contradicts it.
        case whereNeeded
        /// Always; photos themselves are never changed.
        case always
    }

    /// How to treat a photo with several hard links.
    public enum HardLinks: Sendable, Hashable {
        /// It is not changed and reported as unsafe.
        case refuse
        /// The given name gets the new content, the others keep the old one.
        case detach

        /// Returns what distinguishes files of the same state that are written separately: each name that is detached.
        func key(of path: String) -> String {
            guard self == .detach, let real = realpath(path, nil) else { return "" }
            defer { free(real) }
            return String(cString: real)
        }
    }
}

extension PhotoFolder {
    /// Reads again what has changed in the folders, such as what was written or sorted since the last plan.
    ///
    /// Plans do so by themselves; call it to show ``library`` as it is now.
    ///
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/canceled``.
    public func refresh() async throws(TaggingError) { _ = try await contents() }

    /// What was found in the folders.
    package struct Contents: Sendable {
        package var assets: [PhotoAsset]
        package var problems: [PhotosError]

        package init(assets: [PhotoAsset], problems: [PhotosError]) {
            (self.assets, self.problems) = (assets, problems)
        }
    }

    /// Reads the folders.
    ///
    /// - Parameter progress: Called with the progress, on threads of the library.
    /// - Returns: What was found, without subfolders if they are not wanted.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/canceled``.
    package func contents(
        progress: (@Sendable (PhotoLibrary.Progress) -> Void)? = nil
    ) async throws(TaggingError) -> Contents {
        do throws(PhotosError) {
            let report = try await library.reload(progress: progress)
            await library.finishWriting()
            var contents = Contents(assets: library.allPhotos.assets, problems: report.problems)
            guard !options.includesSubfolders else { return contents }
            let isIncluded = inclusion
            contents.assets.removeAll { asset in
                !([asset.url] + asset.companions).contains { isIncluded($0.fileBytes) }
            }
            contents.problems.removeAll { !isIncluded(Array($0.path.utf8)) }
            return contents
        } catch {
            throw TaggingError(error)
        }
    }

    /// Whether a path belongs to what was opened: if subfolders are not wanted, only what is below one is left out.
    ///
    /// A photo
    /// named as a file may have another path than the given one: that of its sidecar, or through a link.
    package var inclusion: (_ path: [UInt8]) -> Bool {
        guard !options.includesSubfolders else { return { _ in true } }
        let places = Set(folders.map { Self.standard($0.absoluteURL.fileBytes) })
        let named = Set(files.map { Self.standard($0.absoluteURL.fileBytes) })
        return { path in
            let path = Self.standard(path)
            guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return true }
            let parent = path[..<slash]
            if named.contains(path) || places.contains(path) || places.contains(Array(parent)) { return true }
            return !places.contains { parent.starts(with: $0 + [UInt8(ascii: "/")]) }
        }
    }

    /// Returns a path without redundant slashes and dots.
    private static func standard(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        return path.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }.flatMap { [slash] + $0 }
    }
}

extension TaggingError {
    /// Creates the error for photos that cannot be listed or read.
    ///
    /// - Parameter error: The library's error.
    init(_ error: PhotosError) {
        self.init(
            code: error.code == .canceled ? .canceled : .unreadable, stating: error.message, advice: error.advice,
            path: error.path, errno: error.systemError, underlying: error)
    }

    /// Creates the error for a gazetteer that cannot be opened.
    ///
    /// - Parameter error: The gazetteer's error.
    init(world error: GeocodingError) {
        self.init(code: .unusable, stating: error.message, advice: error.advice, path: "", underlying: error)
    }

    /// Returns the error of a plan whose caller was cancelled.
    static var cancelledPlan: TaggingError {
        TaggingError(code: .canceled, message: "planning was cancelled", path: "")
    }
}
