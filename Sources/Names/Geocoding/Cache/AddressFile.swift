import FoundationEssentials
import LKFormats
import LKStorage
import LKThreads
import Synchronization

/// The cache's file: opened on first use, watched for deletion, and disabled when it cannot be used.
///
/// After any error, the cache answers that it knows nothing. Everything except ``glance(_:now:)`` may wait for the disk
/// and other processes, and must run on a thread that may block.
final class AddressFile: Sendable {
    private struct Said {
        var last: String?
        var all: Set<String> = []
    }

    private struct Opened {
        var table: AddressTable?
        var identity: Database.Identity?
        var path: String?
        var isGivenUp = false
        /// After a timeout, others do not wait until this instant.
        var pause = MonotonicInstant.now

        /// Whether the file was deleted or replaced, also while it was open.
        var isGone: Bool { path.map { Database.Identity(path: $0) != identity } ?? false }
    }

    private let place: GeocodingCache.Configuration.Place
    private let maximumSize: Int
    private let onProblem: (@Sendable (String) -> Void)?
    private let said = Mutex(Said())
    private let opened = Mutex(Opened())

    init(_ place: GeocodingCache.Configuration.Place, maximumSize: Int, onProblem: (@Sendable (String) -> Void)?) {
        self.place = place
        self.maximumSize = maximumSize
        self.onProblem = onProblem
    }

    var problem: String? { said.withLock { $0.last } }

    /// Reports once why the file cannot be used.
    func report(_ reason: String) {
        let message = "the cache of addresses: \(reason)"
        let isNew = said.withLock { said in
            said.last = message
            return said.all.insert(message).inserted
        }
        if isNew { onProblem?(message) }
    }

    /// Returns an answer that is available immediately: the file is open and unlocked, and nothing has to be written.
    ///
    /// May be called on any thread: it takes tens of microseconds, two hundred less than a thread hop. Pages that the
    /// kernel does not hold are read from the disk, as with the mapped gazetteer. If it returns `nil`, call
    /// ``answer(_:now:)``.
    func glance(_ question: String, now: Int64) -> StoredAnswer? {
        opened.withLockIfAvailable { opened in
            guard let table = opened.table, !opened.isGone else { return nil }
            return table.glance(question, now: now)
        } ?? nil
    }

    func answer(_ question: String, now: Int64) -> StoredAnswer? {
        use { table throws(StorageError) in try table.answer(question, now: now) } ?? nil
    }

    func keep(_ answer: StoredAnswer, _ question: String, now: Int64) {
        use { table throws(StorageError) in try table.keep(answer, question, now: now) }
    }

    func removeAll() throws(StorageError) {
        var failure: StorageError?
        let done: Void? = use { table throws(StorageError) in
            do throws(StorageError) { try table.removeAll() } catch {
                failure = error
                throw error
            }
        }
        if done == nil { throw failure ?? StorageError(.system, problem ?? "the cache of addresses cannot be had") }
    }

    @discardableResult private func use<Result: Sendable>(
        _ body: (AddressTable) throws(StorageError) -> Result
    ) -> Result? {
        opened.withLock { opened in
            if opened.table != nil, opened.isGone { opened.table = nil }
            do throws(StorageError) {
                guard let table = try open(&opened) else { return nil }
                return try body(table)
            } catch {
                fail(error, &opened)
                return nil
            }
        }
    }

    private func open(_ opened: inout Opened) throws(StorageError) -> AddressTable? {
        if opened.isGivenUp || MonotonicInstant.now < opened.pause { return nil }
        if let table = opened.table { return table }
        let path: String
        if let known = opened.path { path = known } else { path = try Self.path(place) }
        opened.path = path
        // Keeps another process from setting the file aside while it is opened.
        let (folder, name) = Folder.split(path)
        guard let lockFolder = try Folder.open(folder, creating: true) else { return nil }
        let lock = try FileLock(".\(name).lock", in: lockFolder, timeout: .seconds(1))
        defer { withExtendedLifetime(lock) {} }
        do throws(StorageError) {
            opened.table = try AddressTable(path, maximumSize: maximumSize)
        } catch {
            guard error.code == .corrupt else { throw error }
            try setAside(path, error)
            opened.table = try AddressTable(path, maximumSize: maximumSize)
        }
        opened.identity = Database.Identity(path: path)
        return opened.table
    }

    private func fail(_ error: StorageError, _ opened: inout Opened) {
        switch error.code {
        case .locked:
            opened.pause = .now + .seconds(5)
            report(error.message)
        case .corrupt where opened.table != nil:
            // The damage was found in use: reopen, and set the file aside unless another process has done so.
            opened.table = nil
            let (folder, name) = Folder.split(opened.path ?? "")
            do throws(StorageError) {
                guard let path = opened.path, let lockFolder = try Folder.open(folder, creating: false) else { return }
                let lock = try FileLock(".\(name).lock", in: lockFolder, timeout: .seconds(1))
                defer { withExtendedLifetime(lock) {} }
                guard Database.Identity(path: path) == opened.identity else { return }
                try setAside(path, error)
            } catch {
                opened.isGivenUp = true
                report(error.message)
            }
        default:
            opened.table = nil
            opened.isGivenUp = true
            report(error.message)
        }
    }

    private func setAside(_ path: String, _ reason: StorageError) throws(StorageError) {
        let kept = try Database.setAside(path)
        report("\(reason.message); it was set aside as \(kept), and a new one begun")
    }

    private static func path(_ place: GeocodingCache.Configuration.Place) throws(StorageError) -> String {
        if case .file(let url) = place { return url.filePath }
        return try StandardFolder.cache.path() + "/locationkit/addresses.sqlite"
    }
}
