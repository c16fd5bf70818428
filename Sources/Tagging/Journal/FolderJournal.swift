import Glibc

/// The open journal of a folder, which is also the lock for changes to its photos.
///
/// The format is described in `Docs/Formats/TagJournal.md`. Use it from one thread at a time.
final class FolderJournal {
    static let name = JournalFile.name
    static let header: [UInt8] = Array("LKTAGJNL".utf8) + [1, 0, 0, 0, 0, 0, 0, 0]
    /// The version of journals that contain moves; readers of version 1 refuse them, because they would undo changes of
    /// photos that have moved.
    static let movesVersion: UInt8 = 2

    /// A change or move without its bytes.
    struct Entry {
        var number: UInt32
        var run: UInt64
        /// The byte range of the record in the file, without its frame.
        var range: Range<Int>
        /// How it was changed; `nil` for a file that came from elsewhere.
        var kind: JournalChange.Kind?
        /// The file's name in the folder.
        var name: String
        /// Whether it was undone or abandoned.
        var isSettled = false
        /// The modification time after a completed change in place.
        var modified: Int64?
        /// For a file that came from elsewhere, the number of the first file of its photo.
        var group: UInt32?
        /// Whether the file has arrived, durably.
        var hasCome = false
    }

    /// Maximum size of a journal in bytes: it is read completely before a photo is changed.
    static let limit = 1 << 30
    /// Bytes reserved for records of undone changes.
    private static let reserve = 64 << 20

    private let file: JournalFile
    /// The start of each run.
    private(set) var runs: [UInt64: Int64] = [:]
    /// The changes in the file when it was opened, in the order they were made.
    private(set) var entries: [Entry] = []
    private var indices: [UInt32: Int] = [:]
    private var nextNumber: UInt32 = 1
    private var end = 0
    /// Records that could not be read and may still be needed to restore a photo.
    private(set) var unread = JournalFile.Unread()
    private var version: UInt8 = 1
    /// How many folders runs have created, from this one upwards, itself included.
    private(set) var madeLevels = 0
    /// The runs that recorded having created folders.
    private var folderMakers: Set<UInt64> = []

    /// Opens and locks the journal.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to create a missing journal.
    /// - Returns: `nil` if there is no journal and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    static func open(in folder: PhotoFolder, creating: Bool) throws(TaggingError) -> FolderJournal? {
        guard let file = try JournalFile.open(in: folder, creating: creating) else { return nil }
        let journal = FolderJournal(file)
        try journal.load()
        return journal
    }

    private init(_ file: JournalFile) { self.file = file }

    var folder: PhotoFolder { file.folder }
    var path: String { file.path }

    private func load() throws(TaggingError) {
        if let size = file.size, size > Self.limit {
            throw TaggingError(
                code: .journal,
                message: "\(path) has \(size) bytes, more than any journal of photos; move it away", path: path)
        }
        var head = [UInt8](repeating: 0, count: Self.header.count)
        let count = pread(file.descriptor, &head, head.count, 0)
        guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
        let isMarked = head.starts(with: Self.header.prefix(8))
        // After a power failure, a header that was not durable is empty, truncated or zero; no change relies on it.
        guard isMarked || head.prefix(count).allSatisfy({ $0 == 0 }) || Self.header.starts(with: head.prefix(count))
        else {
            throw TaggingError(
                code: .journal,
                message: "\(path) is not a journal of photos, or its beginning is damaged; move it away",
                path: path)
        }
        guard !isMarked || count < 10 || head[8] <= Self.movesVersion && head[9] == 0 else {
            throw TaggingError(
                code: .journal, message: "\(path) was written by a newer version; use that to change or undo",
                path: path)
        }
        if isMarked, count >= 10 { version = max(1, head[8]) }
        unread = file.forEachRecord(from: Self.header.count) { apply($0, at: $1) }
        // Append after damaged data, so that nothing that may be useful is overwritten.
        end = count == Self.header.count && isMarked ? max(file.size ?? 0, Self.header.count) : 0
        if end == 0, let size = file.size, size > Self.header.count { end = size }
        if !isMarked, end > 0 { try file.write(Self.header, at: 0) }
    }

    private func apply(_ record: JournalRecord, at range: Range<Int>) {
        switch record {
        case .run(let run, let began): runs[run] = began
        case .change(let change):
            indices[change.number] = entries.count
            entries.append(
                Entry(number: change.number, run: change.run, range: range, kind: change.kind, name: change.name))
            nextNumber = max(nextNumber, change.number == .max ? .max : change.number + 1)
        case .leftOut(let number), .undone(let number):
            if let index = indices[number] { entries[index].isSettled = true }
        case .madeInPlace(let number, let modified):
            if let index = indices[number] { entries[index].modified = modified == .min ? nil : modified }
        case .move(let move):
            indices[move.number] = entries.count
            entries.append(Entry(number: move.number, run: move.run, range: range, name: move.name, group: move.group))
            nextNumber = max(nextNumber, move.number == .max ? .max : move.number + 1)
        case .moved(let number):
            if let index = indices[number] { entries[index].hasCome = true }
        case .madeFolders(let run, let levels):
            madeLevels = max(madeLevels, Int(levels))
            folderMakers.insert(run)
        }
    }

    /// Reads the move of a file that came from elsewhere.
    ///
    /// - Parameter entry: The entry of the file.
    /// - Returns: The move.
    /// - Throws: ``TaggingError/Code/journal`` if it can no longer be read.
    func move(_ entry: Entry) throws(TaggingError) -> JournalMove {
        guard case .move(let move) = file.record(at: entry.range) else {
            throw TaggingError(code: .journal, message: "\(path) has become damaged; restore it", path: path)
        }
        return move
    }

    /// Adds photos that are about to be moved in, and numbers their files; durable on return.
    ///
    /// - Parameters:
    ///   - photos: The files of each photo.
    ///   - run: The identifier of the run.
    ///   - began: When the run began.
    ///   - levels: How many folders the run has created, from this one upwards.
    /// - Returns: The numbers.
    /// - Throws: ``TaggingError/Code/unwritable``; then nothing was added.
    func append(
        _ photos: [[JournalMove]], run: UInt64, began: Int64, levels: Int
    ) throws(TaggingError) -> [[UInt32]] {
        guard UInt32.max - nextNumber > UInt32(clamping: photos.joined().count) else { throw full }
        var records: [JournalRecord] = runs[run] == nil ? [.run(run, began: began)] : []
        if levels > 0, !folderMakers.contains(run) {
            records.append(.madeFolders(run, levels: UInt16(clamping: levels)))
        }
        var numbers: [[UInt32]] = []
        var next = nextNumber
        for photo in photos {
            let group = next
            numbers.append([])
            for var move in photo {
                (move.number, move.run, move.group) = (next, run, group)
                records.append(.move(move))
                numbers[numbers.count - 1].append(next)
                next += 1
            }
        }
        if version < Self.movesVersion {
            var header = Self.header
            header[8] = Self.movesVersion
            // The file's name may not be durable either; an older reader must never see a move.
            do throws(TaggingError) {
                try file.write(header, at: 0)
                try file.sync()
            } catch {
                if end == 0 { file.truncate(to: 0) }
                throw error
            }
            version = Self.movesVersion
            end = max(end, header.count)
        }
        try append(records)
        try sync()
        return numbers
    }

    /// Reads a change with its bytes.
    ///
    /// - Parameter entry: The entry of the change.
    /// - Returns: The change.
    /// - Throws: ``TaggingError/Code/journal`` if it can no longer be read.
    func change(_ entry: Entry) throws(TaggingError) -> JournalChange {
        guard case .change(let change) = file.record(at: entry.range) else {
            throw TaggingError(code: .journal, message: "\(path) has become damaged; restore it", path: path)
        }
        return change
    }

    /// Adds changes and numbers them.
    ///
    /// - Parameters:
    ///   - changes: The changes about to be made.
    ///   - run: The identifier of the run.
    ///   - began: When the run began.
    /// - Returns: The numbers.
    /// - Throws: ``TaggingError/Code/unwritable``; then nothing was added.
    func append(_ changes: [JournalChange], run: UInt64, began: Int64) throws(TaggingError) -> [UInt32] {
        guard UInt32.max - nextNumber > UInt32(changes.count) else { throw full }
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
    /// - Parameter records: The records.
    /// - Throws: ``TaggingError/Code/unwritable``; then nothing was added.
    func append(_ records: [JournalRecord]) throws(TaggingError) {
        let start = end
        var bytes = start == 0 ? Self.header : []
        var ranges: [Range<Int>] = []
        for record in records {
            let content = record.bytes
            guard content.count <= JournalFile.recordLimit else {
                throw TaggingError(
                    code: .unsafe, message: "\(path) cannot hold as many bytes as would be replaced",
                    path: path)
            }
            ranges.append(start + bytes.count + 8..<start + bytes.count + 8 + content.count)
            bytes += JournalFile.frame(content)
            switch record {
            case .change, .move: if start + bytes.count > Self.limit - Self.reserve { throw full }
            default: break
            }
        }
        do throws(TaggingError) {
            try file.write(bytes, at: start)
        } catch {
            file.truncate(to: start)
            throw error
        }
        end = start + bytes.count
        for (record, range) in zip(records, ranges) {
            // Entries are not kept for appended changes, so that memory does not grow with the number of photos.
            switch record {
            case .change(let change): nextNumber = change.number + 1
            case .move(let move): nextNumber = move.number + 1
            default: apply(record, at: range)
            }
        }
    }

    private var full: TaggingError {
        TaggingError(code: .journal, message: "\(path) is full; undo or forget what is in it", path: path)
    }

    /// Frees the entries of older changes, which a run that only appends does not need.
    func dropEntries() {
        entries = []
        indices = [:]
    }

    /// Makes the records added, and the file's name, durable.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) { try file.sync() }

    /// Records that the leftovers of an interrupted run have been removed.
    func markCleared() { file.isCleared = true }

    /// Records that everything added, and the file's name, has become durable by other means.
    func markDurable() { file.markDurable() }

    /// Removes the file if it contains nothing to undo.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: ``TaggingError/Code/unwritable``.
    @discardableResult func removeIfSettled() throws(TaggingError) -> Bool {
        guard entries.allSatisfy(\.isSettled), unread.damaged == 0, unread.unknown == 0 else { return false }
        try file.remove()
        return true
    }

    /// Removes the file; nothing in it can be undone afterwards.
    ///
    /// - Throws: ``TaggingError/Code/journal`` if a later version may understand more of it,
    ///   ``TaggingError/Code/unwritable``.
    func remove() throws(TaggingError) {
        if let notUnderstood { throw notUnderstood }
        try file.remove()
    }

    /// The error for bytes that belong to no complete record; `nil` if there are none.
    var damage: TaggingError? {
        guard unread.damaged > 0 else { return nil }
        return TaggingError(
            code: .journal,
            message:
                "\(path) is damaged: what \(unread.damaged) bytes of it said cannot be undone; restore it from a copy, "
                + "or remove it", path: path)
    }

    /// The error for complete records of unknown kinds; `nil` if there are none.
    var notUnderstood: TaggingError? {
        guard unread.unknown > 0 else { return nil }
        let records = unread.unknown == 1 ? "1 record" : "\(unread.unknown) records"
        return TaggingError(
            code: .journal,
            message:
                "\(path) has \(records) that this version does not understand, and is kept; undo with the version that "
                + "wrote it, or remove it yourself", path: path)
    }
}
