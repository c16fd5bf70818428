public import FoundationEssentials
import LKFormats
public import LKStorage
import Synchronization

/// A file of settings: a property list in the user's configuration folder, or another ``Storage``.
///
/// Any number of threads and processes may read and write it. A change is visible in this process at once, written by a
/// thread a few milliseconds later, and visible in other processes within 50 ms. A write takes a lock, reads the file
/// again, changes only the keys that were set, and replaces the file after synchronizing it with the disk. So no write
/// is lost, no write is torn, other keys stay unchanged, and a process that ends by returning from `main` or by `exit`
/// has written everything. A process that is killed may lose its last 5 ms and the write in progress; ``synchronize()``
/// waits until everything is safe.
///
/// A process has one store per path.
public struct SettingsStore: Sendable {
    let file: SettingsFile

    /// Creates a store in a file, which may be a symbolic link: its target is read and written, or created.
    ///
    /// A link target that contains no settings is an error and stays unchanged: only a damaged file without a link is renamed. With a
    /// URL that is not one of a file, settings last until the process ends, and ``lastError`` says so.
    ///
    /// - Parameter url: The file; the first write creates it and its folder.
    public init(url: URL) {
        guard !url.isFileURL else {
            file = SettingsFile.at(url.filePath)
            return
        }
        file = .inMemory()
        file.report(
            StorageError(
                .system, "\(url.absoluteString) is not a file, so settings last until the process ends",
                advice: "give the URL of a file"))
    }

    /// Creates a store in the file at a path.
    package init(path: String) { file = SettingsFile.at(path) }

    /// Creates the store of a program or of a part of one: `NAME.plist`.
    ///
    /// If the user has no home folder, or that belongs to another user, settings last until the process ends, and
    /// ``lastError`` says so.
    ///
    /// Files of the same name in administrators' folders provide values that the user has not set, and
    /// `/etc/xdg/NAME.enforced.plist` those that the user cannot change, whatever the environment says. They are read once, when
    /// the store is first made in a process, and never written; ``administratorErrors`` says which could not be used. The order
    /// is: enforced values, ``arguments``, the user's values, administrators' values, registered defaults.
    ///
    /// - Parameters:
    ///   - name: Its name; a folder may precede it: `locationkit/locate`.
    ///   - base: The folder it is in; the XDG configuration folder (`~/.config`) by default.
    ///   - administrators: Folders of administrators, the most important first; by default those of `XDG_CONFIG_DIRS`
    ///     (`/etc/xdg`), but none with a `base`.
    public init(name: String, base: URL? = nil, administrators: [URL]? = nil) {
        if let base, !base.isFileURL {
            self.init(url: base)
            return
        }
        let administrators = administrators?.filter(\.isFileURL)
        self.init(
            name: name, base: base?.filePath, administrators: administrators?.map(\.filePath),
            enforcing: base == nil ? ["/etc/xdg"] : [])
    }

    /// Creates a store with separate folders for enforced values.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - base: The folder it is in.
    ///   - administrators: Folders of administrators with values that users can change.
    ///   - enforcing: Folders with `NAME.enforced.plist`, the most important first.
    package init(name: String, base: String? = nil, administrators: [String]? = nil, enforcing: [String]) {
        do throws(StorageError) {
            if let base {
                file = SettingsFile.at("\(base)/\(name).plist")
            } else {
                let path = try StandardFolder.configuration.path() + "/\(name).plist"
                // With another user's HOME, as after su or sudo -E, that user's word does not count.
                try StandardFolder.checkOwner(of: path, variable: "XDG_CONFIG_HOME")
                file = SettingsFile.at(path)
            }
        } catch {
            file = .inMemory()
            file.report(error)
        }
        let folders = administrators ?? (base == nil ? StandardFolder.configuration.sharedPaths() : [])
        file.addAdministrators(
            folders.map { "\($0)/\(name).plist" }, enforced: enforcing.map { "\($0)/\(name).enforced.plist" })
    }

    init(_ file: SettingsFile) { self.file = file }

    /// The store of this program, named after its executable: `~/.config/PROGRAM/settings.plist`.
    public static let standard = SettingsStore(name: ProgramName.current + "/settings")

    /// Returns a store without a file, for tests and temporary settings.
    public static func inMemory() -> SettingsStore { SettingsStore(.inMemory()) }

    /// The file; `nil` in memory and with another storage.
    public var url: URL? { path.map { URL(filePath: $0, directoryHint: .notDirectory) } }

    /// The path of the file; `nil` in memory and with another storage.
    package var path: String? { file.path }

    /// The last error; `nil` again once the file could be written.
    ///
    /// After an error, changes stay in memory and are written with the next change.
    public var lastError: StorageError? { file.state.withLock { $0.lastError } }

    /// Calls a closure for every error from now on, on any thread; there is one closure at a time.
    ///
    /// - Parameter handler: The closure; `nil` for none.
    public func onError(_ handler: (@Sendable (StorageError) -> Void)?) {
        file.state.withLock { $0.errorHandler = handler }
    }

    /// Accesses the value under a key, from the first of the ``layers`` that has one.
    ///
    /// Setting a value sets the user's; `nil` removes it.
    public subscript(key: String) -> PropertyListValue? {
        get {
            file.refresh()
            return file.candidates(key).values.first?.value
        }
        nonmutating set { file.set([key: newValue]) }
    }

    /// Registers defaults, which apply while neither the user nor an administrator has set a value, and are never written.
    ///
    /// ```swift
    /// store.register(defaults: ["fontName": "Sans", "fontSize": 12])
    /// ```
    /// Like `UserDefaults.register(defaults:)`: later calls add to earlier ones, and the values are forgotten with the last user of
    /// the store in this process, so a program registers them at each start. Nothing is announced to ``changes``.
    ///
    /// - Parameter defaults: The values by key; they replace those registered before under equal keys.
    public func register(defaults: [String: PropertyListValue]) { file.register(defaults) }

    /// The registered defaults by key.
    public var registeredDefaults: [String: PropertyListValue] { file.state.withLock { $0.registered } }

    /// All values of the user, including keys of other classes.
    public var contents: [String: PropertyListValue] {
        file.refresh()
        return file.contents
    }

    /// Waits until all changes are safe on the disk, and reads the changes of other processes.
    ///
    /// Blocks the thread for as long as the disk takes, usually a few milliseconds.
    ///
    /// - Throws: `StorageError.Code.system` for a full disk or a folder that cannot be written to,
    ///   `StorageError.Code.locked` when another process holds the file for 10 s, `StorageError.Code.corrupt`
    ///   for a damaged file if there is nothing to write or a link leads to it, `StorageError.Code.notEncodable`
    ///   when the new values make the file too large, `StorageError.Code.newerVersion` when values must not be
    ///   written because a newer version wrote the file.
    public func synchronize() throws(StorageError) { try file.synchronize() }

    /// Changes several keys atomically across processes, and waits until they are safe on the disk.
    ///
    /// - Parameter body: Receives and changes all stored values; it must not use this store. It is called again if a program
    ///   that does not take the lock, such as an editor, writes the file meanwhile.
    /// - Returns: What `body` returns.
    /// - Throws: `StorageError.Code.system`, `StorageError.Code.locked`, `StorageError.Code.corrupt` for a
    ///   link to a file without settings, `StorageError.Code.notEncodable` for values that are too deep or too
    ///   large, `StorageError.Code.newerVersion` for values that must not be written, `StorageError.Code.enforced` for
    ///   a key whose value is enforced; then nothing was changed.
    @discardableResult public func update<Result: Sendable>(
        _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(StorageError) -> Result {
        do throws(StorageError) { return try file.write(body) } catch {
            file.report(error)
            throw error
        }
    }

    /// The changes from now on, under any key.
    public var changes: Settings.Changes { Settings.Changes(file: file, properties: nil) }
}

extension SettingsFile {
    /// Writes pending changes, or reads the file if there are none.
    ///
    /// - Parameter keys: The keys whose errors to throw; all by default.
    /// - Throws: As ``SettingsStore/synchronize()``.
    func synchronize(for keys: Set<String>? = nil) throws(StorageError) {
        guard isKept else { return }
        if hasPending {
            do throws(StorageError) { try write { _ in } } catch {
                report(error)
                throw error
            }
        } else {
            // Also waits for a write in progress.
            if storage != nil { readStorage() } else { look(isWaiting: true) }
            if let error = state.withLock({ $0.readError }) { throw error }
        }
        let (refusal, isRefused) = state.withLock { state in
            (state.refusals.first { keys?.contains($0.key) ?? true }?.value, state.isRefusedByVersion)
        }
        if let refusal { throw refusal }
        if isRefused { throw Self.newerVersion(place) }
    }
}

/// The name of the running program, for its settings.
enum ProgramName {
    /// The name of the executable.
    static var current: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return name(of: path) { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the name in the path that the system reports, which has a suffix after an update.
    static func name(of path: String?, exists: (String) -> Bool) -> String {
        guard var path else { return "program" }
        let mark = " (deleted)"
        if path.hasSuffix(mark), !exists(path) { path.removeLast(mark.count) }
        return path.split(separator: "/").last.map(String.init) ?? "program"
    }
}
