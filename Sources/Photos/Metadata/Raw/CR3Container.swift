/// Canon's raw format CR3, in boxes.
///
/// EXIF is in four TIFF blocks, each with one directory.
///
/// Source: the description of the format by L. Delmas (github.com/lclevy/canon_cr3), checked with ExifTool.
package struct CR3Container: Sendable {
    /// The box `moov`.
    package let movie: Box
    /// `CMT1`: the main table, with orientation, make and model.
    package private(set) var main: Range<Int>?
    /// `CMT2`: the table of EXIF, with the times.
    package private(set) var exif: Range<Int>?
    /// `CMT3`: the maker note.
    package private(set) var makerNote: Range<Int>?
    /// `CMT4`: the table of GPS.
    package private(set) var gps: Range<Int>?
    /// The thumbnail, a JPEG.
    package private(set) var thumbnail: EmbeddedImage?
    /// A larger preview, a JPEG.
    package private(set) var preview: EmbeddedImage?
    /// The packet of XMP.
    package private(set) var xmp: Range<Int>?
    /// The size of the largest track.
    package private(set) var storedSize: PixelSize?
    /// Warnings about parts that could not be read, with byte offsets.
    package private(set) var warnings: [PhotoMetadata.Warning] = []

    /// Reads the structure of an image; returns `nil` for a file of another kind.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` for an image without `moov`, ``MetadataError/Code/unreadable``.
    package init?(_ file: FileBytes) throws(MetadataError) {
        guard let brands = try BoxBrands(file), brands.kind == .cr3 else { return nil }
        var walk = BoxWalk(file, 0..<file.count)
        var found: Box?
        while let box = try walk.next() {
            if box.type == "moov" { found = found ?? box }
            if box.userType == .xmp { xmp = xmp ?? box.content }
            if box.userType == .canonPreview { preview = try Self.preview(box, file) }
        }
        if let damage = walk.damage { warnings.append(damage) }
        guard let movie = found else {
            throw file.error(.malformed, "has no box 'moov', which describes the raw photo", advice: "copy it again")
        }
        self.movie = movie
        try readMovie(file)
    }

    private mutating func readMovie(_ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, movie.content)
        var tracks = 0
        while let box = try walk.next() {
            if box.userType == .canon { try readBlocks(box, file) }
            if box.type == "trak", tracks < MP4Container.maximumTracks {
                tracks += 1
                let track = try VideoTrack(box, of: file)
                let area = { (size: PixelSize?) in size.map { $0.width * $0.height } ?? 0 }
                if track.handler == "vide", area(track.size) > area(storedSize) { storedSize = track.size }
            }
        }
        if let damage = walk.damage { warnings.append(damage) }
    }

    private mutating func readBlocks(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            switch part.type {
            case "CMT1": main = part.content
            case "CMT2": exif = part.content
            case "CMT3": makerNote = part.content
            case "CMT4": gps = part.content
            case "THMB": thumbnail = try Self.thumbnail(part, file)
            default: break
            }
        }
        if let damage = walk.damage { warnings.append(damage) }
    }

    /// Reads version, width, height, byte count, two numbers, and the JPEG.
    private static func thumbnail(_ box: Box, _ file: FileBytes) throws(MetadataError) -> EmbeddedImage? {
        var cursor = FileCursor(file, box.content)
        let version = try cursor.uint32() >> 24
        let size = PixelSize(width: Int(try cursor.uint16()), height: Int(try cursor.uint16()))
        let count = Int(try cursor.uint32())
        cursor.skip(version == 0 ? 4 : 8)
        return image(size, count, cursor)
    }

    /// Reads a list of boxes after eight bytes; `PRVW` has its own header before the JPEG.
    private static func preview(_ box: Box, _ file: FileBytes) throws(MetadataError) -> EmbeddedImage? {
        let start = min(box.content.lowerBound + 8, box.content.upperBound)
        guard let part = try BoxWalk.first("PRVW", in: start..<box.content.upperBound, of: file) else { return nil }
        var cursor = FileCursor(file, part.content)
        cursor.skip(6)
        let size = PixelSize(width: Int(try cursor.uint16()), height: Int(try cursor.uint16()))
        cursor.skip(2)
        let count = Int(try cursor.uint32())
        return image(size, count, cursor)
    }

    private static func image(_ size: PixelSize, _ count: Int, _ cursor: FileCursor) -> EmbeddedImage? {
        guard !cursor.isCut, count > 0, count <= cursor.remaining else { return nil }
        return EmbeddedImage(offset: cursor.position, count: count, format: .jpeg, size: size)
    }
}

extension CR3Container {
    /// Reads the file's metadata into `findings`.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let container = try CR3Container(file) else { return }
        findings.container.format = .raw
        findings.container.storedSize = container.storedSize
        findings.container.thumbnail = container.thumbnail ?? container.preview
        for warning in container.warnings { findings.warn(warning.message, at: warning.offset) }
        try readEXIF(container, file, into: &findings)
        if let xmp = container.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
    }

    /// Reads the blocks of EXIF, each of which has its own header and one directory, to which the main directory points
    /// in other formats.
    private static func readEXIF(
        _ container: CR3Container, _ file: FileBytes, into findings: inout Findings
    ) throws(MetadataError) {
        for part in [container.main, container.exif, container.gps, container.makerNote] {
            guard let part else { continue }
            guard let block = try TIFFBlock(in: file, at: part.lowerBound, count: part.count) else {
                findings.warn("a block of EXIF has no header", at: part.lowerBound)
                continue
            }
            var reader = EXIFReader(block: block)
            guard let directory = try reader.enter(block.firstDirectory, &findings) else { continue }
            switch part {
            case container.main: try reader.readMain(directory, into: &findings)
            case container.exif: try reader.readEXIF(directory, into: &findings)
            case container.gps: findings.exif.gps = try GPSReader(block: block).read(directory, &findings)
            default:
                let note = TIFFEntry(
                    tag: EXIFTag.makerNote, type: .undefined, count: part.upperBound - block.firstDirectory,
                    offset: part.lowerBound, valueOffset: block.firstDirectory)
                try MakerNoteReader(block: block, note: note).read(into: &findings.exif)
            }
        }
    }
}
