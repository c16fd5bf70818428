import Persistence

/// The catalog's file: opened when it is first used, watched for being deleted, set aside when it is damaged.
///
/// For the catalog's thread alone.
final class CatalogFile {
    private let place: PhotoLibrary.Configuration.Catalog
    private var table: CatalogTable?
    private var identity: Database.Identity?
    private var path: String?
    private(set) var problem: PhotosError?
    /// Whether something was not written that others count on.
    private(set) var hasLost = false
    private var isGivenUp = false

    init(_ place: PhotoLibrary.Configuration.Catalog) { self.place = place }

    /// Whether there is a file, which may know something.
    var isThere: Bool {
        do throws(PersistenceError) { return Database.Identity(path: try knownPath()) != nil } catch { return false }
    }

    private func knownPath() throws(PersistenceError) -> String {
        if let path { return path }
        let path = try Self.path(place)
        self.path = path
        return path
    }

    /// Does something with the tables; `nil` when they cannot be had.
    func use<Result>(_ body: (CatalogTable) throws(PersistenceError) -> Result) -> Result? {
        // Deleted or replaced, also while it was open.
        if let path, table != nil, Database.Identity(path: path) != identity { table = nil }
        for _ in 0..<2 {
            do throws(PersistenceError) {
                guard let table = try open() else { return nil }
                return try body(table)
            } catch {
                // Found damaged in the middle, it is opened anew, which sets it aside.
                guard recover(from: error) else { break }
            }
        }
        return nil
    }

    func noteLoss() { hasLost = true }

    private func open() throws(PersistenceError) -> CatalogTable? {
        if isGivenUp { return nil }
        if let table { return table }
        let path = try knownPath()
        // Nobody opens the file while another sets it aside.
        let (folder, name) = Folder.split(path)
        guard let lockFolder = try Folder.open(folder, creating: true) else { return nil }
        let lock = try FileLock(".\(name).lock", in: lockFolder, limit: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        do throws(PersistenceError) {
            table = try CatalogTable(path)
        } catch {
            guard error.code == .corrupt else { throw error }
            try setAside(path, error)
            table = try CatalogTable(path)
        }
        identity = Database.Identity(path: path)
        return table
    }

    /// - Returns: Whether to try again.
    private func recover(from error: PersistenceError) -> Bool {
        let wasOpen = table != nil
        table = nil
        if error.code == .corrupt, wasOpen, let path {
            let (folder, name) = Folder.split(path)
            do throws(PersistenceError) {
                guard let lockFolder = try Folder.open(folder, creating: false) else { return false }
                let lock = try FileLock(".\(name).lock", in: lockFolder, limit: .seconds(5))
                defer { withExtendedLifetime(lock) {} }
                // Another process may have been faster.
                if Database.Identity(path: path) == identity { try setAside(path, error) }
                return true
            } catch {
                report(error.message)
            }
        } else {
            report(error.message)
        }
        // A lock or a full disk may be gone the next time; the wrong file is not.
        isGivenUp = error.code != .locked && error.code != .system
        return false
    }

    private func setAside(_ path: String, _ reason: PersistenceError) throws(PersistenceError) {
        let kept = try Database.setAside(path)
        problem = PhotosError(
            .catalog,
            "the catalog of photos was damaged; it was set aside as \(kept), and a new one begun (\(reason.message))",
            path: path)
    }

    private func report(_ reason: String) {
        problem = PhotosError(
            .catalog, "photos are listed without their catalog, which is slower: \(reason)", path: path ?? "")
    }

    private static func path(_ place: PhotoLibrary.Configuration.Catalog) throws(PersistenceError) -> String {
        if case .file(let path) = place { return path }
        return try StandardFolder.cache.path() + "/locationkit/photos.sqlite"
    }
}
