import LKMetadata
import LKPlanning
import LKStorage

/// The set of changes to undo, of folders and of single photos.
struct UndoScope {
    /// Folders to undo completely.
    var whole: Set<String> = []
    /// The only run to undo in these folders; `nil` for all.
    var run: UInt64?
    private var extent = TaggingJournal.Extent.newestRun
    /// The file names of single photos, by the folder that really contains them.
    private var photos: [String: [Set<String>]] = [:]
    /// Why files of single photos are left alone: another user's link leads to them.
    private(set) var refused: [TaggingError] = []

    init() {}

    /// Creates the scope of runs to undo.
    ///
    /// - Parameters:
    ///   - extent: The runs to undo.
    ///   - photos: For each single photo the paths of its files, also through symbolic links.
    init(_ extent: TaggingJournal.Extent, photos: [[String]]) {
        self.extent = extent
        var further: [String: AdditionalSidecars] = [:]
        for files in photos {
            var names: [String: Set<String>] = [:]
            for file in files {
                var resolved = file
                do throws(TaggingError) { resolved = try RealPath.of(file) } catch {
                    if error.code == .unsafe {
                        refused.append(error)
                        continue
                    }
                    // A missing folder is reported when it is opened.
                }
                let (folder, name) = Folder.split(resolved)
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
                let isMeant =
                    switch extent {
                    case .all: true
                    case .newestRun: run == entry.run
                    case .run(let one): one.number == entry.run
                    }
                if isMeant { numbers.insert(entry.number) }
            }
        }
        // All files of a photo that came from elsewhere are moved back together.
        let groups = Set(open.lazy.filter { numbers.contains($0.number) }.compactMap(\.group))
        return open.filter { entry in
            numbers.contains(entry.number) || entry.group.map { groups.contains($0) } ?? false
        }
    }
}
