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
        switch try FormatMark.find(in: file)?.mark {
        case .heif?, .mp4?: return try BoxEditing.outcome(of: edit, on: file)
        default: break
        }
        return .refused(EditRefusal("its format is not written yet"))
    }
}
