import Glibc
internal import LKFormats
import LKStorage
import LKThreads

/// The locked file of a journal, which stores each record in a frame.
///
/// While the user's own file is open, no other run of the user can change photos of the folder.
///
/// Use it from one thread at a time.
final class JournalFile {
    static let name = ".locationkit-undo"

    /// A journal that is left alone, and why.
    struct Refusal: Error {
        /// What is wrong with it, after its path: "belongs to another user (uid 2001)".
        var reason: String
        /// What to do about it.
        var advice: String

        static let notAFile = Refusal(reason: "is not a file", advice: "move it away")

        /// The refusal of another user's journal.
        static func foreign(_ status: stat) -> Refusal {
            Refusal(
                reason: "belongs to another user (\(UserName.of(status.st_uid)))",
                advice: "only that user can undo what it says")
        }

        /// The refusal of a journal that others can write to.
        static func writable(_ path: String) -> Refusal {
            Refusal(
                reason: "can be written by others",
                advice: "remove it, or if you trust all who can write to it: chmod go= \(path), then undo")
        }
    }

    let folder: FolderHandle
    let name: String
    let descriptor: Int32
    /// What its header says.
    let framing: JournalFraming
    /// Whether the user's runs write to this file.
    private(set) var isOwn: Bool
    /// Whether what is added gets authentication codes: not where nothing that is there has any.
    private(set) var isAuthenticated: Bool
    /// Whether this process created the file and its name is not durable yet.
    private var isNew: Bool
    private var isLocked = false
    /// Whether the folder is free of temporary files of an interrupted run; true for a new journal.
    var isCleared: Bool

    /// Opens and locks the user's own journal of a folder.
    ///
    /// Its name is ``name``, or ``ownName`` where that name is taken by a journal of another user, of another computer
    /// or of an earlier version.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to create a missing file.
    /// - Returns: `nil` if there is no file and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    static func open(in folder: FolderHandle, creating: Bool) throws(TaggingError) -> JournalFile? {
        while true {
            guard let file = try openOwn(in: folder, creating: creating) else { return nil }
            // The previous owner may have removed the file between the open and the lock.
            if try file.lock() { return file }
        }
    }

    /// Opens and locks a journal of a folder by its name, if its records may be used.
    ///
    /// - Parameters:
    ///   - name: One of ``names(in:)``.
    ///   - folder: The photos' folder.
    /// - Returns: `nil` if there is no such file any more; a refusal if others can write to it and its records are not
    ///   authenticated.
    /// - Throws: As ``open(in:creating:)``.
    static func open(
        _ name: String, in folder: FolderHandle
    ) throws(TaggingError) -> Result<JournalFile, Refusal>? {
        while true {
            switch try examine(name, in: folder) {
            case .missing: return nil
            case .own(let file), .empty(let file): if try file.lock() { return .success(file) }
            case .foreign(let file, let refusal):
                if let refusal { return .failure(refusal) }
                guard let file else { return nil }
                // The user's own journal is the lock; that of another one could be held for ever by those who can read it.
                if file.isUnchanged { return .success(file) }
            }
        }
    }

    /// Returns the names of the journals in a folder, sorted.
    static func names(in folder: FolderHandle) -> [String] {
        folder.names(beginning: name).filter { isName($0) && isFile($0, in: folder) }.sorted()
    }

    private static func isFile(_ name: String, in folder: FolderHandle) -> Bool {
        var status = stat()
        return fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a journal of the folder is locked by another run: of another user, or with another key.
    static func isAnyLocked(in folder: FolderHandle, besides own: String) -> Bool {
        names(in: folder).contains { name in
            guard name != own else { return false }
            let file = openat(folder.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { return false }
            defer { close(file) }
            if flock(file, LOCK_SH | LOCK_NB) != 0 { return errno == EWOULDBLOCK }
            flock(file, LOCK_UN)
            return false
        }
    }

    /// Whether a file name is that of a journal.
    static func isName(_ text: String) -> Bool {
        if text == name { return true }
        guard text.hasPrefix(name + "-") else { return false }
        let digits = text.utf8.dropFirst(name.utf8.count + 1)
        return digits.count == 2 * JournalKey.idCount && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// The name of the user's journal where ``name`` is taken.
    static var ownName: String {
        name + "-" + JournalFraming.ownID.hexadecimal
    }

    private init(
        folder: FolderHandle, name: String, descriptor: Int32, framing: JournalFraming, isOwn: Bool,
        isAuthenticated: Bool,
        isNew: Bool = false
    ) {
        self.folder = folder
        (self.isOwn, self.isAuthenticated) = (isOwn, isAuthenticated)
        self.name = name
        self.descriptor = descriptor
        self.framing = framing
        self.isNew = isNew
        isCleared = isNew
    }

    deinit {
        // If nothing was written, restore the folder's state. An empty file of an interrupted run stays until its
        // leftovers are removed: without a journal, no run would look for them.
        if isCleared, isLocked, isStillThere, size == 0 { folder.discard(name) }
        // A forked child that has not reached exec yet would keep the lock.
        if isLocked { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    var path: String { folder.path(of: name) }

    /// Identifies the file and its state.
    var stamp: FileStamp? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    /// The size in bytes.
    var size: Int? { stamp.map { Int($0.size) } }

    /// Whether the name still refers to this file.
    private var isStillThere: Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0
            && fstatat(folder.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// How long to wait for the lock: between fork and exec, a child process briefly holds its parent's files.
    private static let lockTimeout = Duration.seconds(1)

    private func lock() throws(TaggingError) -> Bool {
        let end = MonotonicInstant.now + Self.lockTimeout
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
            let holder = LockHolder.description(of: descriptor).map { ": \($0) holds \(path)" } ?? ""
            throw TaggingError(
                code: .busy,
                message: "another run changes photos in \(folder.path)\(holder)",
                advice: "wait until it has ended and try again",
                path: folder.path)
        }
        isLocked = true
        return isStillThere && isUnchanged
    }

    /// Whether the header is still the one that decided whose records these are.
    private var isUnchanged: Bool { (try? JournalFraming(of: descriptor, path: path)) == framing }

    // MARK: Whose it is

    private enum Examined {
        case missing
        case own(JournalFile)
        /// The user's, and without any record.
        case empty(JournalFile)
        /// The file is open if its records may be read, and else the refusal says why they may not.
        case foreign(JournalFile?, Refusal?)
    }

    private static func openOwn(in folder: FolderHandle, creating: Bool) throws(TaggingError) -> JournalFile? {
        // Two names may both be taken by others, and others may create and remove files meanwhile.
        var isCleared = true
        for _ in 0..<100 {
            var free: [String] = []
            for name in [ownName, Self.name] {
                switch try examine(name, in: folder) {
                case .missing: free.append(name)
                case .own(let file): return file
                case .empty(let file):
                    // What an interrupted run has left is still found by it.
                    guard creating else {
                        if try file.lock() { return file }
                        continue
                    }
                    // Others may have opened it while it was open to them, and would read what is added to it. The
                    // leftovers of the run that made it are still to be removed.
                    if try file.lock() { try file.remove() }
                    (free, isCleared) = ([name] + free, false)
                case .foreign: continue
                }
            }
            guard creating else { return nil }
            // The short name, if nothing is there.
            guard let name = free.last else {
                throw TaggingError(
                    code: .journal,
                    message:
                        "\(folder.path(of: Self.name)) and \(folder.path(of: ownName)) are not journals that you have "
                        + "written; move them away", path: folder.path(of: ownName))
            }
            let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_CREAT | O_EXCL
            let file = openat(folder.descriptor, name, flags, 0o600)
            if file >= 0 {
                let made = JournalFile(
                    folder: folder, name: name, descriptor: file, framing: .own, isOwn: true,
                    isAuthenticated: JournalFraming.own.key != nil, isNew: true)
                made.isCleared = isCleared
                return made
            }
            guard errno == EEXIST else { throw .system(errno, .unwritable, "write", folder.path(of: name)) }
        }
        throw TaggingError(
            code: .busy, message: "other programs keep creating \(folder.path(of: ownName))", advice: "try again",
            path: folder.path)
    }

    /// Opens a file and finds out whose records it has.
    private static func examine(_ name: String, in folder: FolderHandle) throws(TaggingError) -> Examined {
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        var file = openat(folder.descriptor, name, O_RDWR | flags)
        // What a write-protected card says can be read; to add to it fails.
        if file < 0, errno == EROFS { file = openat(folder.descriptor, name, O_RDONLY | flags) }
        let number = errno
        var status = stat()
        guard file >= 0 else {
            if number == ENOENT { return .missing }
            guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .missing }
            if status.st_mode & S_IFMT == S_IFREG {
                if status.st_uid != geteuid() { return .foreign(nil, .foreign(status)) }
                throw .system(number, .unwritable, "write", folder.path(of: name))
            }
            return .foreign(nil, .notAFile)
        }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return .foreign(nil, .notAFile)
        }
        var framing = JournalFraming.own
        do throws(TaggingError) {
            framing = try JournalFraming(of: file, path: folder.path(of: name))
        } catch {
            close(file)
            // Another user's file may contain anything; that is no reason not to change photos here.
            if status.st_uid != geteuid() { return .foreign(nil, .foreign(status)) }
            throw error
        }
        let hasNoOwners = FileSystemKind(of: file).hasNoOwners
        let isUsers = status.st_uid == geteuid() || hasNoOwners
        // A user who could open it before may still have it open, and read what would be appended.
        let isPrivate = status.st_mode & 0o077 == 0 || hasNoOwners
        // Closes the file when it is not used.
        let journal = JournalFile(
            folder: folder, name: name, descriptor: file, framing: framing, isOwn: false, isAuthenticated: false)
        if framing.isOwn, isUsers {
            switch journal.evidence {
            case .authentic:
                journal.isAuthenticated = framing.key != nil
                journal.isOwn = isPrivate
                if isPrivate { return .own(journal) }
            case .nothing where isPrivate: return .empty(journal)
            case .nothing, .forged: break
            }
        }
        guard isUsers else { return .foreign(nil, .foreign(status)) }
        guard status.st_mode & 0o022 == 0 || framing.key != nil else {
            return .foreign(nil, .writable(folder.path(of: name)))
        }
        return .foreign(journal, nil)
    }

    // MARK: Writing

    /// Writes bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - position: The byte offset in the file.
    /// - Throws: ``TaggingError/Code/unwritable``; some bytes may have been written.
    func write(_ bytes: [UInt8], at position: Int) throws(TaggingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + done))
            }
            if count < 0, errno == EINTR { continue }
            // The file is only open for reading.
            if count < 0, errno == EBADF { throw .system(EROFS, .unwritable, "write", path) }
            guard count > 0 else { throw .system(count < 0 ? errno : ENOSPC, .unwritable, "write", path) }
            done += count
        }
    }

    /// Truncates the file.
    ///
    /// - Parameter count: The new size in bytes.
    func truncate(to count: Int) { _ = ftruncate(descriptor, off_t(count)) }

    /// Makes the records added, and the file's name, durable.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) {
        guard fsync(descriptor) == 0 else { throw .system(errno, .unwritable, "write", path) }
        if isNew { try folder.sync() }
        isNew = false
    }

    /// Records that the name has become durable by other means.
    func markDurable() { isNew = false }

    /// Removes the file, whatever its content.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove() throws(TaggingError) {
        guard isStillThere else { return }
        guard unlinkat(folder.descriptor, name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path)
        }
        try folder.sync()
    }
}
