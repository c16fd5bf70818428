import FoundationEssentials
import Glibc
import LKStorage
import LKThreads
import Synchronization

/// A settings file with this process's knowledge of it; all stores of the same path share one object.
final class SettingsFile: Sendable {
    /// The path; `nil` for settings that are in memory only, or kept by a storage.
    let path: String?
    /// What keeps the values instead of a file.
    let storage: (any SettingsStore.Storage)?
    /// The location for messages.
    var place: String { path ?? storage?.place ?? "memory" }
    /// Whether values last longer than the process.
    var isKept: Bool { path != nil || storage != nil }
    let state = Mutex(State())
    /// Held while the file is read or written, so that older content cannot replace newer.
    let access = Mutex<Void>(())
    /// A separate object, which readers retain.
    let pulse = SettingsPulse()

    private init(path: String?) { (self.path, storage) = (path, nil) }

    /// Creates settings that a storage keeps; see ``keptBy(_:)``.
    init(storage: any SettingsStore.Storage) { (path, self.storage) = (nil, storage) }

    // The files in use, and those with pending changes, which must be written before the process ends.
    private struct Registry {
        var files: [String: WeakFile] = [:]
        /// Kept after their last use: writing is retried at the end of the process.
        var unwritten: [ObjectIdentifier: SettingsFile] = [:]
        var isAtExit = false
    }
    private struct WeakFile { weak var file: SettingsFile? }
    private static let registry = Mutex(Registry())

    /// Returns the file at a path, the same object as long as it is in use.
    static func at(_ path: String) -> SettingsFile {
        // A user who links to the file elsewhere wants it written there.
        let resolution = LinkResolution(path)
        let path = resolution.path
        let file = registry.withLock { registry in
            if let file = registry.files[path]?.file { return file }
            registry.files = registry.files.filter { $0.value.file != nil }
            let file = SettingsFile(path: path)
            registry.files[path] = WeakFile(file: file)
            if !registry.isAtExit {
                registry.isAtExit = true
                atexit { SettingsFile.writeAll() }
            }
            return file
        }
        if resolution.isLink { file.state.withLock { $0.isLinked = true } }
        // All wait for the first read; otherwise they would see defaults.
        if file.pulse.isNew { file.look(isWaiting: true) }
        return file
    }

    /// Returns settings that are never written and not shared by path.
    static func inMemory() -> SettingsFile { SettingsFile(path: nil) }

    /// Whether the process is ending, so that locks are not waited for long.
    static let isEnding = Atomic<Bool>(false)
    /// As long as a person waits for a program to end.
    private static let exitTimeout = Duration.seconds(2)

    /// Writes the last changes at the end of the process.
    private static func writeAll() {
        isEnding.store(true, ordering: .relaxed)
        let files = registry.withLock { Array($0.files.values.compactMap(\.file)) }
        let end = MonotonicInstant.now + exitTimeout
        for file in files where file.hasPending {
            do throws(StorageError) { try file.writeAtEnd(until: end) } catch { file.report(error) }
        }
    }

    /// Whether there are pending changes.
    var hasPending: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Retains the file as long as it has pending changes that could not be written.
    func keepWhileUnwritten() {
        guard hasPending else { return letGo() }
        Self.registry.withLock { $0.unwritten[ObjectIdentifier(self)] = self }
    }

    /// Releases the file.
    func letGo() { _ = Self.registry.withLock { $0.unwritten.removeValue(forKey: ObjectIdentifier(self)) } }

    /// Checks the file if that is due.
    func refresh() {
        if path != nil, pulse.isDue() { look(isWaiting: false) }
    }

    /// Returns the visible value for a key, and its generation.
    func value(_ key: String) -> (value: PropertyListValue?, generation: UInt64) {
        state.withLock { ($0.visible[key], pulse.generation.load(ordering: .relaxed)) }
    }

    /// All visible values.
    var contents: [String: PropertyListValue] { state.withLock { $0.visible } }

    /// Sets values, `nil` for the default; a thread writes them a moment later.
    func set(_ values: [String: PropertyListValue?]) {
        let values = values.filter { key, value in
            let error = value.flatMap { enforcementError(for: key) ?? refusal(of: $0, for: key) }
            guard let error else { return true }
            report(error)
            return false
        }
        var isRefused = false
        let (changes, startsWriter) = state.withLock { state in
            let changes = values.compactMap { key, value in
                state.writes += 1
                if state.protected.contains(key) {
                    state.unsaved[key] = .some(value)
                    isRefused = true
                } else if isKept {
                    state.unsaved[key] = nil
                    state.refusals[key] = nil
                    state.pending[key] = Write(value: value, number: state.writes)
                } else {
                    state.stored[key] = value
                }
                return state.show(key, value)
            }
            if !changes.isEmpty { pulse.advance() }
            let starts = !state.pending.isEmpty && !state.isWriterRunning && state.upgrades == 0
            if starts { state.isWriterRunning = true }
            return (changes, starts)
        }
        deliver(changes)
        if isRefused { report(Self.newerVersion(place)) }
        guard startsWriter else { return }
        if let storage {
            state.withLock { $0.isWriterRunning = false }
            do throws(StorageError) { try store(in: storage) { _ in } } catch { report(error) }
        } else {
            startWriter()
        }
    }

    /// Stores and reports an error.
    func report(_ error: StorageError) {
        let handler = state.withLock { state in
            state.lastError = error
            return state.errorHandler
        }
        handler?(error)
    }

    /// Returns why a value cannot be written, regardless of what else is in the file.
    func refusal(of value: PropertyListValue, for key: String) -> StorageError? {
        if value.isTooDeep { return Self.tooDeep(key) }
        return isKept && value.isLarger(than: Self.maximumSize) ? Self.tooLarge(key) : nil
    }

    static func tooLarge(_ key: String) -> StorageError {
        StorageError(
            .notEncodable,
            "\(key) is not stored, since the settings would have more than the \(maximumSize) bytes allowed; keep large "
                + "data in a file of its own")
    }

    static func tooDeep(_ key: String) -> StorageError {
        StorageError(
            .notEncodable, "\(key) has more than \(PropertyListValue.depth) values within each other; it is not stored")
    }

    static func newerVersion(_ path: String) -> StorageError {
        StorageError(
            .newerVersion,
            "the settings in \(path) are from a newer version of the program; they are kept as they are, and changes "
                + "last until the program ends. Update the program")
    }
}

extension SettingsFile {
    /// The files being upgraded on this thread, so that one upgrade may create other settings of the same file.
    @TaskLocal private static var upgrading: Set<String> = []

    /// Upgrades while excluding other processes and threads, and writes the result.
    ///
    /// All values of the upgrade are written together: if the process is killed, it has upgraded everything or nothing.
    ///
    /// - Parameter body: Checks again whether an upgrade is needed, and performs it.
    /// - Throws: `StorageError.Code.system`, `StorageError.Code.locked`; then `body` was not called.
    func upgradeAlone(_ body: () -> Void) throws(StorageError) {
        guard let path, !Self.upgrading.contains(path) else { return body() }
        let (folderPath, name) = Folder.split(path)
        guard let folder = try Folder.open(folderPath, creating: true) else {
            throw .system(ENOENT, cannot: "open the folder", folderPath)
        }
        // Not the lock for writing, which an upgrade that waits for the disk takes itself.
        let lock = try FileLock(
            ".\(name).upgrade.lock", in: folder, isGivenUp: { Self.isEnding.load(ordering: .relaxed) })
        defer { withExtendedLifetime(lock) {} }
        look(isWaiting: true)
        state.withLock { $0.upgrades += 1 }
        Self.$upgrading.withValue(Self.upgrading.union([path])) { body() }
        state.withLock { $0.upgrades -= 1 }
        // Before the lock is released, or the next process would find the old version. Errors are reported there.
        try? synchronize(for: [])
    }
}

extension SettingsFile {
    /// Adds an observer; the first queue starts the watch.
    ///
    /// - Parameter observer: The observer.
    /// - Returns: Its number, for ``unsubscribe(_:)``.
    func subscribe(_ observer: Observer) -> Int {
        let (number, watcher) = state.withLock { state in
            state.observersSoFar += 1
            state.observers[state.observersSoFar] = observer
            guard case .queue = observer, state.watcher == nil, path != nil else {
                return (state.observersSoFar, nil as WakeDescriptor?)
            }
            let watcher = WakeDescriptor()
            state.watcher = watcher
            return (state.observersSoFar, watcher)
        }
        if let watcher, SystemThread.start("locate-watch", { [self] in watch(watcher) }) != 0 {
            // Without a thread, changes by other processes are noticed at the next access.
            state.withLock { $0.watcher = nil }
        }
        return number
    }

    /// Removes an observer; without queues the watch ends.
    func unsubscribe(_ number: Int) {
        let (observer, watcher) = state.withLock { state in
            let observer = state.observers.removeValue(forKey: number)
            let isWatched = state.observers.values.contains { if case .queue = $0 { true } else { false } }
            guard !isWatched, let watcher = state.watcher else { return (observer, nil as WakeDescriptor?) }
            state.watcher = nil
            return (observer, watcher)
        }
        // Released outside the lock, since deinitializers may call back.
        _ = observer
        watcher?.cancel()
    }

    /// Notifies the settings objects; the queues already have the changes.
    func deliver(_ changes: [Settings.Change]) {
        guard !changes.isEmpty else { return }
        let objects = state.withLock { state in
            state.observers.values.compactMap { observer in
                if case .settings(let object) = observer { object.settings } else { nil }
            }
        }
        for object in objects { object.announce(changes) }
    }

    private func watch(_ wake: WakeDescriptor) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        defer { if descriptor >= 0 { close(descriptor) } }
        let folder = Folder.split(path ?? "").folder
        let mask = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE)
        while !wake.isCancelled {
            // Each time, because the folder may be created or replaced.
            let isWatching = descriptor >= 0 && inotify_add_watch(descriptor, folder, mask) >= 0
            look(isWaiting: true)
            // Network file systems do not report what other machines write, so the file is also polled.
            let pause = isWatching ? Duration.seconds(2) : .milliseconds(250)
            _ = wake.wait(for: descriptor, events: POLLIN, until: .now + pause)
            var events = [UInt8](repeating: 0, count: 16 << 10)
            while descriptor >= 0, read(descriptor, &events, events.count) > 0 {}
        }
    }
}
