import FoundationEssentials
import Glibc
import LKStorage
import Synchronization

extension SettingsFile {
    /// The maximum file size in bytes, far above any real settings.
    static let maximumSize = 16 << 20

    /// The result of reading a file.
    enum Content {
        case none
        /// - Parameter data: The bytes of the file.
        case values([String: PropertyListValue], mode: mode_t, data: Data)
        case damaged(StorageError)
    }

    /// Reads the file if it has changed.
    ///
    /// - Parameter isWaiting: Whether to wait for another thread that is reading or writing it now; otherwise readers
    ///   continue with the old values, which the other thread is about to replace.
    func look(isWaiting: Bool) {
        guard let path else { return }
        let look = { [self] () -> (changes: [Settings.Change], error: StorageError?) in
            defer { pulse.mark() }
            var failure: Int32 = 0
            let signature = Signature(path: path, failure: &failure)
            // Of a folder that cannot be used, only opening it says why.
            let isMissing = failure == ENOENT
            let isKnown = state.withLock { state in
                guard state.signature == signature else { return false }
                guard let known = state.signature else {
                    return isMissing ? looksEmpty(state) && state.readError == nil : state.readError != nil
                }
                return !known.isYoung
            }
            if isKnown { return ([], nil) }
            let (folder, name) = Folder.split(path)
            do throws(StorageError) {
                guard let folder = try Folder.open(folder, creating: false) else { return apply([:], signature) }
                let isLinked = state.withLock { $0.isLinked }
                switch try Self.content(of: name, in: folder, advice: Self.advice(on: name, isLinked: isLinked)) {
                case .none: return apply([:], signature)
                case .values(let values, _, _): return apply(values, signature)
                case .damaged(let error):
                    // Another program may be writing it in place, so keep the previous values.
                    return (keep(signature, error), error)
                }
            } catch {
                return (keep(signature, error), error)
            }
        }
        let found = isWaiting ? access.withLock { _ in look() } : access.withLockIfAvailable { _ in look() }
        guard let found else { return }
        deliver(found.changes)
        if let error = found.error, state.withLock({ $0.lastError != error }) { report(error) }
    }

    private func looksEmpty(_ state: borrowing State) -> Bool { state.stored.isEmpty }

    func apply(
        _ values: [String: PropertyListValue], _ signature: Signature?
    ) -> (changes: [Settings.Change], error: StorageError?) {
        state.withLock { state in
            state.signature = signature
            // Reading works again; writing may still fail.
            state.readError = nil
            if state.pending.isEmpty { state.lastError = nil }
            let isRefused = state.protect(against: values)
            let changes = state.apply(values)
            if !changes.isEmpty { pulse.advance() }
            return (changes, isRefused ? Self.newerVersion(place) : nil)
        }
    }

    func keep(_ signature: Signature?, _ error: StorageError) -> [Settings.Change] {
        state.withLock { ($0.signature, $0.readError) = (signature, error) }
        return []
    }

    /// Returns the advice for a damaged file.
    static func advice(on name: String, isLinked: Bool) -> String {
        isLinked
            ? "a link leads there, so it is left as it is: repair it, or remove the link"
            : "it is kept as \(name).damaged before anything is written"
    }

    /// Reads and parses a file.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Its folder.
    ///   - advice: The advice for a damaged file.
    /// - Returns: The result.
    /// - Throws: `StorageError.Code.system` if it cannot be read.
    static func content(
        of name: String, in folder: borrowing Folder, advice: String
    ) throws(StorageError) -> Content {
        let data: Data?
        do throws(StorageError) {
            data = try folder.read(name, maximumSize: maximumSize)
        } catch  where error.code == .corrupt {
            return .damaged(error)
        }
        guard let data else { return .none }
        let path = folder.path(of: name)
        do {
            guard case .dictionary(let values) = try PropertyListParser.parse(data) else {
                return .damaged(StorageError(.corrupt, "\(path) holds no dictionary of settings", advice: advice))
            }
            return .values(values, mode: folder.mode(of: name) ?? 0o600, data: data)
        } catch {
            return .damaged(
                StorageError(.corrupt, "\(path):\(error.line): damaged settings: \(error.reason)", advice: advice))
        }
    }
}
