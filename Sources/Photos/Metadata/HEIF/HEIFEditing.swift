/// Edits position and place names of an image in boxes: HEIC, HEIF, AVIF.
///
/// The EXIF and XMP blocks change in place or move after the image data; stored offsets are updated.
enum HEIFEditing {
    /// Returns the patch of an edit.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - file: The image, open.
    /// - Returns: The patch.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func patch(of edit: MetadataEdit, on file: FileBytes) throws -> FilePatch {
        guard let image = try HEIFContainer(file) else { throw EditRefusal("it is not an image in boxes") }
        if let damage = image.warnings.first { throw EditRefusal("it is damaged: \(damage)") }
        guard let primary = image.primaryItem else { throw EditRefusal("it does not name its primary image") }
        var layout = try HEIFLayout(file, image)
        // A removed position is removed from all blocks; a new one is set for the primary image.
        let isRemoving = [edit.location == .remove, edit.placeShown == .remove, edit.placeCreated == .remove].contains(
            true)
        if edit.location == .remove {
            var walk = BoxWalk(file, 0..<file.count)
            while let box = try walk.next(), !box.isCut { try HarmlessBoxes.check(box, .file, file) }
        }
        var (hasEXIF, hasXMP) = (false, false)
        for item in image.items {
            guard let range = item.range else { continue }
            if item.type == "Exif", let block = try HEIFContainer.tiffBlock(range, file) {
                let isMain = block == image.exif
                hasEXIF = hasEXIF || isMain
                guard isMain || isRemoving else { continue }
                let head = try file.copy(of: range.lowerBound..<block.lowerBound)
                guard let new = try EXIFEditing.edited(try bytes(block, file), by: edit) else { continue }
                try layout.replace(item, at: range, with: head + new, padding: 0)
            } else if item.type == "mime", item.contentType == "application/rdf+xml" {
                let isMain = range == image.xmp
                hasXMP = hasXMP || isMain
                guard isMain || isRemoving else { continue }
                guard let new = try XMPEditing.edited(try bytes(range, file), by: edit, hasEXIF: true) else { continue }
                try layout.replace(item, at: range, with: new, padding: UInt8(ascii: " "))
            }
        }
        if !hasEXIF, edit.location != .remove,
            let block = try EXIFEditing.edited(nil, by: edit, size: image.storedSize)
        {
            try layout.add(.exif, about: primary, BoxBytes.uint32(6) + Array("Exif\0\0".utf8) + block)
        }
        if !hasXMP, let packet = try XMPEditing.newPacket(for: edit) { try layout.add(.xmp, about: primary, packet) }
        return try layout.patch()
    }

    private static func bytes(_ range: Range<Int>, _ file: FileBytes) throws -> [UInt8] {
        guard range.count <= FileBytes.maximumRange else { throw EditRefusal("a block of its metadata is too large") }
        return try file.copy(of: range)
    }
}
