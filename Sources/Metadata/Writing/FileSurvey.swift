/// What of a file has to survive an edit: the data of its pictures, and every fact that the edit does not mean.
package struct FileSurvey {
    /// A value, and what it is told apart by.
    package struct Fact {
        /// Which directory, box or row of segments it belongs to.
        package var group: Int
        /// Which value of the group.
        package var tag: Int
        /// How it is written: the type of its elements; 0 of what has none.
        package var type: UInt16
        /// The number of its elements.
        package var count: Int
        /// Where its bytes lie in the file.
        package var range: Range<Int>

        /// Whether it is an entry of EXIF; all other groups have larger numbers.
        package var isOfEXIF: Bool { group < 1_000_000 }

        /// Takes a value.
        package init(group: Int, tag: Int, type: UInt16 = 0, count: Int = 0, range: Range<Int>) {
            self.group = group
            self.tag = tag
            self.type = type
            self.count = count
            self.range = range
        }
    }

    /// Where data of pictures, videos and sound lie, in the order of the file.
    package var pictures: [Range<Int>] = []
    /// Every fact that stays, in an order that the edit does not change.
    package var facts: [Fact] = []

    /// Whether any entry of EXIF is among the facts.
    package var hasEXIF: Bool { facts.contains(where: \.isOfEXIF) }

    /// Knows of nothing yet.
    package init() {}
}

extension FileSurvey {
    /// The group of chunks.
    private static let chunks = 1_000_000

    /// Adds the data of a TIFF file's pictures and every entry that an edit does not mean.
    mutating func addTIFF(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        guard let block = try TIFFBlock(in: file, at: 0, count: file.count) else {
            throw EditRefusal("the TIFF has no head")
        }
        try add(block, leavingOut: edit)
        pictures += try TIFFClaims(of: block).pixels
    }

    /// Adds the data of a PNG and every chunk that an edit does not mean.
    mutating func addPNG(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        let parts = try PNGParts(of: file)
        let edited = Set((parts.profiles + (edit.concernsXMP ? parts.xmp : [])).map(\.offset))
        for chunk in parts.all where !edited.contains(chunk.offset) {
            switch chunk.kind {
            case PNGChunk.exif: try addEXIF(file, at: chunk.payload, count: chunk.count, leavingOut: edit)
            case PNGChunk.data: addPicture(chunk.offset..<chunk.end)
            default: facts.append(Fact(group: Self.chunks, tag: Int(chunk.kind), range: chunk.offset..<chunk.end))
            }
        }
    }

    /// Adds the data of a WebP and every chunk that an edit does not mean.
    mutating func addWebP(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        for chunk in try WebPParts(of: file).all {
            switch chunk.kind {
            case WebPChunk.exif: try addEXIF(file, at: chunk.payload, count: chunk.count, leavingOut: edit)
            // Its size is compared by what a reader says.
            case WebPChunk.extended: break
            case WebPChunk.xmp where edit.concernsXMP: break
            case _ where chunk.isPicture: addPicture(chunk.offset..<chunk.end)
            default: facts.append(Fact(group: Self.chunks, tag: Int(chunk.kind), range: chunk.offset..<chunk.end))
            }
        }
    }

    /// Adds the entries of EXIF of a picture in boxes; the boxes themselves, and videos, are ``BoxCheck``'s.
    mutating func addBoxes(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        guard try BoxCheck.isPicture(file), let range = try HEIFContainer(file)?.exif else { return }
        try addEXIF(file, at: range.lowerBound, count: range.count, leavingOut: edit)
    }

    /// Adds the entries of EXIF that lies in the file in one piece.
    mutating func addEXIF(_ file: FileBytes, at offset: Int, count: Int, leavingOut edit: MetadataEdit) throws {
        guard let start = try file.bytes(at: offset, count: min(count, 6)) else { return }
        let skipped = EXIFPayload.prefix(of: start)
        guard let block = try TIFFBlock(in: file, at: offset + skipped, count: count - skipped) else { return }
        try add(block, leavingOut: edit)
    }

    /// Adds data of a picture; pieces that follow each other count as one.
    private mutating func addPicture(_ range: Range<Int>) {
        if let last = pictures.last, last.upperBound == range.lowerBound {
            pictures[pictures.count - 1] = last.lowerBound..<range.upperBound
        } else {
            pictures.append(range)
        }
    }
}

extension FileSurvey {
    /// Surveys a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - mark: Its kind.
    ///   - edit: What changes, and is left out.
    /// - Throws: ``EditRefusal`` for kinds that are not written, and what reading throws.
    init(of file: FileBytes, _ mark: ContainerFormat, leavingOut edit: MetadataEdit) throws {
        self.init()
        switch mark {
        case .jpeg: try addJPEG(file, leavingOut: edit)
        case .png: try addPNG(file, leavingOut: edit)
        case .webp: try addWebP(file, leavingOut: edit)
        case .tiff: try addTIFF(file, leavingOut: edit)
        case .heif, .mp4: try addBoxes(file, leavingOut: edit)
        case .gif, .raf, .matroska:
            throw EditRefusal("its format cannot be checked")
        }
    }
}

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
            let bytes = try file.bytes(at: first.payload, count: first.count), !XMPRelevance.saysPosition(bytes)
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
