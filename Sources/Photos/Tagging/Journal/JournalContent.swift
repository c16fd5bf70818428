import LKPlanning
import LKStorage

/// What the records of a journal say, without the bytes of photos.
struct JournalContent {
    /// The start of each run.
    private(set) var runs: [UInt64: Int64] = [:]
    /// The changes and moves, in the order they were made.
    private(set) var entries: [FolderJournal.Entry] = []
    /// The index of each entry by its number.
    private var indices: [UInt32: Int] = [:]
    /// The number of the next change.
    private(set) var nextNumber: UInt32 = 1
    /// Where the last records were written; `nil` if there are none.
    private(set) var section: JournalSection?
    /// Whether the last records were written in the folder of the journal.
    private(set) var isSectionHere = false
    /// The number of folders that runs have created, counted from this one upwards, itself included.
    private(set) var madeLevels = 0
    /// The runs that recorded having created folders.
    private(set) var folderMakers: Set<UInt64> = []
    /// Records that could not be read and may still be needed to restore a photo.
    var unread = JournalFile.Unread()

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - range: Its byte range in the file, without its frame.
    ///   - folder: The folder of the journal.
    ///   - isAuthentic: Whether the record is authenticated as the user's.
    mutating func add(_ record: JournalRecord, at range: Range<Int>, in folder: FolderHandle, isAuthentic: Bool) {
        switch record {
        case .section(let section):
            self.section = section
            isSectionHere = section.isWritten(in: folder)
        case .run(let run, let began): runs[run] = began
        case .change(let change):
            add(
                FolderJournal.Entry(
                    number: change.number, run: change.run, range: range, kind: change.kind, name: change.name,
                    isHere: isAuthentic && isSectionHere))
        case .leftOut(let number), .undone(let number):
            if let index = indices[number] { entries[index].isSettled = true }
        case .madeInPlace(let number, let modified):
            if let index = indices[number] { entries[index].modified = modified == .min ? nil : modified }
        case .move(let move):
            add(
                FolderJournal.Entry(
                    number: move.number, run: move.run, range: range, name: move.name,
                    isHere: isAuthentic && isSectionHere, group: move.group))
        case .moved(let number):
            if let index = indices[number] { entries[index].hasCome = true }
        case .madeFolders(let run, let levels):
            // Removing folders reaches out of this one.
            guard isAuthentic, isSectionHere else { return }
            madeLevels = max(madeLevels, Int(levels))
            folderMakers.insert(run)
        }
    }

    private mutating func add(_ entry: FolderJournal.Entry) {
        indices[entry.number] = entries.count
        entries.append(entry)
        pass(entry.number)
    }

    /// Skips the numbers up to one that is in use.
    mutating func pass(_ number: UInt32) { nextNumber = max(nextNumber, number == .max ? .max : number + 1) }

    /// Frees the entries.
    mutating func dropEntries() {
        entries = []
        indices = [:]
    }
}

/// The content of journals that were already read, so that each is read only once although it is opened several times: a
/// journal contains all the bytes that were replaced in photos, which can be more than those that remain.
///
/// Use it from one thread at a time.
final class JournalReadings {
    /// A file in a folder: the same file may also be, as a hard link, in a folder where its records do not count.
    private struct Place: Hashable {
        var file: FileIdentity
        var folder: String
    }

    private var known: [Place: (stamp: FileStamp, content: JournalContent)] = [:]
    /// The number of entries kept.
    private var entryCount = 0
    /// The number of journals read from beginning to end; tests read it.
    private(set) var readCount = 0

    /// Maximum number of entries kept, about 100 bytes each; journals beyond are read again.
    private static let maximumEntries = 1_000_000

    /// Returns the content of a journal.
    ///
    /// - Parameters:
    ///   - stamp: The open file's stamp.
    ///   - folder: The path of its folder, without links.
    ///   - read: Reads the whole file.
    /// - Returns: What was read before, as long as the file has not changed since.
    /// - Throws: What `read` throws.
    func content(
        _ stamp: FileStamp, in folder: String, _ read: () throws(TaggingError) -> JournalContent
    ) throws(TaggingError) -> JournalContent {
        if let found = known[Place(file: stamp.identity, folder: folder)], found.stamp == stamp {
            return found.content
        }
        readCount += 1
        let content = try read()
        keep(content, stamp, in: folder)
        return content
    }

    /// Keeps the content of a journal.
    ///
    /// - Parameters:
    ///   - content: What the file says.
    ///   - stamp: The stamp of the file when it said so.
    ///   - folder: The path of its folder, without links.
    func keep(_ content: JournalContent, _ stamp: FileStamp, in folder: String) {
        let place = Place(file: stamp.identity, folder: folder)
        if let former = known.removeValue(forKey: place) { entryCount -= former.content.entries.count }
        guard entryCount + content.entries.count <= Self.maximumEntries else { return }
        entryCount += content.entries.count
        known[place] = (stamp, content)
    }
}
