import CInotify
import Glibc
import Metadata

/// What lies in one folder at one moment.
struct FolderListing: Sendable {
    var folder: RawPath
    /// Which folder it is; `nil` where only files in it were looked at.
    var identity: FileIdentity?
    var files: [(name: RawPath, stamp: FileStamp)] = []
    /// Links that lead nowhere, and what vanished or cannot be looked at.
    var failures: [PhotosError] = []
    var subfolders: [RawPath] = []
    /// Folders that are reached by symbolic links.
    var linkedFolders: [RawPath] = []
    /// Whether only the files named in it are known, and others have not changed.
    var isPartial = false
    /// Files that are gone; for partial listings.
    var gone: [RawPath] = []
    /// Which files count; `nil` for all.
    var selection: FolderSelection?
}

/// Reads folders and looks at files, by system calls.
enum DirectoryReader {
    /// Lists a folder: what is hidden, and what is neither file nor folder, is left out.
    ///
    /// - Parameters:
    ///   - folder: The folder; may be a symbolic link.
    ///   - selection: Which files count; with it folders do not. `nil` for all.
    /// - Returns: What lies in it, or the system's error number.
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
            // "." and ".." too; thumbnails, wastebaskets of disks and files half copied are hidden.
            guard let first = bytes.first, selection != nil || first != UInt8(ascii: ".") else { continue }
            let kind = Int(entry.pointee.d_type)
            guard kind == DT_REG || kind == DT_DIR || kind == DT_LNK || kind == DT_UNKNOWN else { continue }
            let name = RawPath(bytes: bytes)
            if let selection, kind == DT_DIR || !selection.mayInclude(name) { continue }
            if kind == DT_DIR {
                listing.subfolders.append(name)
                continue
            }
            take(name, start.assumingMemoryBound(to: CChar.self), in: descriptor, kind, into: &listing)
        }
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private static func take(
        _ name: RawPath, _ path: UnsafePointer<CChar>, in folder: Int32, _ kind: Int, into listing: inout FolderListing
    ) {
        var status = stat()
        guard fstatat(folder, path, &status, 0) == 0 else {
            let number = errno
            // What has gone meanwhile is gone; a link is still there.
            if number != ENOENT || kind == DT_LNK {
                listing.failures.append(.file(listing.folder.appending(name), number))
            }
            return
        }
        switch status.st_mode & S_IFMT {
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

    /// What a path is at this moment.
    enum Look {
        case nothing
        case file(FileStamp, isLink: Bool, names: Int)
        case folder(FileIdentity, isLink: Bool)
        case other
        case failure(Int32)
    }

    static func look(_ path: RawPath) -> Look {
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

    /// Whether somebody has the file open for writing, as far as the kernel tells.
    static func isBeingWritten(_ path: RawPath) -> Bool { path.withCPath { cinotify_is_being_written($0) } != 0 }
}

/// A system call's refusal.
struct SystemFailure: Error {
    var number: Int32
}
