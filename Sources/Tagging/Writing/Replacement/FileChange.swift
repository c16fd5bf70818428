package import Metadata

/// A change of one file: what is wanted, then what has been prepared for it, without effect on the file until it is committed.
package struct FileChange: Sendable {
    /// What the file is to become.
    enum Goal: Sendable {
        /// What an edit says.
        case edit(PhotoEdit)
        /// What it was before the recorded change; with the time of modification after that change, if it was made in place.
        case undo(modified: Int64?)
    }

    /// The caller's index of the file.
    let index: Int
    let goal: Goal
    let folder: PhotoFolder
    /// The name for a temporary file.
    let temporaryName: String
    /// What the journal keeps, filled in when the change is prepared; of an undo, what it has kept.
    var record: JournalChange
    /// The file when it was read; `nil` if it must not exist.
    var stamp: PhotoStamp?
    /// Whether the temporary file exists; otherwise the file itself is changed or removed.
    var hasTemporary = false
    /// How many bytes the temporary file takes.
    var size = 0
    /// The outcome if there is nothing to commit; `nil` until the change is prepared, and for one that can be committed.
    var action: PhotoOutcome.Action?

    /// A change that an edit asks for.
    ///
    /// - Parameters:
    ///   - index: The caller's index of the file.
    ///   - edit: The edit.
    ///   - name: The file's name in its real folder.
    ///   - folder: That folder.
    ///   - temporaryName: A name for a temporary file.
    init(index: Int, _ edit: PhotoEdit, of name: String, in folder: PhotoFolder, temporaryName: String) {
        self.index = index
        goal = .edit(edit)
        self.folder = folder
        self.temporaryName = temporaryName
        record = JournalChange(kind: .replaced, stamp: .none, name: name, inverse: FilePatch(oldCount: 0))
    }

    /// A change that takes a recorded one back.
    ///
    /// - Parameters:
    ///   - index: The caller's index of the file.
    ///   - record: The change, from the journal.
    ///   - modified: The time of modification after it, if it was made in place.
    ///   - folder: The folder of the journal.
    ///   - temporaryName: A name for a temporary file.
    init(index: Int, undoing record: JournalChange, modified: Int64?, in folder: PhotoFolder, temporaryName: String) {
        self.index = index
        goal = .undo(modified: modified)
        self.folder = folder
        self.temporaryName = temporaryName
        self.record = record
    }

    /// The file's name in its folder.
    var name: String { record.name }

    package var path: String { folder.path(of: name) }

    /// Where the new content is until the commit; for a change in place, the file itself.
    package var newPath: String { isInPlace ? path : folder.path(of: temporaryName) }

    /// Whether the file's own bytes are changed.
    package var isInPlace: Bool { record.kind == .inPlace }

    /// The metadata that changes; `nil` for bytes and for undo.
    package var edit: MetadataEdit? {
        if case .edit(let edit) = goal, case .metadata(let metadata) = edit.change { metadata } else { nil }
    }
}
