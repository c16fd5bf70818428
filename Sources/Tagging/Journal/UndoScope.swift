import Metadata
import Persistence

/// Which changes are undone: those of folders, and those of single photos.
struct UndoScope {
    /// Folders that are undone as a whole.
    var whole: Set<String> = []
    /// The only run that is undone in these; `nil` for all.
    var run: UInt64?
    private var extent = TaggingJournal.Extent.newestRun
    /// The names of the files of single photos, by the folder in which they really are.
    private var photos: [String: [Set<String>]] = [:]

    init() {}

    /// - Parameters:
    ///   - extent: Which runs.
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

    /// The folders whose journals have what is undone, in order.
    var folders: [String] { whole.union(photos.keys).sorted() }

    /// What is undone of a journal, in the order in which it was done.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - folder: Its folder, as it is among ``folders``.
    /// - Returns: The changes.
    func entries(of journal: FolderJournal, in folder: String) -> [FolderJournal.Entry] {
        let open = journal.entries.filter { !$0.isSettled }
        var numbers: Set<UInt32> = []
        if whole.contains(folder) {
            for entry in open where run == nil || entry.run == run { numbers.insert(entry.number) }
        }
        // A photo's newest run: its last change says which.
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
        // All files of a photo that came from elsewhere go back together.
        let groups = Set(open.lazy.filter { numbers.contains($0.number) }.compactMap(\.group))
        return open.filter { entry in
            numbers.contains(entry.number) || entry.group.map { groups.contains($0) } ?? false
        }
    }
}

/// The runs that can be undone, of several journals, and which of them came after which.
///
/// Within a folder its journal says that, for clocks are set back; between folders that have no run in common only the clock does.
struct RunOrder {
    /// How many changes of each run are not undone.
    private(set) var counts: [UInt64: Int] = [:]
    /// When each began.
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

    /// The one that is undone first; `nil` if there is nothing to undo.
    var newest: UInt64? { newestFirst.first }

    /// All of them.
    var newestFirst: [UInt64] {
        var (folders, left) = (folders, Set(counts.keys))
        var order: [UInt64] = []
        while !left.isEmpty {
            let followed = Set(folders.flatMap { $0.dropLast() })
            let last = left.subtracting(followed)
            // Two runs at the same time may have come after one another both ways.
            let candidates = last.isEmpty ? left : last
            guard let next = candidates.max(by: { (began[$0] ?? 0, $0) < (began[$1] ?? 0, $1) }) else { break }
            order.append(next)
            left.remove(next)
            folders = folders.map { $0.filter { $0 != next } }
        }
        return order
    }
}
