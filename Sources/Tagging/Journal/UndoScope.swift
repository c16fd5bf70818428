import Metadata
import Persistence

/// The set of changes to undo, of folders and of single photos.
struct UndoScope {
    /// Folders to undo completely.
    var whole: Set<String> = []
    /// The only run to undo in these folders; `nil` for all.
    var run: UInt64?
    private var extent = TaggingJournal.Extent.newestRun
    /// The file names of single photos, by the folder that really contains them.
    private var photos: [String: [Set<String>]] = [:]

    init() {}

    /// - Parameters:
    ///   - extent: The runs to undo.
    ///   - photos: For each single photo the paths of its files, also through symbolic links.
    init(_ extent: TaggingJournal.Extent, photos: [[String]]) {
        self.extent = extent
        var further: [String: AdditionalSidecars] = [:]
        for files in photos {
            var names: [String: Set<String>] = [:]
            for file in files {
                let (folder, name) = Folder.split(LinkResolution(file).path)
                names[folder, default: []].insert(name)
                let others = further[folder] ?? AdditionalSidecars(in: folder)
                further[folder] = others
                for sidecar in SidecarName.candidates(of: Array(name.utf8)) + others.names(of: Array(name.utf8)) {
                    names[folder, default: []].insert(String(decoding: sidecar, as: UTF8.self))
                }
            }
            for (folder, names) in names { self.photos[folder, default: []].append(names) }
        }
    }

    /// The folders with journals to undo, sorted.
    var folders: [String] { whole.union(photos.keys).sorted() }

    /// Returns the changes to undo in a journal, in the order they were made.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - folder: Its folder, as in ``folders``.
    /// - Returns: The changes.
    func entries(of journal: FolderJournal, in folder: String) -> [FolderJournal.Entry] {
        let open = journal.entries.filter { !$0.isSettled }
        var numbers: Set<UInt32> = []
        if whole.contains(folder) {
            for entry in open where run == nil || entry.run == run { numbers.insert(entry.number) }
        }
        // The newest run of a photo is that of its last change.
        var photosOfName: [String: [Int]] = [:]
        for (photo, names) in (photos[folder] ?? []).enumerated() {
            for name in names { photosOfName[name, default: []].append(photo) }
        }
        var newest: [Int: UInt64] = [:]
        for entry in open.reversed() {
            for photo in photosOfName[entry.name] ?? [] {
                let run = newest[photo] ?? entry.run
                newest[photo] = run
                if extent == .all || run == entry.run { numbers.insert(entry.number) }
            }
        }
        // All files of a photo that came from elsewhere are moved back together.
        let groups = Set(open.lazy.filter { numbers.contains($0.number) }.compactMap(\.group))
        return open.filter { entry in
            numbers.contains(entry.number) || entry.group.map { groups.contains($0) } ?? false
        }
    }
}

/// Orders the runs that can be undone across several journals.
///
/// Within a folder, the order in the journal counts, since clocks can be set back; between folders without a common
/// run, only the clock can decide.
struct RunOrder {
    /// The number of changes not yet undone, by run.
    private(set) var counts: [UInt64: Int] = [:]
    /// The start of each run.
    private(set) var began: [UInt64: Int64] = [:]
    /// The runs of each folder, the newest last.
    private var folders: [[UInt64]] = []

    /// Adds the runs that a journal can undo.
    mutating func add(_ journal: FolderJournal) {
        var runs: [UInt64] = []
        for entry in journal.entries.reversed() where !entry.isSettled {
            counts[entry.run, default: 0] += 1
            began[entry.run] = max(began[entry.run] ?? .min, journal.runs[entry.run] ?? 0)
            if !runs.contains(entry.run) { runs.append(entry.run) }
        }
        if !runs.isEmpty { folders.append(runs.reversed()) }
    }

    /// The run to undo first; `nil` if there is nothing to undo.
    var newest: UInt64? { newestFirst.first }

    /// All runs, the newest first.
    var newestFirst: [UInt64] {
        var (folders, left) = (folders, Set(counts.keys))
        var order: [UInt64] = []
        while !left.isEmpty {
            let followed = Set(folders.flatMap { $0.dropLast() })
            let last = left.subtracting(followed)
            // Two concurrent runs may appear in both orders.
            let candidates = last.isEmpty ? left : last
            guard let next = candidates.max(by: { (began[$0] ?? 0, $0) < (began[$1] ?? 0, $1) }) else { break }
            order.append(next)
            left.remove(next)
            folders = folders.map { $0.filter { $0 != next } }
        }
        return order
    }
}
