import Glibc
import LKMetadata
import LKStorage

/// Scans folders, reads files, keeps the tree and builds the groups, on the library's thread.
///
/// Confined to one thread; others see only what is published.
final class LibraryScanner {
    let roots: [RawPath]
    /// Files that are included without the rest of their folders.
    let files: NamedFiles
    /// Whether symbolic links to folders are followed.
    let followsLinks: Bool
    var tree: FolderTree
    var groups: [GroupState] = []
    var isSetUp = false
    let catalog: CatalogStore?
    private(set) var watcher: FolderWatcher?
    private var watches: [Int32: RawPath] = [:]
    private var numbers: [RawPath: Int32] = [:]
    private(set) var watchProblem: PhotosError?
    /// Names to wait for, by watch, because a requested folder does not exist.
    private var awaited: [Int32: Set<RawPath>] = [:]
    private var formerlyAwaited: [Int32: Set<RawPath>] = [:]
    /// The requested folders that do not exist and have been reported.
    var missingRoots: Set<RawPath> = []

    private let readers: FileReaders
    private let now: @Sendable () -> Int64

    init(
        roots: [RawPath], files: NamedFiles = NamedFiles(), followsLinks: Bool = true, readers: FileReaders,
        catalog: CatalogStore?, offsetLookup: PhotoLibrary.OffsetLookup? = nil, now: @escaping @Sendable () -> Int64
    ) {
        tree = FolderTree(offsetLookup: offsetLookup)
        self.roots = roots
        self.files = files
        self.followsLinks = followsLinks
        self.readers = readers
        self.catalog = catalog
        self.now = now
    }

    var builder: GroupBuilder { GroupBuilder(now: now()) }

    /// The results of a scan before they are committed.
    struct Findings {
        var plan: ScanPlan
        var read: [FileEntry?]
        var absent: [RawPath]?
        var problems: [PhotosError]
        /// Problems that were reported before, of files that have not changed since.
        var knownProblems: Set<PhotosError> = []
    }

    // MARK: Watching

    /// Starts watching with the next scan.
    func startWatching(_ onEvents: @escaping @Sendable () -> Void) throws(PhotosError) {
        if watcher == nil { watcher = try FolderWatcher(onEvents: onEvents) }
    }

    func stopWatching() {
        watcher = nil
        watches = [:]
        numbers = [:]
        awaited = [:]
        missingRoots = []
    }

    /// Watches a folder, unless it is watched already or the system's limit is reached.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - descriptor: The folder, open.
    func watch(_ folder: RawPath, _ descriptor: Int32) {
        guard let watcher, numbers[folder] == nil else { return }
        do throws(PhotosError) {
            let number = try watcher.watch(folder, descriptor)
            guard number >= 0 else { return }
            // A folder has one watch even if two paths lead to it; the first path keeps it.
            guard watches[number] == nil else { return }
            watches[number] = folder
            numbers[folder] = number
        } catch {
            if watchProblem == nil { watchProblem = error }
        }
    }

    func unwatch(_ folder: RawPath) {
        guard let number = numbers.removeValue(forKey: folder) else { return }
        watches[number] = nil
        if awaited[number] == nil { watcher?.unwatch(number) }
    }

    /// Watches the nearest existing parent of each missing requested folder.
    func watchForMissingRoots() {
        for root in roots + files.folders where Self.isMissing(root) { _ = watchForAppearance(of: root) }
    }

    /// Watches for a folder to appear.
    ///
    /// - Returns: Whether an event will announce it.
    func watchForAppearance(of root: RawPath) -> Bool {
        guard let watcher else { return false }
        // More of the path may appear meanwhile.
        for _ in 0..<16 {
            var missing = root
            while let upper = missing.parent, Self.isMissing(upper) { missing = upper }
            guard let folder = missing.parent else { return false }
            do throws(PhotosError) {
                let number = try watcher.watch(folder)
                guard number >= 0 else { continue }
                awaited[number, default: []].insert(missing.name)
            } catch {
                return false
            }
            if Self.isMissing(missing) { return true }
        }
        return false
    }

    static func exists(_ folder: RawPath) -> Bool {
        if case .folder = DirectoryReader.status(of: folder) { true } else { false }
    }

    private static func isMissing(_ folder: RawPath) -> Bool {
        if case .nothing = DirectoryReader.status(of: folder) { true } else { false }
    }

    func digest(_ events: [FolderEvent]) -> EventDigest {
        var digest = EventDigest(events) { watches[$0] }
        for event in events {
            guard let names = awaited[event.watch] else { continue }
            let hasCome = event.name.map(names.contains) == true && !event.kind.isDisjoint(with: [.created, .movedTo])
            let hasEnded = !event.kind.isDisjoint(with: [.folderDeleted, .folderMoved, .unmounted, .ignored])
            if hasCome || hasEnded { digest.requireRescan() }
            if event.kind.contains(.ignored) { awaited[event.watch] = nil }
        }
        for event in events where event.kind.contains(.ignored) {
            if let folder = watches.removeValue(forKey: event.watch) { numbers[folder] = nil }
        }
        digest.check(roots: roots + files.folders)
        return digest
    }

    /// Clears the watches before all folders are watched again: folders may have moved while events were lost, and
    /// inotify returns the existing descriptor for a folder that is already watched.
    ///
    /// - Returns: The previous watches, for ``endWatchingAnew(_:keeping:)``.
    func beginWatchingAnew() -> [Int32: RawPath] {
        watchProblem = nil
        defer { (watches, numbers, formerlyAwaited, awaited) = ([:], [:], awaited, [:]) }
        return watches
    }

    /// Ends the watches of folders that were not found again.
    ///
    /// - Parameters:
    ///   - old: The previous watches.
    ///   - isKept: Whether to keep them, because the scan was incomplete.
    func endWatchingAnew(_ old: [Int32: RawPath], keeping isKept: Bool) {
        for (number, folder) in old where watches[number] == nil {
            if !isKept {
                if awaited[number] == nil { watcher?.unwatch(number) }
            } else if numbers[folder] == nil {
                watches[number] = folder
                numbers[folder] = number
            }
        }
        for (number, names) in formerlyAwaited where awaited[number] == nil {
            if isKept {
                awaited[number] = names
            } else if watches[number] == nil, old[number] == nil {
                watcher?.unwatch(number)
            }
        }
        formerlyAwaited = [:]
    }

    // MARK: Reading

    /// Matches listed files with known ones, and reads the rest.
    ///
    /// - Returns: `nil` when cancelled.
    func findings(
        _ listings: [FolderListing], absent: [RawPath]?, problems: [PhotosError],
        isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (PhotoLibrary.Progress) -> Void = { _ in }
    ) -> Findings? {
        var moved: [FileIdentity: FileEntry]?
        let settledBefore = (now() - 10) * 1_000_000_000
        let isWatching = watcher != nil
        let known = KnownFiles(
            files: { self.tree.files(of: $0) },
            moved: { identity in
                let entries = moved ?? self.tree.vanished(after: listings, absent: absent)
                moved = entries
                return entries[identity]
            },
            isBeingWritten: { path, stamp in
                // A watched file is read when it is closed, so it need not be read now.
                isWatching && stamp.modified > settledBefore && DirectoryReader.isBeingWritten(path)
            })
        let plan = ScanPlan(listings, known: known)
        var findings = Findings(plan: plan, read: [], absent: absent, problems: problems)
        findings.read.reserveCapacity(plan.items.count)
        let found = listings.reduce(0) { $0 + $1.files.count }
        progress(PhotoLibrary.Progress(found: found, toRead: plan.items.count, read: 0))
        let isComplete = readers.read(
            plan.items, isCancelled: isCancelled,
            progress: { progress(PhotoLibrary.Progress(found: found, toRead: plan.items.count, read: $0)) },
            receive: { index, answer in
                let place = plan.places[index]
                let file = plan.folders[place.folder].files[place.file]
                let path = plan.items[index].path
                let entry = entry(file, path, answer)
                if isWatching, entry?.problem?.code == .damaged, Self.isChanging(path, since: file.stamp) {
                    findings.read.append(file.previous)
                    return
                }
                findings.read.append(entry)
                guard let entry, let problem = entry.problem else { return }
                findings.problems.append(problem)
                if let previous = file.previous, entry.isSameDamage(as: previous) {
                    entry.isStored = previous.isStored
                    findings.knownProblems.insert(problem)
                }
            })
        guard isComplete else { return nil }
        findings.addDoubts()
        return findings
    }

    /// Returns whether a watched file is not damaged but incomplete: still being written, or written after it was
    /// listed.
    ///
    /// The event of its closing follows.
    private static func isChanging(_ path: RawPath, since listed: FileStamp) -> Bool {
        // Asked first: what is written between the two questions changes the stamp.
        let isBeingWritten = DirectoryReader.isBeingWritten(path)
        // The event of a link's file is that of another folder.
        guard case .file(let stamp, isLink: false, names: 1) = DirectoryReader.status(of: path) else { return false }
        return isBeingWritten || !stamp.isSameContent(as: listed)
    }

    private func entry(
        _ file: ScanPlan.File, _ path: RawPath, _ answer: FileReaders.Answer
    ) -> FileEntry? {
        switch answer {
        case .success(let content):
            // A change of permissions or links alone does not change the photo.
            let isSame =
                file.previous.map { previous in
                    previous.stamp.isSameContent(as: file.stamp) && previous.sidecars == file.sidecars
                        && previous.content.map(content.isSame) == true
                } ?? false
            return FileEntry(
                name: file.name, stamp: file.stamp, content: isSame ? file.previous?.content : content,
                sidecars: file.sidecars, version: isSame ? file.previous?.version : nil)
        case .failure(let error) where error.code == .missing: return nil
        case .failure(let error)
        where error.code == .notAFile || error.code == .unknownFormat && !PhotoFileName.promisesPhoto(file.name)
            || error.code == .empty && !PhotoFileName.isVisual(file.name):
            return FileEntry(name: file.name, stamp: file.stamp, content: nil)
        case .failure(let error):
            // An empty file is usually one that is about to be written.
            return FileEntry(
                name: file.name, stamp: file.stamp, content: nil, sidecars: file.sidecars,
                problem: PhotosError(error, path: path))
        }
    }
}

extension FileEntry {
    /// Returns whether the file was already damaged in this same state.
    fileprivate func isSameDamage(as previous: FileEntry) -> Bool {
        problem?.code == .damaged && previous.problem?.code == .damaged
            && (stamp, sidecars) == (previous.stamp, previous.sidecars)
    }
}

extension LibraryScanner.Findings {
    /// The paths of files with the extensions of formats that are not read, and without the content of a photo.
    var unreadPaths: [String] {
        var read: Set<RawPath> = []
        for (place, entry) in zip(plan.places, self.read) where entry?.content != nil || entry?.problem != nil {
            let folder = plan.folders[place.folder]
            let name = folder.files[place.file].name
            if PhotoFileName.isUnread(name) { read.insert(folder.path.appending(name)) }
        }
        return plan.folders.flatMap { folder in
            folder.files.lazy.filter { PhotoFileName.isUnread($0.name) && $0.entry?.content == nil }
                .map { folder.path.appending($0.name) }
        }.filter { !read.contains($0) }.sorted().map(\.text)
    }

    /// Adds a warning for each photo whose date or position is doubtful; those that were known are not news.
    fileprivate mutating func addDoubts() {
        for folder in plan.folders {
            for file in folder.files {
                guard let doubt = file.entry?.content?.doubt else { continue }
                let problem = PhotosError.doubtful(folder.path.appending(file.name), doubt)
                problems.append(problem)
                knownProblems.insert(problem)
            }
        }
        for (place, entry) in zip(plan.places, read) {
            guard let doubt = entry?.content?.doubt else { continue }
            let folder = plan.folders[place.folder]
            problems.append(.doubtful(folder.path.appending(folder.files[place.file].name), doubt))
        }
    }
}

extension FileContent {
    func isSame(_ other: FileContent) -> Bool {
        (format, orientation, width, height) == (other.format, other.orientation, other.width, other.height)
            && (date, location, liveIdentifier) == (other.date, other.location, other.liveIdentifier)
            && (duration == other.duration || duration.isNaN && other.duration.isNaN)
            && camera?.value == other.camera?.value && place?.value == other.place?.value
            && hasScreenshotComment == other.hasScreenshotComment && doubt == other.doubt
    }
}
