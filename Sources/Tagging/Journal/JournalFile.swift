import Formats
import Glibc
import Threads

/// The locked file of a journal, which stores each record in a frame.
///
/// While the object exists, no other run can change photos of the folder.
///
/// Use it from one thread at a time.
final class JournalFile {
    static let name = ".locationkit-undo"

    let folder: PhotoFolder
    let descriptor: Int32
    /// Whether this process created the file and its name is not durable yet.
    private var isNew: Bool
    private var isLocked = false
    /// Whether the folder is free of temporary files of an interrupted run; true for a new journal.
    var isCleared: Bool

    /// Opens and locks the file.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to create a missing file.
    /// - Returns: `nil` if there is no file and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    static func open(in folder: PhotoFolder, creating: Bool) throws(TaggingError) -> JournalFile? {
        while true {
            guard let opened = try openFile(in: folder, creating: creating) else { return nil }
            let file = JournalFile(folder: folder, descriptor: opened.descriptor, isNew: opened.isNew)
            // The previous owner may have removed the file between the open and the lock.
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
        // If nothing was written, restore the folder's state. An empty file of an interrupted run stays until its
        // leftovers are removed: without a journal, no run would look for them.
        if isCleared, isStillThere, size == 0 { folder.discard(Self.name) }
        // A forked child that has not reached exec yet would keep the lock.
        if isLocked { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    var path: String { folder.path(of: Self.name) }

    /// The size in bytes.
    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether the name still refers to this file.
    private var isStillThere: Bool {
        var (own, named) = (stat(), stat())
        return isLocked && fstat(descriptor, &own) == 0
            && fstatat(folder.descriptor, Self.name, &named, AT_SYMLINK_NOFOLLOW) == 0
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

    /// Grants access to the users who may write to the folder, and to no others, since the journal contains positions
    /// of photos.
    private static func share(_ file: Int32, as folder: PhotoFolder) {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { return }
        // A journal owned by root would lock out the folder's owner.
        if geteuid() == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
        let writers = status.st_mode & 0o022
        fchmod(file, 0o600 | writers | writers << 1)
    }

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
        guard unlinkat(folder.descriptor, Self.name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path)
        }
        try folder.sync()
    }
}

// MARK: Records, each in a frame

extension JournalFile {
    static let mark: [UInt8] = Array("LKre".utf8)
    /// Maximum size of a record in bytes.
    static let recordLimit = 1 << 28

    /// Frames a record.
    ///
    /// - Parameter record: The record's bytes.
    /// - Returns: Mark, length, record, checksum.
    static func frame(_ record: [UInt8]) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(UInt32(record.count))
        writer.append(record)
        return mark + writer.bytes + sum(writer.bytes)
    }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(bytes.withUnsafeBytes { CRC32.of($0) })
        return writer.bytes
    }

    /// The parts of a journal that could not be read.
    struct Unread {
        /// The number of bytes that belong to no complete record.
        var damaged = 0
        /// The number of complete records of an unknown kind or with impossible values.
        var unknown = 0
    }

    /// Reads all records, skipping damaged and unknown ones.
    ///
    /// - Parameters:
    ///   - start: The byte offset of the first frame.
    ///   - body: Called with each record and its byte range, without its frame.
    /// - Returns: What was skipped.
    func forEachRecord(from start: Int, _ body: (JournalRecord, Range<Int>) -> Void) -> Unread {
        var unread = Unread()
        guard let size else { return unread }
        var position = start
        // Bounds the work, so that crafted lengths in a damaged file do not make it quadratic.
        var effort = 4 * size + Self.recordLimit
        while position < size, effort > 0 {
            if let bytes = recordBytes(at: position, size, &effort) {
                let range = position + 8..<position + 8 + bytes.count
                if let record = JournalRecord(bytes) { body(record, range) } else { unread.unknown += 1 }
                position = range.upperBound + 4
            } else {
                let next = nextMark(after: position + 1, size)
                unread.damaged += next - position
                position = next
            }
        }
        unread.damaged += max(0, size - position)
        return unread
    }

    /// Reads a record whose byte range is known.
    ///
    /// - Parameter range: The record without its frame.
    /// - Returns: The record; `nil` if it can no longer be read.
    func record(at range: Range<Int>) -> JournalRecord? {
        var effort = Int.max
        let bytes = recordBytes(at: range.lowerBound - 8, range.upperBound + 4, &effort)
        return bytes.flatMap(JournalRecord.init)
    }

    private func recordBytes(at position: Int, _ size: Int, _ effort: inout Int) -> [UInt8]? {
        guard size - position >= 12, let head = read(position, 8), head[..<4].elementsEqual(Self.mark) else {
            return nil
        }
        let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.recordLimit, length <= size - position - 12 else { return nil }
        effort -= length
        guard effort > 0, let rest = read(position + 8, length + 4) else { return nil }
        guard Self.sum(head[4...] + rest.dropLast(4)).elementsEqual(rest.suffix(4)) else { return nil }
        return [UInt8](rest.dropLast(4))
    }

    private func nextMark(after position: Int, _ size: Int) -> Int {
        var position = position
        // The next mark is usually near; searching a large file without marks must stay fast.
        var count = 256
        while position < size {
            count = min(count * 2, 1 << 20)
            guard let bytes = read(position, min(count, size - position)) else { return size }
            let index = bytes.withUnsafeBytes { Self.indexOfMark(in: $0) }
            if let index { return position + index }
            if position + bytes.count == size { return size }
            position += bytes.count - Self.mark.count + 1
        }
        return size
    }

    private static func indexOfMark(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var index = 0
        while let found = memchr(base + index, Int32(mark[0]), bytes.count - index) {
            index = UnsafeRawPointer(found) - base
            if index + mark.count > bytes.count { return nil }
            if memcmp(base + index, mark, mark.count) == 0 { return index }
            index += 1
        }
        return nil
    }

    /// Exactly this many bytes at an offset; `nil` if there are fewer.
    private func read(_ position: Int, _ count: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, position + filled)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else {
                    failed = true
                    return
                }
                filled += read
            }
        }
        return failed ? nil : bytes
    }
}
