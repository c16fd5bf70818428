import CInotify
import Glibc
import Metadata
import Storage

/// Walks folders recursively.
///
/// - Files and folders whose names begin with a dot are skipped, and so are trash folders of the freedesktop.org
///   specification: a folder `Trash` with `files` and `info`. Requested folders are read regardless of their names.
/// - Backups made by exiftool (`IMG_1.JPG_original`) are listed apart from the files.
/// - Symbolic links to files count as files. Links to folders are followed last and no folder is read twice, so that
///   loops end and a folder reached both ways gets the path without links.
struct FolderWalker {
    private(set) var listings: [FolderListing] = []
    /// Folders that cannot be read.
    private(set) var failures: [PhotosError] = []
    /// Those of the failures that concern requested folders.
    private(set) var rootFailures: [PhotosError] = []

    private var visited: Set<FileIdentity> = []
    private var links: [RawPath] = []
    private let isKnown: (FileIdentity) -> Bool
    private let isCancelled: () -> Bool
    private let willRead: (RawPath) -> Void

    /// - Parameters:
    ///   - isKnown: Whether a folder reached through a link is already known, and so is skipped.
    ///   - willRead: Called before a folder is read, to start watching it so that no change is missed.
    ///   - isCancelled: Called before each folder.
    init(
        isKnown: @escaping (FileIdentity) -> Bool = { _ in false },
        willRead: @escaping (RawPath) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.isKnown = isKnown
        self.willRead = willRead
        self.isCancelled = isCancelled
    }

    /// The number of files found.
    var fileCount: Int { listings.reduce(0) { $0 + $1.files.count } }

    /// Walks folders, then the folders that symbolic links point to.
    mutating func walk(_ roots: [RawPath], links more: [RawPath] = []) {
        for root in roots { walk(from: root, isRoot: true) }
        links += more
        // Linked folders may contain further links.
        while !links.isEmpty, !isCancelled() { walk(from: links.removeFirst(), isRoot: false) }
    }

    private mutating func walk(from start: RawPath, isRoot: Bool) {
        var waiting = [start]
        while let folder = waiting.popLast(), !isCancelled() {
            if !isRoot, case .folder(let identity, _) = DirectoryReader.status(of: folder), isKnown(identity) {
                continue
            }
            willRead(folder)
            switch DirectoryReader.list(folder) {
            case .failure(let failure):
                let isAskedFor = isRoot && folder == start
                // A subfolder may vanish after its parent was read.
                guard failure.number != ENOENT || isAskedFor else { continue }
                let error = PhotosError.folder(folder, failure.number)
                failures.append(error)
                if isAskedFor { rootFailures.append(error) }
            case .success((var listing, let identity)):
                guard visited.insert(identity).inserted else { continue }
                if listing.folder.name.text == "Trash", folder != start || !isRoot,
                    Set(listing.subfolders.map(\.text)).isSuperset(of: ["files", "info"])
                {
                    continue
                }
                failures += listing.failures
                listing.failures = []
                // Reversed, because the last is popped first.
                waiting += listing.subfolders.sorted(by: >).map(folder.appending)
                links += listing.linkedFolders.sorted().map(folder.appending)
                listings.append(listing)
            }
        }
    }
}

/// The contents of one folder at one time.
struct FolderListing: Sendable {
    var folder: RawPath
    /// The folder's identity; `nil` for a partial listing.
    var identity: FileIdentity?
    var files: [(name: RawPath, stamp: FileStamp)] = []
    /// Backups of photos made by exiftool, which are not photos of a library unless they are named.
    var backups: [RawPath] = []
    /// Broken links, and entries that vanished or are inaccessible.
    var failures: [PhotosError] = []
    var subfolders: [RawPath] = []
    /// Folders reached through symbolic links.
    var linkedFolders: [RawPath] = []
    /// Whether the listing covers only some files, and others have not changed.
    var isPartial = false
    /// Files that are gone, in a partial listing.
    var gone: [RawPath] = []
    /// The included files; `nil` for all.
    var selection: FolderSelection?
}

/// Lists folders and inspects paths with system calls.
enum DirectoryReader {
    /// Lists a folder without hidden entries and special files.
    ///
    /// - Parameters:
    ///   - folder: The folder; may be a symbolic link.
    ///   - selection: The files to include, without folders; `nil` for everything.
    /// - Returns: The listing, or the `errno` value.
    static func list(
        _ folder: RawPath, selecting selection: FolderSelection? = nil
    ) -> Result<(FolderListing, FileIdentity), SystemFailure> {
        let descriptor = folder.withCPath { RetryingOpen.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return .failure(SystemFailure(number: errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
            let number = errno
            close(descriptor)
            return .failure(SystemFailure(number: number))
        }
        defer { closedir(stream) }
        let identity = FileStamp(status).identity
        var listing = FolderListing(folder: folder, identity: identity, selection: selection)
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { return .failure(SystemFailure(number: errno)) }
                return .success((listing, identity))
            }
            let start = UnsafeRawPointer(entry) + nameOffset
            let bytes = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
            // Hidden entries include "." and "..", thumbnails, trash folders and partial copies.
            guard let first = bytes.first, selection != nil || first != UInt8(ascii: ".") else { continue }
            let kind = Int(entry.pointee.d_type)
            guard kind == DT_REG || kind == DT_DIR || kind == DT_LNK || kind == DT_UNKNOWN else { continue }
            let name = RawPath(bytes: bytes)
            if let selection, kind == DT_DIR || !selection.mayInclude(name) { continue }
            if kind == DT_DIR {
                listing.subfolders.append(name)
                continue
            }
            add(name, start.assumingMemoryBound(to: CChar.self), in: descriptor, kind, into: &listing)
        }
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private static func add(
        _ name: RawPath, _ path: UnsafePointer<CChar>, in folder: Int32, _ kind: Int, into listing: inout FolderListing
    ) {
        var status = stat()
        guard fstatat(folder, path, &status, 0) == 0 else {
            let number = errno
            // A file may vanish meanwhile; a link that cannot be followed still exists.
            if number != ENOENT || kind == DT_LNK {
                listing.failures.append(.file(listing.folder.appending(name), number))
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where listing.selection == nil && PhotoFileName.isBackup(name): listing.backups.append(name)
        case S_IFREG: listing.files.append((name, FileStamp(status)))
        case S_IFDIR where listing.selection != nil: break
        case S_IFDIR:
            var link = stat()
            let isLink =
                fstatat(folder, path, &link, AT_SYMLINK_NOFOLLOW) == 0 && link.st_mode & S_IFMT == S_IFLNK
            if isLink { listing.linkedFolders.append(name) } else { listing.subfolders.append(name) }
        default: break
        }
    }

    /// What a path refers to.
    enum Status {
        case nothing
        case file(FileStamp, isLink: Bool, names: Int)
        case folder(FileIdentity, isLink: Bool)
        case other
        case failure(Int32)
    }

    static func status(of path: RawPath) -> Status {
        path.withCPath { path in
            var link = stat()
            guard lstat(path, &link) == 0 else {
                return errno == ENOENT || errno == ENOTDIR ? .nothing : .failure(errno)
            }
            let isLink = link.st_mode & S_IFMT == S_IFLNK
            var status = stat()
            guard stat(path, &status) == 0 else { return isLink || errno != ENOENT ? .failure(errno) : .nothing }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file(FileStamp(status), isLink: isLink, names: Int(status.st_nlink))
            case S_IFDIR: return .folder(FileStamp(status).identity, isLink: isLink)
            default: return .other
            }
        }
    }

    /// Whether a process has the file open for writing, as far as the kernel says.
    static func isBeingWritten(_ path: RawPath) -> Bool { path.withCPath { cinotify_is_being_written($0) } != 0 }
}

/// A failed system call.
struct SystemFailure: Error {
    var number: Int32
}
