import Glibc
package import LKMetadata
import LKPlanning

/// Writes photos' new content to temporary files beside them.
///
/// Use one for each thread.
final class PhotoPreparer {
    let options: TaggingRun.Options
    let copier = PatchedCopy()
    private let writer = MetadataWriter()
    private let check: TaggingRun.Options.Check?

    init(_ options: TaggingRun.Options) {
        self.options = options
        check = options.makeCheck?()
    }

    /// An open photo.
    struct Source {
        var descriptor: Int32
        var status: stat
        var path: String
        var stamp: PhotoStamp { PhotoStamp(status) }

        /// Reads the status again.
        ///
        /// - Returns: The file's state.
        /// - Throws: ``TaggingError/Code/unreadable``.
        mutating func refresh() throws(TaggingError) -> PhotoStamp {
            guard fstat(descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
            return stamp
        }
    }

    /// Prepares a change: its temporary file, or the bytes to change in place, and its record.
    ///
    /// - Parameter planned: The change.
    /// - Returns: The change, ready to be committed; or with its action, if there is nothing to commit.
    func prepared(_ planned: FileChange) -> FileChange {
        var change = planned
        do {
            switch change.goal {
            case .undo(let modified): try prepareUndo(&change, modified: modified)
            case .edit(let edit):
                if case .create(let bytes) = edit.change {
                    try prepareNewFile(&change, bytes)
                } else {
                    let source = try open(change.name, in: change.folder)
                    defer { close(source.descriptor) }
                    try prepare(&change, edit, source)
                }
            }
        } catch {
            var failure = Self.tagging(error, change.path)
            if case .edit(let edit) = change.goal { failure = Self.advised(failure, edit) }
            change.action = .failed(failure)
        }
        return change
    }

    /// What to do about a photo that cannot store an edit, if its sidecar can.
    private static let sidecarAdvice = "use a sidecar"

    /// Returns the error for a photo that is not changed, with the advice to use a sidecar if one could store the edit.
    private static func advised(_ error: TaggingError, _ edit: PhotoEdit) -> TaggingError {
        guard case .metadata(let metadata) = edit.change, metadata != metadata.removals, error.code == .unsafe,
            error.advice != sidecarAdvice
        else { return error }
        return error.adding(advice: sidecarAdvice)
    }

    private func prepare(_ change: inout FileChange, _ edit: PhotoEdit, _ source: Source) throws {
        var source = source
        if let expected = edit.expected {
            let isUnchanged = try options.isUnchanged(since: expected) { () throws(TaggingError) in
                try source.refresh()
            }
            guard isUnchanged else { throw Self.changed(source.path) }
        }
        let patch = try patch(for: edit, source)
        if patch.isEmpty { return change.action = .unchanged }
        try PhotoStamp.checkTime(of: source.status, source.path)
        guard patch.oldCount == Int(source.status.st_size) else { throw Self.changed(source.path) }
        change.stamp = source.stamp
        change.record.stamp = source.stamp
        if patch.isSafeInPlace, patch.oldCount >= options.inPlaceSize, source.status.st_nlink == 1 {
            change.record.kind = .inPlace
            try recordInPlace(&change.record, patch, source)
            try check?(change, patch)
            return
        }
        let result = try makeTemporary(change, source) { file throws(TaggingError) in
            let result = try copier.copy(source.descriptor, to: file, patch, .old, source.path)
            if options.keepsModificationTime {
                try FileAttributes.setModificationTime(of: source.stamp, to: file, source.path)
            }
            return result
        } check: {
            try check?(change, patch)
        }
        change.record.inverse = result.inverse
        change.record.oldSum = result.oldSum.value
        change.record.newSum = result.addedSum.value
        (change.hasTemporary, change.size) = (true, patch.newCount)
    }

    /// Returns the bytes that an edit changes in an existing file.
    private func patch(for edit: PhotoEdit, _ source: Source) throws -> FilePatch {
        switch edit.change {
        case .patch(let patch): return patch
        case .content(let bytes):
            var patch = FilePatch(oldCount: Int(source.status.st_size))
            let old = try copier.read(0..<patch.oldCount, source.descriptor, source.path)
            if old != bytes { patch.replace(0..<old.count, with: bytes) }
            return patch
        case .create: return FilePatch(oldCount: 0)
        case .metadata(let metadata):
            switch try writer.outcome(of: metadata, on: source.path) {
            case .patch(let patch): return patch
            case .refused(let refusal): throw Self.refused(source.path, refusal, metadata)
            }
        }
    }

    private func recordInPlace(
        _ record: inout JournalChange, _ patch: FilePatch, _ source: Source
    ) throws(TaggingError) {
        var splices: [FilePatch.Splice] = []
        var sum = ContentSum()
        for splice in patch.splices {
            let old = try copier.read(splice.range, source.descriptor, source.path)
            let start = splice.range.lowerBound
            splices.append(.init(range: start..<start + splice.bytes.count, bytes: old))
            record.newBytes.append(splice.bytes)
            sum.update(splice.bytes)
        }
        guard let inverse = FilePatch(oldCount: patch.newCount, splices: splices) else {
            throw Self.changed(source.path)
        }
        record.inverse = inverse
        record.newSum = sum.value
    }

    private func prepareNewFile(_ change: inout FileChange, _ bytes: [UInt8]) throws {
        let (folder, path) = (change.folder, change.path)
        guard try folder.status(of: change.name) == nil else { throw Self.changed(path) }
        var sum = ContentSum()
        sum.update(bytes)
        change.record.kind = .created
        change.record.newSum = sum.value
        change.record.inverse = FilePatch(oldCount: bytes.count)
        try makeTemporary(change, nil) { file throws(TaggingError) in
            var patch = FilePatch(oldCount: 0)
            patch.replace(0..<0, with: bytes)
            _ = try copier.copy(file, to: file, patch, .new, path)
            var status = stat()
            // With the usual permissions, but no more open than the photo, and not owned by root in a user's folder.
            if let photo = Self.photo(ofSidecar: change.name, in: folder), fstat(file, &status) == 0 {
                fchmod(file, status.st_mode & photo.st_mode & 0o777)
            }
            if geteuid() == 0, fstat(folder.descriptor, &status) == 0 {
                _ = fchown(file, status.st_uid, status.st_gid)
            }
        } check: {
        }
        (change.hasTemporary, change.size) = (true, bytes.count)
    }

    /// Returns the status of the photo that a sidecar belongs to: `IMG.JPG` for `IMG.JPG.xmp`, or a file `IMG.*` for
    /// `IMG.xmp`.
    private static func photo(ofSidecar name: String, in folder: FolderHandle) -> stat? {
        guard name.lowercased().hasSuffix(".xmp") else { return nil }
        let owner = String(name.dropLast(4))
        if let status = try? folder.status(of: owner) { return status }
        let other = (try? folder.names(beginning: owner + "."))?.first { !$0.lowercased().hasSuffix(".xmp") }
        return other.flatMap { try? folder.status(of: $0) }
    }

    static func changed(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed, message: "\(path) was changed by another program meanwhile and is left as it is",
            path: path)
    }

    static func refused(_ path: String, _ refusal: EditRefusal, _ edit: MetadataEdit) -> TaggingError {
        // A sidecar cannot remove what is in the file.
        let advice = edit == edit.removals ? "do not share it if the place must stay private" : sidecarAdvice
        return TaggingError(
            code: .unsafe, message: "\(path) is left as it is: \(refusal.reason)", advice: advice, path: path)
    }

    static func tagging(_ error: any Error, _ path: String) -> TaggingError {
        switch error {
        case let error as TaggingError: error
        case let error as MetadataError:
            TaggingError(error, path: path)
        default: TaggingError(code: .verification, message: "\(path) is left as it is: \(error)", path: path)
        }
    }
}

extension PhotoPreparer {
    /// Opens a photo for a change.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Its folder.
    /// - Returns: The photo.
    /// - Throws: ``TaggingError/Code/unreadable``, ``TaggingError/Code/unwritable``, ``TaggingError/Code/unsafe``.
    func open(_ name: String, in folder: FolderHandle) throws(TaggingError) -> Source {
        let path = folder.path(of: name)
        // Without O_NONBLOCK, opening a pipe would block.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let file = openat(folder.descriptor, name, flags)
        guard file >= 0 else { throw .system(errno, .unreadable, "read", path) }
        var status = stat()
        do throws(TaggingError) {
            guard fstat(file, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw TaggingError(
                    code: .unreadable, message: "\(path) is not a file", advice: "name a photo", path: path)
            }
            // A write-protected file could still be replaced, but its protection is respected.
            guard faccessat(folder.descriptor, name, W_OK, AT_EACCESS) == 0 else {
                throw .system(errno, .unwritable, "write", path)
            }
            guard status.st_nlink == 1 || options.hardLinks == .detach else {
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(path) is one of \(status.st_nlink) hard links to the same file, and the others would keep the "
                        + "old content", advice: "make it a file of its own first",
                    path: path)
            }
        } catch {
            close(file)
            throw error
        }
        return Source(descriptor: file, status: status, path: path)
    }

    /// Creates a change's temporary file, and removes it if anything fails.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - source: The photo whose owner, permissions and attributes it gets; `nil` for a new file.
    ///   - fill: Writes the content.
    ///   - check: Checks the complete file.
    /// - Returns: The result of `fill`.
    /// - Throws: The errors of the closures, and any code of ``TaggingError``.
    func makeTemporary<Result>(
        _ change: FileChange, _ source: Source?, fill: (Int32) throws(TaggingError) -> Result,
        check: () throws -> Void
    ) throws -> Result {
        // Until its permissions are set, only the owner may read it.
        let file = try change.folder.make(
            change.temporaryName, beside: change.name, mode: source == nil ? 0o666 : 0o600)
        do {
            defer { close(file) }
            if let source {
                try FileAttributes.copy(from: source.descriptor, source.status, to: file, change.path)
            }
            let result = try fill(file)
            try check()
            if let source {
                var now = source
                let isUnchanged = try options.isUnchanged(since: source.stamp) { () throws(TaggingError) in
                    try now.refresh()
                }
                guard isUnchanged else { throw Self.changed(change.path) }
            }
            return result
        } catch {
            change.folder.discard(change.temporaryName)
            throw error
        }
    }
}

/// A planned change of one file; once prepared, it can be committed, and until then the file is unchanged.
package struct FileChange: Sendable {
    /// The intended content.
    enum Goal: Sendable {
        /// The content after an edit.
        case edit(PhotoEdit)
        /// The content before the recorded change; with the modification time after that change, if it was made in
        /// place.
        case undo(modified: Int64?)
    }

    /// The caller's index of the file.
    let index: Int
    let goal: Goal
    let folder: FolderHandle
    /// The name for a temporary file.
    let temporaryName: String
    /// The record for the journal, filled in when the change is prepared; for undo, the one read from the journal.
    var record: JournalChange
    /// The file's state when it was read; `nil` if it must not exist.
    var stamp: PhotoStamp?
    /// Whether the temporary file exists; otherwise the file itself is changed or removed.
    var hasTemporary = false
    /// The size of the temporary file in bytes.
    var size = 0
    /// The outcome if there is nothing to commit; `nil` until the change is prepared, and if it can be committed.
    var action: PhotoOutcome.Action?

    /// Creates the change for an edit.
    ///
    /// - Parameters:
    ///   - index: The caller's index of the file.
    ///   - edit: The edit.
    ///   - name: The file's name in its real folder.
    ///   - folder: That folder.
    ///   - temporaryName: A name for a temporary file.
    init(index: Int, _ edit: PhotoEdit, of name: String, in folder: FolderHandle, temporaryName: String) {
        self.index = index
        goal = .edit(edit)
        self.folder = folder
        self.temporaryName = temporaryName
        record = JournalChange(kind: .replaced, stamp: .none, name: name, inverse: FilePatch(oldCount: 0))
    }

    /// Creates the change that undoes a recorded one.
    ///
    /// - Parameters:
    ///   - index: The caller's index of the file.
    ///   - record: The change, from the journal.
    ///   - modified: The modification time after it, if it was made in place.
    ///   - folder: The folder of the journal.
    ///   - temporaryName: A name for a temporary file.
    init(index: Int, undoing record: JournalChange, modified: Int64?, in folder: FolderHandle, temporaryName: String) {
        self.index = index
        goal = .undo(modified: modified)
        self.folder = folder
        self.temporaryName = temporaryName
        self.record = record
    }

    /// The file's name in its folder.
    var name: String { record.name }

    package var path: String { folder.path(of: name) }

    /// The path of the new content until the commit; for a change in place, the file itself.
    package var newPath: String { isInPlace ? path : folder.path(of: temporaryName) }

    /// Whether the file is changed in place.
    package var isInPlace: Bool { record.kind == .inPlace }

    /// The metadata to change; `nil` for bytes and for undo.
    package var edit: MetadataEdit? {
        if case .edit(let edit) = goal, case .metadata(let metadata) = edit.change { metadata } else { nil }
    }
}
