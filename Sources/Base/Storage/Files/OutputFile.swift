import Glibc
import Synchronization

/// A file that a program writes for its user: a page, a picture, a track in another format.
///
/// The content is written beside its target, made durable, and renamed into place in a folder that is opened once. It
/// never goes through a symbolic link at the file's own name, since anyone who may write the folder can plant one, and
/// never over an input of the same run. Of existing files it replaces empty ones, those that ``Replacement`` allows,
/// and no others. A device or a pipe is written into instead, and `/dev/stdout` and `/dev/fd/N` mean the descriptors
/// that the process already has.
package final class OutputFile: Sendable {
    /// Which files with content an output replaces.
    package enum Replacement: Sendable {
        /// None.
        case nothing
        /// Those that LocationKit made, which a function recognizes by their first ``beginningSize`` bytes.
        case own(@Sendable (_ beginning: [UInt8]) -> Bool)
        /// All, because the user asked for it.
        case everything
    }

    /// The number of bytes by which an earlier output is recognized.
    package static let beginningSize = 4096

    /// The path as the user gave it.
    package let path: String
    /// The path of its folder.
    package var folderPath: String { folder.path }
    private let folder: Folder
    private let name: String
    private let replacement: Replacement
    private let inputs: Mutex<Set<FileIdentity>>
    private let refusal: String
    /// The descriptor of this process that the path stands for.
    private let number: Int32?

    /// Opens the folder of an output and checks that the output may be written, before work begins.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist.
    ///   - replacement: Which files with content it replaces.
    ///   - inputs: Files that the same run reads.
    ///   - refusal: Why another file is kept and what to do, after "PATH exists and ".
    /// - Throws: ``StorageError/Code/exists`` for a name that is taken, ``StorageError/Code/missing`` without
    ///   the folder, ``StorageError/Code/system``.
    package init(
        _ path: String, replacing replacement: Replacement, inputs: [FileIdentity] = [],
        refusal: String = "was not made by LocationKit; name another file, or remove it first"
    ) throws(StorageError) {
        // The system would end the name there, and replace another file.
        guard !path.utf8.contains(0) else {
            throw StorageError(
                .invalidKey, "\(path.debugDescription) has a null character", advice: "name another file")
        }
        let (parent, name) = Folder.split(path)
        guard !name.isEmpty, name != ".", name != ".." else {
            throw StorageError(.exists, "\(path) is a folder", advice: "name a file in it")
        }
        guard let folder = try Folder.open(parent, creating: false) else {
            throw StorageError(
                .missing, "there is no folder \(parent) for \(path)", advice: "create it first: mkdir -p \(parent)")
        }
        self.folder = folder
        (self.path, self.name, self.replacement, self.refusal) = (path, name, replacement, refusal)
        self.inputs = Mutex(Set(inputs))
        number = Self.descriptor(named: path)
        if number == nil { _ = try occupant() }
    }

    /// Adds files that the same run reads, which were not known before.
    package func protect(_ files: [FileIdentity]) { inputs.withLock { $0.formUnion(files) } }

    /// Writes the file, which replaces an existing one only once it is complete.
    ///
    /// - Parameter body: Writes the content to a descriptor, which this function closes.
    /// - Throws: What `body` throws; as ``init(_:replacing:inputs:refusal:)``, since other programs may have changed the
    ///   folder meanwhile. An existing file is untouched then.
    package func write(_ body: (Int32) throws -> Void) throws {
        if let file = try openStream() {
            defer { close(file) }
            return try body(file)
        }
        try folder.replace(name, ifAllowed: { try self.replaced(self.occupant()) }, writing: body)
    }

    /// Puts a complete file in place.
    ///
    /// - Parameter temporary: The file's present name in the same folder.
    /// - Throws: As ``write(_:)``; the file keeps its name then.
    package func put(_ temporary: String) throws {
        try folder.put(temporary, as: name, ifAllowed: { try replaced(occupant()) })
    }

    /// Creates the file for content that has to be on disk while it is being written, such as a recording.
    ///
    /// A new file is accessible to the user only. Of existing files, an empty one of the user's own is opened.
    ///
    /// - Returns: A descriptor, which the caller closes, and whether the file is new.
    /// - Throws: As ``write(_:)``.
    package func create() throws(StorageError) -> (descriptor: Int32, isNew: Bool) {
        if let file = try openStream() { return (file, false) }
        let new = openat(folder.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if new >= 0 {
            folder.giveToOwner(new)
            return (new, true)
        }
        guard errno == EEXIST else { throw .system(errno, cannot: "write", path) }
        _ = try occupant()
        let file = openat(folder.descriptor, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw .system(errno, cannot: "write", path) }
        var status = stat()
        // Other names and other owners could read along.
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0,
            status.st_nlink == 1, status.st_uid == geteuid()
        else {
            close(file)
            throw StorageError(.exists, "\(path) exists and \(refusal)")
        }
        return (file, false)
    }

    /// Removes the file that ``create()`` has made.
    package func remove() { unlinkat(folder.descriptor, name, 0) }
}

extension OutputFile {
    /// Returns what has the file's name, if it may be written; `nil` for a name that is free.
    ///
    /// - Throws: ``StorageError/Code/exists`` for what is kept, ``StorageError/Code/system``.
    private func occupant() throws(StorageError) -> stat? {
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(errno, cannot: "write", path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw Self.link(path, to: LinkResolution.target(of: name, in: folder.descriptor))
        case S_IFDIR: throw StorageError(.exists, "\(path) is a folder", advice: "name a file in it")
        case S_IFCHR, S_IFBLK, S_IFIFO:
            guard isPlanted(status) else { return status }
            throw StorageError(
                .exists,
                "\(path) is another user's pipe or device in a folder that all users may write",
                advice: "name another file")
        default: throw StorageError(.exists, "\(path) is not a regular file", advice: "name another file")
        }
        let identity = FileStamp(status).identity
        guard !inputs.withLock({ $0.contains(identity) }) else {
            throw StorageError(
                .exists, "\(path) is an input of the same command, and inputs are not replaced",
                advice: "name another file")
        }
        switch replacement {
        case .everything: return status
        case .nothing where status.st_size == 0 && !isPlanted(status): return status
        case .own(let recognizes) where !isPlanted(status) && (status.st_size == 0 || recognizes(beginning(status))):
            return status
        case .nothing, .own: throw StorageError(.exists, "\(path) exists and \(refusal)")
        }
    }

    /// Refuses a symbolic link in the place of a file that is written in place, such as a track log.
    ///
    /// - Throws: ``StorageError/Code/exists``.
    package static func refuseLink(_ path: String) throws(StorageError) {
        var status = stat()
        guard descriptor(named: path) == nil, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
            return
        }
        throw link(path, to: LinkResolution.target(of: path))
    }

    private static func link(_ path: String, to target: String?) -> StorageError {
        let leading = target.map { " to \($0)" } ?? ""
        return StorageError(
            .exists, "\(path) is a symbolic link\(leading), and outputs do not go through links",
            advice: target == nil ? "name its target" : "name that file itself")
    }

    /// Returns how an occupant is replaced: its permissions and owner stay, unless another user chose them.
    private func replaced(_ status: stat?) throws(StorageError) -> Folder.Replaced {
        guard let status else { return .nothing }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(.exists, "\(path) was replaced by another program", advice: "try again")
        }
        var own = stat()
        let isShared = fstat(folder.descriptor, &own) != 0 || own.st_mode & 0o022 != 0
        let isTrusted = status.st_uid == geteuid() || status.st_uid == own.st_uid || geteuid() == 0 && !isShared
        return isTrusted ? .keepingAttributes(of: status) : .renewingAttributes
    }

    /// Returns whether another user may have put something into a folder that all users may write.
    ///
    /// The kernel's rule for pipes and files there (`fs.protected_fifos`, `fs.protected_regular`).
    private func isPlanted(_ status: stat) -> Bool {
        var own = stat()
        guard fstat(folder.descriptor, &own) == 0 else { return true }
        return own.st_mode & 0o002 != 0 && status.st_uid != geteuid() && status.st_uid != own.st_uid
    }

    /// Returns the first bytes of an existing file; empty if it cannot be read.
    private func beginning(_ status: stat) -> [UInt8] {
        let file = openat(folder.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var opened = stat()
        guard fstat(file, &opened) == 0, FileStamp(opened).identity == FileStamp(status).identity else { return [] }
        var bytes = [UInt8](repeating: 0, count: Self.beginningSize)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        return Array(bytes[..<count])
    }
}

extension OutputFile {
    /// Opens what is written into and not replaced: a device, a pipe, a descriptor of this process; `nil` for a file.
    private func openStream() throws(StorageError) -> Int32? {
        if let number {
            let file = fcntl(number, F_DUPFD_CLOEXEC, 0)
            guard file >= 0 else { throw .system(errno, cannot: "write", path) }
            return file
        }
        guard let status = try occupant(), status.st_mode & S_IFMT != S_IFREG else { return nil }
        // A pipe waits here for its reader.
        let file = openat(folder.descriptor, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
        guard file >= 0 else { throw .system(errno, cannot: "write", path) }
        var opened = stat()
        guard fstat(file, &opened) == 0, opened.st_mode & S_IFMT == status.st_mode & S_IFMT else {
            close(file)
            throw StorageError(.exists, "\(path) was replaced by another program", advice: "try again")
        }
        return file
    }

    /// Returns the descriptor that a path stands for; `nil` for other paths.
    ///
    /// Opening such a path would follow the kernel's link, and open a file a second time, at its beginning.
    private static func descriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }
}

extension OutputFile {
    /// Writes bytes to a descriptor.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, all of which are written.
    ///   - file: The descriptor.
    ///   - path: Its path, for messages.
    /// - Throws: ``StorageError/Code/system``.
    package static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(StorageError) {
        let failure = bytes.withUnsafeBytes { write($0, to: file) }
        guard failure == 0 else { throw .system(failure, cannot: "write", path) }
    }

    /// Writes all bytes to a descriptor.
    ///
    /// - Returns: The system's error; 0 if all are written.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? EIO : errno }
            written += count
        }
        return 0
    }
}
