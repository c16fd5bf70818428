public import LKStorage
import Synchronization

extension CodingObject {
    /// The names of properties as they are edited from now on.
    ///
    /// ```swift
    /// for await name in try passcode.changes { show(name) }
    /// ```
    /// An edit is an assignment to a ``Coded`` property, also of the same value, or an edit of an object in it: the object
    /// itself, or an element of an array or of a dictionary with text keys. The sequence ends with the object.
    ///
    /// - Throws: `StorageError.Code.notEncodable` for a class whose properties cannot be found, as when encoding.
    public var changes: AsyncStream<String> {
        get throws(StorageError) {
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            let subscription = EditSubscription(continuation)
            try observe { names, _ in subscription.yield(names) }
            return stream
        }
    }

    /// Archives the object now, and after each edit from now on.
    ///
    /// ```swift
    /// let passcode = try archiver.unarchive(Passcode.self, forKey: "passcode", default: Passcode())
    /// try passcode.saveEdits(in: archiver, forKey: "passcode")
    /// passcode.failures += 1                  // on the disk when the assignment returns
    /// ```
    /// Each edit waits for the disk, usually a few milliseconds; use ``edit(_:)`` to archive several at once. After an error
    /// the older archive stays, and the next edit archives all. Edits are saved until ``stopSavingEdits()``, or another call
    /// of this method, which replaces the place.
    ///
    /// - Parameters:
    ///   - archiver: The archiver.
    ///   - key: The key.
    ///   - version: The version of the class; from 0.
    ///   - onError: Called for each edit that could not be archived.
    /// - Throws: The errors of ``archive(in:forKey:version:)``, if the object cannot be archived now; then edits are not saved.
    public func saveEdits(
        in archiver: some Archiver, forKey key: String, version: Int = 0,
        onError: @escaping (StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        try archive(in: archiver, forKey: key, version: version)
        let edits = try observedEdits()
        edits.save = { [unowned self] in
            do throws(StorageError) { try archive(in: archiver, forKey: key, version: version) } catch {
                onError(error)
            }
        }
    }

    /// Stops archiving edits.
    public func stopSavingEdits() { edits?.save = nil }

    /// Makes several edits that are archived and announced together.
    ///
    /// - Parameter body: Edits the object; it may edit others.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; the edits before the error are archived.
    public func edit<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        edits?.depth += 1
        defer {
            edits?.depth -= 1
            edits?.announce()
        }
        return try body()
    }

    /// Calls a closure after each edit, until it returns `false`.
    ///
    /// - Parameter handler: Receives the names of the edited properties.
    /// - Throws: `StorageError.Code.notEncodable` for a class whose properties cannot be found.
    func observe(_ handler: @escaping ObjectEdits.Handler) throws(StorageError) {
        try observedEdits().handlers.append(handler)
    }

    private func observedEdits() throws(StorageError) -> ObjectEdits {
        if let edits { return edits }
        let properties = try CodedProperties(self, isStrict: false)
        let edits = ObjectEdits()
        // Set first, because an object may contain itself.
        self.edits = edits
        for element in properties.elements {
            let (property, name) = (element.property, element.label)
            property.onSet = { [unowned edits, unowned property] in
                edits.follow(property.objects, in: name)
                edits.add(name)
            }
            edits.follow(property.objects, in: name)
        }
        return edits
    }
}

/// The edits of an object that are not announced yet, and their observers.
final class ObjectEdits {
    /// Receives the names of edited properties and the objects through which the edit came; returns whether to call it again.
    typealias Handler = ([String], Set<ObjectIdentifier>) -> Bool

    var handlers: [Handler] = []
    /// Archives the object.
    var save: (() -> Void)?
    /// The number of ``CodingObject/edit(_:)`` calls in progress.
    var depth = 0
    private var names: [String] = []
    /// The objects inside this one through which edits came.
    private var ways: Set<ObjectIdentifier> = []
    private var isAnnouncing = false
    /// The mark of the objects in each property, which ends when the property has others.
    private var marks: [String: Mark] = [:]

    /// Whether objects are still in a property.
    private final class Mark { var isCurrent = true }

    /// Records an edit, and announces it unless more edits follow.
    func add(_ name: String) {
        if !names.contains(name) { names.append(name) }
        announce()
    }

    func announce() {
        // An observer that edits the object again is called again, after all others.
        guard depth == 0, !isAnnouncing else { return }
        isAnnouncing = true
        defer { isAnnouncing = false }
        while !names.isEmpty {
            let (announced, passed) = (names, ways.union([ObjectIdentifier(self)]))
            (names, ways) = ([], [])
            save?()
            // Handlers may be added meanwhile.
            let called = handlers
            handlers = []
            handlers = called.filter { $0(announced, passed) } + handlers
        }
    }

    /// Makes edits of objects count as edits of a property.
    func follow(_ objects: [CodingObject], in name: String) {
        marks[name]?.isCurrent = false
        marks[name] = nil
        guard !objects.isEmpty else { return }
        let mark = Mark()
        marks[name] = mark
        for object in objects {
            // An object of a class whose properties cannot be found has no edits; archiving it is an error.
            try? object.observe { [weak self] _, ways in
                guard let self, mark.isCurrent else { return false }
                // An object may contain itself.
                guard !ways.contains(ObjectIdentifier(self)) else { return true }
                self.ways.formUnion(ways)
                add(name)
                return true
            }
        }
    }
}

/// A reader of edits, which ends with the object.
private final class EditSubscription {
    private let continuation: AsyncStream<String>.Continuation

    init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    /// Passes the names of edited properties to the reader.
    ///
    /// - Returns: Whether there is still a reader.
    func yield(_ names: [String]) -> Bool {
        for name in names {
            if case .terminated = continuation.yield(name) { return false }
        }
        return true
    }
}
