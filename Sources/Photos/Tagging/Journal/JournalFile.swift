import Glibc
import LKFormats
import LKPlanning
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

        /// Returns the refusal of another user's journal.
        static func foreign(_ status: stat) -> Refusal {
            Refusal(
                reason: "belongs to another user (\(UserName.of(status.st_uid)))",
                advice: "only that user can undo what it says")
        }

        /// Returns the refusal of a journal that others can write to.
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
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unreadable``,
    ///   ``TaggingError/Code/unwritable``.
    static func open(in folder: FolderHandle, creating: Bool) throws(TaggingError) -> JournalFile? {
        for _ in 0..<maximumAttempts {
            guard let file = try openOwn(in: folder, creating: creating) else { return nil }
            // The previous owner may have removed the file between the open and the lock.
            if try file.lock() { return file }
        }
        throw restless(name, in: folder)
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
        for _ in 0..<maximumAttempts {
            switch try examine(name, in: folder) {
            case .missing: return nil
            case .own(let file), .empty(let file): if try file.lock() { return .success(file) }
            case .foreign(let file, let refusal):
                if let refusal { return .failure(refusal) }
                guard let file else { return nil }
                // The user's own journal is the lock; that of another one could be held for ever by those who can read it.
                if try file.isUnchanged() { return .success(file) }
            }
        }
        throw restless(name, in: folder)
    }

    /// How often a journal is opened that other runs create and remove meanwhile.
    private static let maximumAttempts = 100

    /// Returns the error for a journal that other programs do not leave alone.
    private static func restless(_ name: String, in folder: FolderHandle) -> TaggingError {
        TaggingError(
            code: .busy, message: "other programs keep creating or replacing \(folder.path(of: name))",
            advice: "try again", path: folder.path)
    }

    /// Returns the names of the journals in a folder, sorted.
    ///
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder cannot be listed, or a file of such a name cannot be looked at: it may
    ///   be a journal.
    static func names(in folder: FolderHandle) throws(TaggingError) -> [String] {
        var names: [String] = []
        for name in try folder.names(beginning: name) where isName(name) {
            if let status = try folder.status(of: name), status.st_mode & S_IFMT == S_IFREG { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns whether a journal of the folder is locked by another run: of another user, or with another key.
    ///
    /// - Throws: ``TaggingError/Code/unreadable`` if this cannot be found out.
    static func isAnyLocked(in folder: FolderHandle, besides own: String) throws(TaggingError) -> Bool {
        for name in try names(in: folder) where name != own {
            let file = openat(folder.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else {
                // Another user's can usually not be opened.
                if errno == ENOENT || errno == EACCES { continue }
                throw .system(errno, .unreadable, "read", folder.path(of: name))
            }
            defer { close(file) }
            if flock(file, LOCK_SH | LOCK_NB) != 0 {
                if errno == EWOULDBLOCK { return true }
            } else {
                flock(file, LOCK_UN)
            }
        }
        return false
    }

    /// Returns whether a file name is that of a journal.
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
        // leftovers are removed: without a journal, no run would look for them. One whose size is not known stays.
        if isCleared, isLocked, (try? isStillThere()) == true, (try? stamp())?.size == 0 { folder.discard(name) }
        // A forked child that has not reached exec yet would keep the lock.
        if isLocked { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    var path: String { folder.path(of: name) }

    /// Identifies the file and its state.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``; such a file must not be taken for an empty one.
    func stamp() throws(TaggingError) -> FileStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        return FileStamp(status)
    }

    /// Returns whether the name still refers to this file.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    private func isStillThere() throws(TaggingError) -> Bool {
        let own = try stamp()
        guard let named = try folder.status(of: name) else { return false }
        return own.identity == FileStamp(named).identity
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
        guard try isStillThere() else { return false }
        return try isUnchanged()
    }

    /// Returns whether the header is still the one that decided whose records these are.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    private func isUnchanged() throws(TaggingError) -> Bool {
        do throws(TaggingError) {
            return try JournalFraming(of: descriptor, path: path) == framing
        } catch {
            // Another header is examined again.
            if error.code == .journal { return false }
            throw error
        }
    }

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
        for _ in 0..<maximumAttempts {
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
                    // leftovers of the run that made it are still to be removed. What was added before it was locked stays.
                    if try file.lock(), try file.evidence(upTo: Int(file.stamp().size)) == .nothing {
                        try file.remove()
                    }
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
        throw restless(ownName, in: folder)
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
            guard let status = try folder.status(of: name) else { return .missing }
            if status.st_mode & S_IFMT == S_IFREG {
                if status.st_uid != geteuid() { return .foreign(nil, .foreign(status)) }
                throw .system(number, .unwritable, "write", folder.path(of: name))
            }
            return .foreign(nil, .notAFile)
        }
        guard fstat(file, &status) == 0 else {
            let number = errno
            close(file)
            throw .system(number, .unreadable, "read", folder.path(of: name))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
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
            switch try journal.evidence(upTo: Int(status.st_size)) {
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

    /// Removes the file, regardless of its content.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove() throws(TaggingError) {
        guard try isStillThere() else { return }
        guard unlinkat(folder.descriptor, name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path)
        }
        try folder.sync()
    }
}
