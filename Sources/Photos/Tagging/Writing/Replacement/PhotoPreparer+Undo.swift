import Glibc
import LKMetadata
import LKPlanning

extension PhotoPreparer {
    /// Prepares undoing a change; a photo that is already as before the change is `unchanged`.
    ///
    /// - Parameters:
    ///   - change: A change with the record of the one to undo.
    ///   - modified: The modification time after it, if it was made in place.
    /// - Throws: ``TaggingError``, ``TaggingError/Code/changed`` for a photo that equals neither the old nor the new
    ///   content.
    func prepareUndo(_ change: inout FileChange, modified: Int64?) throws {
        let record = change.record
        if record.kind == .created, try change.folder.status(of: change.name) == nil {
            guard try hasPhoto(of: change.name, in: change.folder) else { throw Self.movedAway(change.path) }
            return change.action = .unchanged
        }
        let source = try open(change.name, in: change.folder)
        defer { close(source.descriptor) }
        change.stamp = source.stamp
        let size = Int(source.status.st_size)
        switch record.kind {
        case .created:
            let sum = try copier.sum(of: source.descriptor, source.path)
            guard size == record.newCount, sum == record.newSum else { throw Self.changedSince(source.path) }
        case .inPlace:
            guard size == record.newCount, modified == source.stamp.modified, try isNew(record, source) else {
                try checkUnchanged(record, source)
                return change.action = .unchanged
            }
        case .replaced:
            guard size == record.newCount, try makeOldContent(change, source) else {
                try checkUnchanged(record, source)
                return change.action = .unchanged
            }
            (change.hasTemporary, change.size) = (true, record.inverse.newCount)
        }
    }

    /// Writes the old content to the temporary file.
    ///
    /// - Returns: Whether the file still has the new content; otherwise there is no temporary file.
    private func makeOldContent(_ change: FileChange, _ source: Source) throws -> Bool {
        let record = change.record
        var isRight = false
        do {
            try makeTemporary(change, source) { file throws(TaggingError) in
                let result = try copier.copy(source.descriptor, to: file, record.inverse, .new, source.path)
                isRight = result.removedSum.value == record.newSum && result.newSum.value == record.oldSum
                guard isRight else { throw Self.changedSince(source.path) }
                try FileAttributes.setModificationTime(of: record.stamp, to: file, source.path)
            } check: {
            }
            return true
        } catch let error as TaggingError {
            if !isRight, error.code == .changed { return false }
            throw error
        }
    }

    private func isNew(_ change: JournalChange, _ source: Source) throws(TaggingError) -> Bool {
        for (splice, new) in zip(change.inverse.splices, change.newBytes) {
            if try copier.read(splice.range, source.descriptor, source.path) != new { return false }
        }
        return true
    }

    /// Checks that a photo without the new content has the old content: then the change was never made, or is undone.
    ///
    /// - Throws: ``TaggingError/Code/changed`` if it has neither.
    private func checkUnchanged(_ change: JournalChange, _ source: Source) throws(TaggingError) {
        var isOld = source.stamp == change.stamp
        if !isOld, source.stamp.size == change.stamp.size {
            if change.kind == .inPlace {
                isOld = source.stamp.modified == change.stamp.modified
            } else {
                isOld = try copier.sum(of: source.descriptor, source.path) == change.oldSum
            }
        }
        guard isOld else { throw Self.changedSince(source.path) }
    }

    /// Returns whether the photo of a sidecar, or another file of that photo, still exists.
    private func hasPhoto(of sidecar: String, in folder: FolderHandle) throws(TaggingError) -> Bool {
        let stem = sidecar.hasSuffix(".xmp") ? String(sidecar.dropLast(4)) : sidecar
        return try folder.names(beginning: stem).contains { $0 != sidecar && ($0 == stem || $0.hasPrefix(stem + ".")) }
    }

    private static func movedAway(_ path: String) -> TaggingError {
        TaggingError(
            code: .unreadable,
            message: "\(path) and its photo are gone; if they were sorted since, undo that first",
            path: path)
    }

    static func changedSince(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed,
            message: "\(path) was changed by another program since it was tagged and is left as it is", path: path)
    }
}
