import Threads
import Glibc

/// The locked file of a journal: while the value lives, no other run changes photos of the folder.
///
/// For one thread at a time.
final class JournalFile {
    static let name = ".locationkit-undo"

    let folder: PhotoFolder
    let descriptor: Int32
    /// Whether it has been made by this process and its name is not durable yet.
    private var isNew: Bool
    private var isLocked = false
    /// Whether the folder is free of temporary files of an interrupted run, as that of a new journal is.
    var isCleared: Bool

    /// Opens and locks the file.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to make it where it is missing.
    /// - Returns: `nil` if there is none and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    static func open(in folder: PhotoFolder, creating: Bool) throws(TaggingError) -> JournalFile? {
        while true {
            guard let opened = try openFile(in: folder, creating: creating) else { return nil }
            let file = JournalFile(folder: folder, descriptor: opened.descriptor, isNew: opened.isNew)
            // The one before may have removed it between our opening and our locking.
            if try file.lock() { return file }
        }
    }

    private init(folder: PhotoFolder, descriptor: Int32, isNew: Bool) {
        self.folder = folder
        self.descriptor = descriptor
        self.isNew = isNew
        isCleared = isNew
    }

    deinit {
        // Nothing has been written: the folder stays as it was. One that an interrupted run left empty stays until what it
        // left beside it is gone: without a journal no run would look for that.
        if isCleared, isStillThere, size == 0 { folder.discard(Self.name) }
        // A child of this process that has not come to its exec yet would keep the lock.
        if isLocked { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    var path: String { folder.path(of: Self.name) }

    /// How many bytes it has.
    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether the name still leads to this file.
    private var isStillThere: Bool {
        var (own, named) = (stat(), stat())
        return isLocked && fstat(descriptor, &own) == 0
            && fstatat(folder.descriptor, Self.name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// How long to wait for the lock: a program that is just being started holds the files of its parent for a moment.
    private static let patience = Duration.seconds(1)

    private func lock() throws(TaggingError) -> Bool {
        let end = MonotonicInstant.now + Self.patience
        var pause: UInt32 = 50
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            guard number == EWOULDBLOCK else { throw .system(number, .unwritable, "lock", path) }
            if MonotonicInstant.now < end {
                usleep(pause)
                pause = min(pause * 2, 20_000)
                continue
            }
            throw TaggingError(
                code: .busy,
                message: "another run changes photos in \(folder.path); wait until it has ended and try again",
                path: folder.path)
        }
        isLocked = true
        return isStillThere
    }

    private static func openFile(
        in folder: PhotoFolder, creating: Bool
    ) throws(TaggingError) -> (descriptor: Int32, isNew: Bool)? {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var file = openat(folder.descriptor, name, flags)
        var isNew = false
        if file < 0, errno == ENOENT {
            guard creating else { return nil }
            file = openat(folder.descriptor, name, flags | O_CREAT | O_EXCL, 0o600)
            isNew = file >= 0
            if isNew { share(file, as: folder) }
            if file < 0, errno == EEXIST { file = openat(folder.descriptor, name, flags) }
        }
        guard file >= 0 else { throw .system(errno, .unwritable, "write", folder.path(of: name)) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw TaggingError(
                code: .journal, message: "\(folder.path(of: name)) is not a file; move it away",
                path: folder.path(of: name))
        }
        return (file, isNew)
    }

    /// Gives the users who may write to the folder access, and no others, since the journal says where photos were taken.
    private static func share(_ file: Int32, as folder: PhotoFolder) {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { return }
        // Made by root, it would keep the folder's owner from writing.
        if geteuid() == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
        let writers = status.st_mode & 0o022
        fchmod(file, 0o600 | writers | writers << 1)
    }

    /// Writes bytes.
    ///
    /// - Parameters:
    ///   - bytes: What is written.
    ///   - position: Where.
    /// - Throws: ``TaggingError/Code/unwritable``; some may have been written.
    func write(_ bytes: [UInt8], at position: Int) throws(TaggingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(count < 0 ? errno : ENOSPC, .unwritable, "write", path) }
            done += count
        }
    }

    /// Cuts the file off.
    ///
    /// - Parameter count: How many bytes stay.
    func truncate(to count: Int) { _ = ftruncate(descriptor, off_t(count)) }

    /// Makes durable what was added, and the file's name.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) {
        guard fsync(descriptor) == 0 else { throw .system(errno, .unwritable, "write", path) }
        if isNew { try folder.sync() }
        isNew = false
    }

    /// The name has become durable by other means.
    func markDurable() { isNew = false }

    /// Removes the file, whatever is in it.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove() throws(TaggingError) {
        guard isStillThere else { return }
        guard unlinkat(folder.descriptor, Self.name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path)
        }
        try folder.sync()
    }
}
