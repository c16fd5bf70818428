import LKStorage
import LKThreads
import Synchronization

/// Thread-safe access to the catalog, whose database has its own thread because it may block on the disk.
///
/// When the catalog fails, photos are listed without it.
// Unchecked: `file` is not Sendable, but only the catalog's thread touches it.
final class CatalogStore: @unchecked Sendable {
    private let file: CatalogFile
    private let thread = SerialThread("locate-catalog")
    private let lastProblem = Mutex<PhotosError?>(nil)

    init(_ place: PhotoLibrary.Configuration.Catalog) { file = CatalogFile(place) }

    /// The last problem, if any.
    var problem: PhotosError? { lastProblem.withLock { $0 } }

    /// A value that another thread will provide.
    final class Promise<Value: Sendable>: Sendable {
        private let answer = Monitor<Value?>(nil)

        /// Blocks until the value is provided.
        var value: Value { answer.wait { $0 } }

        /// Provides the value; further calls have no effect.
        func fulfill(_ value: Value) { answer.change { if $0 == nil { $0 = value } } }
    }

    /// Loads the known files of some folders.
    ///
    /// - Parameters:
    ///   - roots: Folders to load recursively.
    ///   - single: Folders to load without their subfolders.
    /// - Returns: The known files, by folder and name.
    func load(_ roots: [RawPath], single: [RawPath] = []) -> Promise<[RawPath: [RawPath: FileEntry]]> {
        let promise = Promise<[RawPath: [RawPath: FileEntry]]>()
        let code = thread.run { @Sendable [self] in
            // Do not wait for a new file to be created.
            if !file.exists { promise.fulfill([:]) }
            promise.fulfill(
                file.withTable { table throws(StorageError) in
                    try table.files(inside: roots, of: Set(single))
                } ?? [:])
            publishProblem()
        }
        if code != 0 {
            lastProblem.withLock { $0 = .refusedThread(code) }
            promise.fulfill([:])
        }
        return promise
    }

    /// Waits until all earlier requests are done, so that ``problem`` is up to date.
    func waitUntilIdle() { ask(()) { _ in }.value }

    /// Writes changes without waiting.
    func write(_ changes: StoredChanges) {
        if changes.isEmpty { return }
        let promise = ask(()) { file in
            if file.withTable({ table throws(StorageError) in try table.write(changes) }) == nil {
                file.markIncomplete()
            }
        }
        _ = promise
    }

    /// Returns a token for the state after all writes, or `nil` when one of them failed.
    func token() -> PhotoChanges.Token? {
        ask(nil) { file in
            file.isIncomplete ? nil : file.withTable { table throws(StorageError) in try table.token() }
        }.value
    }

    /// Passes the changes since a token to `body`, on the catalog's thread.
    ///
    /// - Parameters:
    ///   - token: The start of the changes.
    ///   - body: Receives the result of ``CatalogTable/states(at:)`` and a token for the present.
    func states(
        at token: PhotoChanges.Token,
        _ body: @escaping @Sendable ([PhotoAsset.ID: SortKey?]?, PhotoChanges.Token?) -> Void
    ) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let code = thread.run { @Sendable [self] in
                let isLost = file.isIncomplete
                body(
                    isLost
                        ? nil : file.withTable { table throws(StorageError) in try table.states(at: token) } ?? nil,
                    isLost ? nil : file.withTable { table throws(StorageError) in try table.token() })
                publishProblem()
                continuation.resume()
            }
            guard code != 0 else { return }
            body(nil, nil)
            continuation.resume()
        }
    }

    /// Waits until all writes are done.
    func finish() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            if thread.run({ @Sendable in continuation.resume() }) != 0 { continuation.resume() }
        }
    }

    private func ask<Value: Sendable>(
        _ fallback: Value, _ body: @escaping @Sendable (CatalogFile) -> Value
    ) -> Promise<Value> {
        let promise = Promise<Value>()
        let code = thread.run { @Sendable [self] in
            let value = body(file)
            publishProblem()
            promise.fulfill(value)
        }
        if code != 0 {
            lastProblem.withLock { $0 = .refusedThread(code) }
            promise.fulfill(fallback)
        }
        return promise
    }

    private func publishProblem() {
        let problem = file.problem
        lastProblem.withLock { $0 = problem }
    }
}
