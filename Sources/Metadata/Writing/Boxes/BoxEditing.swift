/// Changes files of boxes: pictures and films.
enum BoxEditing {
    /// The outcome of an edit.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - file: A file of boxes, open.
    /// - Returns: The bytes that change, or why none can.
    /// - Throws: ``MetadataError/Code/unreadable``, ``MetadataError/Code/malformed``.
    static func outcome(of edit: MetadataEdit, on file: FileBytes) throws(MetadataError) -> MetadataWriter.Outcome {
        do {
            return .patch(try patch(of: edit, on: file))
        } catch let refusal as EditRefusal {
            return .refused(refusal)
        } catch let error as MetadataError {
            throw error
        } catch {
            return .refused(EditRefusal("\(error)"))
        }
    }

    private static func patch(of edit: MetadataEdit, on file: FileBytes) throws -> FilePatch {
        switch try BoxBrands(file)?.kind {
        case .mp4?, .mov?: return try MP4Editing.patch(of: edit, on: file)
        case .heic?, .avif?: return try HEIFEditing.patch(of: edit, on: file)
        case .cr3?: throw EditRefusal("raw pictures are not changed")
        case nil: throw EditRefusal("it is neither a picture nor a film of a known kind")
        }
    }
}
