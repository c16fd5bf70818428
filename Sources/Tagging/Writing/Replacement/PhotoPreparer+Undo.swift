import Glibc
import Metadata

extension PhotoPreparer {
    /// Makes ready what takes a change back.
    ///
    /// - Parameters:
    ///   - change: The change, from the journal.
    ///   - modified: The time of modification since, of a change in place.
    ///   - folder: The folder of the journal.
    ///   - temporary: A name for the new file.
    /// - Returns: What can be done; `unchanged` for a photo that is as it was before the change.
    func prepareUndo(
        _ change: JournalChange, modified: Int64?, in folder: PhotoFolder, _ temporary: String
    ) -> PreparedPhoto {
        do {
            if change.kind == .created, try folder.status(of: change.name) == nil {
                guard hasPhoto(of: change.name, in: folder) else { throw Self.movedAway(folder.path(of: change.name)) }
                return .finished(.unchanged)
            }
            let source = try open(change.name, in: folder)
            defer { close(source.descriptor) }
            var prepared = PreparedChange(folder: folder, name: change.name, stamp: source.stamp, change: change)
            let size = Int(source.status.st_size)
            switch change.kind {
            case .created:
                let sum = try copier.sum(of: source.descriptor, source.path)
                guard size == change.newCount, sum == change.newSum else { throw Self.changedSince(source.path) }
                return .replacement(prepared)
            case .inPlace:
                guard size == change.newCount, modified == source.stamp.modified,
                    try isNew(change, source)
                else { return try unchanged(change, source) }
                return .inPlace(prepared)
            case .replaced:
                guard size == change.newCount else { return try unchanged(change, source) }
                prepared.temporary = temporary
                var isRight = false
                do {
                    try makeTemporary(prepared, source) { file throws(TaggingError) in
                        let result = try copier.copy(source.descriptor, to: file, change.inverse, .new, source.path)
                        isRight = result.removedSum.value == change.newSum && result.newSum.value == change.oldSum
                        guard isRight else { throw Self.changedSince(source.path) }
                        try FileAttributes.setModificationTime(of: change.stamp, to: file, source.path)
                    } check: {
                    }
                } catch let error as TaggingError {
                    if !isRight, error.code == .changed { return try unchanged(change, source) }
                    throw error
                }
                prepared.size = change.inverse.newCount
                return .replacement(prepared)
            }
        } catch {
            return .finished(.failed(Self.tagging(error, folder.path(of: change.name))))
        }
    }

    private func isNew(_ change: JournalChange, _ source: Source) throws(TaggingError) -> Bool {
        for (splice, new) in zip(change.inverse.splices, change.newBytes) {
            if try copier.read(splice.range, source.descriptor, source.path) != new { return false }
        }
        return true
    }

    /// A photo that is not as a change left it can be as it was before: then the change was never made, or is undone.
    private func unchanged(_ change: JournalChange, _ source: Source) throws(TaggingError) -> PreparedPhoto {
        var isOld = source.stamp == change.stamp
        if !isOld, source.stamp.size == change.stamp.size {
            if change.kind == .inPlace {
                isOld = source.stamp.modified == change.stamp.modified
            } else {
                isOld = try copier.sum(of: source.descriptor, source.path) == change.oldSum
            }
        }
        guard isOld else { throw Self.changedSince(source.path) }
        return .finished(.unchanged)
    }

    /// Whether the photo of a sidecar is still there, or another file of that photo.
    private func hasPhoto(of sidecar: String, in folder: PhotoFolder) -> Bool {
        let stem = sidecar.hasSuffix(".xmp") ? String(sidecar.dropLast(4)) : sidecar
        return folder.names(beginning: stem).contains { $0 != sidecar && ($0 == stem || $0.hasPrefix(stem + ".")) }
    }

    private static func movedAway(_ path: String) -> TaggingError {
        TaggingError(
            code: .unreadable,
            message: "\(path) and its photo are not there any more; where they were sorted since, undo that first",
            path: path)
    }

    static func changedSince(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed,
            message: "\(path) has been changed by something else since it was tagged and is left as it is", path: path)
    }
}
