public import LKStorage
import Synchronization

extension SettingsStore {
    /// Where the user's values are kept: a file, memory, or a place of your own, such as a database or a service.
    ///
    /// A store calls it from any thread, and keeps what it has read: a storage that others change too calls the handler of
    /// ``observe(_:)``.
    ///
    /// ```swift
    /// let storage = SettingsStore.MemoryStorage(["PlayerSettings.volume": 0.8])   // a test of a client
    /// let settings = PlayerSettings(store: SettingsStore(storage: storage))
    /// settings.volume = 0.9
    /// #expect(storage.contents == ["PlayerSettings.volume": 0.9])
    /// ```
    public protocol Storage: Sendable {
        /// The location for messages, such as a table's name.
        var place: String { get }

        /// Returns all values by key.
        ///
        /// - Returns: The values; empty if nothing was ever stored.
        /// - Throws: `StorageError` if they cannot be read; the store then keeps what it has, and reports the error.
        func read() throws(StorageError) -> [String: PropertyListValue]

        /// Reads all values, has them changed, and stores them, without another writer in between.
        ///
        /// - Parameter body: Changes the values. It may be called again after a conflict; if it throws, nothing is stored.
        /// - Throws: The error of `body`, or `StorageError` if the values cannot be stored: the store then keeps the changes
        ///   in memory, reports the error, and tries again with the next one.
        func update(
            _ body: (inout [String: PropertyListValue]) throws(StorageError) -> Void
        ) throws(StorageError)

        /// Calls a closure after every change by others, as long as the storage exists.
        ///
        /// - Parameter handler: The closure, to be called on any thread, and not while the storage is locked.
        func observe(_ handler: @escaping @Sendable () -> Void)
    }

    /// Values in memory that several stores can share, for tests of programs with settings.
    ///
    /// Two stores with one storage behave as two processes with one file.
    public final class MemoryStorage: Storage {
        private struct State {
            var contents: [String: PropertyListValue]
            var handlers: [@Sendable () -> Void] = []
            var failure: StorageError?
        }

        private let state: Mutex<State>

        /// Creates a storage.
        ///
        /// - Parameter contents: The first values by key.
        public init(_ contents: [String: PropertyListValue] = [:]) { state = Mutex(State(contents: contents)) }

        /// "memory".
        public var place: String { "memory" }

        /// The stored values by key.
        ///
        /// Setting them is a change by others for the stores.
        public var contents: [String: PropertyListValue] {
            get { state.withLock { $0.contents } }
            set {
                let handlers = state.withLock { state in
                    state.contents = newValue
                    return state.handlers
                }
                for handler in handlers { handler() }
            }
        }

        /// The error that reading and storing throw, to test how a client behaves then; `nil` for none.
        public var failure: StorageError? {
            get { state.withLock { $0.failure } }
            set { state.withLock { $0.failure = newValue } }
        }

        /// Returns the values.
        ///
        /// - Throws: ``failure``.
        public func read() throws(StorageError) -> [String: PropertyListValue] {
            try state.withLock { state throws(StorageError) in
                if let failure = state.failure { throw failure }
                return state.contents
            }
        }

        /// Changes the values.
        ///
        /// - Parameter body: Changes them.
        /// - Throws: The error of `body`, or ``failure``.
        public func update(
            _ body: (inout [String: PropertyListValue]) throws(StorageError) -> Void
        ) throws(StorageError) {
            let handlers = try state.withLock { state throws(StorageError) in
                if let failure = state.failure { throw failure }
                try body(&state.contents)
                return state.handlers
            }
            for handler in handlers { handler() }
        }

        /// Calls a closure after every change.
        ///
        /// - Parameter handler: The closure.
        public func observe(_ handler: @escaping @Sendable () -> Void) {
            state.withLock { $0.handlers.append(handler) }
        }
    }

    /// Creates a store whose values are kept by a storage.
    ///
    /// It reads them now, after every change that the storage reports, and in ``synchronize()``. It stores a new value on the
    /// thread that sets it, before the assignment returns. Stores made of one storage are separate: each has its own
    /// ``arguments`` and registered defaults.
    ///
    /// - Parameter storage: Keeps the values.
    public init(storage: some Storage) { self.init(SettingsFile.keptBy(storage)) }
}

extension SettingsStore.Storage {
    /// Does nothing, for a storage that only its store changes.
    public func observe(_ handler: @escaping @Sendable () -> Void) {}
}

extension SettingsFile {
    /// A change that is being stored on this thread.
    private final class StoringPass: Sendable {
        /// The file that stores it, which need not read its own change again.
        let file: ObjectIdentifier
        /// The change during which a listener of a storage has set a value in this file.
        private let outer: StoringPass?
        /// What other files on the storage do about it, once the file's lock is free: their listeners may set values here.
        ///
        /// `nil` once the change has ended.
        private let reactions = Mutex<[@Sendable () -> Void]?>([])

        init(_ file: SettingsFile, in outer: StoringPass?) {
            self.file = ObjectIdentifier(file)
            self.outer = outer
        }

        /// Whether the change has not ended.
        var isActive: Bool { reactions.withLock { $0 != nil } }

        /// Postpones a reaction until the end of the outermost change in progress, when no file on this thread is
        /// locked.
        ///
        /// - Parameter reaction: The reaction.
        /// - Returns: Whether it was put off; `false` if all have ended, as in a task that a listener has begun.
        func putOff(_ reaction: @escaping @Sendable () -> Void) -> Bool {
            if let outer, outer.putOff(reaction) { return true }
            return reactions.withLock { reactions in
                guard reactions != nil else { return false }
                reactions?.append(reaction)
                return true
            }
        }

        /// Ends the change and reacts to it.
        func end() {
            let last = reactions.withLock { reactions in
                defer { reactions = nil }
                return reactions ?? []
            }
            for react in last { react() }
        }
    }

    @TaskLocal private static var storing: StoringPass?

    private static func storing(
        _ pass: StoringPass, _ body: () throws(StorageError) -> Void
    ) throws(StorageError) {
        let result: Result<Void, StorageError> = $storing.withValue(pass) {
            Result { () throws(StorageError) in try body() }
        }
        try result.get()
    }

    /// Returns settings that a storage keeps.
    static func keptBy(_ storage: some SettingsStore.Storage) -> SettingsFile {
        let file = SettingsFile(storage: storage)
        storage.observe { [weak file] in
            guard let file else { return }
            guard let pass = storing else { return file.readStorage() }
            if pass.file == ObjectIdentifier(file), pass.isActive { return }
            if !pass.putOff({ file.readStorage() }) { file.readStorage() }
        }
        file.readStorage()
        return file
    }

    /// Reads the values that a storage keeps.
    func readStorage() {
        guard let storage else { return }
        let (changes, error) = access.withLock { _ -> ([Settings.Change], StorageError?) in
            do throws(StorageError) { return apply(try storage.read(), nil) } catch {
                return (keep(nil, error), error)
            }
        }
        deliver(changes)
        if let error, state.withLock({ $0.lastError != error }) { report(error) }
    }

    /// Stores pending changes and those of `body` in a storage.
    ///
    /// - Parameters:
    ///   - storage: Keeps the values.
    ///   - body: Makes further changes.
    /// - Returns: What `body` returns.
    /// - Throws: The errors of the storage, or of values that cannot be stored; nothing is stored then.
    func store<Result: Sendable>(
        in storage: any SettingsStore.Storage, _ body: (inout [String: PropertyListValue]) -> Result
    ) throws(StorageError) -> Result {
        let pass = StoringPass(self, in: Self.storing)
        defer { pass.end() }
        let (result, changes, isRefused) = try access.withLock { _ throws(StorageError) in
            var outcome: (result: Result, content: [String: PropertyListValue], pending: [String: Write])?
            var isRefused = false
            try Self.storing(pass) { () throws(StorageError) in
                try storage.update { content throws(StorageError) in
                    let before = content
                    let (isKept, pending) = state.withLock { ($0.protect(against: before), $0.pending) }
                    isRefused = isRefused || isKept
                    var new = before
                    for (key, write) in pending { new[key] = write.value }
                    let result = body(&new)
                    try check(new, before, pending)
                    content = new
                    outcome = (result, new, pending)
                }
            }
            guard let outcome else {
                throw StorageError(.system, "\(storage.place) stores nothing: its update does not call the closure")
            }
            let changes = state.withLock { state in
                for (key, write) in outcome.pending where state.pending[key]?.number == write.number {
                    state.pending[key] = nil
                }
                (state.lastError, state.readError) = (nil, nil)
                let changes = state.apply(outcome.content)
                if !changes.isEmpty { pulse.advance() }
                return changes
            }
            return (outcome.result, changes, isRefused)
        }
        deliver(changes)
        if isRefused { report(Self.newerVersion(place)) }
        return result
    }
}
