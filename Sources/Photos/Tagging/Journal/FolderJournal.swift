import Glibc
import LKPlanning
import LKStorage

/// The open journal of a folder, which is also the lock for changes to its photos.
///
/// The format is described in `Docs/Formats/TagJournal.md`. Use it from one thread at a time.
final class FolderJournal {
    static let name = JournalFile.name

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
        /// Whether the user wrote it, in this very folder: then it may reach out of the folder.
        var isHere: Bool
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
    static let maximumSize = 1 << 30
    /// Bytes reserved for records of undone changes.
    private static let reserve = 64 << 20

    private let file: JournalFile
    private var content = JournalContent()
    private var end = 0

    /// The start of each run.
    var runs: [UInt64: Int64] { content.runs }
    /// The changes in the file when it was opened, in the order they were made.
    var entries: [Entry] { content.entries }
    /// How many folders runs have created, from this one upwards, itself included.
    var madeLevels: Int { content.madeLevels }
    /// Records that could not be read and may still be needed to restore a photo.
    var unread: JournalFile.Unread { content.unread }

    /// Opens and locks the user's own journal.
    ///
    /// - Parameters:
    ///   - folder: The photos' folder.
    ///   - creating: Whether to create a missing journal.
    ///   - readings: What journals said when they were read before.
    /// - Returns: `nil` if there is no journal and `creating` is false.
    /// - Throws: ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unreadable``,
    ///   ``TaggingError/Code/unwritable``.
    static func open(
        in folder: FolderHandle, creating: Bool, _ readings: JournalReadings? = nil
    ) throws(TaggingError) -> FolderJournal? {
        guard let file = try JournalFile.open(in: folder, creating: creating) else { return nil }
        return try FolderJournal(file, readings)
    }

    /// Opens and locks a journal by its name, if its records may be used.
    ///
    /// - Parameters:
    ///   - name: One of ``JournalFile/names(in:)``.
    ///   - folder: The photos' folder.
    ///   - readings: What journals said when they were read before.
    /// - Returns: `nil` if it is gone, or a refusal.
    /// - Throws: As ``open(in:creating:)``.
    static func open(
        _ name: String, in folder: FolderHandle, _ readings: JournalReadings? = nil
    ) throws(TaggingError) -> Result<FolderJournal, JournalFile.Refusal>? {
        switch try JournalFile.open(name, in: folder) {
        case nil: nil
        case .failure(let refusal): .failure(refusal)
        case .success(let file): .success(try FolderJournal(file, readings))
        }
    }

    private init(_ file: JournalFile, _ readings: JournalReadings?) throws(TaggingError) {
        self.file = file
        try load(readings)
    }

    var folder: FolderHandle { file.folder }
    var path: String { file.path }
    var name: String { file.name }
    /// Whether this is the file that the user's runs write to in this folder.
    var isOwn: Bool { file.isOwn }
    /// Whether its records are authenticated as the user's.
    var isAuthentic: Bool { file.framing.key != nil }

    /// Whether it contains nothing that could be undone.
    var isSettled: Bool { entries.allSatisfy(\.isSettled) && unread.damaged == 0 && unread.unknown == 0 }

    private func load(_ readings: JournalReadings?) throws(TaggingError) {
        // One stamp for everything, so that what is appended follows what was read.
        let stamp = try file.stamp()
        let size = Int(stamp.size)
        if size > Self.maximumSize {
            throw TaggingError(
                code: .journal,
                message: "\(path) has \(size) bytes, more than any journal of photos", advice: "move it away",
                path: path)
        }
        if let readings {
            content = try readings.content(stamp, in: folder.realPath) { () throws(TaggingError) in try read(upTo: size)
            }
        } else {
            content = try read(upTo: size)
        }
        // Append after damaged data, so that nothing that may be useful is overwritten.
        end = file.framing.isMarked || size > JournalFraming.headerCount ? max(size, JournalFraming.headerCount) : 0
        if !file.framing.isMarked, end > 0 { try file.write(file.framing.header, at: 0) }
    }

    private func read(upTo size: Int) throws(TaggingError) -> JournalContent {
        var content = JournalContent()
        content.unread = try file.forEachRecord(upTo: size) {
            content.add($0, at: $1, in: folder, isAuthentic: isAuthentic)
        }
        return content
    }

    /// Keeps what the journal says for the next time it is opened.
    func keep(in readings: JournalReadings) {
        // Without a stamp it is read again.
        guard let stamp = try? file.stamp() else { return }
        readings.keep(content, stamp, in: folder.realPath)
    }

    /// Reads the move of a file that came from elsewhere.
    ///
    /// - Parameter entry: The entry of the file.
    /// - Returns: The move.
    /// - Throws: ``TaggingError/Code/journal`` if it is no longer there, ``TaggingError/Code/unreadable``.
    func move(_ entry: Entry) throws(TaggingError) -> JournalMove {
        guard case .move(let move) = try file.record(at: entry.range) else {
            throw TaggingError(code: .journal, message: "\(path) has become damaged; restore it", path: path)
        }
        return move
    }

    /// Reads a change with its bytes.
    ///
    /// - Parameter entry: The entry of the change.
    /// - Returns: The change.
    /// - Throws: ``TaggingError/Code/journal`` if it is no longer there, ``TaggingError/Code/unreadable``.
    func change(_ entry: Entry) throws(TaggingError) -> JournalChange {
        guard case .change(let change) = try file.record(at: entry.range) else {
            throw TaggingError(code: .journal, message: "\(path) has become damaged; restore it", path: path)
        }
        return change
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
        guard UInt32.max - content.nextNumber > UInt32(clamping: photos.joined().count) else { throw full }
        var records: [JournalRecord] = runs[run] == nil ? [.run(run, began: began)] : []
        if levels > 0, !content.folderMakers.contains(run) {
            records.append(.madeFolders(run, levels: UInt16(clamping: levels)))
        }
        var numbers: [[UInt32]] = []
        var next = content.nextNumber
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
        try append(records)
        try sync()
        return numbers
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
        guard UInt32.max - content.nextNumber > UInt32(changes.count) else { throw full }
        var records: [JournalRecord] = runs[run] == nil ? [.run(run, began: began)] : []
        var numbers: [UInt32] = []
        for var change in changes {
            change.number = content.nextNumber + UInt32(numbers.count)
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
        guard !records.isEmpty else { return }
        var records = records
        var number = content.section?.number ?? []
        // What is written here must not be taken for what was written where the folder was copied from.
        if file.isOwn || file.isAuthenticated, content.section == nil || !content.isSectionHere {
            let section = JournalSection(in: folder)
            // Twice, because without it no record of the section counts.
            records.insert(contentsOf: [.section(section), .section(section)], at: 0)
            number = section.number
        }
        let start = end
        var bytes = start == 0 ? file.framing.header : []
        var ranges: [Range<Int>] = []
        for record in records {
            let content = record.bytes
            guard content.count <= JournalFraming.maximumRecordSize else {
                throw TaggingError(
                    code: .unsafe, message: "\(path) cannot hold as many bytes as would be replaced",
                    path: path)
            }
            var section = number
            if case .section = record { section = [] }
            let position = start + bytes.count
            ranges.append(position + JournalFraming.headCount..<position + JournalFraming.headCount + content.count)
            bytes += file.framing.frame(
                content, at: position, section: section, isAuthenticated: file.isAuthenticated)
            switch record {
            case .change, .move: if start + bytes.count > Self.maximumSize - Self.reserve { throw full }
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
            case .change(let change): content.pass(change.number)
            case .move(let move): content.pass(move.number)
            default: content.add(record, at: range, in: folder, isAuthentic: isAuthentic)
            }
        }
    }

    private var full: TaggingError {
        TaggingError(code: .journal, message: "\(path) is full; undo or forget what is in it", path: path)
    }

    /// Frees the entries of older changes, which a run that only appends does not need.
    func dropEntries() { content.dropEntries() }

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
        guard isSettled else { return false }
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

    /// The error for bytes that belong to no complete record of the user; `nil` if there are none.
    var damage: TaggingError? {
        guard unread.damaged > 0 else { return nil }
        return TaggingError(
            code: .journal,
            message:
                "\(path) is damaged, or others have written to it: what \(unread.damaged) bytes of it recorded cannot be "
                + "undone; restore it from a copy, or remove it", path: path)
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
