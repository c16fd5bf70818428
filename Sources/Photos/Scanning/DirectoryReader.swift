import Storage
import CInotify
import Glibc
import Metadata

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
