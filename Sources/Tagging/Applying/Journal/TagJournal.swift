import Glibc

/// The open journal of a folder, which is also the lock of those who change its photos.
///
/// `Docs/Formats/TagJournal.md` says what is in it. For one thread at a time.
final class TagJournal {
    static let name = ".locationkit-undo"
    static let header: [UInt8] = Array("LKTAGJNL".utf8) + [1, 0, 0, 0, 0, 0, 0, 0]

    /// What is known of a change without its bytes.
    struct Entry {
        var number: UInt32
        var run: UInt64
        var place: Range<Int>
        var kind: JournalChange.Kind
        /// Whether it was taken back or never made.
        var isSettled = false
        /// The time of modification after a change in place that is complete.
        var modified: Int64?
    }

    let folder: PhotoFolder
    private let descriptor: Int32
    /// When each run began.
    private(set) var runs: [UInt64: Int64] = [:]
    /// In the order in which they were made.
    private(set) var entries: [Entry] = []
    private var indices: [UInt32: Int] = [:]
    private var nextNumber: UInt32 = 1
    private var end = 0
    /// How many bytes could not be read.
    private(set) var damagedCount = 0
    /// Whether it has been made by this process and its name is not durable yet.
    private(set) var isNew = false

    /// Opens and locks the journal.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to make it where it is missing.
    /// - Returns: `nil` where there is none and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    static func open(in folder: PhotoFolder, creating: Bool) throws(TaggingError) -> TagJournal? {
        while true {
            guard let file = try openFile(in: folder, creating: creating) else { return nil }
            let journal = TagJournal(folder: folder, descriptor: file.descriptor, isNew: file.isNew)
            // The one before may have removed it between our opening and our locking.
            guard try journal.lock() else { continue }
            try journal.load()
            return journal
        }
    }

    private init(folder: PhotoFolder, descriptor: Int32, isNew: Bool) {
        self.folder = folder
        self.descriptor = descriptor
        self.isNew = isNew
    }

    deinit {
        // Nothing has been written: the folder stays as it was.
        if end == 0, indices.isEmpty, isStillThere, fileSize == 0 { folder.remove(Self.name) }
        close(descriptor)
    }

    var path: String { folder.path(of: Self.name) }

    private var fileSize: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    private var isStillThere: Bool {
        var (own, named) = (stat(), stat())
        return isLocked && fstat(descriptor, &own) == 0
            && fstatat(folder.descriptor, Self.name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    private var isLocked = false

    private func lock() throws(TaggingError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            guard number == EWOULDBLOCK else { throw .system(number, .unwritable, "lock", path) }
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
                code: .journal, message: "\(folder.path(of: name)) is no file; move it away",
                path: folder.path(of: name))
        }
        return (file, isNew)
    }

    /// Whoever may change the photos may undo it, and nobody else can read where they were taken.
    private static func share(_ file: Int32, as folder: PhotoFolder) {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { return }
        // Made by root, it would keep the folder's owner from writing.
        if geteuid() == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
        let writers = status.st_mode & 0o022
        fchmod(file, 0o600 | writers | writers << 1)
    }

    private func load() throws(TaggingError) {
        var head = [UInt8](repeating: 0, count: Self.header.count)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
        let isMarked = head.starts(with: Self.header.prefix(8))
        // A header that was not durable when the power failed is empty, cut off or zero; no change relies on it.
        guard isMarked || head.prefix(count).allSatisfy({ $0 == 0 }) || Self.header.starts(with: head.prefix(count))
        else {
            throw TaggingError(
                code: .journal, message: "\(path) is no journal of photos, or its beginning is damaged; move it away",
                path: path)
        }
        guard !isMarked || count < 10 || head[8] <= 1 && head[9] == 0 else {
            throw TaggingError(
                code: .journal, message: "\(path) was written by a newer version; use that to change or undo",
                path: path)
        }
        let (damaged, _) = JournalFrames.forEach(in: descriptor, from: Self.header.count) { take($0, $1) }
        damagedCount = damaged
        // After what is damaged, so that nothing is written over that may be of use.
        end = count == Self.header.count && isMarked ? max(fileSize ?? 0, Self.header.count) : 0
        if end == 0, let size = fileSize, size > Self.header.count { end = size }
        if !isMarked, end > 0 { try write(Self.header, at: 0) }
    }

    private func take(_ record: JournalRecord, _ place: Range<Int>) {
        switch record {
        case .run(let run, let began): runs[run] = began
        case .change(let change):
            indices[change.number] = entries.count
            entries.append(Entry(number: change.number, run: change.run, place: place, kind: change.kind))
            nextNumber = max(nextNumber, change.number == .max ? .max : change.number + 1)
        case .leftOut(let number), .undone(let number):
            if let index = indices[number] { entries[index].isSettled = true }
        case .madeInPlace(let number, let modified):
            if let index = indices[number] { entries[index].modified = modified == .min ? nil : modified }
        }
    }

    /// A change with its bytes.
    ///
    /// - Parameter entry: Which.
    /// - Returns: The change.
    /// - Throws: ``TaggingError/Code/journal`` when it cannot be read any more.
    func change(_ entry: Entry) throws(TaggingError) -> JournalChange {
        guard case .change(let change) = JournalFrames.record(in: descriptor, at: entry.place) else {
            throw TaggingError(code: .journal, message: "\(path) has become damaged; restore it", path: path)
        }
        return change
    }

    /// Adds changes, and gives each its number.
    ///
    /// - Parameters:
    ///   - changes: What is about to be done.
    ///   - run: The run that does it.
    ///   - began: When it began.
    /// - Returns: The numbers.
    /// - Throws: ``TaggingError/Code/unwritable``; then nothing was added.
    func append(_ changes: [JournalChange], run: UInt64, began: Int64) throws(TaggingError) -> [UInt32] {
        guard UInt32.max - nextNumber > UInt32(changes.count) else {
            throw TaggingError(code: .journal, message: "\(path) is full; undo or forget what is in it", path: path)
        }
        var records: [JournalRecord] = runs[run] == nil ? [.run(run, began: began)] : []
        var numbers: [UInt32] = []
        for var change in changes {
            change.number = nextNumber + UInt32(numbers.count)
            change.run = run
            numbers.append(change.number)
            records.append(.change(change))
        }
        try append(records)
        return numbers
    }

    /// Adds records.
    ///
    /// - Parameter records: What is to be remembered.
    /// - Throws: ``TaggingError/Code/unwritable``; then nothing was added.
    func append(_ records: [JournalRecord]) throws(TaggingError) {
        let start = end
        var bytes = start == 0 ? Self.header : []
        var places: [Range<Int>] = []
        for record in records {
            let content = record.bytes
            guard content.count <= JournalFrames.limit else {
                throw TaggingError(
                    code: .unsafe, message: "\(path) cannot keep as much as is to be replaced; use a sidecar",
                    path: path)
            }
            places.append(start + bytes.count + 8..<start + bytes.count + 8 + content.count)
            bytes += JournalFrames.frame(content)
        }
        do throws(TaggingError) {
            try write(bytes, at: start)
        } catch {
            _ = ftruncate(descriptor, off_t(start))
            throw error
        }
        end = start + bytes.count
        for (record, place) in zip(records, places) { take(record, place) }
    }

    private func write(_ bytes: [UInt8], at position: Int) throws(TaggingError) {
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

    /// Makes durable what was added, and the file's name.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) {
        guard fsync(descriptor) == 0 else { throw .system(errno, .unwritable, "write", path) }
        if isNew { try folder.sync() }
        isNew = false
    }

    /// The name has become durable by other means.
    func isDurable() { isNew = false }

    /// Removes the file if nothing in it is left to undo.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func removeIfSettled() throws(TaggingError) {
        guard entries.allSatisfy(\.isSettled), damagedCount == 0, isStillThere else { return }
        try remove()
    }

    /// Removes the file, whatever is in it.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove() throws(TaggingError) {
        guard unlinkat(folder.descriptor, Self.name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path)
        }
        try folder.sync()
    }
}
