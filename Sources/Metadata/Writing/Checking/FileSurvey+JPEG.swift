extension FileSurvey {
    /// Groups of segments, and of the second and further structures of EXIF.
    private static let segments = 1_000_000
    private static let furtherEXIF = 2_000_000
    /// The first group of EXIF of further pictures.
    static let embeddedEXIF = 1 << 40

    /// Adds every entry of EXIF of a further picture, such as a preview, that an edit does not mean.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - place: Where its structure begins.
    ///   - index: Which of them it is.
    ///   - edit: What changes.
    /// - Throws: ``EditRefusal`` where it is not there, and what reading throws.
    mutating func addEmbedded(
        _ file: FileBytes, at place: Int, _ index: Int, leavingOut edit: MetadataEdit
    ) throws {
        guard let block = try EmbeddedEXIF(at: place, in: file)?.block else {
            throw EditRefusal("EXIF of a further picture is missing")
        }
        let base = Self.embeddedEXIF + index * Self.furtherEXIF
        try add(block, leavingOut: edit, base: base)
        for range in try TIFFClaims(of: block).pixels {
            facts.append(Fact(group: base + Self.segments, tag: 0, range: range))
        }
    }

    /// Adds the data of a JPEG's picture and every segment that an edit does not mean.
    mutating func addJPEG(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        let parts = try JPEGParts(of: file)
        pictures.append(parts.scan..<file.count)
        for (index, segment) in parts.exif.enumerated() {
            guard let block = try TIFFBlock(in: file, at: segment.payload + 6, count: segment.count - 6) else {
                continue
            }
            try add(block, leavingOut: edit, base: index * Self.furtherEXIF)
            for range in try TIFFClaims(of: block).pixels {
                facts.append(Fact(group: Self.segments, tag: index, range: range))
            }
        }
        let named = edit.namesSomething ? parts.photoshop : []
        let edited = Set((parts.exif + parts.xmp.prefix(1) + named + parts.multiPicture).map(\.offset))
        var all = JPEGSegments(of: file, at: 0, end: file.count)
        while let segment = try all.next(), segment.offset < parts.scan {
            guard !edited.contains(segment.offset) else { continue }
            facts.append(
                Fact(
                    group: Self.segments, tag: 256 + Int(segment.marker),
                    range: segment.offset..<segment.payload + segment.count))
        }
        // A packet that is not meant stays as it is.
        if !edit.namesSomething, edit.offset == nil, let first = parts.xmp.first,
            let bytes = try file.bytes(at: first.payload, count: first.count), !XMPNeed.saysPosition(bytes)
        {
            facts.append(Fact(group: Self.segments, tag: 512, range: first.payload..<first.payload + first.count))
        }
        try addFurtherPictures(parts, file)
    }

    /// The beginnings of the pictures behind the first, where the list says they are.
    private mutating func addFurtherPictures(_ parts: JPEGParts, _ file: FileBytes) throws {
        guard let segment = parts.multiPicture.first else { return }
        for (offset, size) in try MultiPictureEditing.entries(of: segment, in: file) where offset > 0 {
            let place = segment.payload + 4 + offset
            guard size > 0, place < file.count else { continue }
            facts.append(Fact(group: Self.segments, tag: 513, range: place..<min(file.count, place + min(size, 64))))
        }
    }
}
