public import FoundationEssentials
import Glibc
import LKFormats
public import LKGeocoding
import LKStorage
import Synchronization

/// The regions whose streets and houses are installed on this machine: the user's own, and those for all users.
///
/// ```swift
/// for region in RegionStore.standard.contents().regions { print(region.name, region.problem?.message ?? "can be used") }
/// try RegionStore.standard.install(URL(filePath: "/media/stick/monaco.streets"))
/// ```
///
/// A region is a street index, which `locate data import-osm` and `LocationKitStreetImport` make from OpenStreetMap's extracts.
/// They are the files `*.streets` in `locationkit/regions` below `$XDG_DATA_HOME` (default: `~/.local/share`), and below each
/// of `$XDG_DATA_DIRS` (default: `/usr/local/share` and `/usr/share`). Of several files of one name the user's own counts.
///
/// What is installed or removed here counts from the next request on in this process, for `Geocoder.shared` and every other
/// geocoder of installed regions. After other programs have changed something, call ``refresh()``.
public struct RegionStore: Sendable {
    /// An installed region.
    public struct Region: Hashable, Sendable {
        /// The name of the file without its extension.
        public let name: String
        /// The file.
        public var url: URL { URL(filePath: path, directoryHint: .notDirectory) }
        /// Whether the file is in the user's own folder, so that the user may remove it.
        public let isOwn: Bool
        /// Why the region cannot be used: `dataUnreadable`, `dataDamaged`, or `dataUnsupported` for a file of another version;
        /// `nil` where it can.
        ///
        /// A geocoder passes the region over, and the world answers in its place.
        public package(set) var problem: GeocodingError?
        /// The file's absolute path.
        package let path: String

        package init(name: String, isOwn: Bool, path: String) {
            (self.name, self.isOwn, self.path) = (name, isOwn, path)
        }

        /// Returns whether both are the same file, regardless of its problem.
        public static func == (left: Region, right: Region) -> Bool {
            left.name == right.name && left.isOwn == right.isOwn && left.path == right.path
        }

        /// Hashes what identifies the file.
        public func hash(into hasher: inout Hasher) { hasher.combine(path) }
    }

    /// What is installed, with what is wrong with it.
    public struct Contents: Sendable {
        /// The regions by name, also those that cannot be used; see ``Region/problem``.
        public let regions: [Region]
        /// The errors of folders that cannot be read, or contain a file whose name is not valid UTF-8, with `dataUnreadable`.
        let folderProblems: [GeocodingError]

        /// Everything that is wrong: with folders, then with the ``regions``; each message names the folder or file.
        public var problems: [GeocodingError] { folderProblems + regions.compactMap(\.problem) }
    }

    /// The paths of the folders to look in, the user's own first; they need not exist.
    package let folders: [String]
    /// The path of the user's own folder; `nil` if the user has no home folder.
    package let ownPath: String?

    /// The extension of the files, with its dot.
    package static let ending = ".streets"
    private static let folder = "locationkit/regions"
    /// The maximum length of a name, in bytes, so that a file of that name has room for its extension.
    private static let maximumNameLength = 200

    /// Counts the changes in this process.
    private static let changes = Atomic(0)

    /// The store of this user.
    public static var standard: RegionStore {
        let own = (try? StandardFolder.data.path()).map { "\($0)/\(folder)" }
        return RegionStore(ownPath: own, sharedPaths: StandardFolder.data.sharedPaths().map { "\($0)/\(folder)" })
    }

    /// Creates a store of other folders, such as those that a server's administrator has set.
    ///
    /// - Parameters:
    ///   - ownFolder: The folder that regions are installed in; `nil` for none.
    ///   - sharedFolders: Folders of other regions, the most important first.
    public init(ownFolder: URL?, sharedFolders: [URL] = []) {
        // A URL that is not one of a file has no path here, nor has one whose name is not UTF-8.
        let own = ownFolder.flatMap { $0.isFileURL && !$0.filePath.isEmpty ? $0.filePath : nil }
        let shared = sharedFolders.filter { $0.isFileURL && !$0.filePath.isEmpty }
        self.init(ownPath: own, sharedPaths: shared.map(\.filePath))
    }

    package init(ownPath: String?, sharedPaths: [String] = []) {
        self.ownPath = ownPath
        folders = (ownPath.map { [$0] } ?? []) + sharedPaths
    }

    /// The folder that regions are installed in, which need not exist; `nil` if the user has no home folder.
    public var ownFolder: URL? { ownPath.map { URL(filePath: $0, directoryHint: .isDirectory) } }

    /// Lists what is installed, with the problem of each region that cannot be used.
    ///
    /// - Parameter verifying: Whether files are read completely and compared with their checksums; `false` reads their headers alone,
    ///   which takes microseconds.
    /// - Returns: The regions by name, and what is wrong.
    public func contents(verifying: Bool = false) -> Contents {
        let (regions, problems) = listing()
        return Contents(
            regions: regions.map { region in
                var region = region
                do throws(GeocodingError) {
                    let index = try StreetIndex(path: region.path)
                    if verifying { try index.verify() }
                } catch {
                    region.problem = error
                }
                return region
            }, folderProblems: problems)
    }

    /// Lists what is installed, without opening any file.
    ///
    /// - Returns: The regions by name, whose problems are not known, and the errors of folders, with `dataUnreadable`.
    package func listing() -> (regions: [Region], problems: [GeocodingError]) {
        var found: [String: Region] = [:]
        var problems: [GeocodingError] = []
        for folder in folders {
            guard let stream = opendir(folder) else {
                if errno != ENOENT, errno != ENOTDIR {
                    let reason = String(cString: strerror(errno))
                    problems.append(
                        GeocodingError(.dataUnreadable, "cannot read \(folder): \(reason); its regions are passed over")
                    )
                }
                continue
            }
            defer { closedir(stream) }
            while true {
                errno = 0
                guard let entry = readdir(stream) else {
                    if errno != 0 {
                        let reason = String(cString: strerror(errno))
                        problems.append(
                            GeocodingError(
                                .dataUnreadable, "cannot read all of \(folder): \(reason); some regions may be missing")
                        )
                    }
                    break
                }
                let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                guard let file = String(validating: bytes, as: UTF8.self) else {
                    let shown = String(decoding: bytes, as: UTF8.self)
                    if shown.hasSuffix(Self.ending) {
                        problems.append(
                            GeocodingError(
                                .dataUnreadable, "the name of \(folder)/\(shown) is not valid UTF-8",
                                advice: "rename it"))
                    }
                    continue
                }
                guard file.hasSuffix(Self.ending), !file.hasPrefix(".") else { continue }
                let name = String(file.dropLast(Self.ending.count))
                guard !name.isEmpty, found[name] == nil else { continue }
                found[name] = Region(name: name, isOwn: folder == ownPath, path: "\(folder)/\(file)")
            }
        }
        return (found.values.sorted { $0.name < $1.name }, problems)
    }

    /// Opens all regions.
    ///
    /// - Returns: What answers from them, `nil` without any, and the errors of folders and files that are passed over.
    package func open() -> (streets: StreetIndexes?, problems: [GeocodingError]) {
        var (regions, problems) = listing()
        var indexes: [StreetIndex] = []
        for region in regions {
            do throws(GeocodingError) { indexes.append(try StreetIndex(path: region.path)) } catch {
                problems.append(error)
            }
        }
        return (indexes.isEmpty ? nil : StreetIndexes(indexes: indexes), problems)
    }
}

// MARK: - Changes

extension RegionStore {
    /// Installs a street index that exists already, such as one that was made on another machine.
    ///
    /// The index is read completely and compared with its checksums, then copied beside its target and renamed into place: a
    /// program that is killed or meets a full disk leaves the older region. The region of that name is replaced.
    ///
    /// - Parameters:
    ///   - file: The index.
    ///   - name: The region's name; `nil` for the file's name without `.streets`.
    /// - Returns: The region.
    /// - Throws: `GeocodingError`: `dataUnreadable`, `dataDamaged` or `dataUnsupported` for the index, `requestInvalid` for a name
    ///   that is not one of a file, and `outputFailed`, also without a home folder.
    @discardableResult public func install(_ file: URL, as name: String? = nil) throws(GeocodingError) -> Region {
        let path = file.filePath
        var own = file.lastPathComponent
        if own.hasSuffix(Self.ending) { own.removeLast(Self.ending.count) }
        let target = try self.path(of: try Self.checked(name ?? own))
        let index = try StreetIndex(path: path)
        try index.verify()
        try makeOwnFolder()
        do {
            let (folder, fileName) = Folder.split(target)
            guard let folder = try Folder.open(folder, creating: true) else {
                throw GeocodingError(.outputFailed, "cannot make the folder \(folder)")
            }
            try folder.replace(fileName) { output in try index.write(to: output, target) }
        } catch {
            throw .unwritten(target, error)
        }
        Self.refresh()
        return Region(name: name ?? own, isOwn: true, path: target)
    }

    /// Removes a region of the user's own.
    ///
    /// - Parameter name: The region's name.
    /// - Returns: The region of that name for all users, which answers from now on; `nil` if there is none.
    /// - Throws: `GeocodingError` with `dataUnreadable` if there is no such region, and `outputFailed` if it is for all users or
    ///   cannot be removed.
    @discardableResult public func remove(_ name: String) throws(GeocodingError) -> Region? {
        let (regions, problems) = listing()
        guard let region = regions.first(where: { $0.name == name }) else {
            throw problems.first ?? GeocodingError(.dataUnreadable, "no region \(name) is installed")
        }
        guard region.isOwn else {
            throw GeocodingError(.outputFailed, "\(region.path) is for all users; an administrator can remove it")
        }
        guard unlink(region.path) == 0 || errno == ENOENT else {
            throw GeocodingError(
                .outputFailed, "cannot remove \(region.path): \(String(cString: strerror(errno)))")
        }
        Self.refresh()
        // So that it does not come back after a power failure; it is gone for all programs already.
        if let ownPath, let folder = try? Folder.open(ownPath, creating: false) { try? folder.sync() }
        return listing().regions.first { $0.name == name && !$0.isOwn }
    }

    /// Makes geocoders of installed regions open them again with their next request, after other programs have
    /// installed or removed some.
    ///
    /// Requests that are under way keep what they began with.
    public static func refresh() { changes.add(1, ordering: .sequentiallyConsistent) }

    /// The number of changes in this process; if it has changed, regions must be opened again.
    package static var version: Int { changes.load(ordering: .sequentiallyConsistent) }

    /// Returns the file that a region of the user's own is installed as.
    ///
    /// - Parameter name: The region's name.
    /// - Returns: The file, which need not exist.
    /// - Throws: `GeocodingError` with `outputFailed` if the user has no home folder, and `requestInvalid` for a name that is not
    ///   one of a file.
    public func url(of name: String) throws(GeocodingError) -> URL {
        URL(filePath: try path(of: try Self.checked(name)), directoryHint: .notDirectory)
    }

    /// Returns the path at which a region of the user's own is installed.
    ///
    /// - Throws: `GeocodingError` with `outputFailed` if the user has no home folder.
    package func path(of name: String) throws(GeocodingError) -> String {
        guard let ownPath else {
            throw GeocodingError(
                .outputFailed, "installed regions need a home folder, and HOME is not set",
                advice: "name the file to write")
        }
        return "\(ownPath)/\(name)\(Self.ending)"
    }

    /// Returns a name if a file can have it.
    private static func checked(_ name: String) throws(GeocodingError) -> String {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2F || $0 < 0x20 }),
            name.utf8.count <= maximumNameLength
        else {
            throw GeocodingError(
                .requestInvalid,
                "\"\(name)\" cannot be the name of a region; expected that of a file, such as monaco, without a slash")
        }
        return name
    }

    /// Creates the user's own folder where it is missing.
    ///
    /// - Throws: `GeocodingError` with `outputFailed`.
    package func makeOwnFolder() throws(GeocodingError) {
        guard let ownPath else { return }
        do throws(StorageError) { _ = try Folder.open(ownPath, creating: true) } catch {
            throw GeocodingError(.outputFailed, error)
        }
    }

    /// Returns the name of the region that an extract is installed as: `monaco` for `monaco-latest.osm.pbf`.
    ///
    /// - Parameter path: The extract's path.
    /// - Returns: The name of the file without its extensions, and without the day or `latest` of Geofabrik's files.
    package static func name(ofExtract path: String) -> String {
        var name = String(path.split(separator: "/").last ?? "")
        let endings = [".gz", ".bz2", ".pbf", ".o5m", ".xml", ".osm"]
        while let ending = endings.first(where: { name.lowercased().hasSuffix($0) }) { name.removeLast(ending.count) }
        if name.hasSuffix("-latest") { name.removeLast("-latest".count) }
        if let dash = name.lastIndex(of: "-") {
            let day = name[name.index(after: dash)...]
            if day.utf8.count == 6, day.allSatisfy(\.isWholeNumber) { name.removeSubrange(dash...) }
        }
        return name
    }
}
