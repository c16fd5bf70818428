/// Edits the segments of a JPEG that contain position and place names; the others keep their bytes and order.
enum JPEGEditing {
    /// The longest payload of a segment, in bytes.
    static let maximumPayloadSize = 65_533

    /// Returns the bytes that an edit changes.
    static func patch(of file: FileBytes, by edit: MetadataEdit) throws -> FilePatch {
        let parts = try JPEGParts(of: file)
        if edit.location == .remove { try FLIRRecords.refuse(parts.heat, file) }
        var patch = FilePatch(oldCount: file.count)
        // New segments are inserted together, in this order.
        var new = try changeEXIF(parts, file, edit, &patch)
        new += try changeXMP(parts, file, edit, &patch)
        try changePhotoshop(parts, file, edit, &patch)
        if edit.location == .remove {
            for splice in try HarmlessSegments.blankings(parts, file) where patch.isFree(splice.range) {
                patch.replace(splice.range, with: splice.bytes)
            }
        }
        patch.replace(parts.start..<parts.start, with: new)
        try MultiPictureEditing.follow(&patch, parts, file)
        if let first = parts.xmp.first {
            let packet = first.payload + JPEGParts.xmpName.count..<first.payload + first.count
            try GoogleContainer.check(try file.copy(of: packet), patch)
        }
        return patch
    }

    /// Returns a segment with a payload.
    static func segment(_ marker: UInt8, _ payload: [UInt8], _ what: String) throws -> [UInt8] {
        guard payload.count <= maximumPayloadSize else { throw EditRefusal("\(what) does not fit into 64 KB") }
        return [0xFF, marker] + length(payload.count) + payload
    }

    private static func length(_ count: Int) -> [UInt8] { [UInt8((count + 2) >> 8), UInt8((count + 2) & 0xFF)] }
}

extension JPEGEditing {
    /// Changes the EXIF of a JPEG.
    ///
    /// - Returns: A new segment, if there is none to change.
    private static func changeEXIF(
        _ parts: JPEGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        guard EXIFEditing.concernsEXIF(edit, hasBlock: !parts.exif.isEmpty) else { return [] }
        guard let first = parts.exif.first else {
            guard let block = try EXIFEditing.edited(nil, by: edit, size: parts.size) else { return [] }
            return try segment(JPEGSegment.app1, JPEGParts.exifName + block, "its EXIF")
        }
        // Readers use the first block, but a position must be removed from all.
        for segment in edit.location == .remove ? parts.exif : [first] {
            guard
                let block = try TIFFBlock(in: file, at: segment.payload + 6, count: segment.count - 6)
            else { throw EditRefusal("its EXIF has no header") }
            var editor = try TIFFEditor(block)
            try EXIFEditing.apply(edit, to: &editor)
            for splice in try editor.splices() { patch.replace(splice.range, with: splice.bytes) }
            let addition = editor.addition
            guard !addition.isEmpty else { continue }
            guard segment.count + addition.count <= maximumPayloadSize else {
                throw EditRefusal("its EXIF does not fit into 64 KB")
            }
            if let note = editor.claims.makerNotes.last?.value { try TrailingPreview.refuse(note, of: block) }
            patch.replace(segment.payload - 2..<segment.payload, with: length(segment.count + addition.count))
            patch.replace(block.end..<block.end, with: addition)
        }
        return []
    }

    /// Changes the XMP of a JPEG.
    ///
    /// - Returns: A new segment, if there is none to change.
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
        // Resources that are too long for one segment continue in the next.
        for (index, old) in parts.photoshop.enumerated() {
            let isLast = index == parts.photoshop.count - 1
            let part = isLast ? new : new.prefix(maximumPayloadSize - name.count)
            new = new.dropFirst(part.count)
            let bytes = part.isEmpty ? [] : try segment(JPEGSegment.app13, name + part, "its IPTC")
            patch.replace(old.offset..<old.payload + old.count, with: bytes)
        }
    }
}

/// Updates the list of images after the first one (CIPA DC-007): offsets are relative to the list's own header, and the
/// first image's length is the file's.
enum MultiPictureEditing {
    private static let listTag: UInt16 = 0xB002
    private static let entrySize = 16
    private static let maximumEntries = 64

    /// Adds the list's updates to a patch, for its other changes.
    static func follow(_ patch: inout FilePatch, _ parts: JPEGParts, _ file: FileBytes) throws {
        guard let segment = parts.multiPicture.first else { return }
        let before = patch.growth(before: segment.offset)
        let behind = patch.newCount - patch.oldCount - before
        guard before != 0 || behind != 0 else { return }
        let (block, range) = try list(of: segment, in: file)
        for (index, (offset, size)) in try entries(of: segment, in: file).enumerated() {
            let entry = range.lowerBound + index * entrySize
            if offset == 0 {
                // Some programs omit the length.
                if size > 0 { try replace(entry + 4, size + before + behind, block, &patch) }
            } else if behind != 0 {
                try replace(entry + 8, offset + behind, block, &patch)
            }
        }
    }

    /// Returns the offset of each image, relative to the list's header, and its length; the first one's offset is 0.
    static func entries(of segment: JPEGSegment, in file: FileBytes) throws -> [(offset: Int, size: Int)] {
        let (block, range) = try list(of: segment, in: file)
        guard let bytes = try file.bytes(at: range.lowerBound, count: range.count) else { return [] }
        return stride(from: 0, to: bytes.count, by: entrySize).map {
            (block.decoded(bytes[$0 + 8..<$0 + 12]), block.decoded(bytes[$0 + 4..<$0 + 8]))
        }
    }

    private static func list(of segment: JPEGSegment, in file: FileBytes) throws -> (TIFFBlock, Range<Int>) {
        guard let block = try TIFFBlock(in: file, at: segment.payload + 4, count: segment.count - 4),
            let directory = try block.directory(at: block.firstDirectory),
            let list = try block.fields(of: directory).first(where: { $0.tag == listTag }), let range = list.value,
            range.count % entrySize == 0, range.count <= maximumEntries * entrySize
        else { throw EditRefusal("its list of additional images cannot be read") }
        return (block, range)
    }

    private static func replace(_ place: Int, _ number: Int, _ block: TIFFBlock, _ patch: inout FilePatch) throws {
        guard (0...Int(UInt32.max)).contains(number) else {
            throw EditRefusal("its list of additional images cannot be read")
        }
        patch.replace(place..<place + 4, with: block.encoded(number, size: 4))
    }
}

/// Previews after the image data, whose offsets are in maker notes, which are never edited.
enum TrailingPreview {
    private static let maximumTargets = 256

    /// Refuses an edit if a note points to a JPEG after its block, which would move.
    ///
    /// - Parameters:
    ///   - note: The byte range of the maker notes.
    ///   - block: The EXIF.
    /// - Throws: ``EditRefusal``, and the errors of reading.
    static func refuse(_ note: Range<Int>, of block: TIFFBlock) throws {
        let file = block.file
        guard note.count >= 12, let bytes = try file.bytes(at: note.lowerBound, count: note.count) else { return }
        var targets: Set<Int> = []
        for place in stride(from: 8, to: note.count - 3, by: 2) {
            let value = number(bytes, place, block)
            guard value > 0x400, value < file.count, isPlace(bytes, place, block) else { continue }
            for base in [block.base, note.lowerBound, note.lowerBound + 10] {
                let target = base + value
                if target >= block.end, target < file.count - 3, targets.count < maximumTargets {
                    targets.insert(target)
                }
            }
        }
        let readAhead = file.readAhead
        file.readAhead = 64
        defer { file.readAhead = readAhead }
        for target in targets {
            guard let start = try file.bytes(at: target, count: 3), start.elementsEqual([0xFF, 0xD8, 0xFF]) else {
                continue
            }
            throw EditRefusal("its maker notes point to a preview after the image, which would no longer be found")
        }
    }

    /// Returns whether a number may be an offset: it follows the type and count of an entry, or is in one of Canon's
    /// rows of six.
    private static func isPlace(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ block: TIFFBlock) -> Bool {
        let raw = bytes.loadUnaligned(fromByteOffset: place - 6, as: UInt16.self)
        let type = block.bigEndian ? raw.bigEndian : raw.littleEndian
        let count = number(bytes, place - 4, block)
        if type == 4 || type == 13 { return count == 1 }
        if type == 7 { return count > 500 }
        return place >= 20 && number(bytes, place - 20, block) == 24
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ block: TIFFBlock) -> Int {
        let raw = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return Int(block.bigEndian ? raw.bigEndian : raw.littleEndian)
    }
}
