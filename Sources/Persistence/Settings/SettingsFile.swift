import FoundationEssentials
import Glibc
import Synchronization
import Threads

/// One file of settings and what this process knows of it; all stores of the same path share one.
final class SettingsFile: Sendable {
    /// Where it is; `nil` for settings in memory alone.
    let path: String?
    /// The same for messages.
    var place: String { path ?? "memory" }
    let state = Mutex(State())
    /// Held by whoever reads or writes the file, so that nothing old can come in behind something new.
    let access = Mutex<Void>(())
    /// An object of its own, which readers keep.
    let pulse = SettingsPulse()

    private init(path: String?) { self.path = path }

    // Files that are in use, and those with something to write, which the process must not end without.
    private struct Registry {
        var files: [String: WeakFile] = [:]
        /// Kept though nobody uses them any more: what could not be written is tried again at the end of the process.
        var unwritten: [ObjectIdentifier: SettingsFile] = [:]
        var isAtExit = false
    }
    private struct WeakFile { weak var file: SettingsFile? }
    private static let registry = Mutex(Registry())

    /// The file at a path, the same as before where somebody still uses it.
    static func at(_ path: String) -> SettingsFile {
        // Who keeps the file elsewhere and links to it wants it written there.
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
        // Everybody waits for the first reading, or would see defaults.
        if file.pulse.isNew { file.look(isWaiting: true) }
        return file
    }

    /// Settings that are never written, and known to their users alone.
    static func inMemory() -> SettingsFile { SettingsFile(path: nil) }

    /// Whether the process ends, so that nobody waits long for a lock.
    static let isEnding = Atomic<Bool>(false)
    /// Not longer than a person waits for a program to end.
    private static let patienceAtEnd = Duration.seconds(2)

    /// At the end of the process: what was set last is written now.
    private static func writeAll() {
        isEnding.store(true, ordering: .relaxed)
        let files = registry.withLock { Array($0.files.values.compactMap(\.file)) }
        let end = MonotonicInstant.now + patienceAtEnd
        for file in files where file.hasPending {
            do throws(PersistenceError) { try file.writeAtEnd(until: end) } catch { file.report(error) }
        }
    }

    /// Whether something waits to be written.
    var hasPending: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Keeps the file as long as something waits to be written that could not be.
    func keepWhileUnwritten() {
        guard hasPending else { return letGo() }
        Self.registry.withLock { $0.unwritten[ObjectIdentifier(self)] = self }
    }

    /// Lets the file go with its last user.
    func letGo() { _ = Self.registry.withLock { $0.unwritten.removeValue(forKey: ObjectIdentifier(self)) } }

    /// Looks at the file where it is time to.
    func refresh() {
        if path != nil, pulse.isDue() { look(isWaiting: false) }
    }

    /// What readers see under a key, and its number.
    func value(_ key: String) -> (value: PropertyListValue?, generation: UInt64) {
        state.withLock { ($0.visible[key], pulse.generation.load(ordering: .relaxed)) }
    }

    /// Everything readers see.
    var contents: [String: PropertyListValue] { state.withLock { $0.visible } }

    /// Gives keys other values, `nil` for the default; a thread writes them a moment later.
    func set(_ values: [String: PropertyListValue?]) {
        let values = values.filter { key, value in
            guard let error = value.flatMap({ refusal(of: $0, for: key) }) else { return true }
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
                } else if path != nil {
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
        if startsWriter { startWriter() }
    }

    /// Remembers and tells what went wrong.
    func report(_ error: PersistenceError) {
        let handler = state.withLock { state in
            state.lastError = error
            return state.errorHandler
        }
        handler?(error)
    }

    /// Why a value cannot be written, whatever else is in the file.
    func refusal(of value: PropertyListValue, for key: String) -> PersistenceError? {
        if value.isTooDeep { return Self.tooDeep(key) }
        return path != nil && value.isLarger(than: Self.sizeLimit) ? Self.tooLarge(key) : nil
    }

    static func tooLarge(_ key: String) -> PersistenceError {
        PersistenceError(
            .notEncodable,
            "\(key) is not stored, since the settings would have more than the \(sizeLimit) bytes allowed; keep large "
                + "data in a file of its own")
    }

    static func tooDeep(_ key: String) -> PersistenceError {
        PersistenceError(
            .notEncodable, "\(key) has more than \(PropertyListValue.depth) values within each other; it is not stored")
    }

    static func newerVersion(_ path: String) -> PersistenceError {
        PersistenceError(
            .newerVersion,
            "the settings in \(path) are from a newer version of the program; they are kept as they are, and changes "
                + "last until the program ends. Update the program")
    }
}
