public import LKGeocoding
internal import Glibc
internal import LKStorage

/// The street indexes that are installed on this machine: the user's own, and those for all users.
///
/// ```swift
/// for region in RegionStore.standard.contents().regions { print(region.name, region.path) }
/// ```
///
/// They are the files `*.streets` in `locationkit/regions` below `$XDG_DATA_HOME` (default: `~/.local/share`), and below each
/// of `$XDG_DATA_DIRS` (default: `/usr/local/share` and `/usr/share`). Of several files of one name the user's own counts.
/// `locate data import-osm` and `StreetImport` make them.
public struct RegionStore: Sendable {
    /// An installed street index.
    public struct Region: Hashable, Sendable {
        /// The name of the file without its extension.
        public let name: String
        /// The file's absolute path.
        public let path: String
        /// Whether the file is in the user's own folder, so that the user may remove it.
        public let isOwn: Bool
    }

    /// The folders to look in, the user's own first; they need not exist.
    public let folders: [String]
    /// The user's own folder; `nil` if the user has no home folder.
    public let ownFolder: String?

    /// The extension of the files, with its dot.
    package static let ending = ".streets"
    private static let folder = "locationkit/regions"

    /// The store of this user.
    public static var standard: RegionStore {
        let own = (try? StandardFolder.data.path()).map { "\($0)/\(folder)" }
        return RegionStore(ownFolder: own, sharedFolders: StandardFolder.data.sharedPaths().map { "\($0)/\(folder)" })
    }

    /// Makes a store of other folders, such as those that a server's administrator has set.
    ///
    /// - Parameters:
    ///   - ownFolder: The absolute path of the folder that regions are installed in; `nil` for none.
    ///   - sharedFolders: The absolute paths of others, the most important first.
    public init(ownFolder: String?, sharedFolders: [String] = []) {
        self.ownFolder = ownFolder
        folders = (ownFolder.map { [$0] } ?? []) + sharedFolders
    }

    /// Lists what is installed; no file is opened.
    ///
    /// - Returns: The regions by name, and the errors of folders that cannot be read, with `dataUnreadable`.
    public func contents() -> (regions: [Region], problems: [GeocodingError]) {
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
            while let entry = readdir(stream) {
                let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard file.hasSuffix(Self.ending), !file.hasPrefix(".") else { continue }
                let name = String(file.dropLast(Self.ending.count))
                guard !name.isEmpty, found[name] == nil else { continue }
                found[name] = Region(name: name, path: "\(folder)/\(file)", isOwn: folder == ownFolder)
            }
        }
        return (found.values.sorted { $0.name < $1.name }, problems)
    }

    /// Opens all regions.
    ///
    /// - Returns: What answers from them, `nil` without any, and the errors of folders and files that are passed over.
    public func open() -> (streets: StreetIndexes?, problems: [GeocodingError]) {
        var (regions, problems) = contents()
        var indexes: [StreetIndex] = []
        for region in regions {
            do throws(GeocodingError) { indexes.append(try StreetIndex(path: region.path)) } catch {
                problems.append(error)
            }
        }
        return (indexes.isEmpty ? nil : StreetIndexes(indexes: indexes), problems)
    }

    /// Removes a region of the user's own.
    ///
    /// - Parameter name: The region's name.
    /// - Returns: The region of that name for all users, which answers from now on; `nil` if there is none.
    /// - Throws: `GeocodingError` with `dataUnreadable` if there is no such region, and `outputFailed` if it is for all users or
    ///   cannot be removed.
    @discardableResult public func remove(_ name: String) throws(GeocodingError) -> Region? {
        guard let region = contents().regions.first(where: { $0.name == name }) else {
            throw GeocodingError(.dataUnreadable, "no region \(name) is installed")
        }
        guard region.isOwn else {
            throw GeocodingError(.outputFailed, "\(region.path) is for all users; an administrator can remove it")
        }
        guard unlink(region.path) == 0 || errno == ENOENT else {
            throw GeocodingError(
                .outputFailed, "cannot remove \(region.path): \(String(cString: strerror(errno)))")
        }
        return contents().regions.first { $0.name == name }
    }
}

extension RegionStore {
    /// Returns the path at which a region of the user's own is installed.
    ///
    /// - Parameter name: The region's name.
    /// - Returns: The absolute path.
    /// - Throws: `GeocodingError` with `outputFailed` if the user has no home folder.
    public func path(of name: String) throws(GeocodingError) -> String {
        guard let ownFolder else {
            throw GeocodingError(
                .outputFailed, "installed regions need a home folder, and HOME is not set; name the file to write")
        }
        return "\(ownFolder)/\(name)\(Self.ending)"
    }

    /// Makes the user's own folder where it is missing.
    ///
    /// - Throws: `GeocodingError` with `outputFailed`.
    package func makeOwnFolder() throws(GeocodingError) {
        guard let ownFolder else { return }
        do throws(PersistenceError) { _ = try Folder.open(ownFolder, creating: true) } catch {
            throw GeocodingError(.outputFailed, error.message, underlying: error)
        }
    }

    /// Returns the name of the region that an extract is installed as: `monaco` for `monaco-latest.osm.pbf`.
    ///
    /// - Parameter path: The extract's path.
    /// - Returns: The name of the file without its extensions, and without the day or `latest` of Geofabrik's files.
    public static func name(ofExtract path: String) -> String {
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
