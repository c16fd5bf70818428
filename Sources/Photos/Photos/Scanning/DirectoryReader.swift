import CLKInotify
import Glibc
import LKMetadata
import LKStorage

/// Lists folders and inspects paths with system calls.
enum DirectoryReader {
    /// Opens a folder for ``list(_:opened:selecting:followsLinks:)``.
    ///
    /// - Parameters:
    ///   - folder: The folder, absolute or relative to `root`.
    ///   - root: The descriptor of a folder.
    ///   - followsLinks: Whether symbolic links that `TrustedPath` trusts are followed.
    /// - Returns: The descriptor.
    /// - Throws: The link that is not followed, or the system's error.
    static func open(
        _ folder: RawPath, in root: Int32 = AT_FDCWD, followsLinks: Bool = true
    ) throws(TrustedPath.Refusal) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK
        return try folder.withCPath { path -> Result<Int32, TrustedPath.Refusal> in
            do throws(TrustedPath.Refusal) {
                return .success(try RetryingOpen.open(path, flags, in: root, followsLinks: followsLinks))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Lists a folder without hidden entries and special files.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - descriptor: The folder, open; closed afterwards.
    ///   - selection: The files to include, without folders; `nil` for everything.
    ///   - followsLinks: Whether links to folders are listed; if not, they are among the failures.
    /// - Returns: The listing, or the `errno` value.
    static func list(
        _ folder: RawPath, opened descriptor: Int32, selecting selection: FolderSelection? = nil,
        followsLinks: Bool = true
    ) -> Result<(FolderListing, FileIdentity), SystemFailure> {
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
            add(name, start.assumingMemoryBound(to: CChar.self), in: descriptor, followsLinks, into: &listing)
        }
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private static func add(
        _ name: RawPath, _ path: UnsafePointer<CChar>, in folder: Int32, _ followsLinks: Bool,
        into listing: inout FolderListing
    ) {
        var status = stat()
        guard fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            let number = errno
            // A file may vanish meanwhile.
            if number != ENOENT { listing.failures.append(.file(listing.folder.appending(name), number)) }
            return
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink {
            do throws(TrustedPath.Refusal) { status = try RetryingOpen.status(of: path, in: folder) } catch {
                let path = listing.folder.appending(name)
                // A link that cannot be followed still exists.
                listing.failures.append(
                    error.link.map { .leftOut(path, $0.seen(from: listing.folder.text)) }
                        ?? .file(path, error.number))
                return
            }
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where listing.selection == nil && PhotoFileName.isBackup(name): listing.backups.append(name)
        case S_IFREG: listing.files.append((name, FileStamp(status)))
        case S_IFDIR where listing.selection != nil: break
        case S_IFDIR where isLink && !followsLinks:
            listing.failures.append(.leftOut(listing.folder.appending(name), target: target(of: path, in: folder)))
        case S_IFDIR where isLink: listing.linkedFolders.append(name)
        case S_IFDIR: listing.subfolders.append(name)
        default: break
        }
    }

    private static func target(of path: UnsafePointer<CChar>, in folder: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { bytes in
                bytes.baseAddress.map { readlinkat(folder, path, $0, bytes.count) } ?? 0
            }
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// What a path refers to.
    enum Status {
        case nothing
        case file(FileStamp, isLink: Bool, names: Int)
        case folder(FileIdentity, isLink: Bool)
        case other
        case failure(Int32)
        case refused(UntrustedLink)
    }

    static func status(of path: RawPath) -> Status {
        path.withCPath { path in
            var isLink = false
            do throws(TrustedPath.Refusal) {
                var status = try RetryingOpen.status(of: path, O_NOFOLLOW)
                isLink = status.st_mode & S_IFMT == S_IFLNK
                if isLink { status = try RetryingOpen.status(of: path) }
                switch status.st_mode & S_IFMT {
                case S_IFREG: return .file(FileStamp(status), isLink: isLink, names: Int(status.st_nlink))
                case S_IFDIR: return .folder(FileStamp(status).identity, isLink: isLink)
                default: return .other
                }
            } catch {
                if let link = error.link { return .refused(link) }
                // A link that leads to nothing still exists.
                return !isLink && (error.number == ENOENT || error.number == ENOTDIR)
                    ? .nothing : .failure(error.number)
            }
        }
    }

    /// Returns whether a process has the file open for writing, as far as the kernel can detect it.
    static func isBeingWritten(_ path: RawPath) -> Bool {
        path.withCPath { path in
            let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            guard let file = try? TrustedPath.open(path, flags) else { return false }
            defer { close(file) }
            return cinotify_is_being_written(file) != 0
        }
    }
}

/// A failed system call.
struct SystemFailure: Error {
    var number: Int32
}
