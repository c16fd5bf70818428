import FoundationEssentials
import Synchronization

/// A file of settings, kept as a property list in the user's configuration folder.
///
/// Any number of threads and processes may read and write it. What is set is seen by this process at once, written by a
/// thread a few milliseconds later, and seen by other processes within 50 ms. A write takes a lock, reads the file anew,
/// changes only the keys that were set, and replaces the file after synchronizing it with the disk. So no write is lost,
/// none is torn, keys of others stay, and a process that ends by returning from `main` or by `exit` has written everything.
/// A process that is killed may lose its last 5 ms and the write under way; ``synchronize()`` waits until all is safe.
///
/// Stores of equal path are one in a process.
public struct SettingsStore: Sendable {
    let file: SettingsFile

    /// The store at a path, which may be a symbolic link: its target is read and written, or made.
    ///
    /// A target that holds no settings is left as it is, and an error: only a damaged file without a link is renamed.
    ///
    /// - Parameter path: A file; it and its folder are made with the first write.
    public init(path: String) { file = SettingsFile.at(path) }

    /// The store of a program or of a part of one: `NAME.plist`.
    ///
    /// Where the user has no home folder, settings last until the process ends, and ``lastError`` says so.
    ///
    /// Files of the same name in administrators' folders count where the user has set nothing. They are read once, when the
    /// store is first made in a process, and never written; ``administratorErrors`` says which could not be used.
    ///
    /// - Parameters:
    ///   - name: What to call it; a folder may precede it: `locationkit/locate`.
    ///   - base: The folder it is in; the XDG configuration folder (`~/.config`) by default.
    ///   - administrators: Folders of administrators, the most important first; by default those of `XDG_CONFIG_DIRS`
    ///     (`/etc/xdg`), but none with a `base`.
    public init(name: String, base: String? = nil, administrators: [String]? = nil) {
        do throws(PersistenceError) {
            let base = if let base { base } else { try StandardFolder.configuration.path() }
            file = SettingsFile.at("\(base)/\(name).plist")
        } catch {
            file = .inMemory()
            file.report(error)
        }
        let folders = administrators ?? (base == nil ? StandardFolder.configuration.sharedPaths() : [])
        file.addAdministrators(folders.map { "\($0)/\(name).plist" })
    }

    private init(_ file: SettingsFile) { self.file = file }

    /// The store of this program, named after its executable: `~/.config/PROGRAM/settings.plist`.
    public static let standard = SettingsStore(name: ProgramName.current + "/settings")

    /// A store without a file, for tests and for what is not to be kept.
    public static func inMemory() -> SettingsStore { SettingsStore(.inMemory()) }

    /// The file; `nil` in memory.
    public var path: String? { file.path }

    /// What went wrong last, `nil` again once the file could be written.
    ///
    /// What was set is in memory nevertheless, and written with the next that is set.
    public var lastError: PersistenceError? { file.state.withLock { $0.lastError } }

    /// Calls a closure for every error from now on, on any thread; there is one closure at a time.
    ///
    /// - Parameter handler: What to call; `nil` for nothing.
    public func onError(_ handler: (@Sendable (PersistenceError) -> Void)?) {
        file.state.withLock { $0.errorHandler = handler }
    }

    /// The value under a key: what is stored, else an administrator's, else a registered default.
    ///
    /// Setting `nil` removes what is stored.
    public subscript(key: String) -> PropertyListValue? {
        get {
            file.refresh()
            return file.candidates(key).values.first?.value
        }
        nonmutating set { file.set([key: newValue]) }
    }

    /// Gives keys values to show while neither the user nor an administrator has set anything; they are never written.
    ///
    /// ```swift
    /// store.register(defaults: ["fontName": "Sans", "fontSize": 12])
    /// ```
    /// Like `UserDefaults.register(defaults:)`: later calls add to earlier ones, and the values are forgotten with the last user of
    /// the store in this process, so a program registers them at each start. Nothing is announced to ``changes``.
    ///
    /// - Parameter defaults: The values by key; those of equal keys replace what was registered before.
    public func register(defaults: [String: PropertyListValue]) { file.register(defaults) }

    /// What was registered, by key.
    public var registeredDefaults: [String: PropertyListValue] { file.state.withLock { $0.registered } }

    /// All values by where they come from, the most important first: the user's, each administrator's, the registered ones.
    public var layers: [SettingLayer] {
        file.refresh()
        return file.layers
    }

    /// Where the value under a key comes from; `nil` if there is none.
    public func origin(of key: String) -> SettingOrigin? { layers.first { $0.contents[key] != nil }?.origin }

    /// Which files of administrators could not be used, and why; the others count.
    public var administratorErrors: [PersistenceError] {
        file.state.withLock { $0.administrators?.errors ?? [] }
    }

    /// All that is stored for the user, keys of others included.
    public var contents: [String: PropertyListValue] {
        file.refresh()
        return file.contents
    }

    /// Waits until all that was set is safe on the disk, and takes in what other processes wrote.
    ///
    /// Blocks the thread for as long as the disk takes, usually a few milliseconds.
    ///
    /// - Throws: `PersistenceError.Code.system` for a full disk or a folder that cannot be written to,
    ///   `PersistenceError.Code.locked` when another process holds the file for 10 s,
    ///   `PersistenceError.Code.corrupt` for a damaged file while there is nothing to write or where a link leads to it,
    ///   `PersistenceError.Code.notEncodable` when what was set makes the file too large,
    ///   `PersistenceError.Code.newerVersion` when something was set that must not be written.
    public func synchronize() throws(PersistenceError) { try file.synchronize() }

    /// Changes several keys in one step, which no other process can come between, and waits until they are safe.
    ///
    /// - Parameter body: Gets all that is stored and changes it; it must not use this store. It is called again when a program
    ///   that does not take the lock, such as an editor, writes the file meanwhile.
    /// - Returns: What `body` returns.
    /// - Throws: `PersistenceError.Code.system`, `PersistenceError.Code.locked`, `PersistenceError.Code.corrupt` for
    ///   a link to what holds no settings, `PersistenceError.Code.notEncodable` for what is too deep or too large,
    ///   `PersistenceError.Code.newerVersion` for what must not be written; then nothing was changed.
    @discardableResult public func update<Result: Sendable>(
        _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(PersistenceError) -> Result {
        do throws(PersistenceError) { return try file.write(body) } catch {
            file.report(error)
            throw error
        }
    }

    /// What changes from now on, under any key.
    public var changes: SettingChanges { SettingChanges(file: file, properties: nil) }
}

extension SettingsFile {
    /// Writes what waits, or looks at the file where nothing does.
    ///
    /// - Parameter keys: Whose refusals to throw; all by default.
    /// - Throws: As ``SettingsStore/synchronize()``.
    func synchronize(for keys: Set<String>? = nil) throws(PersistenceError) {
        guard path != nil else { return }
        if hasPending {
            do throws(PersistenceError) { try write { _ in } } catch {
                report(error)
                throw error
            }
        } else {
            // Also waits for a write under way.
            look(isWaiting: true)
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

    /// The name in the path that the system reports; after an update it has a suffix.
    static func name(of path: String?, exists: (String) -> Bool) -> String {
        guard var path else { return "program" }
        let mark = " (deleted)"
        if path.hasSuffix(mark), !exists(path) { path.removeLast(mark.count) }
        return path.split(separator: "/").last.map(String.init) ?? "program"
    }
}
