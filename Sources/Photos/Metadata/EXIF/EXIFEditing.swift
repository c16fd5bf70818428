import LKFormats

/// Edits an EXIF block: a TIFF structure with its header.
package enum EXIFEditing {
    /// Returns the edited block.
    ///
    /// Unchanged data keeps its position in the block, so that all offsets stay valid.
    ///
    /// - Parameters:
    ///   - block: The current block, without `Exif\0\0`; `nil` if there is none.
    ///   - edit: The edit.
    ///   - size: The width and height of the image as it is stored, required for a new block.
    /// - Returns: The new block; `nil` if it does not change.
    /// - Throws: ``EditRefusal`` if the edit would lose data.
    package static func edited(
        _ block: [UInt8]?, by edit: MetadataEdit, size: PixelSize? = nil
    ) throws(EditRefusal) -> [UInt8]? {
        guard concernsEXIF(edit, hasBlock: block != nil) else { return nil }
        let old = block ?? NewEXIF.bytes(for: size)
        let file = FileBytes()
        file.open(bytes: old)
        do {
            guard let tiff = try TIFFBlock(in: file, at: 0, count: old.count) else {
                throw EditRefusal("its EXIF has no header")
            }
            var editor = try TIFFEditor(tiff)
            try apply(edit, to: &editor)
            let splices = try editor.splices()
            if splices.isEmpty, editor.tail.isEmpty { return nil }
            var new = old
            for splice in splices { new.replaceSubrange(splice.range, with: splice.bytes) }
            return new + editor.addition
        } catch let refusal as EditRefusal {
            throw refusal
        } catch {
            throw EditRefusal("its EXIF cannot be read")
        }
    }

    /// Returns whether an edit concerns EXIF.
    static func concernsEXIF(_ edit: MetadataEdit, hasBlock: Bool) -> Bool {
        switch edit.location {
        case .keep: edit.offset != nil
        case .set: true
        case .remove: hasBlock || edit.offset != nil
        }
    }

    /// Applies an edit to an editor's structure.
    static func apply(_ edit: MetadataEdit, to editor: inout TIFFEditor) throws {
        var first = try editor.directory(at: editor.block.firstDirectory)
        try change(edit, in: &first, &editor)
        try editor.setFirst(try editor.commit(first))
    }

    /// Applies an edit to the first directory, which is not written yet; its entries other than EXIF have already been
    /// changed.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - first: The directory.
    ///   - editor: The editor of the structure.
    ///   - method: The processing method of a measured position, for structures that require one.
    ///   - isRaw: Whether it is a raw photo, whose makers have many tags of their own.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func change(
        _ edit: MetadataEdit, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor, method: String? = nil,
        isRaw: Bool = false
    ) throws {
        switch edit.location {
        case .keep: break
        case .set(let location): try setPosition(location, in: &first, &editor, method)
        case .remove:
            try removePosition(from: &first, &editor)
            if !isRaw { try removeUnknown(make: try make(first, editor.block), &editor) }
        }
        if let offset = edit.offset { try setOffset(offset, in: &first, &editor) }
    }
}

extension EXIFEditing {
    private static func setPosition(
        _ location: PhotoLocation, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor, _ method: String?
    ) throws {
        let (block, claims) = (editor.block, editor.claims)
        let pointers = first.fields.filter { $0.tag == EXIFTag.gpsDirectory }
        guard pointers.count <= 1 else { throw EditRefusal("its EXIF has two GPS directories") }
        // Placed before GPS, so that enough bytes follow for the next directory: exiftool 12 limits every directory to
        // the number of bytes after the first one.
        if pointers.isEmpty { editor.makeRoom(for: &first, entries: first.fields.count + 1) }
        let target = pointers.first.flatMap { block.target(of: $0) }.flatMap { claims.isSole($0) ? $0 : nil }
        var gps = try target.map { try editor.directory(at: $0) } ?? editor.newDirectory()
        let values = GPSValues(
            location, in: block, hasStatus: gps.index(of: GPSTag.status) != nil, method: method)
        for tag in values.obsolete { try editor.remove(tag, from: &gps) }
        for value in values.values { try editor.set(value, in: &gps) }
        try point(EXIFTag.gpsDirectory, to: try editor.commit(gps), in: &first, &editor)
    }

    /// Refuses an edit if any directory ties pixels to map coordinates.
    static func refuseMap(_ editor: TIFFEditor) throws(EditRefusal) {
        guard editor.claims.hasMap else { return }
        throw EditRefusal("its pixels are georeferenced (GeoTIFF)", isCertain: true)
    }

    private static func removePosition(
        from first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        try refuseMap(editor)
        let pointers = first.fields.filter { $0.tag == EXIFTag.gpsDirectory }
        guard editor.claims.positions == pointers.count, editor.claims.isComplete else {
            throw EditRefusal("another directory of its EXIF may hold a position")
        }
        let make = try make(first, editor.block)
        for case let note? in editor.claims.makerNotes.map(\.value) {
            try MakerNotePlaces.refuse(note, of: editor.block, make: make)
        }
        for pointer in pointers {
            guard let target = editor.block.target(of: pointer) else { continue }
            let gps = try editor.directory(at: target)
            var isGone = editor.claims.isSole(target)
            for field in gps.fields where isGone { isGone = try editor.erase(field) }
            if isGone, let directory = gps.source { isGone = try editor.erase(directory) }
            guard isGone else { throw EditRefusal("its position shares bytes with other facts of its EXIF") }
        }
        first.fields.removeAll { $0.tag == EXIFTag.gpsDirectory }
    }

    private static func make(_ first: TIFFDirectoryEdit, _ block: TIFFBlock) throws(MetadataError) -> String {
        try HarmlessMakerNotes.make(first.fields, of: block)
    }

    /// The number of unknown entries that are overwritten: far more than any program writes.
    private static let maximumUnknown = 200

    /// Overwrites the values of tags that are not known to be harmless, and maker notes of unknown makers.
    private static func removeUnknown(make: String, _ editor: inout TIFFEditor) throws {
        let (block, claims) = (editor.block, editor.claims)
        guard claims.unknown.count + claims.makerNotes.count <= maximumUnknown else {
            throw EditRefusal(
                "its EXIF has \(claims.unknown.count) tags that are not known to be harmless", isCertain: true)
        }
        var ranges: [Range<Int>] = []
        var owners: Set<Int> = []
        for field in claims.unknown + claims.makerNotes {
            guard let value = field.value, try !block.file.isBlank(value) else { continue }
            switch field.tag {
            case EXIFTag.makerNote: if try HarmlessMakerNotes.contain(value, of: block, make: make) { continue }
            case EXIFTag.dngPrivateData:
                if try MakerNotePlaces.isHarmless(dngPrivateData: value, of: block, make: make) { continue }
                throw EditRefusal("its private data (DNG) may hold a position", isCertain: true)
            default: break
            }
            ranges.append(value)
            owners.insert(field.offset ?? 0)
        }
        // Some cameras let other values lie within their notes.
        guard let parts = claims.freeParts(of: ranges, besides: owners) else {
            throw EditRefusal("not all of its EXIF can be examined", isCertain: !ranges.isEmpty)
        }
        for part in parts { try editor.blank(part) }
    }

    /// Sets the UTC offset of the time of the shot.
    private static func setOffset(
        _ offset: Int, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        guard abs(offset) < 16 * 3600, offset % 60 == 0 else {
            throw EditRefusal("an offset of \(offset) seconds cannot be written")
        }
        guard let index = first.index(of: EXIFTag.exifDirectory),
            let target = editor.block.target(of: first.fields[index]), editor.claims.isSole(target)
        else { throw EditRefusal("its EXIF has no local time that an offset could belong to") }
        var exif = try editor.directory(at: target)
        let tag: UInt16
        if exif.index(of: EXIFTag.dateTimeOriginal) != nil || first.index(of: EXIFTag.dateTimeOriginal) != nil {
            tag = EXIFTag.offsetTimeOriginal
        } else if exif.index(of: EXIFTag.dateTimeDigitized) != nil {
            tag = EXIFTag.offsetTimeDigitized
        } else {
            throw EditRefusal("its EXIF has no local time that an offset could belong to")
        }
        try editor.set(TIFFValue(tag, text: UTCOffset.text(offset)), in: &exif)
        try point(EXIFTag.exifDirectory, to: try editor.commit(exif), in: &first, &editor)
    }

    /// Sets an entry to the offset of a directory.
    private static func point(
        _ tag: UInt16, to offset: Int, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        let block = editor.block
        if let index = first.index(of: tag), block.target(of: first.fields[index]) == offset { return }
        try editor.set(TIFFValue(tag, block.isBig ? .long8 : .long, [offset - block.base], in: block), in: &first)
    }
}

/// EXIF for an image without any: the required fields with their default values.
enum NewEXIF {
    /// Returns two directories, the second of which is EXIF's own.
    ///
    /// - Parameter size: The stored width and height of the image; `nil` if unknown.
    /// - Returns: The bytes.
    static func bytes(for size: PixelSize?) -> [UInt8] { head + exifDirectory(for: size) }

    private static let head: [UInt8] =
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        + [0, 5]
        + entry(0x011A, 5, 1, 74)  // XResolution
        + entry(0x011B, 5, 1, 82)  // YResolution
        + entry(0x0128, 3, 1, 2 << 16)  // ResolutionUnit: inches
        + entry(0x0213, 3, 1, 1 << 16)  // YCbCrPositioning: centred
        + entry(0x8769, 4, 1, 90)
        + [0, 0, 0, 0]
        + [0, 0, 0, 72, 0, 0, 0, 1] + [0, 0, 0, 72, 0, 0, 0, 1]

    private static func exifDirectory(for size: PixelSize?) -> [UInt8] {
        var entries = [
            entry(0x9000, 7, 4, 0x3032_3332),  // ExifVersion 2.32
            entry(0x9101, 7, 4, 0x0102_0300),  // ComponentsConfiguration: Y, Cb, Cr
            entry(0xA000, 7, 4, 0x3031_3030),  // FlashpixVersion 1.00
            entry(0xA001, 3, 1, 0xFFFF << 16),  // ColorSpace: unspecified
        ]
        if let size {
            entries += [entry(0xA002, 4, 1, size.width), entry(0xA003, 4, 1, size.height)]  // PixelX-, PixelYDimension
        }
        var bytes: [UInt8] = [0, UInt8(entries.count)]
        for entry in entries { bytes += entry }
        return bytes + [0, 0, 0, 0]
    }

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        [tag >> 8, tag, 0, type, 0, 0, 0, count, value >> 24, value >> 16, value >> 8, value].map {
            UInt8(truncatingIfNeeded: $0)
        }
    }
}

/// EXIF as stored in containers: some programs write the name of JPEG's segment before it.
enum EXIFPayload {
    private static let nameLength = 6

    /// Returns the number of bytes before the structure.
    ///
    /// - Parameter bytes: The payload.
    /// - Returns: The length of the name, which a few programs write in capitals.
    static func prefix(of bytes: some Collection<UInt8>) -> Int {
        let isNamed = bytes.starts(with: "Exif\0".utf8) || bytes.starts(with: "EXIF\0".utf8)
        return isNamed ? nameLength : 0
    }

    /// Reads the structure after the name.
    static func read(
        in file: FileBytes, at offset: Int, count: Int, into findings: inout Findings
    ) throws(MetadataError) {
        let named = try file.bytes(at: offset, count: min(count, nameLength)).map { prefix(of: $0) } ?? 0
        let skipped = min(named, count)
        try findings.readEXIF(in: file, at: offset + skipped, count: count - skipped)
    }

    /// Returns the edited payload, or `nil` when nothing changes.
    static func edited(_ payload: [UInt8], by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        let skipped = min(prefix(of: payload), payload.count)
        return try EXIFEditing.edited(Array(payload[skipped...]), by: edit).map { Array(payload[..<skipped]) + $0 }
    }
}

/// The beginning of a TIFF structure.
enum TIFFSignature {
    static func starts(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
    }
}
