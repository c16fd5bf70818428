import FoundationEssentials
import Glibc
import Synchronization
import Threads

extension SettingsFile {
    /// How long the writer waits for more, in microseconds: a hundred settings set in a row become one write, and another
    /// process sees them before a person could.
    private static let gathering: UInt32 = 5000

    /// Starts the thread that writes, or writes here where there is none to be had.
    func startWriter() {
        let code = SystemThread.start("locate-settings") { [self] in
            usleep(Self.gathering)
            runWriter()
        }
        if code != 0 { runWriter() }
    }

    private func runWriter() {
        while true {
            do throws(PersistenceError) { try write { _ in } } catch {
                // The values stay in memory; the next one that is set, or synchronize(), tries again.
                state.withLock { $0.isWriterRunning = false }
                report(error)
                return
            }
            let isDone = state.withLock { state in
                if state.pending.isEmpty { state.isWriterRunning = false }
                return state.pending.isEmpty
            }
            if isDone { return }
        }
    }

    /// Reads the file anew, changes what was set here and what `body` changes, and replaces it; all under the lock that
    /// keeps other processes out.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for other processes.
    ///   - body: Changes the content further.
    /// - Returns: What `body` returns.
    /// - Throws: ``PersistenceError/Code/system``, ``PersistenceError/Code/locked``; nothing is written then.
    @discardableResult func write<Result: Sendable>(
        limit: Duration = .seconds(10), _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(PersistenceError) -> Result {
        guard path != nil else { return writeInMemory(body) }
        let (result, changes, damage) = try access.withLock { _ throws(PersistenceError) in
            try writeAlone(limit: limit, body)
        }
        deliver(changes)
        if let damage { report(damage) }
        return result
    }

    private func writeInMemory<Result: Sendable>(_ body: (inout [String: PropertyListValue]) -> Result) -> Result {
        let (result, changes) = state.withLock { state in
            var content = state.stored
            let result = body(&content)
            let changes = state.take(content)
            pulse.advance()
            return (result, changes)
        }
        deliver(changes)
        return result
    }

    private func writeAlone<Result: Sendable>(
        limit: Duration, _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(PersistenceError) -> (Result, [SettingChange], PersistenceError?) {
        let path = path ?? ""
        let (folderPath, name) = Folder.split(path)
        guard let folder = try Folder.open(folderPath, creating: true) else {
            throw .system(ENOENT, cannot: "open the folder", folderPath)
        }
        let lock = try FileLock(".\(name).lock", in: folder, limit: limit)
        defer { withExtendedLifetime(lock) {} }
        var (before, mode, damage): ([String: PropertyListValue], mode_t, PersistenceError?) = ([:], 0o600, nil)
        switch try Self.content(of: name, in: folder) {
        case .none: break
        case .values(let values, let its): (before, mode) = (values, its)
        // What this process read while the file was sound is better than nothing.
        case .damaged(let error): (before, damage) = (state.withLock { $0.stored }, error)
        }
        let pending = state.withLock { $0.pending }
        var content = before
        for (key, write) in pending { content[key] = write.value }
        let result = body(&content)
        let isChanged = content != before || (damage != nil && !pending.isEmpty)
        if isChanged {
            if let key = content.first(where: { $0.value.isTooDeep })?.key { throw Self.tooDeep(key) }
            let data = PropertyListWriter.data(.dictionary(content))
            guard data.count <= Self.sizeLimit else {
                throw PersistenceError(
                    .notEncodable,
                    "the settings for \(path) have \(data.count) bytes, more than the \(Self.sizeLimit) allowed")
            }
            if damage != nil {
                let kept = try folder.setAside(name)
                damage?.message = "the damaged settings in \(path) are kept as \(kept); new ones begin"
            }
            try folder.replace(name, with: data, mode: mode)
        }
        let signature = FileSignature(path: path)
        let changes = state.withLock { state in
            for (key, write) in pending where state.pending[key]?.number == write.number { state.pending[key] = nil }
            state.signature = signature
            if damage == nil || isChanged { (state.lastError, state.readError) = (nil, nil) }
            let changes = state.take(content)
            if !changes.isEmpty { pulse.advance() }
            return changes
        }
        pulse.mark()
        return (result, changes, isChanged ? damage : nil)
    }
}
