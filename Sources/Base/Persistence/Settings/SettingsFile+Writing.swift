import FoundationEssentials
import Glibc
import LKStorage
import LKThreads
import Synchronization

extension SettingsFile {
    /// The delay in microseconds before writing: a hundred settings set in a row become one write, and another process
    /// sees them before a person would notice.
    private static let gathering: UInt32 = 5000

    /// Keeps the writer thread from starting a write while the process ends; not reported.
    private static let leftToTheEnd = StorageError(.locked, "what waits is written at the end of the process")

    /// Starts the writer thread, or writes on this thread if none can be started.
    func startWriter() {
        let code = SystemThread.start("locate-settings") { [self] in
            usleep(Self.gathering)
            runWriter()
        }
        if code != 0 { runWriter() }
    }

    private func runWriter() {
        while true {
            do throws(StorageError) { try write(isBackground: true) { _ in } } catch {
                // The values stay in memory; the next assignment or synchronize() retries.
                state.withLock { $0.isWriterRunning = false }
                if error != Self.leftToTheEnd { report(error) }
                return
            }
            let isDone = state.withLock { state in
                if state.pending.isEmpty { state.isWriterRunning = false }
                return state.pending.isEmpty
            }
            if isDone { return }
        }
    }

    /// Reads the file again, applies the changes made here and by `body`, and replaces it, all under the lock against
    /// other processes.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for other processes.
    ///   - isBackground: Whether to leave writing to the end of the process if that has begun, since it could be
    ///     interrupted.
    ///   - body: Makes further changes.
    /// - Returns: What `body` returns.
    /// - Throws: `StorageError.Code.system`, `StorageError.Code.locked`; nothing is written then.
    @discardableResult func write<Result: Sendable>(
        timeout: Duration = .seconds(10), isBackground: Bool = false,
        _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(StorageError) -> Result {
        if let storage { return try store(in: storage, body) }
        guard path != nil else { return writeInMemory(body) }
        do throws(StorageError) {
            let written = try access.withLock { _ throws(StorageError) in
                guard !isBackground || !Self.isEnding.load(ordering: .relaxed) else {
                    throw Self.leftToTheEnd
                }
                return try writeAlone(timeout: timeout, isGivenUp: { Self.isEnding.load(ordering: .relaxed) }, body)
            }
            finish(written.changes, written.problems)
            return written.result
        } catch {
            keepWhileUnwritten()
            throw error
        }
    }

    /// Writes pending changes within the remaining time.
    func writeAtEnd(until end: MonotonicInstant) throws(StorageError) {
        while hasPending {
            let left = max(.zero, end - .now)
            let written = try access.withLockIfAvailable { _ throws(StorageError) in
                try writeAlone(timeout: left, isGivenUp: { false }) { _ in }
            }
            if let written { return finish(written.changes, written.problems) }
            // A thread that waits for the file gives up by itself; one that is writing is nearly done.
            guard MonotonicInstant.now < end else {
                throw StorageError(.locked, "another thread keeps \(place) until the process ends")
            }
            usleep(1000)
        }
    }

    private func finish(_ changes: [Settings.Change], _ problems: [StorageError]) {
        if !hasPending { letGo() }
        deliver(changes)
        for problem in problems { report(problem) }
    }

    private func writeInMemory<Result: Sendable>(_ body: (inout [String: PropertyListValue]) -> Result) -> Result {
        let (result, changes) = state.withLock { state in
            var content = state.stored
            let result = body(&content)
            let changes = state.apply(content)
            pulse.advance()
            return (result, changes)
        }
        deliver(changes)
        return result
    }

    /// The result of writing.
    private struct Written<Result: Sendable> {
        var result: Result
        var changes: [Settings.Change]
        /// Problems that did not keep the file from being written.
        var problems: [StorageError]
    }

    private func writeAlone<Result: Sendable>(
        timeout: Duration, isGivenUp: () -> Bool, _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(StorageError) -> Written<Result> {
        let path = path ?? ""
        let (folderPath, name) = Folder.split(path)
        guard let folder = try Folder.open(folderPath, creating: true) else {
            throw .system(ENOENT, cannot: "open the folder", folderPath)
        }
        let lock = try FileLock(".\(name).lock", in: folder, timeout: timeout, isGivenUp: isGivenUp)
        defer { withExtendedLifetime(lock) {} }
        var keptAside: StorageError?
        for _ in 0..<Self.maximumAttempts {
            if let written = try attempt(name, in: folder, keptAside: &keptAside, body) { return written }
        }
        throw StorageError(
            .locked, "another program keeps writing \(path)", advice: "try again when it has finished")
    }

    /// Bounds the loop; people do not use programs that write the file this often, each time between our reading and
    /// writing.
    private static var maximumAttempts: Int { 100 }

    /// Reads the file, changes its content and replaces it.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Its folder.
    ///   - keptAside: The error of a damaged file that was renamed.
    ///   - body: Makes further changes.
    /// - Returns: `nil` if another program, which does not know our lock, wrote the file meanwhile.
    /// - Throws: `StorageError`, the errors of writing; the file is unchanged then.
    private func attempt<Result: Sendable>(
        _ name: String, in folder: borrowing Folder, keptAside: inout StorageError?,
        _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(StorageError) -> Written<Result>? {
        let path = folder.path(of: name)
        var (before, mode, read): ([String: PropertyListValue], mode_t, Data?) = ([:], 0o600, nil)
        let isLinked = state.withLock { $0.isLinked }
        var isDamaged = false
        switch try Self.content(of: name, in: folder, advice: Self.advice(on: name, isLinked: isLinked)) {
        case .none:
            // Use the values that this process read while the file was intact.
            if keptAside != nil { before = state.withLock { $0.stored } }
        case .values(let values, let its, let data): (before, mode, read) = (values, its, data)
        case .damaged(let error):
            (before, keptAside, isDamaged) = (state.withLock { $0.stored }, error, true)
        }
        let (isRefused, pending) = state.withLock { state in (state.protect(against: before), state.pending) }
        var content = before
        // Removed first: otherwise an equal key with another spelling would keep its old spelling.
        for (key, write) in pending {
            content[key] = nil
            content[key] = write.value
        }
        let refused = Self.makeRoom(in: &content, before, pending)
        let result = body(&content)
        let isChanged = !content.isIdentical(to: before) || (keptAside != nil && !pending.isEmpty)
        if isChanged {
            if isDamaged, isLinked, let keptAside { throw keptAside }
            try check(content, before, pending)
            let data = PropertyListWriter.data(.dictionary(content))
            guard data.count <= Self.maximumSize else {
                throw StorageError(
                    .notEncodable,
                    "the settings for \(path) have \(data.count) bytes, more than the \(Self.maximumSize) allowed")
            }
            if isDamaged {
                let kept = try folder.setAside(name)
                keptAside?.message = "the damaged settings in \(path) are kept as \(kept); new ones begin"
            }
            guard try folder.replace(name, holding: read, with: data, mode: mode, maximumSize: Self.maximumSize) else {
                return nil
            }
        }
        let signature = Signature(path: path)
        let changes = state.withLock { state in
            for (key, write) in pending where state.pending[key]?.number == write.number {
                state.pending[key] = nil
                guard refused.contains(key) else { continue }
                state.unsaved[key] = .some(write.value)
                state.refusals[key] = Self.tooLarge(key)
            }
            state.signature = signature
            if keptAside == nil || isChanged { (state.lastError, state.readError) = (nil, nil) }
            let changes = state.apply(content)
            if !changes.isEmpty { pulse.advance() }
            return changes
        }
        pulse.mark()
        var problems = refused.map { Self.tooLarge($0) }
        if isRefused { problems.append(Self.newerVersion(path)) }
        if isChanged, let keptAside { problems.append(keptAside) }
        return Written(result: result, changes: changes, problems: problems)
    }

    /// Checks that values may be stored.
    ///
    /// - Parameters:
    ///   - content: All values.
    ///   - before: Those that are stored now.
    ///   - pending: The changes that were checked when they were set.
    /// - Throws: `StorageError.Code.newerVersion`, `StorageError.Code.enforced`,
    ///   `StorageError.Code.notEncodable` for values that are too deep.
    func check(
        _ content: [String: PropertyListValue], _ before: [String: PropertyListValue], _ pending: [String: Write]
    ) throws(StorageError) {
        let isProtected = state.withLock { state in
            state.protected.contains { !content[$0].isIdentical(to: before[$0]) }
        }
        guard !isProtected else { throw Self.newerVersion(place) }
        for (key, value) in content where !Optional(value).isIdentical(to: before[key]) {
            guard pending[key] == nil, let error = enforcementError(for: key) else { continue }
            throw error
        }
        if let key = content.first(where: { $0.value.isTooDeep })?.key { throw Self.tooDeep(key) }
    }

    /// Removes values until the file is small enough, largest first: one value must not keep the others from being
    /// stored.
    ///
    /// - Returns: The keys of the removed values.
    private static func makeRoom(
        in content: inout [String: PropertyListValue], _ before: [String: PropertyListValue], _ pending: [String: Write]
    ) -> [String] {
        var refused: [String] = []
        guard PropertyListValue.dictionary(content).isLarger(than: maximumSize) else { return refused }
        let sizes = pending.mapValues { $0.value?.bytes(markup: 1, text: 1) ?? 0 }
        for (key, size) in sizes.sorted(by: { $0.value > $1.value }) where size > 0 {
            content[key] = before[key]
            refused.append(key)
            if !PropertyListValue.dictionary(content).isLarger(than: maximumSize) { break }
        }
        return refused
    }
}
