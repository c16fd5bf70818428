/// Completes a removal with data that the container's own metadata does not show.
enum PositionRemoval {
    /// Adds to a patch the removal of positions from previews with their own EXIF.
    ///
    /// - Parameters:
    ///   - patch: The removal of position and names from the file's own EXIF, XMP and IPTC.
    ///   - file: The current file.
    ///   - edit: The removal.
    ///   - isEncoded: Whether the file is one in XMP: an image in its own XMP is then assumed to contain a position.
    /// - Throws: ``EditRefusal`` if some of the data would remain.
    static func complete(
        _ patch: inout FilePatch, of file: FileBytes, _ edit: MetadataEdit, isEncoded: Bool = false
    ) throws {
        let isVideo = try BoxCheck.isVideo(file)
        let traces = try PositionTraces.find(in: file, isEncoded: isEncoded).filter {
            isMeant($0, by: edit, inVideo: isVideo)
        }
        // First remove everything removable, then compare the remaining traces.
        if edit.location == .remove, !isEncoded {
            for splice in try inPlace(of: file, isVideo: isVideo) where patch.isFree(splice.range) {
                patch.replace(splice.range, with: splice.bytes)
            }
        }
        for case .exif(let offset) in traces where try isLeft(.exif(offset), by: patch, file) {
            try removeEXIF(at: offset, from: file, &patch)
        }
        let copies =
            edit.location == .remove && !isEncoded
            ? try PositionTraces.find(try PositionEncodings.all(of: file), in: file) : []
        for trace in traces + copies where try isLeft(trace, by: patch, file) {
            throw EditRefusal(try reason(for: trace, in: file, isVideo: isVideo), isCertain: true)
        }
    }

    /// Returns the replacements that overwrite positions after the image, where nothing may move.
    ///
    /// - Parameters:
    ///   - file: The current file.
    ///   - isVideo: Whether it is a video.
    /// - Returns: Each with the length of what it replaces.
    /// - Throws: ``EditRefusal`` if a position cannot be overwritten, ``MetadataError``.
    static func inPlace(of file: FileBytes, isVideo: Bool) throws -> [FilePatch.Splice] {
        try (isVideo ? [] : MotionVideo.blankings(of: file)) + SamsungTrailer.blankings(of: file)
    }

    /// Returns whether an edit removes a trace.
    static func isMeant(_ trace: PositionTraces.Trace, by edit: MetadataEdit, inVideo isVideo: Bool) -> Bool {
        switch trace {
        // If one of the two places stays, so do its names.
        case .name: edit.placeShown == .remove && edit.placeCreated == .remove
        // The names of keys remain in a video's list after their values are removed.
        case .key: edit.location == .remove && !isVideo
        case .exif, .text, .video, .copy: edit.location == .remove
        }
    }

    private static func isLeft(
        _ trace: PositionTraces.Trace, by patch: FilePatch, _ file: FileBytes
    ) throws(MetadataError) -> Bool {
        guard case .exif(let offset) = trace else { return patch.isUntouched(trace.offset) }
        return try EmbeddedTIFF.pointers(at: offset, in: file, isNamed: true).contains { patch.isUntouched($0) }
    }

    private static func reason(
        for trace: PositionTraces.Trace, in file: FileBytes, isVideo: Bool
    ) throws -> String {
        // Data of videos, receivers and cameras may also be in a comment or a separate segment.
        let isBehind = try ContainerFormat.find(in: file)?.0 != .jpeg || JPEGParts(of: file).scan < trace.offset
        return switch trace {
        case .exif(let offset): "it contains EXIF with a position that cannot be removed, at byte \(offset)"
        case .text(let offset): "another part of it names a position, at byte \(offset)"
        case .video(let offset) where isVideo || !isBehind: "another part of it has a position, at byte \(offset)"
        case .video, .key: "the video after its image has a position"
        case .copy: "it holds a copy of its position, for example in the maker notes"
        case .name(let offset): "another part of it names a place, at byte \(offset)"
        }
    }

    private static func removeEXIF(
        at offset: Int, from file: FileBytes, _ patch: inout FilePatch
    ) throws {
        guard let block = try EmbeddedEXIF(at: offset, in: file)?.block else {
            throw EditRefusal("it contains EXIF with a position that cannot be removed, at byte \(offset)")
        }
        var edit = MetadataEdit()
        edit.location = .remove
        var editor = try TIFFEditor(block)
        try EXIFEditing.apply(edit, to: &editor)
        let splices = try editor.splices()
        // The file's own EXIF has been edited already.
        if splices.allSatisfy({ splice in patch.splices.contains(splice) }) { return }
        for splice in splices where !patch.splices.contains(splice) {
            guard editor.tail.isEmpty, patch.isFree(splice.range) else {
                throw EditRefusal("a preview in it has a position that cannot be removed")
            }
            patch.replace(splice.range, with: splice.bytes)
        }
    }
}
