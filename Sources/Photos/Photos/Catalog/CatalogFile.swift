import FoundationEssentials
import LKFormats
import LKStorage

/// The catalog's database file: opened on first use, reopened when it was replaced, set aside when damaged.
///
/// Confined to the catalog's thread.
final class CatalogFile {
    private let place: PhotoLibrary.Configuration.Catalog
    private var table: CatalogTable?
    private var identity: Database.Identity?
    private var path: String?
    private(set) var problem: PhotosError?
    /// Whether a write failed, so that change tokens would be wrong.
    private(set) var isIncomplete = false
    private var isDisabled = false

    init(_ place: PhotoLibrary.Configuration.Catalog) { self.place = place }

    /// Whether the file exists.
    var exists: Bool {
        do throws(StorageError) { return Database.Identity(path: try knownPath()) != nil } catch { return false }
    }

    private func knownPath() throws(StorageError) -> String {
        if let path { return path }
        let path = try Self.path(place)
        self.path = path
        return path
    }

    /// Runs `body` with the open table; `nil` when the database is unavailable.
    func withTable<Result>(_ body: (CatalogTable) throws(StorageError) -> Result) -> Result? {
        // The file may be deleted or replaced while it is open.
        if let path, table != nil, Database.Identity(path: path) != identity { table = nil }
        for _ in 0..<2 {
            do throws(StorageError) {
                guard let table = try open() else { return nil }
                return try body(table)
            } catch {
                // On damage, set the file aside and retry once.
                guard recover(from: error) else { break }
            }
        }
        return nil
    }

    func markIncomplete() { isIncomplete = true }

    private func open() throws(StorageError) -> CatalogTable? {
        if isDisabled { return nil }
        if let table { return table }
        let path = try knownPath()
        // The lock keeps others from opening the file while it is set aside.
        let (folder, name) = Folder.split(path)
        guard let lockFolder = try Folder.open(folder, creating: true) else { return nil }
        let lock = try FileLock(".\(name).lock", in: lockFolder, timeout: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        do throws(StorageError) {
            table = try CatalogTable(path)
        } catch {
            guard error.code == .corrupt else { throw error }
            try setAside(path, error)
            table = try CatalogTable(path)
        }
        identity = Database.Identity(path: path)
        return table
    }

    /// Recovers from an error, for example by replacing a corrupt catalog.
    ///
    /// - Returns: Whether to retry.
    private func recover(from error: StorageError) -> Bool {
        let wasOpen = table != nil
        table = nil
        if error.code == .corrupt, wasOpen, let path {
            let (folder, name) = Folder.split(path)
            do throws(StorageError) {
                guard let lockFolder = try Folder.open(folder, creating: false) else { return false }
                let lock = try FileLock(".\(name).lock", in: lockFolder, timeout: .seconds(5))
                defer { withExtendedLifetime(lock) {} }
                // Another process may have done so already.
                if Database.Identity(path: path) == identity { try setAside(path, error) }
                return true
            } catch {
                report(error)
            }
        } else {
            report(error)
        }
        // A held lock or a full disk may clear up; a wrong file does not.
        isDisabled = error.code != .locked && error.code != .system
        return false
    }

    private func setAside(_ path: String, _ reason: StorageError) throws(StorageError) {
        let kept = try Database.setAside(path)
        problem = PhotosError(
            .catalog,
            "the catalog of photos was damaged; it was set aside as \(kept), and a new one was created (\(reason.message))",
            path: path, systemError: reason.systemError, underlying: reason)
    }

    private func report(_ reason: StorageError) {
        var problem = PhotosError(
            .catalog, "photos are listed without their catalog, which is slower: \(reason.message)", path: path ?? "",
            systemError: reason.systemError, underlying: reason)
        problem.advice = reason.advice
        self.problem = problem
    }

    private static func path(_ place: PhotoLibrary.Configuration.Catalog) throws(StorageError) -> String {
        if case .file(let url) = place { return url.filePath }
        return try StandardFolder.cache.path() + "/locationkit/photos.sqlite"
    }
}
