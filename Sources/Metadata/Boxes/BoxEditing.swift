/// Changes files of boxes: pictures and videos.
enum BoxEditing {
    /// The patch of an edit.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - file: A file of boxes, open.
    /// - Returns: The bytes that change.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func patch(of edit: MetadataEdit, on file: FileBytes) throws -> FilePatch {
        switch try BoxBrands(file)?.kind {
        case .mp4?, .mov?: return try MP4Editing.patch(of: edit, on: file)
        case .heic?, .avif?:
            // A sequence of pictures may be a video alone.
            let isVideo = try BoxWalk.first("meta", in: 0..<file.count, of: file) == nil
            return try isVideo ? MP4Editing.patch(of: edit, on: file) : HEIFEditing.patch(of: edit, on: file)
        case .cr3?: throw EditRefusal("raw pictures are not changed")
        case nil: throw EditRefusal("it is neither a picture nor a video of a known kind")
        }
    }
}
