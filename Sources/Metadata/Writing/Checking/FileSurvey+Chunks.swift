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
            case WebPParts.exif: try addEXIF(file, at: chunk.payload, count: chunk.count, leavingOut: edit)
            // Its size is compared by what a reader says.
            case WebPParts.extended: break
            case WebPParts.xmp where edit.concernsXMP: break
            case _ where chunk.isPicture: addPicture(chunk.offset..<chunk.end)
            default: facts.append(Fact(group: Self.chunks, tag: Int(chunk.kind), range: chunk.offset..<chunk.end))
            }
        }
    }

    /// Adds the entries of EXIF of a picture in boxes; the boxes themselves, and films, are ``BoxCheck``'s.
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
