import Persistence
import Synchronization
import Threads

/// The catalog, for other threads: its database has a thread of its own, since it may wait for the disk.
///
/// Whatever goes wrong, photos are listed without it.
// Unchecked because of the file, which only the thread touches.
final class CatalogStore: @unchecked Sendable {
    private let file: CatalogFile
    private let thread = SerialThread("locate-catalog")
    private let lastProblem = Mutex<PhotosError?>(nil)

    init(_ place: PhotoLibrary.Configuration.Catalog) { file = CatalogFile(place) }

    /// What went wrong last; `nil` when nothing did.
    var problem: PhotosError? { lastProblem.withLock { $0 } }

    /// An answer that is still to come.
    final class Pending<Value: Sendable>: Sendable {
        private let answer = Monitor<Value?>(nil)

        /// The answer, waiting until it is there.
        var value: Value { answer.wait { $0 } }

        /// Gives the answer; a second one changes nothing.
        func give(_ value: Value) { answer.change { if $0 == nil { $0 = value } } }
    }

    /// What is known of the files of some folders.
    ///
    /// - Parameters:
    ///   - roots: Folders with all below them.
    ///   - single: Folders alone.
    /// - Returns: What is known, by folder and name.
    func load(_ roots: [RawPath], single: [RawPath] = []) -> Pending<[RawPath: [RawPath: FileEntry]]> {
        let pending = Pending<[RawPath: [RawPath: FileEntry]]>()
        let code = thread.run { @Sendable [self] in
            // A file that has yet to be made is not waited for.
            if !file.isThere { pending.give([:]) }
            pending.give(
                file.use { table throws(PersistenceError) in
                    try table.files(inside: roots, of: Set(single))
                } ?? [:])
            note()
        }
        if code != 0 {
            lastProblem.withLock { $0 = .refusedThread(code) }
            pending.give([:])
        }
        return pending
    }

    /// Waits until all that was asked before is done, so that ``problem`` knows of it.
    func settle() { ask(()) { _ in }.value }

    /// Writes what was found; does not wait for it.
    func write(_ changes: StoredChanges) {
        if changes.isEmpty { return }
        let pending = ask(()) { file in
            if file.use({ table throws(PersistenceError) in try table.write(changes) }) == nil { file.noteLoss() }
        }
        _ = pending
    }

    /// The state after all that was written; `nil` when something was not.
    func token() -> PhotoChangeToken? {
        ask(nil) { file in file.hasLost ? nil : file.use { table throws(PersistenceError) in try table.token() } }.value
    }

    /// Does something with what the catalog knows of a token's time, on the catalog's thread.
    ///
    /// - Parameters:
    ///   - token: That time.
    ///   - body: Gets what ``CatalogTable/states(at:)`` gives, and a token for the present.
    func states(
        at token: PhotoChangeToken, _ body: @escaping @Sendable ([PhotoAsset.ID: SortKey?]?, PhotoChangeToken?) -> Void
    ) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let code = thread.run { @Sendable [self] in
                let isLost = file.hasLost
                body(
                    isLost ? nil : file.use { table throws(PersistenceError) in try table.states(at: token) } ?? nil,
                    isLost ? nil : file.use { table throws(PersistenceError) in try table.token() })
                note()
                continuation.resume()
            }
            guard code != 0 else { return }
            body(nil, nil)
            continuation.resume()
        }
    }

    /// Waits until all is written.
    func finish() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            if thread.run({ @Sendable in continuation.resume() }) != 0 { continuation.resume() }
        }
    }

    private func ask<Value: Sendable>(
        _ fallback: Value, _ body: @escaping @Sendable (CatalogFile) -> Value
    ) -> Pending<Value> {
        let pending = Pending<Value>()
        let code = thread.run { @Sendable [self] in
            let value = body(file)
            note()
            pending.give(value)
        }
        if code != 0 {
            lastProblem.withLock { $0 = .refusedThread(code) }
            pending.give(fallback)
        }
        return pending
    }

    private func note() {
        let problem = file.problem
        lastProblem.withLock { $0 = problem }
    }
}
