/// Changes the segments of a JPEG that say where it was taken; the others keep their bytes and their order.
enum JPEGEditing {
    /// No segment's payload is longer.
    static let longestPayload = 65_533

    /// The bytes that an edit changes.
    static func patch(of file: FileBytes, by edit: MetadataEdit) throws -> FilePatch {
        let parts = try JPEGParts(of: file)
        if edit.location == .remove { try FLIRRecords.refuse(parts.heat, file) }
        var patch = FilePatch(oldCount: file.count)
        // What is new goes to one place, in this order.
        var new = try changeEXIF(parts, file, edit, &patch)
        new += try changeXMP(parts, file, edit, &patch)
        try changePhotoshop(parts, file, edit, &patch)
        patch.replace(parts.start..<parts.start, with: new)
        try MultiPictureEditing.follow(&patch, parts, file)
        return patch
    }

    /// A segment with a payload.
    static func segment(_ marker: UInt8, _ payload: [UInt8], _ what: String) throws -> [UInt8] {
        guard payload.count <= longestPayload else { throw EditRefusal("\(what) has no room within 64 KB") }
        return [0xFF, marker] + length(payload.count) + payload
    }

    private static func length(_ count: Int) -> [UInt8] { [UInt8((count + 2) >> 8), UInt8((count + 2) & 0xFF)] }
}

extension JPEGEditing {
    /// - Returns: A new segment, where there is none to be changed.
    private static func changeEXIF(
        _ parts: JPEGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        guard EXIFEditing.concernsEXIF(edit, hasBlock: !parts.exif.isEmpty) else { return [] }
        guard let first = parts.exif.first else {
            guard let block = try EXIFEditing.edited(nil, by: edit, size: parts.size) else { return [] }
            return try segment(JPEGSegment.app1, JPEGParts.exifName + block, "its EXIF")
        }
        // The first one counts, but nothing is to be left of a position that is removed.
        for segment in edit.location == .remove ? parts.exif : [first] {
            guard
                let block = try TIFFBlock(in: file, at: segment.payload + 6, count: segment.count - 6)
            else { throw EditRefusal("its EXIF has no header") }
            var editor = try TIFFEditor(block)
            try EXIFEditing.apply(edit, to: &editor)
            for splice in try editor.splices() { patch.replace(splice.range, with: splice.bytes) }
            let addition = editor.addition
            guard !addition.isEmpty else { continue }
            guard segment.count + addition.count <= longestPayload else {
                throw EditRefusal("its EXIF has no room within 64 KB")
            }
            if let note = editor.claims.makerNote { try TrailingPreview.refuse(note, of: block) }
            patch.replace(segment.payload - 2..<segment.payload, with: length(segment.count + addition.count))
            patch.replace(block.end..<block.end, with: addition)
        }
        return []
    }

    /// - Returns: A new segment, where there is none to be changed.
    private static func changeXMP(
        _ parts: JPEGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        try AdditionalXMP.refuse(edit, parts, file)
        let first = parts.xmp.first
        let name = JPEGParts.xmpName
        var packet: [UInt8]?
        if let first {
            guard let bytes = try file.bytes(at: first.payload + name.count, count: first.count - name.count) else {
                throw EditRefusal("its XMP is cut off")
            }
            packet = Array(bytes)
        }
        guard XMPRelevance.isNeeded(for: edit, packet: packet),
            let new = try XMPEditing.edited(packet, by: edit, hasEXIF: true)
        else { return [] }
        let bytes = try segment(JPEGSegment.app1, name + new, "its XMP")
        guard let first else { return bytes }
        patch.replace(first.offset..<first.payload + first.count, with: bytes)
        return []
    }

    private static func changePhotoshop(
        _ parts: JPEGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws {
        guard edit.placeShown != .keep || edit.placeCreated != .keep || !edit.keywords.isEmpty, !parts.photoshop.isEmpty
        else { return }
        let name = JPEGParts.photoshopName
        var resources: [UInt8] = []
        for segment in parts.photoshop {
            guard let bytes = try file.bytes(at: segment.payload, count: segment.count) else {
                throw EditRefusal("its IPTC is cut off")
            }
            resources += bytes[name.count...]
        }
        guard var new = try IPTCEditing.edited(resources, by: edit)?[...] else { return }
        // Resources that are too long for one segment go on in the next one.
        for (index, old) in parts.photoshop.enumerated() {
            let isLast = index == parts.photoshop.count - 1
            let part = isLast ? new : new.prefix(longestPayload - name.count)
            new = new.dropFirst(part.count)
            let bytes = part.isEmpty ? [] : try segment(JPEGSegment.app13, name + part, "its IPTC")
            patch.replace(old.offset..<old.payload + old.count, with: bytes)
        }
    }
}
