internal import Persistence
import Synchronization
internal import Threads

/// The cache's file: opened when it is first asked, watched for being deleted, given up when it cannot be had.
///
/// Whatever goes wrong, a question is answered with "nothing known".
// Unchecked because of the database: all but what the mutex holds is touched on the cache's thread alone.
final class AddressFile: @unchecked Sendable {
    private struct Said {
        var last: String?
        var all: Set<String> = []
    }

    private let place: GeocodingCache.Configuration.Place
    private let limit: Int
    private let onProblem: (@Sendable (String) -> Void)?
    private let said = Mutex(Said())

    private var table: AddressTable?
    private var identity: Database.Identity?
    private var path: String?
    private var isGivenUp = false
    /// After a wait in vain others are not made to wait too.
    private var pause = MonotonicInstant.now

    init(_ place: GeocodingCache.Configuration.Place, limit: Int, onProblem: (@Sendable (String) -> Void)?) {
        self.place = place
        self.limit = limit
        self.onProblem = onProblem
    }

    var problem: String? { said.withLock { $0.last } }

    /// Says once what keeps the file from being used.
    func report(_ reason: String) {
        let message = "the cache of addresses: \(reason)"
        let isNew = said.withLock { said in
            said.last = message
            return said.all.insert(message).inserted
        }
        if isNew { onProblem?(message) }
    }

    func answer(_ question: String, now: Int64) -> StoredAnswer? {
        use { table throws(PersistenceError) in try table.answer(question, now: now) } ?? nil
    }

    func keep(_ answer: StoredAnswer, _ question: String, now: Int64) {
        use { table throws(PersistenceError) in try table.keep(answer, question, now: now) }
    }

    func removeAll() throws(PersistenceError) {
        var failure: PersistenceError?
        let done: Void? = use { table throws(PersistenceError) in
            do throws(PersistenceError) { try table.removeAll() } catch {
                failure = error
                throw error
            }
        }
        if done == nil { throw failure ?? PersistenceError(.system, problem ?? "the cache of addresses cannot be had") }
    }

    @discardableResult private func use<Result>(
        _ body: (AddressTable) throws(PersistenceError) -> Result
    ) -> Result? {
        // Deleted or replaced, also while it was open.
        if let path, table != nil, Database.Identity(path: path) != identity { table = nil }
        do throws(PersistenceError) {
            guard let table = try open() else { return nil }
            return try body(table)
        } catch {
            fail(error)
            return nil
        }
    }

    private func open() throws(PersistenceError) -> AddressTable? {
        if isGivenUp || MonotonicInstant.now < pause { return nil }
        if let table { return table }
        let path: String
        if let known = self.path { path = known } else { path = try Self.path(place) }
        self.path = path
        // Nobody opens the file while another sets it aside.
        let (folder, name) = Folder.split(path)
        guard let lockFolder = try Folder.open(folder, creating: true) else { return nil }
        let lock = try FileLock(".\(name).lock", in: lockFolder, limit: .seconds(1))
        defer { withExtendedLifetime(lock) {} }
        do throws(PersistenceError) {
            table = try AddressTable(path, limit: limit)
        } catch {
            guard error.code == .corrupt else { throw error }
            try setAside(path, error)
            table = try AddressTable(path, limit: limit)
        }
        identity = Database.Identity(path: path)
        return table
    }

    private func fail(_ error: PersistenceError) {
        switch error.code {
        case .locked:
            pause = .now + .seconds(5)
            report(error.message)
        case .corrupt where table != nil:
            // Found in the middle: opened anew, it is set aside unless another process has done so.
            table = nil
            let (folder, name) = Folder.split(path ?? "")
            do throws(PersistenceError) {
                guard let path, let lockFolder = try Folder.open(folder, creating: false) else { return }
                let lock = try FileLock(".\(name).lock", in: lockFolder, limit: .seconds(1))
                defer { withExtendedLifetime(lock) {} }
                guard Database.Identity(path: path) == identity else { return }
                try setAside(path, error)
            } catch {
                isGivenUp = true
                report(error.message)
            }
        default:
            table = nil
            isGivenUp = true
            report(error.message)
        }
    }

    private func setAside(_ path: String, _ reason: PersistenceError) throws(PersistenceError) {
        let kept = try Database.setAside(path)
        report("\(reason.message); it was set aside as \(kept), and a new one begun")
    }

    private static func path(_ place: GeocodingCache.Configuration.Place) throws(PersistenceError) -> String {
        if case .file(let path) = place { return path }
        return try StandardFolder.cache.path() + "/locationkit/addresses.sqlite"
    }
}
