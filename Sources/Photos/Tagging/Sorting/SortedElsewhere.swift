import FoundationEssentials
import Glibc
package import LKPlanning
import LKStorage

/// Remembers into which folders photos were sorted.
///
/// The journals of a sort are in the folders into which photos were sorted; the folders that the photos came from keep nothing.
/// So that undo there can name the other folder, pairs of both are in `locationkit/sorted-folders` in the user's state folder: a
/// line of JSON each, the newest last. The file does not count if others can write to it, and what a pair says is only believed if
/// a journal of the user agrees.
struct SortDestinations {
    /// A sort.
    struct Sort: Codable, Hashable {
        /// The folder that contains all folders from which photos came; absolute, without symbolic links.
        var source: String
        /// The folder into which they were sorted; absolute, without symbolic links.
        var destination: String
    }

    private static let name = "sorted-folders"
    /// Maximum number of pairs that are kept.
    private static let maximumCount = 256
    /// Maximum size of the file in bytes.
    private static let maximumSize = 4 << 20

    /// The folder with the file.
    private let path: String

    /// Creates access to the file in a folder.
    ///
    /// - Parameter path: The folder with the file.
    init(in path: String) { self.path = path }

    /// Returns the destinations of the user.
    ///
    /// - Throws: `StorageError` if the user has no state folder.
    static func own() throws(StorageError) -> SortDestinations {
        SortDestinations(in: try JournalKey.stateFolder())
    }

    /// Returns the sorts, the newest last.
    ///
    /// - Throws: `StorageError` if the file cannot be read, or others can write to it; lines that are not understood, or with
    ///   paths that no sort has, are passed over.
    func sorts() throws(StorageError) -> [Sort] {
        guard let folder = try Folder.open(path, creating: false) else { return [] }
        try Self.check(".", in: folder)
        return try Self.sorts(in: folder)
    }

    /// Adds a sort.
    ///
    /// Those whose folder is not there at the moment stay, since its disk may be unplugged. A file that cannot be read, is too big
    /// or does not count is replaced.
    ///
    /// - Throws: `StorageError` if the file cannot be written, or others can write to its folder.
    func add(_ sort: Sort) throws(StorageError) {
        guard let folder = try Folder.open(path, creating: true) else {
            throw StorageError(.system, "the folder \(path) cannot be made")
        }
        try Self.check(".", in: folder)
        if Self.usableSorts(in: folder)?.last == sort { return }
        let lock = try FileLock(".\(Self.name).lock", in: folder, timeout: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        let present = Self.usableSorts(in: folder)
        // A replaced file would keep its owner.
        if folder.distrust(of: Self.name, owners: [geteuid()]) != nil { try folder.remove(Self.name) }
        var sorts = (present ?? []).filter { $0 != sort }
        sorts.append(sort)
        let encoder = JSONEncoder()
        var data = Data()
        for sort in sorts.suffix(Self.maximumCount) {
            guard let line = try? encoder.encode(sort) else { continue }
            data += line + [UInt8(ascii: "\n")]
        }
        try folder.replace(Self.name, with: data)
    }

    /// Refuses a file or the folder if others can write to it.
    private static func check(_ name: String, in folder: borrowing Folder) throws(StorageError) {
        if let problem = folder.distrust(of: name, owners: [geteuid()]) { throw StorageError(.system, problem) }
    }

    /// Returns the sorts in the file, or `nil` if it cannot be used.
    private static func usableSorts(in folder: borrowing Folder) -> [Sort]? {
        do throws(StorageError) { return try sorts(in: folder) } catch { return nil }
    }

    private static func sorts(in folder: borrowing Folder) throws(StorageError) -> [Sort] {
        try check(name, in: folder)
        guard let data = try folder.read(name, maximumSize: maximumSize) else { return [] }
        let decoder = JSONDecoder()
        return data.split(separator: UInt8(ascii: "\n")).suffix(maximumCount)
            .compactMap { try? decoder.decode(Sort.self, from: $0) }
            .filter { isReal($0.source) && isReal($0.destination) && $0.destination != "/" }
    }
}

extension SortDestinations {
    /// Returns whether a path is absolute, without components that lead elsewhere.
    private static func isReal(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return path == "/"
            || names.first?.isEmpty == true && names.count > 1
                && names.dropFirst().allSatisfy { !["", ".", ".."].contains($0) } && !path.utf8.contains(0)
    }
}

/// A folder outside those that were opened into which photos of them were sorted.
package struct SortedElsewhere: Sendable, Hashable {
    /// The folder, without symbolic links.
    package var folder: String
    /// When the newest run began that moved photos there; `nil` if they were only copied.
    var moved: Date?
    /// Whether runs there are newer than the last one that moved or copied the photos: undo in that folder begins with these.
    package var hasNewerRuns = false
    /// Why it is not known what was sorted there: a run has locked a journal.
    package var busy: TaggingError?

    /// Finds these folders.
    ///
    /// - Parameters:
    ///   - sorts: What is remembered.
    ///   - folders: The folders that are opened, without symbolic links.
    ///   - files: Single photos, without symbolic links.
    ///   - isCanceled: Called before each journal.
    /// - Returns: The folders whose journals contain photos of the opened ones, sorted; a journal that is not the user's own, or
    ///   cannot be read, is passed over. The search ends when it is cancelled, and at a folder in use, which is the last one and has
    ///   ``busy``: each journal in use is waited for.
    static func find(
        _ sorts: [SortDestinations.Sort], folders: [String], files: [String], isCanceled: () -> Bool = { false }
    ) -> [SortedElsewhere] {
        let opened = OpenedPaths(folders: folders, files: files)
        var found: [SortedElsewhere] = []
        for destination in opened.destinations(of: sorts).sorted() where !isCanceled() {
            // Its disk may be unplugged.
            guard let tree = try? FolderTree(destination) else { continue }
            guard let there = look(into: tree, opened, isCanceled) else { continue }
            found.append(there)
            if there.busy != nil { break }
        }
        return found
    }

    /// Looks into the journals of a folder.
    ///
    /// - Returns: `nil` if photos of the opened folders have not been sorted there.
    private static func look(
        into tree: FolderTree, _ opened: OpenedPaths, _ isCanceled: () -> Bool
    ) -> SortedElsewhere? {
        var there = SortedElsewhere(folder: tree.root.path)
        var order = RunOrder()
        var sorting: Set<UInt64> = []
        for journals in (try? JournalFolders.all(in: tree)) ?? [] {
            let isOpened = opened.contains(tree.path(of: journals.names))
            guard let folder = try? tree.folder(journals.names) else { continue }
            for name in journals.journals where !isCanceled() {
                do throws(TaggingError) {
                    guard case .success(let journal)? = try FolderJournal.open(name, in: folder) else { continue }
                    order.add(journal)
                    guard journal.isAuthentic, !isOpened else { continue }
                    for entry in journal.entries where entry.group != nil && entry.isHere && !entry.isSettled {
                        guard let move = try? journal.move(entry), opened.contains(move.formerPath) else { continue }
                        sorting.insert(entry.run)
                        guard move.way != .copied else { continue }
                        let began = Date(timeIntervalSince1970: Double(journal.runs[entry.run] ?? 0) / 1e9)
                        there.moved = max(there.moved ?? began, began)
                    }
                } catch {
                    guard error.code == .busy else { continue }
                    there.busy = error
                    return there
                }
            }
        }
        guard !sorting.isEmpty else { return nil }
        there.hasNewerRuns = order.newest.map { !sorting.contains($0) } ?? false
        return there
    }
}

/// The folders and files that are opened, without symbolic links.
private struct OpenedPaths {
    var folders: [String]
    var files: [String]

    func contains(_ path: String) -> Bool {
        files.contains(path) || folders.contains { FoldersElsewhere.isBelow(path, $0) }
    }

    /// Returns the folders outside those opened into which their photos may have been sorted.
    func destinations(of sorts: [SortDestinations.Sort]) -> Set<String> {
        var found: Set<String> = []
        for sort in sorts where !folders.contains(where: { FoldersElsewhere.isBelow(sort.destination, $0) }) {
            let isConcerned = (folders + files).contains {
                FoldersElsewhere.isBelow($0, sort.source) || FoldersElsewhere.isBelow(sort.source, $0)
            }
            if isConcerned { found.insert(sort.destination) }
        }
        return found
    }
}
