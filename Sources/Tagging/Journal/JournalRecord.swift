import Metadata

/// How a file was changed, and what makes it what it was.
struct JournalChange: Sendable, Hashable {
    /// How it was done, which decides how it is undone.
    enum Kind: UInt8, Sendable {
        /// Another file took its place.
        case replaced = 0
        /// Its own bytes were changed, and some added at its end.
        case inPlace = 1
        /// It was not there before.
        case created = 2
    }

    /// Counts from 1 in each journal.
    var number: UInt32 = 0
    /// The run that did it.
    var run: UInt64 = 0
    var kind: Kind
    /// The file before; all zero for one that was not there.
    var stamp: PhotoStamp
    /// The sum of the whole old content; 0 for a change in place.
    var oldSum: UInt64 = 0
    /// The sum of the bytes that are new, one after the other; for a created file that is its whole content.
    var newSum: UInt64 = 0
    /// The name in the folder.
    var name: String
    /// Makes the old content of the new.
    var inverse: FilePatch
    /// The bytes that are new, for each splice of `inverse`; only for a change in place.
    var newBytes: [[UInt8]] = []

    /// How many bytes the file has afterwards.
    var newCount: Int { inverse.oldCount }
}

/// How a file came into a folder, and where it was before.
struct JournalMove: Sendable, Hashable {
    /// How it was done, which decides how it is undone.
    enum Way: UInt8, Sendable {
        /// The file itself was renamed.
        case renamed = 0
        /// It was copied from another file system, and then removed there.
        case transferred = 1
        /// It was copied, and is still where it was.
        case copied = 2
    }

    /// Counts from 1 in each journal, together with changes.
    var number: UInt32 = 0
    /// The run that did it.
    var run: UInt64 = 0
    /// The number of the first file of the same photo: all of them belong together.
    var group: UInt32 = 0
    var way: Way
    /// The file where it was.
    var stamp: PhotoStamp
    /// The sum of the content; 0 for a file that was renamed.
    var sum: UInt64 = 0
    /// The inode of the folder of the journal: in a copy of the folder nothing leads out of it.
    var folder: UInt64
    /// The inode of the folder where the file was.
    var formerFolder: UInt64
    /// The name in the folder of the journal.
    var name: String
    /// The absolute path where it was.
    var formerPath: String
}

/// A row of a journal.
enum JournalRecord: Sendable, Hashable {
    /// A run begins to change photos of the folder; its number and when.
    case run(UInt64, began: Int64)
    /// A photo is about to be changed.
    case change(JournalChange)
    /// A change was not made after all.
    case leftOut(UInt32)
    /// A change was taken back.
    case undone(UInt32)
    /// A change in place is complete; the file's time of modification since, or `min` when it is about to be taken back.
    case madeInPlace(UInt32, modified: Int64)
    /// A file is about to come into the folder.
    case move(JournalMove)
    /// A file has come into the folder, durably.
    case moved(UInt32)
    /// A run has made the folder, and so many of those above it, itself included.
    case madeFolders(UInt64, levels: UInt16)
}
