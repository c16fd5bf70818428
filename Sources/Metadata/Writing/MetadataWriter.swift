/// Finds out what bytes of a file have to change so that it says something else of position and place.
///
/// Nothing is written here: who applies a ``FilePatch`` sees to durability, to a check of the outcome, and to undo.
package final class MetadataWriter {
    private let file = FileBytes()

    /// Makes a writer, for one thread at a time.
    package init() {}

    /// What makes a file say what an edit wants.
    package enum Outcome: Sendable, Hashable {
        /// These bytes change; none do where the file says it already.
        case patch(FilePatch)
        /// The file stays as it is, for this reason; a sidecar can have it.
        case refused(EditRefusal)
    }

    /// The change that an edit makes to a file.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - path: A photo or video, also through symbolic links.
    /// - Returns: The bytes that change, or why none can.
    /// - Throws: Any code of ``MetadataError``.
    package func outcome(of edit: MetadataEdit, on path: String) throws(MetadataError) -> Outcome {
        try file.open(path)
        defer { file.close() }
        return try outcome(of: edit)
    }

    /// The change that an edit makes to a file that is in memory.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - bytes: The whole file.
    /// - Returns: As ``outcome(of:on:)-(_,String)``.
    /// - Throws: As ``outcome(of:on:)-(_,String)``.
    package func outcome(of edit: MetadataEdit, on bytes: [UInt8]) throws(MetadataError) -> Outcome {
        file.open(bytes: bytes)
        defer { file.close() }
        return try outcome(of: edit)
    }

    private func outcome(of edit: MetadataEdit) throws(MetadataError) -> Outcome {
        guard let (mark, _) = try ContainerFormat.find(in: file) else {
            throw file.error(
                .unknownFormat, "is no photo or video of a format that is known; its content decides, not its name")
        }
        guard !edit.isEmpty else { return .patch(FilePatch(oldCount: file.count)) }
        do {
            var patch = try patch(of: mark, by: edit)
            if !edit.removals.isEmpty { try PositionRemoval.complete(&patch, of: file, edit) }
            return .patch(patch)
        } catch let refusal as EditRefusal {
            if !refusal.isCertain, edit == edit.removals, try NothingToRemove.isProven(of: file, mark) {
                return .patch(FilePatch(oldCount: file.count))
            }
            return .refused(refusal)
        } catch let error as MetadataError {
            throw error
        } catch {
            return .refused(EditRefusal("\(error)"))
        }
    }

    private func patch(of mark: ContainerFormat, by edit: MetadataEdit) throws -> FilePatch {
        switch mark {
        case .jpeg: try JPEGEditing.patch(of: file, by: edit)
        case .png: try PNGEditing.patch(of: file, by: edit)
        case .webp: try WebPEditing.patch(of: file, by: edit)
        case .tiff: try TIFFEditing.patch(of: file, by: edit)
        case .heif, .mp4: try BoxEditing.patch(of: edit, on: file)
        case .gif, .raf, .matroska:
            throw EditRefusal("its format is not written")
        }
    }
}
