extension CR3Container {
    /// Reads what the file says into `findings`.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let picture = try CR3Container(file) else { return }
        findings.container.format = .raw
        findings.container.storedSize = picture.storedSize
        findings.container.thumbnail = picture.thumbnail ?? picture.preview
        for warning in picture.warnings { findings.warn(warning.message, at: warning.offset) }
        try readEXIF(picture, file, into: &findings)
        if let xmp = picture.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
    }

    /// Each block has a header of its own, and one directory, which in other formats the main one would point to.
    private static func readEXIF(
        _ picture: CR3Container, _ file: FileBytes, into findings: inout Findings
    ) throws(MetadataError) {
        for part in [picture.main, picture.exif, picture.gps, picture.makerNote] {
            guard let part else { continue }
            guard let block = try TIFFBlock(in: file, at: part.lowerBound, count: part.count) else {
                findings.warn("a block of EXIF has no header", at: part.lowerBound)
                continue
            }
            var reader = EXIFReader(block: block)
            guard let directory = try reader.enter(block.firstDirectory, &findings) else { continue }
            switch part {
            case picture.main: try reader.readMain(directory, into: &findings)
            case picture.exif: try reader.readEXIF(directory, into: &findings)
            case picture.gps: findings.exif.gps = try GPSReader(block: block).read(directory, &findings)
            default:
                let note = TIFFEntry(
                    tag: EXIFTag.makerNote, type: .undefined, count: part.upperBound - block.firstDirectory,
                    offset: part.lowerBound, valueOffset: block.firstDirectory)
                try MakerNoteReader(block: block, note: note).read(into: &findings.exif)
            }
        }
    }
}
